"""The search for the fewest plays. See `_splits.pxd`."""

from ddz_fast._bound cimport is_reached, lower_bound
from ddz_fast._many cimport ManyTable, fewest_of_many
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    at_least,
    at_least_one,
    every_rank,
    lowest_bit,
    ranks_above,
    ranks_in,
    whole_nibbles,
)
from ddz_fast._plays cimport Item, first_item, read_item, write_plays
from ddz_fast._rest cimport MAX_WINGED, rest_index
from ddz_fast._shapes cimport by_rank, chain_starts, hand_of
from ddz_fast._table cimport BOMB_CHAIN, KindRow, TRIO, is_limited
from ddz_fast._writing cimport caps_of

from .errors import RulesError
from .kinds import Kind

cdef enum:
    SOLO_CHAIN = 6
    PAIR_CHAIN = 7
    PLANE = 8
    PLANE_SOLO = 9
    PLANE_PAIR = 10
    QUAD_PAIR = 13


cdef struct Search:
    const SplitTable* table
    const RestTable* rest
    int bombs  # still allowed
    bint limited  # whether bombs are
    int trios
    int best
    int enough  # a split into so many plays is as good as any
    int wings  # length of a plane that may carry wings yet; 0: none
    uint64_t own  # nibbles of its ranks


cdef inline int fewest_of_rest(const Search* search, uint64_t cards) noexcept nogil:
    """Fewest plays of what is left when no more chains are taken."""
    cdef int own
    if not search.wings:
        return search.rest.plain[rest_index(search.table.shape, cards)]
    own = ranks_in(cards & search.own & every_rank())
    return search.rest.winged[search.wings][own][
        rest_index(search.table.shape, cards & ~search.own)
    ]


cdef struct Walk:
    # Over all bodies of a kind of chain: lowest first rank first, then the longest first.
    const KindRow* row
    uint64_t groups  # mask of the places that have one
    uint64_t starts  # of bodies that are still to come
    int place
    int length


cdef inline Walk walk_from(
    const Search* search, const KindRow* row, uint64_t cards, int first
) noexcept nogil:
    """Makes ready to go over the bodies that begin at a place or above."""
    cdef Walk walk
    walk.row = row
    walk.groups = groups_of(row, cards)
    walk.starts = chain_starts(search.table.rules, walk.groups, row.min_length)
    walk.starts &= ranks_above(first - 1)
    walk.length = 0
    if not row.max_length:
        walk.starts = 0
    return walk


cdef inline bint next_body(Walk* walk) noexcept nogil:
    """Goes to the next body; false if there is none."""
    walk.length -= 1
    if walk.length < walk.row.min_length:
        if walk.starts == 0:
            return False
        walk.place = lowest_bit(walk.starts) >> 2
        walk.length = min(run_from(walk.groups, walk.place), <int>walk.row.max_length)
        walk.starts &= walk.starts - 1
    return True


cdef inline uint64_t groups_of(const KindRow* row, uint64_t cards) noexcept nogil:
    """The places of a kind's line where the cards have a group."""
    return hand_of(cards).lanes[row.is_low] >> row.lane & row.places


cdef inline uint64_t body_at(const KindRow* row, int length, int place) noexcept nogil:
    cdef uint64_t body = row.bodies[length] << 4 * place
    return by_rank(body) if row.is_low else body


cdef inline int run_from(uint64_t groups, int place) noexcept nogil:
    """How many neighbours there are from a place on."""
    return lowest_bit(~(groups >> 4 * place) & every_rank() | <uint64_t>1 << 60) >> 2


cdef inline bint is_settled(const Search* search, int taken) noexcept nogil:
    """Whether one more chain cannot lead to anything better than the best so far."""
    return search.best <= search.enough or taken + 1 >= search.best


cdef void take_chains(
    Search* search, int kind, uint64_t cards, int taken, int first
) noexcept nogil:
    """Takes none or more chains of pairs, or of single cards, that begin at a place or above."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef Walk walk
    if kind == SOLO_CHAIN:
        search.best = min(search.best, taken + fewest_of_rest(search, cards))
    if not is_settled(search, taken):
        walk = walk_from(search, row, cards, first)
        while not is_settled(search, taken) and next_body(&walk):
            take_chains(
                search, kind, cards - body_at(row, walk.length, walk.place), taken + 1, walk.place
            )
    if kind != SOLO_CHAIN:
        take_chains(search, SOLO_CHAIN, cards, taken, 0)


cdef void take_planes(Search* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes none or more planes that begin at a place or above."""
    cdef Walk walk = walk_from(search, plane_row(search.table.rules), cards, first)
    while not is_settled(search, taken) and next_body(&walk):
        take_plane(search, cards, taken, walk.length, walk.place)
    take_chains(search, PAIR_CHAIN, cards, taken, 0)


cdef inline const KindRow* plane_row(const RuleTable* rules) noexcept nogil:
    """The row of the kind of planes that has the most bodies: all are on one line."""
    cdef const KindRow* row = &rules.kinds[PLANE]
    cdef int kind
    for kind in range(PLANE_SOLO, PLANE_PAIR + 1):
        if rules.kinds[kind].max_length > row.max_length:
            row = &rules.kinds[kind]
    return row


cdef void take_plane(
    Search* search, uint64_t cards, int taken, int length, int place
) noexcept nogil:
    """Takes a plane: with wings that are chosen later, or bare, or with wings chosen now."""
    cdef const RuleTable* rules = search.table.rules
    cdef uint64_t body = body_at(plane_row(rules), length, place)
    cdef const KindRow* row
    cdef int kind
    if not search.wings and may_choose_later(search, cards, body, length, place):
        search.wings = length
        search.own = whole_nibbles(at_least_one(body))
        take_planes(search, cards - body, taken + 1, place + length)
        search.wings = 0
        search.own = 0
        return
    for kind in range(PLANE, PLANE_PAIR + 1):
        row = &rules.kinds[kind]
        if row.min_length <= length <= row.max_length:
            take_wings(
                search, cards - body, taken + 1, place + length, kind,
                caps_of(rules, row, cards, body, place - 2 * row.is_low, length),
                row.kickers * length
            )


cdef inline bint may_choose_later(
    const Search* search, uint64_t cards, uint64_t body, int length, int place
) noexcept nogil:
    """Whether a table tells the best wings: it does not know a plane's neighbours (rules.md 7)."""
    cdef const KindRow* row = &search.table.rules.kinds[PLANE_SOLO]
    cdef uint64_t neighbours = <uint64_t>1 << 4 * (place + length)
    if length > MAX_WINGED or search.rest.winged[length][0] == NULL:
        return False
    if not row.neighbour_line or length <= row.neighbour_limit:
        return True
    neighbours |= <uint64_t>1 << 4 * place >> 4
    return not (groups_of(plane_row(search.table.rules), cards) & neighbours & row.neighbour_line)


cdef void take_wings(
    Search* search, uint64_t cards, int taken, int first, int kind, uint64_t caps, int wings
) noexcept nogil:
    """Takes so many wings of the kind's size within the caps, lowest ranks first, in all ways."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef int shift, number
    cdef uint64_t others
    if is_settled(search, taken - 1):
        return
    if wings == 0:
        take_planes(search, cards, taken, first)
        return
    if caps == 0:
        return
    shift = lowest_bit(caps) & ~3
    others = caps & ~(<uint64_t>15 << shift)
    for number in range(min(<int>(caps >> shift & 15), wings) + 1):
        if number and shift == BLACK_SHIFT and not search.table.rules.both_jokers_kicker:
            others = 0
        take_wings(
            search, cards - (<uint64_t>(number * row.kicker_size) << shift), taken, first, kind,
            others, wings - number
        )


cdef void take_bomb_chains(Search* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes none or more chains of bombs, as far as bombs are allowed."""
    cdef const KindRow* row = &search.table.rules.kinds[BOMB_CHAIN]
    cdef Walk walk
    take_quad_pairs(search, cards, taken, 0)
    if not row.max_length or not search.bombs:
        return
    walk = walk_from(search, row, cards, first)
    use_bomb(search, 1)
    while not is_settled(search, taken) and next_body(&walk):
        take_bomb_chains(
            search, cards - body_at(row, walk.length, walk.place), taken + 1, walk.place
        )
    use_bomb(search, -1)


cdef inline void use_bomb(Search* search, int number) noexcept nogil:
    """Counts a bomb-class play, or takes it back; as many as a hand can have are no limit."""
    if search.limited:
        search.bombs -= number
        search.rest = &search.table.rests[search.bombs][search.trios]


cdef void take_quad_pairs(Search* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes quads that carry a quad as two pairs, where ranks decide whether they may (1b.8)."""
    cdef const KindRow* row = &search.table.rules.kinds[QUAD_PAIR]
    cdef uint64_t quads, body, others
    cdef int place
    take_planes(search, cards, taken, 0)
    if row.neighbour_limit > 1 or row.kicker_limit == 1 or not row.max_length:
        return
    quads = groups_of(row, cards) & ranks_above(first - 1)
    while quads and not is_settled(search, taken):
        place = lowest_bit(quads) >> 2
        quads &= quads - 1
        body = body_at(row, 1, place)
        others = at_least(caps_of(search.table.rules, row, cards, body, place, 1), 2) & quads
        while others:
            take_quad_pairs(
                search, cards - body - (others & -others) * 4, taken + 1, place + 1
            )
            others &= others - 1


cdef int fewest_plays(
    const SplitTable* table, uint64_t cards, int bombs, int trios, int enough
) noexcept nogil:
    cdef Search search
    cdef int bound
    if table.many != NULL:
        return fewest_of_many(table.many, cards, bombs, enough)
    bound = lower_bound(table.bound, cards)
    search.table = table
    search.bombs = bombs
    search.trios = trios
    search.limited = bombs < table.most_bombs
    search.rest = &table.rests[search.bombs][trios]
    search.wings = 0
    search.own = 0
    if not search.limited and is_reached(table.bound, cards, bound):
        return bound
    search.enough = max(enough, bound)
    search.best = search.rest.plain[rest_index(table.shape, cards)]
    if search.best > search.enough:
        take_bomb_chains(&search, cards, 0, 0)
    return search.best


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
        if play.cards & lowest and is_allowed(table, play, bombs, trios) and fewest_plays(
            table, cards - play.cards, bombs_after(table, play, bombs), trios_after(table, play, trios),
            most - 1
        ) < most:
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
        if rules.wild_jokers:
            raise RulesError("手数 with wild jokers is not there yet")
        if rules.trio_any_two:
            raise RulesError("手数 with a trio and any two cards is not there yet")
        self.table = table
        self.c.rules = &table.c
        self.c.parts = table.c
        for index in range(self.c.parts.lead_count):
            self.c.parts.leads[index].most_hand = 255
        if max(rules.deck[:-2]) > 4 or max(rules.deck[-2:]) > 1:
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
        self.prepare(self.c.most_bombs)

    cdef int prepare(self, int bombs) except -1:
        cdef int allowed = bombs_allowed(&self.c, bombs)
        cdef int trios
        cdef int least_trios = 0 if self.c.most_trios == 1 else self.c.most_trios
        bombs = allowed
        if self.c.many != NULL:
            return allowed
        while self.c.rests[bombs][self.c.most_trios].plain == NULL:
            for trios in range(least_trios, self.c.most_trios + 1):
                self.c.rests[bombs][trios] = self.rests.table(bombs, trios)[0]
            if bombs == self.c.most_bombs or bombs == 0:
                break
            bombs -= 1
        return allowed
