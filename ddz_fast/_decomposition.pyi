from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ._batch import _Hands, _Offsets, _PlayArray
from ._calls import _Hand
from ._objects import Play
from .rulesets import Rules

def min_plays(hand: _Hand, *, rules: str | Rules = "classic", bombs: int | None = None) -> int: ...
def search_steps(
    hand: _Hand, *, rules: str | Rules = "classic", bombs: int | None = None
) -> int: ...
def split(
    hand: _Hand, *, rules: str | Rules = "classic", bombs: int | None = None
) -> list[Play]: ...
def splits(
    hand: _Hand, *, rules: str | Rules = "classic", bombs: int | None = None
) -> Iterator[list[Play]]: ...
def min_plays_batch(
    hands: _Hands,
    *,
    rules: str | Rules = "classic",
    bombs: int | npt.ArrayLike | None = None,
    threads: int = 1,
    out: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.uint8]: ...
def split_batch(
    hands: _Hands,
    *,
    rules: str | Rules = "classic",
    bombs: int | npt.ArrayLike | None = None,
    threads: int = 1,
    out: tuple[_PlayArray, _Offsets] | None = None,
) -> tuple[_PlayArray, _Offsets]: ...
