"""Where what other extensions need to cimport the core is installed."""

from importlib.util import find_spec
from pathlib import Path


def get_include() -> str:
    """Give the folder of `bits.h` and the .pxd files, for building extensions (docs/cython.md).

    >>> from pathlib import Path
    >>> (Path(get_include()) / "bits.h").is_file()
    True
    """
    core = find_spec("ddz_fast._table")
    if core is None or core.origin is None:
        raise ImportError("the compiled core is not there: install ddz_fast")
    return str(Path(core.origin).parent)
