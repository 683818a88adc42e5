"""The game of plays, by definition (docs/game.md section 3): turns, passes, limits and who wins."""

import random
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from ..cards import format_hand, pack, parse_hand
from ..errors import IllegalPlay, PlayError, PositionError
from ..kinds import Kind
from ..position_text import (
    BOMB_KINDS,
    MOST_MADE,
    Position,
    Reading,
    check,
    counts_of,
    no_play_holds,
    parse,
    write,
)
from ..presets import rules as rules_named
from ..rulesets import Rules
from ..words import cards_text, is_exact, may_mean
from .plays import Counts, Play, holds, is_play, legal_plays, readings

Limits = tuple[int | None, ...]
T = TypeVar("T")
_CHANGING = (
    "hands",
    "_turn",
    "beat",
    "passes",
    "bombs",
    "plays_made",
    "bombs_played",
    "must_hold",
)


class State:
    """A position in a game, which plays and passes change, and how it came about."""

    def __init__(self, position: Position) -> None:
        """Set a position up. Raises PositionError, or PlayError for a `beat` of other rules."""
        check(position)
        beat = position.beat
        self.rules: Rules = position.rules
        self.hands: tuple[Counts, ...] = tuple(map(counts_of, position.hands))
        self.landlords: tuple[int, ...] = position.landlords
        self._turn: int = position.to_move
        self.beat: Play | None = None if beat is None else _play_of(beat)
        self.passes: int = position.passes
        self.bombs: Limits = position.bombs
        self.allowance: tuple[int, ...] = position.allowance
        self.plays_made: tuple[int, ...] = position.made
        self.bombs_played: tuple[int, ...] = position.bombed
        self.must_hold: Counts = counts_of(position.must_hold)
        self.history: list[tuple[int, Play | None]] = []
        self._before: list[dict[str, object]] = []
        if self.beat is not None and not is_play(self.rules, self.beat):
            raise PlayError(f"beat: {self.beat} is no {beat} of {self.rules.name}")
        if position.must_hold and not self.is_over and not self.legal_plays():
            raise PositionError(no_play_holds(position))

    @classmethod
    def from_hands(
        cls,
        hands: Sequence[str | Counts],
        *,
        rules: str | Rules = "classic",
        landlord: int | tuple[int, ...] | None = 0,
        to_move: int = 0,
        beat: Play | str | None = None,
        passes: int = 0,
        bombs: int | Limits | None = None,
        allowance: int | tuple[int, ...] = 0,
        made: tuple[int, ...] | None = None,
        bombed: tuple[int, int, int] = (0, 0, 0),
        must_hold: str | Counts = "",
    ) -> "State":
        """Set a position up out of nothing; without `made` nobody has made a play so far."""
        rules = rules if isinstance(rules, Rules) else rules_named(rules)
        landlords = (landlord,) if isinstance(landlord, int) else landlord or ()
        landlords = tuple(sorted(landlords)) if rules.landlords or landlord != 0 else ()
        seats = range(len(hands))
        if isinstance(beat, str):
            beat = _canonical(rules, beat)
        if isinstance(allowance, int):
            allowance = tuple(0 if seat in landlords else allowance for seat in seats)
        return cls(
            Position(
                rules,
                tuple(pack(_counts(hand)) for hand in hands),
                landlords,
                to_move,
                None if beat is None else _reading_of(beat),
                passes,
                bombs if isinstance(bombs, tuple) else (bombs,) * len(hands),
                allowance,
                made or (0,) * len(hands),
                bombed,
                pack(_counts(must_hold)),
            )
        )

    @classmethod
    def parse(cls, text: str) -> "State":
        """Set up a position that is written as text."""
        return cls(parse(text))

    @property
    def position(self) -> Position:
        """All of it but the history."""
        bombs, chains, rockets = self.bombs_played
        return Position(
            self.rules,
            tuple(map(pack, self.hands)),
            self.landlords,
            self._turn,
            None if self.beat is None else _reading_of(self.beat),
            self.passes,
            self.bombs,
            self.allowance,
            self.plays_made,
            (bombs, chains, rockets),
            pack(self.must_hold),
        )

    @property
    def text(self) -> str:
        """The position as text."""
        return write(self.position)

    @property
    def hash(self) -> int:
        """A number of 64 bits, equal for equal positions."""
        return hash(self) % 2**64

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player has."""
        return tuple(map(sum, self.hands))

    @property
    def ply(self) -> int:
        """How many plays and passes there were since the start."""
        return len(self.history)

    @property
    def last_player(self) -> int | None:
        """Whose play is to be beaten; None on a lead."""
        if self.beat is None:
            return None
        return (self._turn - 1 - self.passes) % self.players

    @property
    def to_move(self) -> int | None:
        """The player whose turn it is; None when the game is over."""
        return None if self.is_over else self._turn

    @property
    def winner(self) -> int | None:
        """The seat that has gone out."""
        for seat, size in enumerate(self.sizes):
            if size <= self.allowance[seat]:
                return seat
        return None

    @property
    def is_over(self) -> bool:
        """Whether somebody has gone out."""
        return self.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the side that has won; none as long as the game goes on."""
        if self.winner is None:
            return ()
        if not self.landlords:
            return (self.winner,)
        side = self.winner in self.landlords
        return tuple(seat for seat in range(self.players) if (seat in self.landlords) == side)

    @property
    def spring(self) -> str | None:
        """春天: the side that won before the other got going, "landlord" or "farmers"."""
        if self.winner is None or not self.landlords:
            return None
        made = [self.plays_made[seat] for seat in self.landlords]
        if self.winner in self.landlords:
            return "landlord" if sum(self.plays_made) == sum(made) else None
        return "farmers" if sum(made) == 1 else None

    @property
    def announced(self) -> tuple[int | None, ...]:
        """报牌: the sizes of those hands that are so small that they are announced."""
        return tuple(size if size <= self.rules.announce_at else None for size in self.sizes)

    @property
    def may_pass(self) -> bool:
        """Whether the player to move may pass: not on a lead."""
        return self.beat is not None and not self.is_over

    def legal_plays(self) -> list[Play]:
        """Every play that the player to move may make; the pass is none of them."""
        if self.is_over:
            return []
        seat = self._turn
        plays = legal_plays(self.rules, self.hands[seat], self.beat, self.bombs[seat])
        return [play for play in plays if holds(play.cards, self.must_hold)]

    def count_plays(self) -> int:
        """How many plays the player to move may make."""
        return len(self.legal_plays())

    def play(self, play: Play | str | None) -> None:
        """Make a play, or pass. Raises IllegalPlay, and changes nothing, if it is not legal."""
        if isinstance(play, str):
            play = self._meant(play)
        if not (self.may_pass if play is None else play in self.legal_plays()):
            raise IllegalPlay(f"seat {self._turn}: {play or 'pass'} is not legal here")
        self._make(play)

    def _make(self, play: Play | None) -> None:
        self._before.append({name: getattr(self, name) for name in _CHANGING})
        self.history.append((self._turn, play))
        if play is None:
            self.passes += 1
        else:
            self._lay_down(self._turn, play)
        self._turn = (self._turn + 1) % self.players
        if self.passes == self.players - 1:
            self.beat, self.passes = None, 0

    def _lay_down(self, seat: int, play: Play) -> None:
        left = tuple(have - gone for have, gone in zip(self.hands[seat], play.cards, strict=True))
        self.hands = _with(self.hands, seat, left)
        self.plays_made = _with(self.plays_made, seat, min(self.plays_made[seat] + 1, MOST_MADE))
        self.beat, self.passes, self.must_hold = play, 0, counts_of(0)
        limit = self.bombs[seat]
        if limit is not None and self.rules.is_limited(play.kind):
            self.bombs = _with(self.bombs, seat, limit - 1)
        if play.kind.is_bomb:
            index = BOMB_KINDS.index(play.kind)
            self.bombs_played = _with(self.bombs_played, index, self.bombs_played[index] + 1)

    def _meant(self, text: str) -> Play:
        """The play that is meant by text: of those that are legal the first reading."""
        legal = self.legal_plays()
        for play in _readings(self.rules, text):
            if play in legal:
                return play
        raise IllegalPlay(f"seat {self._turn}: {text!r} is not legal here")

    def undo(self) -> None:
        """Take the last play or pass back."""
        if not self.history:
            raise IndexError("nothing to undo")
        self.history.pop()
        self.__dict__.update(self._before.pop())

    def copy(self) -> "State":
        """Give another State like this one, with its history."""
        other = State(self.position)
        other.history, other._before = self.history[:], self._before[:]
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether the positions are equal, however they came about."""
        return isinstance(other, State) and self.position == other.position

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.position)

    def __str__(self) -> str:
        """Draw it, one player a line."""
        lines = [f"{self.rules.name}, to beat: {self.beat or 'nothing'}"]
        for seat, hand in enumerate(self.hands):
            mark = ">" if seat == self.to_move else " "
            role = " landlord" if seat in self.landlords else ""
            lines.append(f"{mark} seat {seat}{role}: {format_hand(hand)}")
        return "\n".join(lines)


class Playout(NamedTuple):
    """How a random game ended. What it pays is not for the game of plays to say."""

    winner: int
    winners: tuple[int, ...]
    length: int  #: plays and passes


def playout(state: State, rng: random.Random) -> Playout:
    """Play on at random, every play and the pass with equal chance, and give how it ends."""
    game = state.copy()
    while not game.is_over:
        game._make(rng.choice(_choices(game)))
    assert game.winner is not None
    return Playout(game.winner, game.winners, game.ply - state.ply)


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly so many plays and passes there are."""
    if depth == 0:
        return 1
    return sum(count for _, count in perft_divide(state, depth))


def perft_divide(state: State, depth: int) -> list[tuple[Play | None, int]]:
    """How many of the sequences begin with each play, and with the pass."""
    counts = []
    for play in _choices(state):
        state._make(play)
        counts.append((play, perft(state, depth - 1)))
        state.undo()
    return counts


def _choices(state: State) -> Sequence[Play | None]:
    return [*state.legal_plays(), None] if state.may_pass else state.legal_plays()


def _readings(rules: Rules, text: str) -> list[Play]:
    """Every play that a text may mean, the canonical one first."""
    found = readings(rules, _counts(cards_text(text)))
    return [play for play in found if not is_exact(text) or may_mean(text, str(play))]


def _canonical(rules: Rules, text: str) -> Play:
    for play in _readings(rules, text):
        return play
    raise PlayError(f"{text!r} is no play of {rules.name}")


def _counts(hand: str | Counts) -> Counts:
    return tuple(parse_hand(hand).tolist()) if isinstance(hand, str) else hand


def _play_of(reading: Reading) -> Play:
    cards, kind, rank, length, wild = reading
    return Play(counts_of(cards), kind, length, rank, wild)


def _reading_of(play: Play) -> Reading:
    return Reading(pack(play.cards), Kind(play.kind), play.rank, play.length, play.wild)


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
