"""Legal plays: the public functions (the compiled ones are in `_calls` and `_batch`)."""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ._batch import count_plays_batch, legal_plays_batch
from ._calls import (
    beats,
    checked_play,
    count_plays,
    is_legal,
    legal_plays,
    make_all_plays,
    readings,
)
from ._objects import Play, Plays
from .errors import PlayError
from .kinds import PLAY
from .presets import rules as rules_named
from .rulesets import Rules

__all__ = [
    "Play",
    "Plays",
    "action_id",
    "all_plays",
    "beats",
    "count_plays",
    "count_plays_batch",
    "is_legal",
    "legal_plays",
    "legal_plays_batch",
    "readings",
]

ActionIds = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
MIXER = np.uint64(0x9E3779B97F4A7C15)  # odd, and its bits are as good as random


def all_plays(rules: str | Rules = "classic") -> Plays:
    """Every play that some hand of the rule set can make; the index of one is its action id.

    Sorted by kind, length, rank and kickers, so that ids change only if the rules do. Made once
    and kept. Presets have up to 474,850 plays of 16 bytes, and no options make more than 2,230,239.
    Raises RulesError for an unknown rule set.

    >>> len(all_plays("classic")), str(all_plays("classic")[15])
    (30383, '33')
    """
    return _all_plays(rules if isinstance(rules, Rules) else rules_named(rules))


@lru_cache(maxsize=32)
def _all_plays(rules: Rules) -> Plays:
    return make_all_plays(rules)


def action_id(play: Any, *, rules: str | Rules = "classic") -> Any:
    """The index of a play in :func:`all_plays`.

    A Play, or text in its canonical reading, gives an int; an array of PLAY records gives
    ``int64`` of its shape. Raises PlayError for what is no play of the rule set.

    >>> action_id("33"), all_plays("classic")[action_id("BR")]
    (15, <Play BR ROCKET>)
    """
    rules = rules if isinstance(rules, Rules) else rules_named(rules)
    if isinstance(play, np.ndarray) and play.ndim:
        if play.dtype != PLAY:
            raise TypeError(f"plays are records of dtype PLAY, not {play.dtype}")
        return _ids(play, rules)
    return int(_ids(_one_record(checked_play(play, rules)), rules)[0])


def _one_record(play: Play) -> npt.NDArray[np.void]:
    fields = (play.cards, play.kind, play.rank, play.length, play.size, play.wild)
    return np.array([fields], dtype=PLAY)


@lru_cache(maxsize=32)
def _sorted_keys(rules: Rules) -> tuple[Keys, ActionIds]:
    """The keys of all plays, sorted, and the action id of each."""
    keys = _keys(all_plays(rules).array)
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def _keys(plays: npt.NDArray[np.void]) -> Keys:
    """Numbers for plays, so that one search finds one; two plays of the same number do no harm."""
    words = np.ascontiguousarray(plays).view(np.uint64)
    return words[..., 0::2] + words[..., 1::2] * MIXER


def _ids(plays: npt.NDArray[np.void], rules: Rules) -> ActionIds:
    known, order = _sorted_keys(rules)
    records, last = all_plays(rules).array, len(known) - 1
    keys = _keys(plays)
    places = np.minimum(np.searchsorted(known, keys), last)
    ids = order[places]
    wrong = ~_equal(records[ids], plays)
    while wrong.any():  # another play has the same key, or it is no play
        following = np.minimum(places + 1, last)
        strange = wrong & ((following == places) | (known[following] != keys))
        if strange.any():
            raise PlayError(f"item {np.flatnonzero(strange)[0]} is no play of {rules.name}")
        places = np.where(wrong, following, places)
        ids = order[places]
        wrong = ~_equal(records[ids], plays)
    return ids


def _equal(some: npt.NDArray[np.void], others: npt.NDArray[np.void]) -> npt.NDArray[np.bool_]:
    words = [np.ascontiguousarray(plays).view(np.uint64) for plays in (some, others)]
    same: npt.NDArray[np.bool_] = words[0] == words[1]
    return same[..., 0::2] & same[..., 1::2]
