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
def _sorted_by_cards(rules: Rules) -> tuple[ActionIds, npt.NDArray[np.void]]:
    plays = all_plays(rules).array
    order = np.argsort(plays["cards"], kind="stable")
    return order, plays[order]


def _ids(plays: npt.NDArray[np.void], rules: Rules) -> ActionIds:
    order, known = _sorted_by_cards(rules)
    first = np.searchsorted(known["cards"], plays["cards"])
    last = np.searchsorted(known["cards"], plays["cards"], side="right")
    ids = np.full(plays.shape, -1, dtype=np.int64)
    # The same cards have a few readings at most: look at the first of each, the second, ...
    for step in range(int((last - first).max(initial=0))):
        place = first + step
        candidate = np.minimum(place, len(known) - 1)
        found = (place < last) & (known[candidate] == plays)
        ids[found] = order[candidate[found]]
    if (ids < 0).any():
        where = int(np.flatnonzero(ids.ravel() < 0)[0])
        raise PlayError(f"item {where} is no play of {rules.name}")
    return ids
