"""What adapters need of other projects, and what to say where it is missing."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def installed_with(command: str) -> Iterator[None]:
    """Say in one line how to install what is imported inside and is not there.

    >>> with installed_with("pip install no_such_package"):
    ...     import no_such_package
    Traceback (most recent call last):
    ImportError: no_such_package is not installed: pip install no_such_package
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: {command}") from error
