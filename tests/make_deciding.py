"""Makes data/deciding.tsv: positions in which one kind of play, or one option, decides who wins.

In most random positions a single, a pair or a bomb does; a solver that knew no plane with wings
would be right in nearly all of them. So these are looked for: by the reference, under the rules and
under those without the kind or with another option, and kept where the outcomes differ.

    python tests/make_deciding.py 3 1.5 >tests/data/deciding.tsv
    python tests/make_deciding.py 10 3 PLANE_PAIR QUAD_PAIR >>tests/data/deciding.tsv

The seconds to look for each thing, how much larger than usual positions are, and (all) the things.
"""

import sys
import time
from collections.abc import Iterator

import ddz_fast as ddz
from ddz_fast import game as core
from ddz_fast.kinds import GRAMMAR
from ddz_fast.reference.solver import outcome
from ddz_fast.rules_text import write_rules
from implementations import rules_from
from random_positions import SEED
from solving import positions, reference_of

MOST = 5  #: positions for each
#: rule sets, players, and options that may decide beside the kinds
RULES = [
    ("classic", 2, ("single_kickers=distinct", "pair_kickers_repeat=True", "low_chains=all")),
    ("classic", 3, ("lianzha=True", "no_rocket=True", "line_32=True")),
    ("yunnan", 2, ("trio_only_as_last=False",)),
    ("yunnan", 3, ("trio_only_as_last=False",)),
    ("guanpai", 2, ("paodekuai=True", "three_aces_bomb=True")),
    ("lianzha", 2, ("lianzha=False",)),
    ("rlcard", 2, ("wing_extends_plane=True", "both_jokers_kicker=True")),
    ("four", 2, ("cannon=any", "cannon_overlap=True", "low_chains=none")),
    ("four_jokers", 2, ("joker_bomb_flat=True", "plane_min=2", "joker_bombs=(2,3,4)")),
    ("five3", 3, ("joker_bomb_flat=True", "atom_free=True")),
    ("super", 2, ("wild_jokers=False", "trio2_split=True", "wild_sets_only=True")),
]


def alternatives(text: str, options: tuple[str, ...]) -> Iterator[tuple[str, ddz.Rules]]:
    """What may decide, and the rules in which it is not so."""
    rules = rules_from(text)
    for kind in GRAMMAR:
        if rules.lengths(kind) and kind not in (ddz.Kind.SOLO, ddz.Kind.PAIR):
            yield kind.name, rules.replace(kinds=rules.kinds - {kind})
    for option in options:
        yield option, rules_from(f"{text} {option}")


def differs_in_plays(state: core.State, others: ddz.Rules) -> bool:
    """Whether some hand has more or fewer plays under other rules: else nothing can differ."""
    return any(
        ddz.count_plays(hand, rules=state.rules) != ddz.count_plays(hand, rules=others)
        for hand in state.hands
    )


def deciding(
    text: str, players: int, what: str, others: ddz.Rules, seconds: float, larger: float
) -> Iterator[core.State]:
    """Positions that would end otherwise under the other rules, as many as are soon found."""
    end, found = time.monotonic() + seconds, 0
    seed = f"{SEED} {text} {players} {what} {larger}"
    for state in positions(seed, rules_from(text), players, 10**6, larger):
        if time.monotonic() > end or found == MOST:
            return
        if differs_in_plays(state, others) and would_end_otherwise(state, others):
            found += 1
            yield state


def would_end_otherwise(state: core.State, others: ddz.Rules) -> bool:
    """Whether the other side wins under other rules."""
    words = state.text.split()
    try:
        other = core.State.parse(" ".join([write_rules(others), *words[1:]]))
    except (ddz.PositionError, ddz.PlayError):  # the play to beat is none of them
        return False
    return outcome(reference_of(state)) != outcome(reference_of(other))


def main(seconds: float, larger: float, things: list[str]) -> None:
    for text, players, options in RULES:
        for what, others in alternatives(text, options):
            if things and what not in things:
                continue
            for state in deciding(text, players, what, others, seconds, larger):
                winner = "WIN" if outcome(reference_of(state)) else "LOSS"
                print(what, winner, state.text, sep="\t", flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
