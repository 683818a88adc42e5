"""The rule sets that have a name (docs/rules.md section 2)."""

from collections.abc import Mapping

from .errors import RulesError
from .kinds import Kind
from .options import ALL_KINDS, FULL_DECK, QUAD_KINDS
from .rulesets import USUAL_KINDS, BombOrder, Rules

_WINGED = frozenset({Kind.PLANE_SOLO, Kind.PLANE_PAIR})
_PAIR_KICKERS = frozenset({Kind.TRIO_PAIR, Kind.PLANE_PAIR, Kind.QUAD_PAIR})
_NO_JOKER_PAIR = {"both_jokers_kicker": False, "max_same_wing": 3}
#: 4 < two jokers < 5 < 6 < three < 7 < four < 8 (rules.md 2-3)
_TWO_DECK_ORDER: BombOrder = (
    (Kind.BOMB, 4),
    (Kind.ROCKET, 2),
    (Kind.BOMB, 5),
    (Kind.BOMB, 6),
    (Kind.ROCKET, 3),
    (Kind.BOMB, 7),
    (Kind.ROCKET, 4),
    (Kind.BOMB, 8),
)


def _bombs_and_rockets(most_cards: int, most_jokers: int) -> BombOrder:
    """Bombs by their size; rockets of j jokers above bombs of 2j cards, so below 2j + 1 (A-23)."""
    bombs = [(2 * size, (Kind.BOMB, size)) for size in range(4, most_cards + 1)]
    rockets = [(4 * jokers + 1, (Kind.ROCKET, jokers)) for jokers in range(2, most_jokers + 1)]
    return tuple(entry for _, entry in sorted(bombs + rockets))


#: an open and a hidden landlord, found by the upcard and its twin; no text says what they are paid
_TWO_LANDLORDS = {
    "landlords": 2,
    "auction": "face_up",
    "mute_decliner": True,
    "scoring": "winner_only",
}
#: chips: nothing that is played multiplies them (rules.md 2 (2))
_NO_FACTORS = {"bomb_factor": 1, "rocket_factor": 1, "spring_factor": 1}
_CLASSIC = Rules(name="classic", title="斗地主")
_FOUR_JOKERS = _CLASSIC.replace(
    name="four_jokers",
    title="四人斗地主 (双王三王)",
    deck=(8,) * 13 + (2, 2),
    players=4,
    max_hand=33,
    plane_min=3,
    joker_bombs=(4,),
    bomb_order=_TWO_DECK_ORDER,
    bottom=8,
    mute_decliner=True,
)
_FIVE_3 = _FOUR_JOKERS.replace(
    name="five3",
    title="五人斗地主 (三副牌)",
    deck=(12,) * 13 + (3, 3),
    players=5,
    max_hand=38,
    bottom=7,
    joker_bombs=tuple(range(2, 7)),
    bomb_order=_bombs_and_rockets(12, 6),
    **_TWO_LANDLORDS,
)
PRESETS: Mapping[str, Rules] = {
    preset.name: preset
    for preset in (
        _CLASSIC,
        _CLASSIC.replace(
            name="yunnan",
            title="云南斗地主",
            kinds=USUAL_KINDS - _PAIR_KICKERS,
            trio_only_as_last=True,
            auction="blind_raise",
            announce_at=2,
            scoring="pairs",
        ),
        _CLASSIC.replace(
            name="guanpai",
            title="关牌",
            deck=(4,) * 11 + (3, 1, 0, 0),
            max_hand=16,
            bottom=0,
            landlords=0,
            auction="none",
            scoring="winner_only",
        ),
        _CLASSIC.replace(
            name="two",
            title="两人斗地主",
            players=2,
            deck=(0, 0, *FULL_DECK[2:]),
            dead=9,
            auction="yield_grabs",
            first_call_free=True,
            yield_cards=1,
        ),
        _CLASSIC.replace(name="lianzha", title="连炸斗地主", lianzha=True),
        _CLASSIC.replace(name="douzero", title="斗地主 (DouZero)"),
        _CLASSIC.replace(
            name="rlcard", title="斗地主 (RLCard)", wing_extends_plane=False, **_NO_JOKER_PAIR
        ),
        _CLASSIC.replace(
            name="openspiel",
            title="斗地主 (OpenSpiel)",
            kinds=USUAL_KINDS - QUAD_KINDS,
            **_NO_JOKER_PAIR,
        ),
        _CLASSIC.replace(
            name="pagat",
            title="斗地主 (Pagat)",
            single_kickers="distinct",
            both_jokers_kicker=False,
        ),
        _CLASSIC.replace(
            name="botzone", title="斗地主 (Botzone)", single_kickers="distinct", force_after=1
        ),
        _CLASSIC.replace(
            name="huanle",
            title="欢乐斗地主",
            auction="grab",
            first_call_free=True,
            reclaim=True,
            **_NO_JOKER_PAIR,
        ),
        _CLASSIC.replace(name="onestraw", title="斗地主 (onestraw)", pair_kickers_repeat=True),
        _CLASSIC.replace(
            name="noip",
            title="斗地主 (NOIP 2015)",
            max_hand=23,
            kinds=USUAL_KINDS - _WINGED,
            pair_kickers_repeat=True,
        ),
        _CLASSIC.replace(
            name="four",
            title="四人斗地主",
            deck=(8,) * 13 + (2, 2),
            players=4,
            max_hand=33,
            kinds=ALL_KINDS - QUAD_KINDS - _WINGED - {Kind.TRIO_SOLO},
            low_chains="all",
            joker_bombs=(4,),
            bomb_order=(*((Kind.BOMB, size) for size in range(4, 9)), (Kind.ROCKET, 4)),
            bottom=8,
            auction="raise_levels",
            announce_at=10,
            scoring="chips",
            base=3,
            reward=4,
            **_NO_FACTORS,
        ),
        _FOUR_JOKERS,
        _FOUR_JOKERS.replace(
            name="five2", title="五人斗地主 (两副牌)", players=5, max_hand=28, **_TWO_LANDLORDS
        ),
        _FIVE_3,
        _FIVE_3.replace(name="six3", title="六人斗地主 (三副牌)", players=6, max_hand=27, bottom=0),
        _FIVE_3.replace(
            name="six4",
            title="六人斗地主 (四副牌)",
            deck=(16,) * 13 + (4, 4),
            players=6,
            max_hand=46,
            bottom=12,
            joker_bombs=tuple(range(2, 9)),
            bomb_order=_bombs_and_rockets(16, 8),
        ),
        _CLASSIC.replace(
            name="super",
            title="超级斗地主",
            pair_chain_min=2,
            low_chains="straight_only",
            trio_any_two=True,
            wild_jokers=True,
        ),
    )
}


def rules(name: str) -> Rules:
    """Give a rule set by its name. Raises RulesError that lists the names there are.

    >>> rules("yunnan").trio_only_as_last
    True
    """
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        known = ", ".join(PRESETS)
        raise RulesError(f"unknown rule set {name!r}; there are {known}") from None


def rule_names() -> list[str]:
    """Give the names of all rule sets.

    >>> rule_names()[:3]
    ['classic', 'yunnan', 'guanpai']
    """
    return list(PRESETS)
