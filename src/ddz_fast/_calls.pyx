"""The functions on one hand: they check what they are given, ask the core and wrap the result.

They are compiled since a search calls them ten million times; `ddz_fast.plays` gives them out.
"""

from libc.stdint cimport uint64_t

from ddz_fast cimport _plays as core
from ddz_fast._objects cimport (
    Play,
    Plays,
    bombs_left,
    cards_from,
    hand_from,
    play_from,
    plays_with_room,
    readings_of,
    readings_of_text,
    record_from,
)
from ddz_fast._shapes cimport Hand, Shapes, find_shapes, hand_of
from ddz_fast._table cimport PlayRecord, Table, table_of

from .errors import PlayError


def legal_plays(hand, beat=None, *, rules="classic", bombs=None):
    """Every play that may be made from a hand: as a lead, or one that beats `beat`.

    `hand` is text, a packed int or 15 counts; `beat` a Play, or text in its canonical reading;
    `bombs` how many bomb-class plays the player may still make (None: no limit). Passing is not in
    the list. Gives :class:`Plays`, sorted by kind, length, rank and kickers. Raises HandError,
    PlayError, RulesError or TypeError. The rules: docs/rules.md sections 1, 1b and 2.

    >>> str(legal_plays("33445566R"))
    '3 4 5 6 R 33 44 55 66 334455 445566 33445566'
    >>> str(legal_plays("44447", "33"))
    '44 4444'
    """
    cdef Table table = table_of(rules)
    cdef uint64_t cards = hand_from(hand, table)
    cdef Hand prepared
    cdef Shapes shapes
    cdef PlayRecord rival
    record_from(beat, table, &rival)
    if table.c.is_wild:
        return wild_plays(table, cards, rival, bombs_left(bombs) != 0)
    prepared = hand_of(cards)
    find_shapes(&table.c, &prepared, rival, bombs_left(bombs) != 0, &shapes)
    cdef Plays plays = plays_with_room(core.count_shapes(&table.c, &prepared, &shapes))
    core.write_shapes(&table.c, &prepared, &shapes, plays.records)
    return plays


cdef Plays wild_plays(Table table, uint64_t cards, PlayRecord rival, bint bombs):
    cdef Plays plays = plays_with_room(core.count_plays(&table.c, cards, rival, bombs))
    core.write_plays(&table.c, cards, rival, bombs, plays.records)
    return plays


def count_plays(hand, beat=None, *, rules="classic", bombs=None):
    """How many plays :func:`legal_plays` would give, without making them.

    Takes and raises the same.

    >>> count_plays("34567"), count_plays("34567", "4")
    (6, 3)
    """
    cdef Table table = table_of(rules)
    cdef PlayRecord rival
    cdef uint64_t cards = hand_from(hand, table)
    record_from(beat, table, &rival)
    return core.count_plays(&table.c, cards, rival, bombs_left(bombs) != 0)


def is_legal(play, hand, beat=None, *, rules="classic", bombs=None):
    """Whether a play is among those that :func:`legal_plays` gives.

    `play` is a Play, or text: then any of its readings will do. A play that is none in the rule
    set is not legal; otherwise takes and raises as legal_plays.

    >>> is_legal("444", "33444", "333"), is_legal("44", "33444", "333")
    (True, False)
    """
    cdef Table table = table_of(rules)
    cdef PlayRecord rival
    cdef uint64_t cards = hand_from(hand, table)
    cdef bint bombs_too = bombs_left(bombs) != 0
    record_from(beat, table, &rival)
    if type(play) is Play:
        return core.is_legal_play(&table.c, (<Play>play).record, cards, rival, bombs_too)
    if not isinstance(play, str):
        raise TypeError(f"a play is a Play or text, not {type(play).__name__}")
    try:
        plays = readings_of_text(str(play), table)
    except PlayError:
        return False
    return any(
        core.is_legal_play(&table.c, (<Play>one).record, cards, rival, bombs_too) for one in plays
    )


def readings(cards, *, rules="classic"):
    """Every play that some cards are, the canonical reading first; an empty list if they are none.

    `cards` is text, a packed int or 15 counts. Canonical is: most groups, then no kickers, then
    the higher rank (docs/rules.md section 1). Raises HandError for what are no cards.

    >>> readings("333444555666")
    [<Play 333444555666 PLANE>, <Play 444555666+3+3+3 PLANE_SOLO>, <Play 333444555+6+6+6 PLANE_SOLO>]
    >>> readings("35")
    []
    """
    return readings_of(cards_from(cards), table_of(rules))


def beats(play, other, *, rules="classic"):
    """Whether a play beats another: the same shape and higher, or a stronger bomb-class play.

    Takes plays, or text in its canonical reading. Raises PlayError for what is no play of the rule
    set. The rule: docs/rules.md section 1, beat relation.

    >>> beats("444+5", "333+9"), beats("4444", "AA"), beats("4444", "BR")
    (True, True, False)
    """
    cdef Table table = table_of(rules)
    cdef PlayRecord mine, rival
    if play is None or other is None:
        raise TypeError("beats compares two plays, not None")
    record_from(play, table, &mine)
    record_from(other, table, &rival)
    if not mine.kind or not rival.kind:
        raise PlayError("an all-zero record is no play")
    return core.play_beats(&table.c, mine, rival)


def make_all_plays(rules):
    """Every play that some hand of the rule set can make, as :class:`Plays`, made anew."""
    cdef Table table = table_of(rules)
    cdef Plays plays = plays_with_room(core.write_all_plays(&table.c, NULL))
    core.write_all_plays(&table.c, plays.records)
    return plays


def checked_play(play, rules):
    """The Play of the rule set that `play` is: itself, a record's or a text's canonical reading."""
    cdef PlayRecord record
    record_from(play, table_of(rules), &record)
    if not record.kind:
        raise PlayError("no play")
    return play_from(record)
