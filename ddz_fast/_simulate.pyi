from typing import NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from ._objects import Play
from ._state import State
from .rulesets import Rules

Seed = SupportsIndex | np.random.Generator | None

class Playout(NamedTuple):
    winner: int
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    length: int

class Playouts(NamedTuple):
    winners: npt.NDArray[np.int8]
    scores: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.uint16]

def perft(state: State, depth: SupportsIndex) -> int: ...
def perft_divide(state: State, depth: SupportsIndex) -> list[tuple[Play | None, int]]: ...
def replayed(state: State, rounds: int) -> int: ...
def playout(state: State, rng: Seed = None) -> Playout: ...
def playouts(
    start: State | str | Rules, n: SupportsIndex, rng: Seed = None, threads: SupportsIndex = 1
) -> Playouts: ...
