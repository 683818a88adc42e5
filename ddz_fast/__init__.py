"""Dou Dizhu (斗地主): legal plays and 手数, exact and fast, for every rule set.

>>> import ddz_fast as ddz
>>> plays = ddz.legal_plays("3334445566789TJQKA2R")
>>> len(plays), str(plays[0]), str(plays[-1])
(161, '3', '333444+55+66')
>>> ddz.count_plays("3334445566789TJQKA2R", "KK")
0
>>> ddz.min_plays("3334445566789TJQKA2R")
4
"""

from importlib.metadata import version as _version
from importlib.util import find_spec as _find_spec

if _find_spec("ddz_fast._table") is None:
    raise ImportError(
        "this is ddz_fast's source folder and not what is built from it: install it with"
        " 'pip install -e .', or import it from another folder"
    )

from .cards import RANKS, format_hand, pack, parse_hand, unpack
from .decomposition import min_plays, min_plays_batch, split, split_batch, splits
from .errors import HandError, IllegalPlay, PlayError, PositionError, RulesError
from .game import Playout, Playouts, State, perft, perft_divide, playout, playouts
from .kinds import PLAY, Kind
from .plays import (
    Play,
    Plays,
    action_id,
    all_plays,
    beats,
    count_plays,
    count_plays_batch,
    is_legal,
    legal_plays,
    legal_plays_batch,
    readings,
)
from .presets import rule_names, rules
from .rulesets import Rules

__version__ = _version("ddz_fast")

__all__ = [
    "PLAY",
    "RANKS",
    "HandError",
    "IllegalPlay",
    "Kind",
    "Play",
    "PlayError",
    "Playout",
    "Playouts",
    "Plays",
    "PositionError",
    "Rules",
    "RulesError",
    "State",
    "action_id",
    "all_plays",
    "beats",
    "count_plays",
    "count_plays_batch",
    "format_hand",
    "is_legal",
    "legal_plays",
    "legal_plays_batch",
    "min_plays",
    "min_plays_batch",
    "pack",
    "parse_hand",
    "perft",
    "perft_divide",
    "playout",
    "playouts",
    "readings",
    "rule_names",
    "rules",
    "split",
    "split_batch",
    "splits",
    "unpack",
]
