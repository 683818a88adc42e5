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

from ._solve import SolveTable, analyze, solve
from .auction import Auction
from .cards import RANKS, format_hand, pack, parse_hand, unpack
from .deal import Deal, deal
from .dealers import Picking, pass_three, picked, unshuffled
from .decomposition import min_plays, min_plays_batch, split, split_batch, splits
from .errors import (
    CallError,
    HandError,
    IllegalPlay,
    PlayError,
    PositionError,
    RulesError,
)
from .game import Playout, Playouts, State, VecGames, perft, perft_divide, playout, playouts
from .headers import get_include
from .kinds import PLAY, Kind
from .physical import Card
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
from .scoring import Factor, Score, baodao_level, score
from .solving import Analysis, Outcome, Solution

__version__ = _version("ddz_fast")

__all__ = [
    "PLAY",
    "RANKS",
    "Analysis",
    "Auction",
    "CallError",
    "Card",
    "Deal",
    "Factor",
    "HandError",
    "IllegalPlay",
    "Kind",
    "Outcome",
    "Picking",
    "Play",
    "PlayError",
    "Playout",
    "Playouts",
    "Plays",
    "PositionError",
    "Rules",
    "RulesError",
    "Score",
    "Solution",
    "SolveTable",
    "State",
    "VecGames",
    "action_id",
    "all_plays",
    "analyze",
    "baodao_level",
    "beats",
    "count_plays",
    "count_plays_batch",
    "deal",
    "format_hand",
    "get_include",
    "is_legal",
    "legal_plays",
    "legal_plays_batch",
    "min_plays",
    "min_plays_batch",
    "pack",
    "parse_hand",
    "pass_three",
    "perft",
    "perft_divide",
    "picked",
    "playout",
    "playouts",
    "readings",
    "rule_names",
    "rules",
    "score",
    "solve",
    "split",
    "split_batch",
    "splits",
    "unpack",
    "unshuffled",
]
