"""Keys of positions. See `_keys.pxd`."""

from ddz_fast._game cimport mixed, next_seat
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    at_least_one,
    every_rank,
    lowest_bit,
    ranks_above,
    ranks_in,
    whole_nibbles,
)
from ddz_fast._losers cimport naturals
from ddz_fast._shapes cimport chain_starts
from ddz_fast._table cimport (
    BOMB,
    BOMB_CHAIN,
    KindRow,
    PAIR_CHAIN,
    PLANE,
    PLANE_CHAIN,
    PLANE_PAIR,
    PLANE_SOLO,
    PlayRecord,
    QUAD_PAIR,
    ROCKET,
    SOLO_CHAIN,
    TRIO_PAIR,
)
from ddz_fast._wild cimport carries_pair

cdef uint64_t MADE = <uint64_t>1 << 57  # no key is all zero
cdef uint64_t ALL_NATURAL = (<uint64_t>1 << BLACK_SHIFT) - 1

cdef enum:
    # in place of a kind and a rank
    ONLY_BOMBS = 30  # nothing but bombs can answer
    NO_ANSWER = 31
    NO_LIMIT_LEFT = 15  # as many bombs as the hand may have
    BLACK_ANSWERS = 16  # above all ranks that are numbered

# What has to be beaten, as a key says it.
cdef struct Beat:
    int kind
    int length
    int size
    int rank  # the number of the lowest rank that may answer
    uint64_t first_answer  # that rank


cdef uint64_t key_hash(const uint64_t* words, int count) noexcept nogil:
    cdef uint64_t hash = 0
    cdef int index
    for index in range(count):
        hash = mixed(hash ^ words[index])
    return hash


cdef bint has_plain_kinds(const RuleTable* table) noexcept nogil:
    cdef const KindRow* row
    cdef int kind, size
    if table.is_wild or table.trio2_split:
        return False
    for kind in range(1, BOMB_CHAIN):
        row = &table.kinds[kind]
        if row.max_length and not row.is_chain and row.places & naturals() != naturals():
            return False
    for size in range(1, 3):
        if table.kicker_ranks[size] & naturals() != naturals():
            return False
    return True


cdef inline bint is_on_line(uint64_t places, uint64_t* line) noexcept nogil:
    """Whether places are the line of chains, the first of which says what it is."""
    if line[0] == 0:
        line[0] = places
    return places == 0 or places == line[0]


cdef bint has_equal_ranks(const RuleTable* table) noexcept nogil:
    cdef const KindRow* row
    cdef uint64_t line = 0
    cdef int kind
    for kind in range(1, BOMB_CHAIN + 1):
        row = &table.kinds[kind]
        if row.max_length == 0:
            continue
        # Links do not tell which kinds of chains go through them.
        if row.is_low or row.is_chain and not is_on_line(row.places, &line):
            return False
        if not is_on_line(row.neighbour_line, &line):
            return False
    return has_plain_kinds(table) and table.trio_bombs == 0


# Chains ------------------------------------------------------------------------------------------


cdef inline void add_runs(
    const RuleTable* table, uint64_t groups, int least, Chained* chained
) noexcept nogil:
    """Adds the ranks of a mask that have so many neighbours in it, themselves counted."""
    cdef uint64_t starts = chain_starts(table, groups, least) & every_rank()
    cdef uint64_t ranks = starts
    cdef int index
    if starts == 0:
        return
    for index in range(1, least):
        ranks |= starts << 4 * index
    chained.ranks |= ranks
    chained.links |= ranks & ranks >> 4


cdef inline void add_chains(
    const RuleTable* table, const Hand* hand, int kind, Chained* chained
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[kind]
    if row.max_length:
        add_runs(table, hand.lanes[0] >> row.lane & row.places, row.min_length, chained)


cdef Chained chains_through(const RuleTable* table, const Hand* hand) noexcept nogil:
    cdef Chained chained
    chained.ranks = chained.links = 0
    add_chains(table, hand, SOLO_CHAIN, &chained)
    if hand.lanes[0] >> 1 & naturals():
        add_chains(table, hand, PAIR_CHAIN, &chained)
    if hand.lanes[0] >> 2 & naturals():
        add_chains(table, hand, PLANE, &chained)
        add_chains(table, hand, PLANE_SOLO, &chained)
        add_chains(table, hand, PLANE_PAIR, &chained)
        if table.kinds[PLANE_CHAIN].max_length:
            # The chain of pairs beside a plane may be as short as two (A-12).
            add_chains(table, hand, PLANE_CHAIN, &chained)
            add_runs(table, hand.lanes[0] >> 1 & table.wings.places, 2, &chained)
    if hand.lanes[0] >> 3 & naturals():
        add_chains(table, hand, BOMB_CHAIN, &chained)
        # Quads next to one another may not carry each other where they could be a chain.
        add_runs(table, hand.lanes[0] >> 3 & table.kinds[QUAD_PAIR].neighbour_line, 2, &chained)
    return chained


# Ranks without names -----------------------------------------------------------------------------


cdef inline uint64_t ranks_that_answer(
    const RuleTable* table, const Position* position
) noexcept nogil:
    """The ranks above the play to beat that a seat has enough cards of and is still to answer."""
    cdef PlayRecord beat = position.beat
    cdef const KindRow* row = &table.kinds[beat.kind]
    cdef uint64_t lanes = 0
    cdef int seat = position.to_move
    cdef int left
    for left in range(position.players - 1 - position.passes):
        lanes |= position.hands[seat].lanes[0]
        seat = next_seat(position, seat)
    lanes >>= min(<int>beat.length, 4) - 1 if beat.kind == BOMB else row.lane
    return lanes & row.places & ranks_above(beat.rank) & every_rank()


cdef inline Beat beat_of(const RuleTable* table, const Position* position) noexcept nogil:
    """What has to be beaten, ranks with their names."""
    cdef Beat beat
    beat.kind = position.beat.kind
    beat.length = position.beat.length
    beat.size = position.beat.size
    beat.rank = position.beat.rank + 2  # a low chain's is negative
    beat.first_answer = 0
    return beat


cdef inline Beat nameless_beat(
    const RuleTable* table, const Position* position, uint64_t held
) noexcept nogil:
    """What has to be beaten, as the lowest rank that may answer."""
    cdef Beat beat = beat_of(table, position)
    cdef uint64_t ranks
    if beat.kind == 0 or beat.kind == ROCKET:
        return beat
    ranks = ranks_that_answer(table, position)
    beat.first_answer = ranks & -ranks
    if ranks == 0:
        beat.rank = NO_ANSWER
        if beat.kind < BOMB:
            beat.kind = ONLY_BOMBS
            beat.length = beat.size = 0
    elif beat.first_answer >> BLACK_SHIFT:
        beat.rank = BLACK_ANSWERS + (beat.first_answer >> BLACK_SHIFT != 1)
    else:
        beat.rank = ranks_in(held & (beat.first_answer - 1))
    return beat


cdef inline Chained close_up(
    const Position* position, const Chained* chained, uint64_t held, uint64_t* dense
) noexcept nogil:
    """Writes all hands, and the chains, with the ranks that nobody holds left out."""
    cdef Chained closed
    cdef uint64_t left = whole_nibbles(held)
    cdef uint64_t lowest, run
    cdef int place = 0
    cdef int down, seat
    closed.ranks = closed.links = 0
    while left:
        # Ranks next to each other are moved together.
        lowest = left & -left
        run = left & ~(left + lowest)
        down = lowest_bit(lowest) - place
        for seat in range(position.players):
            dense[seat] |= (position.hands[seat].cards & run) >> down
        closed.ranks |= (chained.ranks & run) >> down
        closed.links |= (chained.links & run) >> down
        place = lowest_bit(left + lowest) - down
        left ^= run
    return closed


cdef inline void sort_down(uint64_t* cards, int place, uint64_t joined) noexcept nogil:
    """Moves the count at a place below larger ones, as long as places are joined to the next lower."""
    cdef uint64_t count = cards[0] >> place & 15
    cdef uint64_t below
    while joined >> place & 1:
        below = cards[0] >> (place - 4) & 15
        if below <= count:
            return
        cards[0] += (below - count) << place
        cards[0] -= (below - count) << (place - 4)
        place -= 4


cdef inline void sort_held_alone(
    int players, uint64_t chained, const Beat* beat, uint64_t* dense
) noexcept nogil:
    """Sorts the counts of ranks next to each other that one hand holds alone and in no chain."""
    cdef uint64_t once = 0
    cdef uint64_t twice = 0
    cdef uint64_t joined, left
    cdef int seat
    for seat in range(players):
        left = at_least_one(dense[seat] & ALL_NATURAL)
        twice |= once & left
        once |= left
    twice |= chained
    for seat in range(players):
        left = at_least_one(dense[seat] & ALL_NATURAL) & ~twice
        joined = left & left << 4
        if beat.first_answer:
            # Ranks that may answer are not mixed with ranks that may not.
            joined &= ~(<uint64_t>1 << 4 * min(beat.rank, 15))
        left = joined
        while left:
            sort_down(&dense[seat], lowest_bit(left), joined)
            left &= left - 1


cdef inline uint64_t one_bit_each(uint64_t mask) noexcept nogil:
    """A mask with one bit a rank, not four."""
    cdef uint64_t bits = 0
    while mask:
        bits |= <uint64_t>1 << (lowest_bit(mask) >> 2)
        mask &= mask - 1
    return bits


# Keys --------------------------------------------------------------------------------------------


cdef inline uint64_t bombs_left(const Position* position, int seat) noexcept nogil:
    """How many bombs a seat may still make; those that it has not the cards for do not matter."""
    cdef uint64_t left = position.bombs[seat]
    if 2 * left >= <uint64_t>position.hands[seat].size or left > NO_LIMIT_LEFT:
        return NO_LIMIT_LEFT
    return left


cdef inline uint64_t write_nameless(
    const RuleTable* table, const Position* position, const Chained* chained, Beat* beat,
    uint64_t* hands
) noexcept nogil:
    """Writes the hands and what has to be beaten without names of ranks; gives the links."""
    cdef Chained all_chained
    cdef uint64_t held = 0
    cdef int seat
    all_chained.ranks = all_chained.links = 0
    for seat in range(position.players):
        held |= position.hands[seat].lanes[0] & naturals()
        all_chained.ranks |= chained[seat].ranks
        all_chained.links |= chained[seat].links
        hands[seat] = position.hands[seat].cards >> BLACK_SHIFT << BLACK_SHIFT
    beat[0] = nameless_beat(table, position, held)
    all_chained = close_up(position, &all_chained, held, hands)
    sort_held_alone(position.players, all_chained.ranks, beat, hands)
    return one_bit_each(all_chained.links)


cdef inline uint64_t situation(
    const RuleTable* table, const Position* position, const Beat* beat, uint64_t links
) noexcept nogil:
    """The word of a key that is no hand."""
    cdef uint64_t word = links | <uint64_t>beat.kind << 16 | <uint64_t>beat.length << 24
    word |= <uint64_t>beat.rank << 32 | <uint64_t>beat.size << 40
    word |= <uint64_t>position.to_move << 48 | <uint64_t>position.passes << 52 | MADE
    if table.trio2_split and beat.kind == TRIO_PAIR:
        word |= <uint64_t>carries_pair(position.beat) << 56
    return word


cdef void make_key(
    const RuleTable* table, const Position* position, const Chained* chained, Key* key
) noexcept nogil:
    cdef Beat beat
    cdef uint64_t links = 0
    cdef int players = position.players
    cdef int seat
    if chained == NULL:
        beat = beat_of(table, position)
        for seat in range(players):
            key.words[seat] = position.hands[seat].cards
    else:
        links = write_nameless(table, position, chained, &beat, key.words)
    for seat in range(players):
        key.words[seat] |= bombs_left(position, seat) << 60
    key.words[players] = situation(table, position, &beat, links)
    key.hash = key_hash(key.words, players + 1)
