from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

def get_obs(infoset: Any) -> dict[str, Any]: ...
def cards_array(cards: Iterable[int]) -> npt.NDArray[np.int8]: ...
