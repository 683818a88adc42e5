"""A position of a game as one line of text, as chess has it in FEN (docs/records.md).

    rules hands landlords to_move beat passes bombs allowance made bombed
    classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0

Only what every position has is checked here; whether the rule set has the play to beat is asked
where the position is played.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from .cards import RANK_COUNT, RANKS, format_hand, pack, parse_hand
from .errors import HandError, PlayError, PositionError
from .kinds import GRAMMAR, Kind, check_reading, play_text, size_of
from .rules_text import parse_rules, write_rules
from .rulesets import Rules
from .words import cards_text, is_exact, may_mean, wild_number

FIELDS = (
    "rules",
    "hands",
    "landlords",
    "to_move",
    "beat",
    "passes",
    "bombs",
    "allowance",
    "made",
    "bombed",
    "must_hold",
)
NOTHING = "-"
NO_CARDS = "."
MOST_MADE = 2  #: plays of a player beyond these are not counted: no rule asks for more
MOST_BOMBS = 254
MOST_PLAYERS = 6
BOMB_KINDS = (Kind.BOMB, Kind.BOMB_CHAIN, Kind.ROCKET)


class Reading(NamedTuple):
    """A play as its parts, in the order in which :class:`~ddz_fast.Play` takes them."""

    cards: int  #: packed
    kind: Kind
    rank: int
    length: int
    wild: int = 0

    def __str__(self) -> str:
        """Write it as a play is written."""
        return play_text(counts_of(self.cards), self.kind, self.length, self.rank, self.wild)


class Position(NamedTuple):
    """All of a position but how it came about."""

    rules: Rules
    hands: tuple[int, ...]  #: packed, one a player
    landlords: tuple[int, ...]  #: seats, ascending; empty: every player is for himself
    to_move: int
    beat: Reading | None  #: None: a lead
    passes: int  #: how many players passed since `beat`
    bombs: tuple[int | None, ...]  #: bombs that each player may still make; None: no limit
    allowance: tuple[int, ...]  #: 让牌: with so many cards left each player has won
    made: tuple[int, ...]  #: plays that each player has made, counted up to two
    bombed: tuple[int, int, int]  #: bombs, chains of bombs and rockets that were played
    must_hold: int = 0  #: packed cards that the next play must hold (A-32)


def parse(text: str) -> Position:
    """Read a position. Raises PositionError, which names the field and says what would be right.

    >>> parse("classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0").to_move
    1
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is text, not {type(text).__name__}")
    words = text.split()
    if len(words) not in (len(FIELDS) - 1, len(FIELDS)):
        raise PositionError(
            f"a position has the fields {' '.join(FIELDS)}, of which the last may be left out; this"
            f" has {len(words)}"
        )
    field = dict(zip(FIELDS, [*words, NO_CARDS], strict=False))
    rules = parse_rules(field["rules"])
    hands = _parse_hands(field["hands"])
    players = len(hands)
    beat = None if field["beat"] == NOTHING else _parse_beat(field["beat"])
    bombs = _parse_bombs(field["bombs"], players)
    bombed = _numbers("bombed", field["bombed"], len(BOMB_KINDS))
    position = Position(
        rules,
        hands,
        () if field["landlords"] == NOTHING else _numbers("landlords", field["landlords"]),
        _numbers("to_move", field["to_move"], 1)[0],
        beat,
        _numbers("passes", field["passes"], 1)[0],
        bombs,
        (0,) * players
        if field["allowance"] == "0"
        else _numbers("allowance", field["allowance"], players),
        _numbers("made", field["made"], players),
        (bombed[0], bombed[1], bombed[2]),
        _parse_cards("must_hold", field["must_hold"]),
    )
    check(position)
    return position


def write(position: Position) -> str:
    """Write a position as :func:`parse` reads it.

    >>> text = "two,two_54=True 34/. 0 1 5:SOLO:2 0 -,2 0 1,2 0,0,0"
    >>> write(parse(text)) == text
    True
    """
    beat, bombs = position.beat, position.bombs
    no_limits = all(limit is None for limit in bombs)
    limits = ",".join(NOTHING if limit is None else str(limit) for limit in bombs)
    fields = (
        write_rules(position.rules),
        "/".join(format_hand(hand) or NO_CARDS for hand in position.hands),
        _joined(position.landlords) or NOTHING,
        str(position.to_move),
        NOTHING if beat is None else f"{beat}:{beat.kind.name}:{beat.rank}",
        str(position.passes),
        NOTHING if no_limits else limits,
        _joined(position.allowance) if any(position.allowance) else "0",
        _joined(position.made),
        _joined(position.bombed),
        *([format_hand(position.must_hold)] if position.must_hold else []),
    )
    return " ".join(fields)


def check(position: Position) -> None:
    """Refuse, with PositionError, what no game comes to. Numbers must be ints, hands packed."""
    players = len(position.hands)
    if Kind.SOLO not in position.rules.kinds:
        raise _wrong("rules", f"{position.rules.name} has no SOLO", "who leads must have a play")
    if not 2 <= players <= MOST_PLAYERS:
        raise _wrong("hands", f"{players} of them", f"2 to {MOST_PLAYERS}")
    for name, values in (
        ("bombs", position.bombs),
        ("allowance", position.allowance),
        ("made", position.made),
    ):
        if len(values) != players:
            raise _wrong(name, f"{len(values)} of them", f"one for each of {players} players")
    _check_cards(position)
    _check_seats(position)
    _check_in("bombs", [limit or 0 for limit in position.bombs], MOST_BOMBS)
    _check_in("allowance", position.allowance, position.rules.max_hand)
    if any(position.allowance[seat] for seat in position.landlords):
        raise _wrong("allowance", _joined(position.allowance), "0 for a landlord")
    _check_in("made", position.made, MOST_MADE)
    if len(position.bombed) != len(BOMB_KINDS):
        raise _wrong("bombed", f"{len(position.bombed)} numbers", "bombs, chains and rockets")
    _check_in("bombed", position.bombed, MOST_BOMBS)
    has_won = [
        f"seat {seat}"
        for seat in range(players)
        if _size(position.hands[seat]) <= position.allowance[seat]
    ]
    if len(has_won) > 1:
        raise _wrong("hands", f"{' and '.join(has_won)} have won", "one player at most")


def no_play_holds(position: Position) -> str:
    """Say that who is to move could neither lead nor pass (A-32).

    >>> no_play_holds(parse("guanpai 35/4 - 0 - 0 - 0 0,0 0,0,0 3"))
    'must_hold: no play of seat 0, which has 35, holds 3; cards of a play that it may make'
    """
    seat = position.to_move
    hand, must = format_hand(position.hands[seat]), format_hand(position.must_hold)
    what = f"no play of seat {seat}, which has {hand}, holds {must}"
    return str(_wrong("must_hold", what, "cards of a play that it may make"))


def _check_cards(position: Position) -> None:
    rules = position.rules
    for seat, hand in enumerate(position.hands):
        if _size(hand) > rules.max_hand:
            what = f"{_size(hand)} cards of seat {seat}"
            raise _wrong("hands", what, f"{rules.max_hand} at most in {rules.name}")
    held = [counts_of(hand) for hand in position.hands]
    if position.beat is not None:
        held.append(counts_of(position.beat.cards))
    for rank, most in enumerate(rules.deck):
        total = sum(counts[rank] for counts in held)
        if total > most:
            where = "hands" if position.beat is None else "hands and beat"
            what = f"{total} cards of rank {RANKS[rank]} in all"
            raise _wrong(where, what, f"the deck of {rules.name} has {most}")


def _check_seats(position: Position) -> None:
    players = len(position.hands)
    landlords = position.landlords
    _check_in("landlords", landlords, players - 1)
    if list(landlords) != sorted(set(landlords)) or len(landlords) >= players:
        raise _wrong("landlords", _joined(landlords), "ascending seats, and not all of them")
    _check_in("to_move", [position.to_move], players - 1)
    _check_in("passes", [position.passes], players - 2)
    if position.beat is None and position.passes:
        raise _wrong("passes", str(position.passes), "0 on a lead")
    if position.beat is not None and position.must_hold:
        raise _wrong("must_hold", format_hand(position.must_hold), "none but on the first lead")


def _check_in(name: str, values: Sequence[int], highest: int) -> None:
    for value in values:
        if not 0 <= value <= highest:
            raise _wrong(name, str(value), f"it is 0 to {highest}")


def _wrong(name: str, what: str, right: str) -> PositionError:
    return PositionError(f"{name}: {what}; {right}")


def _parse_hands(text: str) -> tuple[int, ...]:
    words = text.split("/")
    if not 2 <= len(words) <= MOST_PLAYERS:
        raise _wrong("hands", f"{len(words)} of them", f"2 to {MOST_PLAYERS}, with / between them")
    return tuple(_parse_cards(f"hands, of seat {seat}", word) for seat, word in enumerate(words))


def _parse_cards(name: str, text: str) -> int:
    if not text:
        raise _wrong(name, "nothing there", f"{NO_CARDS!r} is no cards")
    try:
        return int(pack(parse_hand("" if text == NO_CARDS else text)))
    except HandError as error:
        raise PositionError(f"{name}: {error}") from None


def _parse_bombs(text: str, players: int) -> tuple[int | None, ...]:
    if text == NOTHING:
        return (None,) * players
    words = text.split(",")
    if len(words) != players:
        raise _wrong("bombs", repr(text), f"'-', or one of {players} for each seat, with commas")
    return tuple(None if word == NOTHING else _numbers("bombs", word, 1)[0] for word in words)


def _numbers(name: str, text: str, how_many: int | None = None) -> tuple[int, ...]:
    words = text.split(",")
    if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
        raise _wrong(name, repr(text), "whole numbers from 0, with commas between them")
    if how_many is not None and len(words) != how_many:
        raise _wrong(name, repr(text), f"{how_many} {'number' + 's' * (how_many > 1)}")
    return tuple(map(int, words))


def _parse_beat(text: str) -> Reading:
    words = text.split(":")
    if len(words) != 3 or words[1] not in Kind.__members__ or words[1] == Kind.NONE.name:
        kinds = ", ".join(kind.name for kind in GRAMMAR)
        raise _wrong("beat", repr(text), f"'-', or PLAY:KIND:RANK as 33:PAIR:0; kinds are {kinds}")
    cards, kind, rank = words[0], Kind[words[1]], words[2]
    if not re.fullmatch("-[12]|[0-9]{1,2}", rank):
        raise _wrong("beat", f"rank {rank!r}", "a whole number from -2 to 14")
    try:
        counts = tuple(parse_hand(cards_text(cards)).tolist())
    except HandError as error:
        raise PositionError(f"beat: {error}") from None
    for length in _lengths(kind, sum(counts)):
        reading = Reading(pack(counts), kind, int(rank), length, wild_number(cards))
        if _is_written(reading, cards):
            return reading
    raise _wrong("beat", f"{cards} is no {kind.name} of rank {rank}", "333+4:TRIO_SOLO:0 is one")


def _lengths(kind: Kind, size: int) -> range:
    """The lengths that a play of a kind may have, by how many cards it is."""
    if GRAMMAR[kind].wings:
        return range(2, size // GRAMMAR[kind].group + 1)
    length, rest = divmod(size, size_of(kind, 1))
    return range(length, length + (rest == 0))


def _is_written(reading: Reading, text: str) -> bool:
    """Whether a reading is one, and a text means it."""
    counts = counts_of(reading.cards)
    try:
        check_reading(counts, reading.kind, reading.length, reading.rank, reading.wild)
    except PlayError:
        return False
    return not is_exact(text) or may_mean(text, str(reading))


def counts_of(packed: int) -> tuple[int, ...]:
    """Give the counts of a packed hand as plain ints.

    >>> counts_of(0x13)[:3]
    (3, 1, 0)
    """
    return tuple(packed >> 4 * rank & 15 for rank in range(RANK_COUNT))


def _size(packed: int) -> int:
    return sum(counts_of(packed))


def _joined(values: Sequence[int]) -> str:
    return ",".join(map(str, values))
