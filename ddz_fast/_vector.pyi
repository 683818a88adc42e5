from collections.abc import Sequence
from typing import Literal, SupportsIndex, overload

import numpy as np
import numpy.typing as npt

from ._simulate import Seed
from ._state import State
from .rulesets import Rules

class VecGames:
    n: int
    players: int
    def __init__(
        self,
        n: SupportsIndex,
        rules: str | Rules = "classic",
        seed: Seed = None,
        threads: SupportsIndex = 1,
    ) -> None: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def to_move(self) -> npt.NDArray[np.int8]: ...
    @property
    def may_pass(self) -> npt.NDArray[np.bool_]: ...
    def legal(self) -> tuple[npt.NDArray[np.void], npt.NDArray[np.int64]]: ...
    def rows(self) -> npt.NDArray[np.int8]: ...
    @overload
    def obs(self, layout: Literal["counts"] = "counts") -> npt.NDArray[np.uint8]: ...
    @overload
    def obs(
        self, layout: Literal["douzero"]
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]: ...
    def counts(self) -> npt.NDArray[np.uint8]: ...
    def features(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]: ...
    def state(self, index: SupportsIndex) -> State: ...
    def step(
        self, indices: Sequence[int] | npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]: ...
