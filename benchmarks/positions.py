"""The positions that are measured: those on record, and fresh ones at random."""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz

Counts = npt.NDArray[np.uint8]
Records = npt.NDArray[np.void]

PLAYERS = 3
DECK = [rank for rank, count in enumerate(ddz.rules("classic").deck) for _ in range(count)]
READING = ["cards", "kind", "rank", "length"]
RECORD = Path(__file__).parent / "data" / "positions.npz"


class Positions(NamedTuple):
    """Hands, and the plays that they must beat; None where they lead."""

    hands: Counts
    beats: Records | None = None

    @property
    def rivals(self) -> list[ddz.Play | None]:
        """The plays to beat, one by one."""
        if self.beats is None:
            return [None] * len(self.hands)
        return [ddz.Play(*fields) for fields in self.beats[READING].tolist()]


def recorded() -> dict[str, Positions]:
    """The positions on record, see data/README.md."""
    with np.load(RECORD) as arrays:
        return {
            "leads of 20 cards": Positions(arrays["lead20"]),
            "leads of 17 cards": Positions(arrays["lead17"]),
            "follows": Positions(arrays["follow_hands"], arrays["follow_beats"]),
        }


def counts_of(ranks: Iterable[int]) -> Counts:
    return np.bincount(list(ranks), minlength=len(ddz.RANKS)).astype(np.uint8)


def deal(cards: Sequence[int]) -> list[Counts]:
    """Deal a deck round the table; the first hand takes the last three cards too."""
    hands = [counts_of(cards[seat:-3:PLAYERS]) for seat in range(PLAYERS)]
    return [hands[0] + counts_of(cards[-3:]), *hands[1:]]


def random_leads(generator: random.Random, number: int) -> Positions:
    """Hands of 20 cards, uniformly dealt."""
    return Positions(np.array([counts_of(generator.sample(DECK, 20)) for _ in range(number)]))


def random_follows(generator: random.Random, number: int, rules: str) -> Positions:
    """One decision to answer a play from each of so many playouts, uniformly chosen."""
    chosen: list[tuple[int, ddz.Play]] = []
    while len(chosen) < number:
        follows = list(follows_of_playout(generator, rules))
        if follows:  # a landlord may go out at once
            chosen.append(generator.choice(follows))
    hands, beats = zip(*chosen, strict=True)
    return Positions(ddz.unpack(np.array(hands, dtype=np.uint64)), records(beats))


def follows_of_playout(generator: random.Random, rules: str) -> Iterator[tuple[int, ddz.Play]]:
    """Every decision to answer a play in a game where all play at random."""
    hands = [ddz.pack(hand) for hand in deal(generator.sample(DECK, len(DECK)))]
    beat, seat, passes = None, 0, 0
    while all(hands):
        plays = ddz.legal_plays(hands[seat], beat, rules=rules)
        if beat is not None:
            yield hands[seat], beat
        choice = generator.randrange(len(plays) + (beat is not None))
        if choice < len(plays):
            beat, passes = plays[choice], 0
            hands[seat] -= beat.cards
        else:
            passes += 1
            beat = beat if passes < PLAYERS - 1 else None
        seat = (seat + 1) % PLAYERS


def records(plays: Iterable[ddz.Play]) -> Records:
    """Plays as an array of PLAY."""
    fields = [(play.cards, play.kind, play.rank, play.length, play.size, 0) for play in plays]
    return np.array(fields, dtype=ddz.PLAY)
