"""The game of plays: the public names (what is compiled is in `_state` and `_simulate`)."""

from ._simulate import Playout, Playouts, perft, perft_divide, playout, playouts
from ._state import State
from ._vector import VecGames

__all__ = [
    "Playout",
    "Playouts",
    "State",
    "VecGames",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
]
