"""Keys of positions. See `_keys.pxd`."""

from ddz_fast._game cimport mixed, next_seat
from ddz_fast._nibbles cimport BLACK_SHIFT, every_rank, lowest_bit, ranks_above, ranks_in
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
    ROCKET,
    SOLO_CHAIN,
    TRIO_PAIR,
)
from ddz_fast._wild cimport carries_pair

cdef uint64_t MADE = <uint64_t>1 << 57  # no key is all zero

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


cdef bint has_equal_ranks(const RuleTable* table) noexcept nogil:
    cdef int kind
    for kind in range(1, BOMB_CHAIN):
        if table.kinds[kind].max_length and table.kinds[kind].is_low:
            return False
    return has_plain_kinds(table) and table.trio_bombs == 0


# Chains ------------------------------------------------------------------------------------------


cdef inline void add_chains(
    const RuleTable* table, const Hand* hand, int kind, int least, Chained* chained
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[kind]
    cdef uint64_t starts, ranks
    cdef int index
    if row.max_length == 0:
        return
    starts = chain_starts(table, hand.lanes[0] >> row.lane & row.places, least) & every_rank()
    if starts == 0:
        return
    ranks = starts
    for index in range(1, least):
        ranks |= starts << 4 * index
    chained.ranks |= ranks
    chained.links |= ranks & ranks >> 4


cdef Chained chains_through(const RuleTable* table, const Hand* hand) noexcept nogil:
    cdef Chained chained
    chained.ranks = chained.links = 0
    add_chains(table, hand, SOLO_CHAIN, table.kinds[SOLO_CHAIN].min_length, &chained)
    if hand.lanes[0] >> 1 & naturals():
        # Beside a plane, chains of pairs may be as short as two (A-12).
        add_chains(table, hand, PAIR_CHAIN, table.kinds[PAIR_CHAIN].min_length, &chained)
        add_chains(table, hand, PLANE_CHAIN, 2, &chained)
    if hand.lanes[0] >> 2 & naturals():
        add_chains(table, hand, PLANE, table.kinds[PLANE].min_length, &chained)
        add_chains(table, hand, PLANE_SOLO, table.kinds[PLANE_SOLO].min_length, &chained)
        add_chains(table, hand, PLANE_PAIR, table.kinds[PLANE_PAIR].min_length, &chained)
        add_chains(table, hand, BOMB_CHAIN, 2, &chained)
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


cdef inline int sole_holder(
    const Position* position, int bit, int place, uint64_t* dense
) noexcept nogil:
    """Moves all cards of a rank to their new place; the seat that alone has some, or −2."""
    cdef int holder = -1
    cdef int seat
    cdef uint64_t count
    for seat in range(position.players):
        count = position.hands[seat].cards >> bit & 15
        if count:
            dense[seat] |= count << place
            holder = seat if holder == -1 else -2
    return holder


cdef inline void sort_down(uint64_t* cards, int place, int lowest) noexcept nogil:
    """Moves the count at a place below larger ones, down to a lowest place."""
    cdef uint64_t count = cards[0] >> place & 15
    cdef uint64_t below
    while place > lowest:
        below = cards[0] >> (place - 4) & 15
        if below <= count:
            return
        cards[0] += (below - count) << place
        cards[0] -= (below - count) << (place - 4)
        place -= 4


cdef inline uint64_t close_up(
    const Position* position, const Chained* chained, uint64_t held, uint64_t first_answer,
    uint64_t* dense
) noexcept nogil:
    """Writes all hands with ranks without names; gives the links between ranks, a bit each."""
    cdef uint64_t rank
    cdef uint64_t links = 0
    cdef int place = 0
    cdef int lowest = 0
    cdef int last_holder = -1
    cdef int holder
    while held:
        rank = held & -held
        held ^= rank
        holder = sole_holder(position, lowest_bit(rank), place, dense)
        if chained.ranks & rank:
            holder = -3
            if chained.links & rank:
                links |= <uint64_t>1 << (place >> 2)
        # Ranks that may answer are not mixed with ranks that may not.
        if holder >= 0 and holder == last_holder and rank != first_answer:
            sort_down(&dense[holder], place, lowest)
        else:
            lowest = place
        last_holder = holder
        place += 4
    return links


# Keys --------------------------------------------------------------------------------------------


cdef inline uint64_t bombs_left(const Position* position, int seat) noexcept nogil:
    """How many bombs a seat may still make; those that it has not the cards for do not matter."""
    cdef uint64_t left = position.bombs[seat]
    if 2 * left >= <uint64_t>position.hands[seat].size or left > NO_LIMIT_LEFT:
        return NO_LIMIT_LEFT
    return left


cdef void make_key(
    const RuleTable* table, const Position* position, const Chained* chained, Key* key
) noexcept nogil:
    cdef Chained all_chained
    cdef Beat beat
    cdef uint64_t held = 0
    cdef uint64_t links = 0
    cdef int players = position.players
    cdef int seat
    if chained == NULL:
        beat = beat_of(table, position)
        for seat in range(players):
            key.words[seat] = position.hands[seat].cards
    else:
        all_chained.ranks = all_chained.links = 0
        for seat in range(players):
            held |= position.hands[seat].lanes[0] & naturals()
            all_chained.ranks |= chained[seat].ranks
            all_chained.links |= chained[seat].links
            key.words[seat] = position.hands[seat].cards >> BLACK_SHIFT << BLACK_SHIFT
        beat = nameless_beat(table, position, held)
        links = close_up(position, &all_chained, held, beat.first_answer, key.words)
    for seat in range(players):
        key.words[seat] |= bombs_left(position, seat) << 60
    key.words[players] = (
        links | <uint64_t>beat.kind << 16 | <uint64_t>beat.length << 24
        | <uint64_t>beat.rank << 32 | <uint64_t>beat.size << 40
        | <uint64_t>position.to_move << 48 | <uint64_t>position.passes << 52 | MADE
    )
    if table.trio2_split and beat.kind == TRIO_PAIR:
        key.words[players] |= <uint64_t>carries_pair(position.beat) << 56
    key.hash = key_hash(key.words, players + 1)
