"""An extension of somebody else's: the core's functions with the GIL released."""

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._batch cimport take_spare
from ddz_fast._game cimport NO_SEAT, Ply, Position, make_ply, position_hash, take_back, write_legal
from ddz_fast._objects cimport Plays
from ddz_fast._plays cimport NO_LIMIT, count_plays, write_plays
from ddz_fast._splits cimport SplitTables, fewest_plays, split_tables_of
from ddz_fast._state cimport State
from ddz_fast._table cimport PlayRecord, Table, table_of

cdef enum:
    MOST_PLIES = 1000


def leads(uint64_t hand, rules):
    """Every lead of a packed hand, as tuples."""
    cdef Table table = table_of(rules)
    cdef Plays plays = take_spare(table)
    cdef PlayRecord lead
    cdef int64_t count
    lead.cards = lead.head = 0
    with nogil:
        count = count_plays(&table.c, hand, lead, True)
        if write_plays(&table.c, hand, lead, True, plays.records) - plays.records != count:
            count = -1
    if count < 0:
        raise AssertionError("count_plays and write_plays differ")
    return [
        (play.cards, play.kind, play.rank, play.length, play.size, play.wild)
        for play in plays.records[:count]
    ]


def fewest(uint64_t hand, rules):
    """手数 of a packed hand."""
    cdef SplitTables tables = split_tables_of(table_of(rules))
    cdef int bombs = tables.prepare(NO_LIMIT)
    cdef int plays
    with nogil:
        plays = fewest_plays(&tables.c, hand, bombs, tables.c.most_trios, 0)
    return plays


def there_and_back(State state not None):
    """Make the last legal play, or pass, until the game is over, then take all of it back.

    Gives the number of plies, and the hashes at the end and when all is taken back.
    """
    cdef Table table = state.table
    cdef Plays plays = take_spare(table)
    cdef Position position = state.position
    cdef Ply plies[MOST_PLIES]
    cdef PlayRecord* end
    cdef uint64_t last, first
    cdef int index
    cdef int count = 0
    with nogil:
        while position.winner == NO_SEAT and count < MOST_PLIES:
            end = write_legal(&table.c, &position, plays.records)
            if end == plays.records:
                end.cards = end.head = 0
                end += 1
            make_ply(&table.c, &position, end[-1], &plies[count])
            count += 1
        last = position_hash(&position)
        for index in range(count - 1, -1, -1):
            take_back(&position, &plies[index])
        first = position_hash(&position)
    return count, last, first
