"""The game of plays: the public names (what is compiled is in `_state` and `_simulate`)."""

from ._simulate import Playout, Playouts, perft, perft_divide, playout, playouts
from ._state import State

__all__ = ["Playout", "Playouts", "State", "perft", "perft_divide", "playout", "playouts"]
