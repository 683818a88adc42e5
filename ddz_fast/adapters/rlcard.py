"""RLCard's Dou Dizhu: its action ids, its string functions, and an environment in its registry.

Actions are texts, cards from low to high, or "pass"; ids are RLCard's. Only :func:`register` needs
RLCard, and neither it nor the environment reads RLCard's tables::

    import rlcard
    from ddz_fast.adapters import rlcard as fast

    fast.register()
    environment = rlcard.make("doudizhu-fast", {"seed": 1})

Deals of a seed and all states are RLCard's, with what is odd in its features. What differs: legal
actions are in our order, the 54 numbers of an action are read-only, an illegal action raises
IllegalPlay and changes nothing, a farmer's state can be had before the first play, and after
`step_back` the bottom cards that it showed are unseen again and cards are sorted as they were.

>>> len(actions()), actions()[512], action_ids()["BR"], action_ids()["pass"]
(27472, '33344455', 27470, 27471)
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType

from ..cards import RANKS, format_hand, unpack
from ..kinds import Kind
from ..plays import Play, Plays, all_plays, legal_plays, readings

RULES = "rlcard"
PASS = "pass"
PACKAGE = "rlcard"
ENVIRONMENT = "doudizhu-fast"
INSTALL = "pip install rlcard"
#: RLCard's order of kinds
KINDS = (
    Kind.SOLO,
    Kind.PAIR,
    Kind.TRIO,
    Kind.TRIO_SOLO,
    Kind.TRIO_PAIR,
    Kind.SOLO_CHAIN,
    Kind.PAIR_CHAIN,
    Kind.PLANE,
    Kind.PLANE_SOLO,
    Kind.PLANE_PAIR,
    Kind.QUAD_SOLO,
    Kind.QUAD_PAIR,
    Kind.BOMB,
    Kind.ROCKET,
)
JOKERS = tuple(rank for rank, letter in enumerate(RANKS) if letter in "BR")

Order = tuple[int | tuple[int, ...], ...]


def playable_cards_from_hand(current_hand: str) -> set[str]:
    """All leads of a hand.

    >>> sorted(playable_cards_from_hand("3334"))
    ['3', '33', '333', '3334', '4']
    """
    return set(_texts(legal_plays(current_hand, rules=RULES)))


def get_gt_cards(current_hand: str, target_cards: str) -> list[str]:
    """The pass, and all that a hand can answer to a play; RLCard's takes players in place of texts.

    >>> get_gt_cards("4455BR", "33")
    ['pass', '44', '55', 'BR']
    """
    beat = readings(target_cards, rules=RULES)
    if not beat:
        legal_plays(current_hand, target_cards, rules=RULES)  # raises, and says why
    return [PASS, *_texts(legal_plays(current_hand, beat[0], rules=RULES))]


def _texts(found: Plays) -> Iterator[str]:
    return (format_hand(cards) for cards in found.cards.tolist())


@cache
def plays() -> tuple[Play, ...]:
    """Every play, by RLCard's id of the action; the pass is behind them."""
    return tuple(sorted(all_plays(RULES), key=_place))


@cache
def actions() -> tuple[str, ...]:
    """The text of each action, by RLCard's id."""
    return (*(format_hand(play.cards) for play in plays()), PASS)


@cache
def action_ids() -> MappingProxyType[str, int]:
    """RLCard's id of each action, by its text."""
    return MappingProxyType({text: number for number, text in enumerate(actions())})


def _place(play: Play) -> Order:
    """What RLCard's ids are sorted by: kind, length, rank, and for wings as below."""
    wings = _wings(play)
    head = (KINDS.index(play.kind), play.length, play.rank)
    if play.kind == Kind.PLANE_SOLO and play.length > 3:
        return (*head, not any(joker in wings for joker in JOKERS), wings)
    if play.kind == Kind.PLANE_SOLO and play.length == 3:
        return (*head, *_place_of_three(wings))
    return (*head, wings)


def _wings(play: Play) -> tuple[int, ...]:
    """The ranks of the kickers, lowest first."""
    body = range(play.rank, play.rank + play.length)
    counts = unpack(play.cards).tolist()
    return tuple(
        rank for rank, count in enumerate(counts) if rank not in body for _ in range(count)
    )


def _place_of_three(wings: tuple[int, ...]) -> Order:
    """Of three single wings: different ones, three equal ones, then pairs with one more."""
    different = len(set(wings))
    if different != 2:
        return (different == 1, wings)
    return (2, (wings[1], wings[0] + wings[2] - wings[1]))


def register() -> str:
    """Make the environment known to RLCard, and give its name, "doudizhu-fast".

    Raises ImportError if RLCard is not installed.
    """
    try:
        registration = import_module(f"{PACKAGE}.envs.registration")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != PACKAGE:
            raise
        raise ImportError(f"RLCard is not installed: {INSTALL}") from error
    if ENVIRONMENT not in registration.registry.env_specs:
        registration.register(ENVIRONMENT, f"{__package__}.rlcard_env:DoudizhuEnv")
    return ENVIRONMENT
