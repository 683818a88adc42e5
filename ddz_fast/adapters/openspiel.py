"""OpenSpiel's dou_dizhu: its action ids as plays of the rule set ``openspiel``, and back.

In play 0 passes, and 4 to 26,056 are plays; 1 to 3 are bids, which are no plays. OpenSpiel is not
needed. Where its own legal actions differ from those here, the fault is OpenSpiel's:

* a chain without kickers is lost if its first rank is held four times (34567 from 3333 4567);
* a bomb beats the rocket.

A four with two kickers (4+2) it does not have at all, and so neither has the rule set.

>>> action_of("3"), str(play_of(516)), str(play_of(26056)), play_of(0)
(4, '333444+5+5', 'BR', None)
>>> action_of("333444555+6+6+6"), action_of("333444555666"), action_of(None)
(1484, 492, 0)
"""

from functools import cache
from types import MappingProxyType

from ..cards import unpack
from ..errors import PlayError
from ..game import State
from ..kinds import Kind
from ..plays import Play, all_plays

RULES = "openspiel"
PASS = 0
BIDS = (1, 2, 3)
FIRST_PLAY = 4
#: OpenSpiel's order of kinds
KINDS = (
    Kind.SOLO,
    Kind.SOLO_CHAIN,
    Kind.PAIR,
    Kind.PAIR_CHAIN,
    Kind.TRIO,
    Kind.TRIO_SOLO,
    Kind.TRIO_PAIR,
    Kind.PLANE,
    Kind.PLANE_SOLO,
    Kind.PLANE_PAIR,
    Kind.BOMB,
    Kind.ROCKET,
)


@cache
def plays() -> tuple[Play, ...]:
    """Every play, by OpenSpiel's action; the first is that of action 4."""
    return tuple(sorted(all_plays(RULES), key=_place))


@cache
def actions() -> MappingProxyType[Play, int]:
    """OpenSpiel's action of every play."""
    return MappingProxyType({play: action for action, play in enumerate(plays(), FIRST_PLAY)})


def _place(play: Play) -> tuple[int, int, int, list[int]]:
    """What OpenSpiel's actions are sorted by: kind, length, rank, highest kicker first."""
    body = range(play.rank, play.rank + play.length)
    counts = enumerate(unpack(play.cards).tolist())
    kickers = [rank for rank, count in counts if rank not in body for _ in range(count)]
    return KINDS.index(play.kind), play.length, play.rank, kickers[::-1]


def action_of(play: Play | str | None) -> int:
    """OpenSpiel's action of a play, as a Play or text in its canonical reading; None is the pass.

    Raises PlayError.

    >>> action_of("3333")
    26043
    """
    if play is None:
        return PASS
    found = Play.parse(play, rules=RULES) if isinstance(play, str) else play
    if found not in actions():
        raise PlayError(f"{found!r} is no play of OpenSpiel")
    return actions()[found]


def play_of(action: int) -> Play | None:
    """The play of one of OpenSpiel's actions; None for the pass. Raises PlayError.

    >>> play_of(4)
    <Play 3 SOLO>
    """
    if action == PASS:
        return None
    if action in BIDS:
        raise PlayError(f"action {action} is a bid and no play")
    if not FIRST_PLAY <= action < FIRST_PLAY + len(plays()):
        raise PlayError(f"no action: {action}; there are 0 to {FIRST_PLAY + len(plays()) - 1}")
    return plays()[action - FIRST_PLAY]


def legal_actions(state: State) -> list[int]:
    """OpenSpiel's numbers of all that may be done in a State of the rule set, in order.

    >>> legal_actions(State.from_hands(["34", "5", "6"], rules=RULES))
    [4, 5]
    """
    ids = actions()
    return sorted([ids[play] for play in state.legal_plays()] + [PASS] * state.may_pass)


def register() -> None:
    """Put the game ``dou_dizhu_fast`` into OpenSpiel's list, for `pyspiel.load_game`.

    It is dealt card by card, by rank; seat 0 is the landlord, nobody bids, and it pays the points
    of :func:`~ddz_fast.score`. Its actions are those of `dou_dizhu`. Once is enough. Raises
    ImportError where OpenSpiel is not installed.
    """
    from .openspiel_game import register_game

    register_game()
