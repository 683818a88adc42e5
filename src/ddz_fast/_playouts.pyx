"""Random games in the core, and the functions that play them. See `_playouts.pxd`."""

from libc.string cimport memcpy, memset

from ddz_fast._choice cimport bit_at, has_plain_answers, plain_answers, set_play_at
from ddz_fast._game cimport NO_SEAT, bombs_allowed, lay_down, may_pass, pass_turn, settle, write_legal
from ddz_fast._nibbles cimport card_count, lowest_bit, ranks_in
from ddz_fast._plays cimport NO_LIMIT
from ddz_fast._shapes cimport Hand, MAX_SETS, Shapes, find_shapes, hand_of
from ddz_fast._wild cimport is_walk
from ddz_fast._writing cimport count_set


cdef extern from "bits.h" nogil:
    uint64_t mixed "ddz_mixed"(uint64_t word)
    uint64_t scaled "ddz_scaled"(uint64_t word, uint64_t limit)

cdef uint64_t STEP = 0x9E3779B97F4A7C15
cdef int64_t MOST_WORTH = <int64_t>1 << 60  # five times it is still an int64


cdef Random random_stream(uint64_t seed, uint64_t number) noexcept nogil:
    cdef Random random
    random.state = mixed(mixed(seed) + number)
    return random


cdef inline uint64_t random_below(Random* random, uint64_t limit) noexcept nogil:
    """A number below a limit, which is far below 2**32: some are likelier by less than 2**-32."""
    random.state += STEP
    return scaled(mixed(random.state), limit)


# Deals -------------------------------------------------------------------------------------------


cdef void deal_hands(const Dealing* dealing, Random* random, Position* position) noexcept nogil:
    memset(position, 0, sizeof(Position))
    position.players = <uint8_t>dealing.players
    while not draw_hands(dealing, random, position):
        pass  # about one deal in 10**14 of the largest deck
    for seat in range(dealing.players):
        position.bombs[seat] = NO_LIMIT
    position.landlords = 1 if dealing.landlords else 0
    if dealing.landlords == 2:
        position.landlords |= <uint8_t>(2 << random_below(random, dealing.players - 1))
    settle(position)


cdef bint draw_hands(const Dealing* dealing, Random* random, Position* position) noexcept nogil:
    """Draws the hands; False where one has more than fifteen of a rank, which do not fit it."""
    cdef uint8_t ranks[MAX_CARDS]
    cdef int left = dealing.cards
    cdef int seat, size
    memcpy(ranks, dealing.ranks, left)
    for seat in range(dealing.players - 1, -1, -1):
        size = dealing.hand_size + (dealing.bottom if seat == 0 else 0)
        position.hands[seat] = hand_of(drawn(ranks, &left, size, random))
        if position.hands[seat].size != size:
            return False
    return True


cdef inline uint64_t drawn(uint8_t* ranks, int* left, int size, Random* random) noexcept nogil:
    """Takes random cards from those that are left, or all if there are no more."""
    cdef uint64_t cards = 0
    cdef int64_t chosen
    cdef int index
    for index in range(size):
        left[0] -= 1
        if size - index <= left[0]:
            chosen = random_below(random, left[0] + 1)
            cards += <uint64_t>1 << 4 * ranks[chosen]
            ranks[chosen] = ranks[left[0]]
        else:
            cards += <uint64_t>1 << 4 * ranks[left[0]]
    return cards


# Plays -------------------------------------------------------------------------------------------


cdef int64_t play_out(
    const RuleTable* table, Position* position, Random* random, PlayRecord* spare
) noexcept nogil:
    cdef int64_t plies = 0
    cdef PlayRecord play
    while position.winner == NO_SEAT:
        play = random_play(table, position, random, spare)
        if play.kind:
            lay_down(table, position, play)
        else:
            pass_turn(position)
        plies += 1
    return plies


cdef inline PlayRecord random_play(
    const RuleTable* table, const Position* position, Random* random, PlayRecord* spare
) noexcept nogil:
    """Any legal play, or the pass (all zero)."""
    cdef const Hand* hand = &position.hands[position.to_move]
    cdef Shapes shapes
    cdef int64_t counts[MAX_SETS]
    cdef int64_t count
    cdef PlayRecord play
    cdef int index
    if is_walk(table, hand.cards, position.beat) or position.must_hold:
        return random_walk_play(table, position, random, spare)
    if has_plain_answers(table, hand, position.beat):
        return random_plain_answer(table, hand, position.beat, random)
    find_shapes(table, hand, position.beat, bombs_allowed(position), &shapes)
    play.cards = play.head = 0
    count = position.beat.kind != 0
    for index in range(shapes.count):
        counts[index] = count_set(table, hand, &shapes.sets[index])
        count += counts[index]
    if shapes.count == 0:
        return play
    count = <int64_t>random_below(random, count)
    for index in range(shapes.count):
        if count < counts[index]:
            return set_play_at(table, hand, &shapes.sets[index], count)
        count -= counts[index]
    return play


cdef inline PlayRecord random_plain_answer(
    const RuleTable* table, const Hand* hand, PlayRecord rival, Random* random
) noexcept nogil:
    """The same where all answers are of one group: two thirds of all plies."""
    cdef uint64_t ranks = plain_answers(table, hand, rival)
    cdef PlayRecord play
    cdef int64_t chosen
    play.cards = play.head = 0
    if ranks == 0:
        return play
    chosen = random_below(random, ranks_in(ranks) + 1)
    if chosen:
        play = table.plain[rival.kind][lowest_bit(bit_at(ranks, chosen - 1)) >> 2]
    return play


cdef PlayRecord random_walk_play(
    const RuleTable* table, const Position* position, Random* random, PlayRecord* spare
) noexcept nogil:
    """The same where plays have no numbers, so that all are written: those with wild jokers."""
    cdef PlayRecord* end = write_legal(table, position, spare)
    cdef int64_t chosen = random_below(random, (end - spare) + may_pass(position))
    end.cards = end.head = 0
    return spare[chosen]


# Scores ------------------------------------------------------------------------------------------


cdef bint score_game(const Stakes* stakes, const Position* position, int64_t* scores) noexcept nogil:
    cdef uint8_t winners = winning_side(position)
    cdef int64_t worth = worth_of(stakes, position)
    cdef int number = 0
    cdef int seat
    for seat in range(position.players):
        number += winners >> seat & 1
    # Every loser settles with every winner.
    for seat in range(position.players):
        if winners >> seat & 1:
            scores[seat] = worth * (position.players - number)
        else:
            scores[seat] = -worth * number
    return worth >= 0


cdef uint8_t winning_side(const Position* position) noexcept nogil:
    """Bit s: seat s has won, with who went out."""
    cdef uint8_t winner = <uint8_t>(1 << position.winner)
    if winner & position.landlords:
        return position.landlords
    if position.landlords:
        return <uint8_t>((1 << position.players) - 1) & ~position.landlords
    return winner


cdef inline int64_t times(int64_t worth, int64_t factor) noexcept nogil:
    """The product; -1 from where on it is too much."""
    return worth * factor if 0 <= worth <= MOST_WORTH // factor else -1


cdef int64_t worth_of(const Stakes* stakes, const Position* position) noexcept nogil:
    """What each loser pays each winner; -1: too much to be written."""
    cdef int64_t worth = stakes.base
    cdef int64_t made[2]  # plays of the farmers, and of the landlords
    cdef int index, seat
    made[0] = made[1] = 0
    for seat in range(position.players):
        made[position.landlords >> seat & 1] += position.made[seat]
    for index in range(3):
        for seat in range(position.bombed[index]):
            worth = times(worth, stakes.factors[index])
    if not position.landlords:
        return worth
    if position.landlords >> position.winner & 1:
        return times(worth, stakes.spring) if made[0] == 0 else worth
    return times(worth, stakes.spring) if made[1] == 1 else worth
