"""手数 and splits, of one hand and of many; `ddz_fast.decomposition` gives them out."""

import numpy as np

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._batch cimport Batch, add_up, even_bounds, in_threads, pair, take_spare, thread_count
from ddz_fast._many cimport fewest_of_many
from ddz_fast._objects cimport Plays, bombs_left, hand_from, play_from
from ddz_fast._splits cimport (
    SplitTables,
    bombs_after,
    fewest_batch,
    fewest_plays,
    keep_parts,
    split_batch as write_split_batch,
    split_tables_of,
    trios_after,
    write_split,
)
from ddz_fast._table cimport PlayRecord, Table, table_of

from .cards import format_hand, unpack
from .errors import RulesError
from .kinds import GRAMMAR, PLAY, Kind, body_counts, wing_chain

cdef enum:
    MOST_PLAYS = 64  # of a split: no hand has more cards


def min_plays(hand, *, rules="classic", bombs=None):
    """手数: the fewest plays that a hand can be laid down in.

    `hand` is text, a packed int or 15 counts; `bombs` how many of the plays may be bomb-class
    (None: any number). Exact, docs/decomposition.md says why. Raises HandError or TypeError as
    :func:`count_plays`, RulesError for an unknown rule set or one without SOLO. The rule:
    docs/rules.md section 1.7.

    >>> min_plays("34445556789TJQKA22BR"), min_plays("33334444"), min_plays("4444", bombs=0)
    (4, 2, 2)
    >>> min_plays("33345678BR", rules="super")
    2
    """
    cdef Table table = table_of(rules)
    cdef uint64_t cards = hand_from(hand, table)
    cdef SplitTables tables = split_tables_of(table)
    cdef int limit = tables.prepare(bombs_left(bombs))
    return fewest_plays(&tables.c, cards, limit, tables.c.most_trios, 0)


def search_steps(hand, *, rules="classic", bombs=None):
    """How many steps the search for 手数 takes, of a rule set of several decks.

    A step is a place of a way to take chains, a choice of wings, or a rest that is searched. There are
    fewer for a hand like one that was asked before. Takes and raises as :func:`min_plays`, and a
    RulesError for rules that are not searched so.
    """
    cdef Table table = table_of(rules)
    cdef uint64_t cards = hand_from(hand, table)
    cdef SplitTables tables = split_tables_of(table)
    cdef int64_t steps = 0
    if tables.c.many == NULL:
        raise RulesError(f"{table.rules.name} is not searched in steps: they are for several decks")
    fewest_of_many(tables.c.many, cards, tables.prepare(bombs_left(bombs)), 0, &steps)
    return steps


def split(hand, *, rules="classic", bombs=None):
    """One split of a hand into the fewest plays, in an order in which they may be led.

    It is the first that :func:`splits` gives; takes and raises as :func:`min_plays`. Each play says what
    its jokers stand for.

    >>> [str(play) for play in split("34445556789TJQKA22BR")]
    ['3', '444555+2+2', '6789TJQKA', 'BR']
    >>> [str(play) for play in split("3345778BR", rules="super")]
    ['33B=3+4', '77R=7+5+8']
    """
    cdef PlayRecord records[MOST_PLAYS]
    cdef Table table = table_of(rules)
    cdef uint64_t cards = hand_from(hand, table)
    cdef SplitTables tables = split_tables_of(table)
    cdef int limit = tables.prepare(bombs_left(bombs))
    cdef Plays spare = take_spare(table)
    cdef int count, index
    count = write_split(&tables.c, cards, limit, records, MOST_PLAYS, spare.records)
    table.spares.append(spare)
    if count < 0:
        raise RuntimeError(f"no split of {format_hand(cards)} in {table.rules.name}: please report")
    return [play_from(records[index]) for index in range(count)]


def splits(hand, *, rules="classic", bombs=None):
    """Every split of a hand into the fewest plays, once each, found as they are asked for.

    An iterator of lists of :class:`Play`. Each part has the lowest card that is left; which plays
    are tried for it, and so the order of the splits, is that of :func:`legal_plays`; of two parts
    in a row with the same lowest rank, the one that comes first there is first. Only a bare trio
    that may only be played last (docs/rules.md 1b.4) stands last. Takes and raises as
    :func:`min_plays`, at once.

    >>> for plays in splits("3345678"):
    ...     print(*plays)
    3 345678
    33 45678
    """
    cdef Table table = table_of(rules)
    cdef uint64_t cards = hand_from(hand, table)
    cdef SplitTables tables = split_tables_of(table)
    cdef int limit = tables.prepare(bombs_left(bombs))
    fewest = fewest_plays(&tables.c, cards, limit, tables.c.most_trios, 0)
    return _splits_from(tables, [], cards, limit, tables.c.most_trios, fewest)


def _splits_from(SplitTables tables, list before, cards, bombs, trios, left):
    """The splits that go on from some parts with `left` more."""
    if not left:
        yield sorted(before, key=lambda play: tables.c.most_trios == 1 and play.kind == Kind.TRIO)
        return
    for part, bombs_then, trios_then in _parts(tables, cards, bombs, trios, left):
        if not before or _is_in_order(before[-1], part):
            yield from _splits_from(
                tables, [*before, part], cards - part.cards, bombs_then, trios_then, left - 1
            )


cdef list _parts(SplitTables tables, uint64_t cards, int bombs, int trios, int left):
    """The plays that begin a split into `left` parts, and what is allowed behind each."""
    cdef Plays spare = take_spare(tables.table)
    cdef int64_t count = keep_parts(&tables.c, cards, bombs, trios, left, False, spare.records)
    cdef list parts = [
        (
            play_from(spare.records[index]),
            bombs_after(&tables.c, &spare.records[index], bombs),
            trios_after(&tables.c, &spare.records[index], trios),
        )
        for index in range(count)
    ]
    tables.table.spares.append(spare)
    return parts


def _is_in_order(before, part):
    """Whether two parts in a row are in their only order: it matters if they begin alike."""
    return _lowest(before) != _lowest(part) or _place(before) <= _place(part)


def _lowest(play):
    return ((play.cards & -play.cards).bit_length() - 1) // 4


def _place(play):
    """What plays are sorted by: of the kickers, more of a low rank come first.

    Of chains beside a plane the shorter come first, then those that begin lower. What jokers stand for
    comes last.
    """
    counts = unpack(play.meaning).tolist()
    if GRAMMAR[play.kind].wings:
        body = body_counts(play.kind, play.length, play.rank)
        wings = wing_chain(play.kind, [count - used for count, used in zip(counts, body)])
        return play.kind, play.length, play.rank, [play.size, wings.start], 0
    return play.kind, play.length, play.rank, [-count for count in counts], play.wild


cdef class SplitBatch(Batch):
    """Checked inputs of a batch of hands to split."""

    cdef SplitTables tables

    def __init__(self, hands, rules, bombs):
        super().__init__(hands, None, rules, bombs)
        self.tables = split_tables_of(self.table)
        quotas = self.kept[2]
        for bombs in [self.c.bombs] if quotas is None else np.unique(quotas):
            self.tables.prepare(bombs)

    def count(self, Py_ssize_t start, Py_ssize_t stop, uint8_t[::1] fewest):
        """Finds the fewest plays of the hands in a range."""
        cdef int64_t done = stop
        if start < stop:
            with nogil:
                done = fewest_batch(&self.tables.c, &self.c, start, stop, &fewest[0])
        if done < stop:
            self.refuse(done)

    def write(self, Py_ssize_t start, Py_ssize_t stop, int64_t[::1] offsets, uint8_t[::1] plays):
        """Writes the splits of the hands in a range at their offsets, which are known."""
        cdef int64_t room = plays.shape[0] // <int64_t>sizeof(PlayRecord)
        cdef int64_t done = stop
        cdef Plays spare
        if start < stop and room:
            spare = take_spare(self.table)
            with nogil:
                done = write_split_batch(
                    &self.tables.c, &self.c, start, stop, &offsets[0], <PlayRecord*>&plays[0],
                    room, spare.records
                )
            self.table.spares.append(spare)
        if done < stop:
            raise RuntimeError("an array was changed while it was in use")


def min_plays_batch(hands, *, rules="classic", bombs=None, threads=1, out=None):
    """手数 of n hands: ``uint8[n]``.

    `hands` is packed ``uint64[n]``, counts ``[n, 15]`` or n texts; `bombs` None, a number, or n
    numbers; `out` a ``uint8`` array of n items or more to fill. The GIL is released, `threads`
    share the batch. Raises as :func:`min_plays`, HandError with the number of the hand (from 0).

    >>> min_plays_batch(["34567", "33BR", "333444+5+6"]).tolist()
    [1, 2, 1]
    """
    cdef SplitBatch batch = SplitBatch(hands, rules, bombs)
    cdef int number = thread_count(threads)
    if out is None:
        out = np.empty(batch.size, np.uint8)
    else:
        batch.check_output(out, np.uint8, batch.size, "fewest")
    fewest = out[: batch.size]
    in_threads(lambda start, stop: batch.count(start, stop, fewest), even_bounds(batch.size, number))
    return fewest


def split_batch(hands, *, rules="classic", bombs=None, threads=1, out=None):
    """One split into the fewest plays of each of n hands, one after the other: ``(plays, offsets)``.

    `plays` is ``PLAY[m]``, `offsets` ``int64[n + 1]``: hand i has plays[offsets[i]:offsets[i + 1]],
    which are those of :func:`split`. Takes and raises as :func:`min_plays_batch`; `out` is a pair of
    arrays to fill, and too small an array is a ValueError that says how much is needed.

    >>> plays, offsets = split_batch(["34567", "33BR"])
    >>> offsets.tolist(), plays["size"].tolist()
    ([0, 1, 3], [5, 2, 2])
    """
    cdef SplitBatch batch = SplitBatch(hands, rules, bombs)
    cdef int number = thread_count(threads)
    plays, offsets = (None, np.empty(batch.size + 1, np.int64)) if out is None else pair(out)
    batch.check_output(offsets, np.int64, batch.size + 1, "offsets")
    offsets = offsets[: batch.size + 1]
    fewest = np.empty(batch.size, np.uint8)
    bounds = even_bounds(batch.size, number)
    in_threads(lambda start, stop: batch.count(start, stop, fewest), bounds)
    offsets[0] = 0
    offsets[1:] = fewest
    add_up(offsets, 0)
    total = int(offsets[batch.size])
    if plays is None:
        plays = np.empty(total, PLAY)
    batch.check_output(plays, PLAY, total, "plays")
    if np.may_share_memory(plays, offsets):
        raise ValueError("out: plays lies over offsets")
    data = plays[:total].view(np.uint8)
    in_threads(lambda start, stop: batch.write(start, stop, offsets, data), bounds)
    return plays[:total], offsets
