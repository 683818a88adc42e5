"""The fewest plays of any hand, and splits into them. See `_splits.pxd`."""

from ddz_fast._bound cimport is_reached, lower_bound
from ddz_fast._chains cimport Search, pairs_quads, search_chains, set_up
from ddz_fast._many cimport fewest_of_many
from ddz_fast._many_rules cimport ManyTable
from ddz_fast._nibbles cimport lowest_bit
from ddz_fast._plays cimport Item, first_item, read_item, write_plays
from ddz_fast._rest cimport rest_index
from ddz_fast._table cimport TRIO, is_limited
from ddz_fast._wild_splits cimport fewest_of_wild, is_wild_split_into

from threading import Lock

from .errors import RulesError
from .kinds import Kind

cdef extern from "bits.h" nogil:
    int64_t load "ddz_load"(int64_t* number)
    void store "ddz_store"(int64_t* number, int64_t value)


cdef int fewest_plays(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil:
    cdef Search search
    cdef int bound
    if table.many != NULL:
        return fewest_of_many(table.many, cards, bombs, enough, NULL)
    if table.rules.is_wild:
        return fewest_of_wild(table, cards, bombs, trios, enough)
    bound = lower_bound(table.bound, cards)
    if bombs >= table.most_bombs and is_reached(table.bound, cards, bound):
        return bound
    set_up(
        &search, table, bombs, trios,
        table.rests[bombs][trios].plain[rest_index(table.shape, cards)], max(enough, bound)
    )
    if search.best > search.enough:
        search_chains(&search, cards)
    return search.best


cdef bint is_split_into(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int most
) noexcept nogil:
    """Whether a hand can be emptied by so many plays."""
    if table.rules.is_wild:
        return is_wild_split_into(table, cards, bombs, trios, most)
    return fewest_plays(table, cards, bombs, trios, most) <= most


cdef bint is_allowed(
    const SplitTable* table, const PlayRecord* play, int bombs, int trios
) noexcept nogil:
    return (bombs or not is_limited(table.rules, play.kind)) and (play.kind != TRIO or trios)


cdef int bombs_allowed(const SplitTable* table, int bombs) noexcept nogil:
    return min(bombs, table.most_bombs)


cdef int bombs_after(const SplitTable* table, const PlayRecord* play, int bombs) noexcept nogil:
    return bombs - (is_limited(table.rules, play.kind) and bombs < table.most_bombs)


cdef int trios_after(
    const SplitTable* table, const PlayRecord* play, int trios
) noexcept nogil:
    return trios - (play.kind == TRIO and table.most_trios == 1)


cdef int64_t keep_parts(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int most, bint only_first,
    PlayRecord* plays
) noexcept nogil:
    cdef uint64_t lowest = <uint64_t>15 << (lowest_bit(cards) & ~3)
    cdef PlayRecord lead
    cdef PlayRecord* play = plays
    cdef PlayRecord* end
    cdef int64_t count = 0
    lead.cards = lead.head = 0
    end = write_plays(&table.parts, cards, lead, bombs > 0, plays)
    while play < end and not (count and only_first):
        if play.cards & lowest and is_allowed(table, play, bombs, trios) and is_split_into(
            table, cards - play.cards, bombs_after(table, play, bombs), trios_after(table, play, trios),
            most - 1
        ):
            plays[count] = play[0]
            count += 1
        play += 1
    return count


cdef int write_split(
    const SplitTable* table, uint64_t cards, int bombs, PlayRecord* out, int64_t room,
    PlayRecord* spare
) noexcept nogil:
    cdef int trios = table.most_trios
    cdef int count = fewest_plays(table, cards, bombs, trios, 0)
    cdef int left, place = 0
    cdef int last = count
    if count > room:
        return -1
    for left in range(count, 0, -1):
        if not keep_parts(table, cards, bombs, trios, left, True, spare):
            return -1  # the hand cannot be done in so few plays after all
        if trios_after(table, spare, trios) < trios:
            last -= 1
            out[last] = spare[0]
        else:
            out[place] = spare[0]
            place += 1
        cards -= spare.cards
        bombs = bombs_after(table, spare, bombs)
        trios = trios_after(table, spare, trios)
    return count


cdef int64_t fewest_batch(
    const SplitTable* table, const BatchInput* batch, int64_t start, int64_t stop, uint8_t* fewest
) noexcept nogil:
    cdef Item item = first_item(batch)
    cdef int64_t index
    for index in range(start, stop):
        if not read_item(table.rules, batch, index, &item):
            return index
        fewest[index] = <uint8_t>fewest_plays(
            table, item.cards, bombs_allowed(table, item.bombs), table.most_trios, 0
        )
    return stop


cdef int64_t split_batch(
    const SplitTable* table, const BatchInput* batch, int64_t start, int64_t stop,
    const int64_t* offsets, PlayRecord* plays, int64_t room, PlayRecord* spare
) noexcept nogil:
    cdef Item item = first_item(batch)
    cdef int64_t index, place, count
    for index in range(start, stop):
        # Each number is read once: another thread may change the arrays.
        place = offsets[index]
        count = offsets[index + 1] - place
        if not read_item(table.rules, batch, index, &item) or count < 0 or not 0 <= place <= room - count:
            return index
        if count != write_split(
            table, item.cards, bombs_allowed(table, item.bombs), plays + place, count, spare
        ):
            return index
    return stop


cdef SplitTables split_tables_of(Table table):
    cdef object tables = table.rules.__dict__.get("_split_tables")
    if tables is None:
        tables = SplitTables(table)
        table.rules.__dict__["_split_tables"] = tables
    return <SplitTables>tables


cdef class SplitTables:
    def __init__(self, Table table):
        rules = table.rules
        if Kind.SOLO not in rules.kinds:
            raise RulesError("手数 needs SOLO among the kinds: without it a hand may have no split")
        self.table = table
        self.lock = Lock()
        self.c.rules = &table.c
        self.c.parts = table.c
        for index in range(self.c.parts.lead_count):
            self.c.parts.leads[index].most_hand = 255
        self.c.parts.kinds[TRIO].only_as_last = 0
        if max(rules.deck[:-2]) > 4 or max(rules.deck[-2:]) > 1 or Kind.PLANE_CHAIN in rules.kinds:
            self.many = ManyTable(table)
            self.c.many = &self.many.c
            self.c.most_bombs = self.many.loose.c.no_limit
            self.c.most_trios = 2
            return
        self.rests = RestTables(table)
        self.bound = Bound(table)
        self.c.bound = &self.bound.c
        self.c.shape = &self.rests.shape
        self.c.most_bombs = self.rests.most_bombs
        self.c.most_trios = self.rests.most_trios
        self.c.sets_only = rules.wild_sets_only
        if rules.wild_jokers and (not rules.wild_sets_only or pairs_quads(&table.c)):
            self.c.most_in_chains = 2
        self.prepare(self.c.most_bombs)

    cdef int prepare(self, int bombs) except -1:
        cdef int allowed = bombs_allowed(&self.c, bombs)
        if self.c.many == NULL and not load(&self.ready[allowed]):
            with self.lock:
                self.build(allowed)
        return allowed

    cdef int build(self, int bombs) except -1:
        """Builds the tables for so many bombs and, since a bomb leads there, for fewer."""
        cdef int left, trios
        cdef int least_bombs = bombs if bombs == self.c.most_bombs else 0
        cdef int least_trios = 0 if self.c.most_trios == 1 else self.c.most_trios
        for left in range(least_bombs, bombs + 1):
            for trios in range(least_trios, self.c.most_trios + 1):
                if self.c.rests[left][trios].plain == NULL:
                    self.c.rests[left][trios] = self.rests.table(left, trios)[0]
        store(&self.ready[bombs], 1)
        return 0
