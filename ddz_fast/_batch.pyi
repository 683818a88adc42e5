from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ._objects import Play
from .rulesets import Rules

_Hands = npt.NDArray[Any] | Iterable[Any]
_PlayArray = npt.NDArray[np.void]
_Offsets = npt.NDArray[np.int64]

def legal_plays_batch(
    hands: _Hands,
    beat: Play | str | _PlayArray | None = None,
    *,
    rules: str | Rules = "classic",
    bombs: int | npt.ArrayLike | None = None,
    threads: int = 1,
    out: tuple[_PlayArray, _Offsets] | None = None,
) -> tuple[_PlayArray, _Offsets]: ...
def count_plays_batch(
    hands: _Hands,
    beat: Play | str | _PlayArray | None = None,
    *,
    rules: str | Rules = "classic",
    bombs: int | npt.ArrayLike | None = None,
    threads: int = 1,
    out: _Offsets | None = None,
) -> _Offsets: ...
