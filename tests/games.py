"""The game of plays by definition and in the core behind one face, and random games for both."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import ddz_fast as ddz
from ddz_fast import game as core
from ddz_fast.reference import game as reference
from ddz_fast.reference.plays import Play as ReferencePlay
from implementations import Key, key_of, keys


class Game(NamedTuple):
    """One of the two."""

    name: str
    State: Any
    perft: Any
    perft_divide: Any


REFERENCE = Game("reference", reference.State, reference.perft, reference.perft_divide)
CORE = Game("core", core.State, core.perft, core.perft_divide)
GAMES = [REFERENCE, CORE]
State = core.State | reference.State

#: rules whose games differ from those of every preset
VARIANTS = (
    "classic,atom_free=True",
    "classic,pair_kickers_repeat=True,line_32=True",
    "lianzha,lianzha_max=3,pair_kickers_repeat=True",
    "two,two_54=True",
    "four,cannon=any,cannon_overlap=True",
    "four_jokers,joker_bombs=(2,3,4)",
    "five3,both_roles=True",
    "super,low_chains=all,trio2_split=True",
    "super,lianzha=True,wild_sets_only=True",
    "yunnan,wild_jokers=True",
)


def key(play: ddz.Play | ReferencePlay | None) -> Key | None:
    """All of a play of either, in a form that both have."""
    if play is None:
        return None
    return key_of(play) if isinstance(play, ddz.Play) else keys([play])[0]


def seen(state: State) -> dict[str, Any]:
    """All that a State of either tells, in a form that both have."""
    hands = state.hands
    return {
        "hands": tuple(hand if isinstance(hand, int) else ddz.pack(hand) for hand in hands),
        "beat": key(state.beat),
        "legal_plays": list(map(key, state.legal_plays())),
        "history": [(seat, key(play)) for seat, play in state.history],
        **{name: getattr(state, name) for name in PLAIN},
        "count_plays": state.count_plays(),
    }


PLAIN = (
    "rules",
    "players",
    "sizes",
    "landlords",
    "to_move",
    "passes",
    "last_player",
    "bombs",
    "allowance",
    "plays_made",
    "bombs_played",
    "ply",
    "is_over",
    "winner",
    "winners",
    "spring",
    "announced",
    "may_pass",
    "text",
)


def dealt(rules: ddz.Rules, random_: random.Random) -> list[int]:
    """Packed hands of a deal; the first has the bottom cards."""
    cards = [rank for rank, count in enumerate(rules.deck) for _ in range(count)]
    random_.shuffle(cards)
    hands, taken = [], 0
    for seat in range(rules.players):
        size = rules.hand_size + (rules.bottom if seat == 0 else 0)
        hand = cards[taken : taken + size]
        hands.append(ddz.pack([hand.count(rank) for rank in range(15)]))
        taken += size
    return hands


def start_of_game(rules: ddz.Rules, random_: random.Random) -> str:
    """The text of a position from which a game begins, half of them with limits on bombs."""
    players = range(rules.players)
    landlords = sorted(
        {0, *random_.sample(players[1:], rules.landlords - 1)} if rules.landlords else []
    )
    limits: list[int | None] = [None] * rules.players
    if random_.random() < 0.5:
        limits = [random_.choice((None, 0, 1, 2)) for _ in players]
    allowance = 0
    if rules.players == 2:
        allowance = random_.randrange(5)
    state = core.State.from_hands(
        dealt(rules, random_),
        rules=rules,
        landlord=tuple(landlords) or None,
        to_move=random_.choice(players),
        bombs=limits,
        allowance=allowance,
    )
    return state.text


def choices(state: State) -> list[Any]:
    """Every play that may be made, and None where it may be passed."""
    return [*state.legal_plays(), None] if state.may_pass else list(state.legal_plays())


def random_choice(state: State, random_: random.Random) -> Any:
    """One of them: now and then a rare one, a bomb or the longest play."""
    found = choices(state)
    plays = [play for play in found if play is not None]
    if plays and random_.random() < 0.1:
        return max(plays, key=lambda play: (play.kind.is_bomb, play.size))
    return random_.choice(found)


def plies(state: State, random_: random.Random) -> Iterator[Any]:
    """Play on at random to the end, and give each play, or None for a pass, when it is made."""
    while not state.is_over:
        chosen = random_choice(state, random_)
        state.play(chosen)
        yield chosen
