"""The options of deal, auction and score: what a rule set says beside its plays (docs/game.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .options import IS_BOOL, is_int, is_one_of


@dataclass(frozen=True, kw_only=True)
class GameRules:
    """How a rule set deals, makes its landlords and pays; :class:`Rules` has all of these fields.

    >>> rules("four").auction, rules("four").base
    ('raise_levels', 3)
    """

    #: cards set aside for the landlord
    bottom: int = 3
    #: cards that nobody gets
    dead: int = 0
    #: 0: every player for himself; 1; or 2: an open and a hidden one (A-25)
    landlords: int = 1
    #: where the hidden landlord's card lies in the bottom, the open one has both roles (A-24)
    both_roles: bool = False
    #: how the landlord is found: a procedure of docs/game.md, section 2
    auction: str = "bid_points"
    #: the procedure that decides when the receiver of the upcard declines in "face_up"
    auction_fallback: str = "bid_points"
    #: the first who speaks must take the k-th deal in a row that all passed (A-36)
    force_after: int | None = None
    #: the first call of "grab" does not double (A-37)
    first_call_free: bool = False
    #: a last chance of "grab" for whoever called first: True or "stake_only" (A-38)
    reclaim: bool | str = False
    #: most grabs of "yield_grabs", after the first call
    max_grabs: int = 4
    #: 让牌: how many cards more a farmer need not play after each of them
    yield_cards: int = 0
    #: the first speaker of "raise_levels" may open with level 2 (A-16)
    jia_open_two: bool = False
    #: how many bombs the others may play after a head take; None: as many as they have (A-15)
    head_take_quota: int | None = None
    #: how often a farmer of "blind_raise" may raise, 簸 (A-31)
    bo_max: int = 2
    #: 哑炮: who received the upcard and declines may play no bomb in this deal
    mute_decliner: bool = False
    #: the first play must hold the ♠3 (A-32)
    first_must_include_s3: bool = False
    #: 报牌: hands of so many cards or fewer are announced
    announce_at: int = 0
    #: how the deal is paid: "points", "chips", "pairs", or "winner_only" where nothing is paid
    scoring: str = "points"
    #: the stake before anything raises it
    base: int = 1
    #: what a head taker receives from each farmer if he wins
    reward: int = 0
    #: what each bomb and each rocket that is played multiplies the stake by (A-20)
    bomb_factor: int = 2
    rocket_factor: int = 2
    #: how many bombs a BOMB_CHAIN counts as (rules.md 2 (9))
    lianzha_counts: int = 1
    #: what 春天 and 反春 multiply the stake by
    spring_factor: int = 2
    #: 报到 of a landlord is judged without the bottom cards (A-17)
    baodao_dealt_only: bool = False
    #: a landlord without any bomb has 报到 (rules.md 2 (2))
    baodao_no_bomb: bool = False
    #: a landlord who was forced gets the reward too (A-39)
    forced_reward: bool = False
    #: 报到 and 明打 multiply the reward, not the stake (A-40)
    reward_multiplied: bool = False
    #: a farmer's 报到 of level L is worth 2^L shares, not two (A-43)
    farmer_baodao_pow2: bool = False


PROCEDURES = ("bid_points", "grab", "raise_levels", "blind_raise", "yield_grabs", "face_up", "none")


def _is_number_or_none(lowest: int, highest: int) -> tuple[Any, str]:
    is_right, what = is_int(lowest, highest)
    return (lambda value: value is None or is_right(value)), f"{what}, or None"


def _is_reclaim(value: Any) -> bool:
    return type(value) is bool or value == "stake_only"


_FACTOR = is_int(1, 8)
GAME_CHECKS: Mapping[str, tuple[Any, str]] = {
    "bottom": is_int(0, 30),
    "dead": is_int(0, 100),
    "landlords": is_int(0, 2),
    "both_roles": IS_BOOL,
    "auction": is_one_of(*PROCEDURES),
    "auction_fallback": is_one_of("bid_points", "grab"),
    "force_after": _is_number_or_none(1, 99),
    "first_call_free": IS_BOOL,
    "reclaim": (_is_reclaim, "True, False or 'stake_only'"),
    "max_grabs": is_int(1, 16),
    "yield_cards": is_int(0, 4),
    "jia_open_two": IS_BOOL,
    "head_take_quota": _is_number_or_none(0, 99),
    "bo_max": is_int(0, 4),
    "mute_decliner": IS_BOOL,
    "first_must_include_s3": IS_BOOL,
    "announce_at": is_int(0, 46),
    "scoring": is_one_of("points", "chips", "pairs", "winner_only"),
    "base": is_int(1, 1000),
    "reward": is_int(0, 1000),
    "bomb_factor": _FACTOR,
    "rocket_factor": _FACTOR,
    "lianzha_counts": is_int(0, 4),
    "spring_factor": _FACTOR,
    "baodao_dealt_only": IS_BOOL,
    "baodao_no_bomb": IS_BOOL,
    "forced_reward": IS_BOOL,
    "reward_multiplied": IS_BOOL,
    "farmer_baodao_pow2": IS_BOOL,
}
