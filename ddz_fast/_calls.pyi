from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy.typing as npt

from ._objects import Play, Plays
from .rulesets import Rules

_Hand = str | SupportsIndex | Sequence[int] | npt.NDArray[Any]

def legal_plays(
    hand: _Hand,
    beat: Play | str | None = None,
    *,
    rules: str | Rules = "classic",
    bombs: int | None = None,
) -> Plays: ...
def count_plays(
    hand: _Hand,
    beat: Play | str | None = None,
    *,
    rules: str | Rules = "classic",
    bombs: int | None = None,
) -> int: ...
def is_legal(
    play: Play | str,
    hand: _Hand,
    beat: Play | str | None = None,
    *,
    rules: str | Rules = "classic",
    bombs: int | None = None,
) -> bool: ...
def readings(cards: _Hand, *, rules: str | Rules = "classic") -> list[Play]: ...
def beats(play: Play | str, other: Play | str, *, rules: str | Rules = "classic") -> bool: ...
def make_all_plays(rules: str | Rules) -> Plays: ...
def checked_play(play: Any, rules: str | Rules) -> Play: ...
