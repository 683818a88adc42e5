"""DouZero's moves, in its order and with its faults. See `_douzero_moves.pxd`."""

from ddz_fast._nibbles cimport BLACK_SHIFT, RED_SHIFT, lowest_bit

cdef enum:
    RANKS = 15
    CHAIN_RANKS = 12  # 3 to A
    MAX_BODIES = 80  # all chains of two and more trios of a whole deck are 66
    MAX_CHOICE = 20

cdef uint64_t ROCKET_CARDS = (<uint64_t>1 << BLACK_SHIFT) | (<uint64_t>1 << RED_SHIFT)
# by the size of the groups: the shortest chain
cdef int[4] SHORTEST
SHORTEST[:] = [0, 5, 3, 2]

cdef struct Bodies:
    int size
    uint8_t start[MAX_BODIES]
    uint8_t length[MAX_BODIES]


cdef inline uint64_t card(int rank) noexcept nogil:
    return <uint64_t>1 << 4 * rank


cdef inline int count_of(uint64_t cards, int rank) noexcept nogil:
    return <int>(cards >> 4 * rank & 15)


cdef inline void add(Moves* out, uint64_t cards) noexcept nogil:
    if out.size < MAX_MOVES:
        out.cards[out.size] = cards
        out.size += 1


cdef void set_source(Source* source, uint64_t cards) noexcept nogil:
    """Ready but for another order of the singles than ascending."""
    cdef int rank
    source.cards = cards
    source.size = source.ranks = 0
    for rank in range(RANKS):
        source.counts[rank] = <uint8_t>count_of(cards, rank)
        source.size += source.counts[rank]
        if source.counts[rank]:
            source.singles[source.ranks] = <uint8_t>rank
            source.ranks += 1


# What there is of each type ----------------------------------------------------------------------


cdef void add_groups(const Source* source, int size, Moves* out) noexcept nogil:
    cdef int rank
    for rank in range(RANKS):
        if source.counts[rank] >= size:
            add(out, size * card(rank))


cdef void add_singles(const Source* source, Moves* out) noexcept nogil:
    cdef int index
    for index in range(source.ranks):
        add(out, card(source.singles[index]))


cdef void add_rocket(const Source* source, Moves* out) noexcept nogil:
    if source.cards & ROCKET_CARDS == ROCKET_CARDS:
        add(out, ROCKET_CARDS)


cdef void add_carried_triples(const Source* source, int size, Moves* out) noexcept nogil:
    """Each kicker of so many cards with each trio of another rank, the kickers outside."""
    cdef int index, kicker, rank
    for index in range(source.ranks if size == 1 else RANKS):
        kicker = source.singles[index] if size == 1 else index
        if source.counts[kicker] < size:
            continue
        for rank in range(RANKS):
            if source.counts[rank] >= 3 and rank != kicker:
                add(out, 3 * card(rank) + size * card(kicker))


cdef void add_bodies(Bodies* bodies, int start, int longest, int least, int length) noexcept nogil:
    """The chains of a run: of one length, or of all, the shortest first."""
    cdef int size, place
    for size in range(length or least, (length or longest) + 1):
        for place in range(start, start + longest - size + 1):
            bodies.start[bodies.size] = <uint8_t>place
            bodies.length[bodies.size] = <uint8_t>size
            bodies.size += 1


cdef void find_bodies(
    const Source* source, int group, int length, Bodies* bodies
) noexcept nogil:
    cdef int least = SHORTEST[group]
    cdef int rank, run = 0
    bodies.size = 0
    if length < least:
        length = 0
    for rank in range(CHAIN_RANKS + 1):
        if rank < CHAIN_RANKS and source.counts[rank] >= group:
            run += 1
            continue
        if run >= least:
            add_bodies(bodies, rank - run, run, least, length)
        run = 0


cdef uint64_t body_cards(const Bodies* bodies, int index, int group) noexcept nogil:
    cdef uint64_t cards = 0
    cdef int rank
    for rank in range(bodies.start[index], bodies.start[index] + bodies.length[index]):
        cards += group * card(rank)
    return cards


cdef void add_chains(const Source* source, int group, int length, Moves* out) noexcept nogil:
    cdef Bodies bodies
    cdef int index
    find_bodies(source, group, length, &bodies)
    for index in range(bodies.size):
        add(out, body_cards(&bodies, index, group))


cdef int next_choice(int* chosen, int number, int among) noexcept nogil:
    """The next choice of places in dictionary order; 0 after the last."""
    cdef int place = number - 1
    while place >= 0 and chosen[place] == among - number + place:
        place -= 1
    if place < 0:
        return 0
    chosen[place] += 1
    for place in range(place + 1, number):
        chosen[place] = chosen[place - 1] + 1
    return 1


cdef void add_choices(
    uint64_t body, const uint64_t* kickers, int among, int number, Moves* out
) noexcept nogil:
    """The body with each choice of kickers by their places: equal ones one behind the other once."""
    cdef int[MAX_CHOICE] chosen
    cdef uint64_t cards, before = 0
    cdef int place
    if number > among or number > MAX_CHOICE:
        return
    for place in range(number):
        chosen[place] = place
    while True:
        cards = body
        for place in range(number):
            cards += kickers[chosen[place]]
        if cards != before:
            add(out, cards)
        before = cards
        if not next_choice(chosen, number, among):
            return


cdef int kickers_of(
    const Source* source, uint64_t body, int size, uint64_t* kickers
) noexcept nogil:
    """Of the ranks outside a body: all single cards, or each pair once."""
    cdef int rank, copy, copies, number = 0
    for rank in range(RANKS):
        if count_of(body, rank):
            continue
        copies = source.counts[rank] if size == 1 else source.counts[rank] >= 2
        for copy in range(copies):
            kickers[number] = size * card(rank)
            number += 1
    return number


cdef void add_planes(const Source* source, int size, int length, Moves* out) noexcept nogil:
    cdef uint64_t[225] kickers
    cdef Bodies bodies
    cdef uint64_t body
    cdef int index, number
    find_bodies(source, 3, length, &bodies)
    for index in range(bodies.size):
        body = body_cards(&bodies, index, 3)
        number = kickers_of(source, body, size, kickers)
        add_choices(body, kickers, number, bodies.length[index], out)


cdef void add_carried_quads(const Source* source, int size, Moves* out) noexcept nogil:
    cdef uint64_t[225] kickers
    cdef int rank, number
    for rank in range(RANKS):
        if source.counts[rank] == 4:
            number = kickers_of(source, 4 * card(rank), size, kickers)
            add_choices(4 * card(rank), kickers, number, 2, out)


cdef void add_type(const Source* source, int kind, int length, Moves* out) noexcept nogil:
    if kind == SINGLE:
        add_singles(source, out)
    elif kind <= QUAD:
        add_groups(source, kind, out)
    elif kind == KINGS:
        add_rocket(source, out)
    elif kind <= TRIPLE_2:
        add_carried_triples(source, kind - TRIPLE_1 + 1, out)
    elif kind <= SERIAL_TRIPLE:
        add_chains(source, kind - SERIAL_SINGLE + 1, length, out)
    elif kind <= SERIAL_3_2:
        add_planes(source, kind - SERIAL_3_1 + 1, length, out)
    elif kind <= QUAD_22:
        add_carried_quads(source, kind - QUAD_2 + 1, out)


cdef void add_leads(const Source* source, Moves* out) noexcept nogil:
    cdef int kind
    for kind in range(SINGLE, WRONG):
        add_type(source, kind, 0, out)


cdef void add_answers(const Source* source, uint64_t rival, Moves* out) noexcept nogil:
    cdef MoveType told = detected(rival)
    cdef int first = out.size
    cdef int index, least
    if told.type == KINGS:
        return
    if told.type != WRONG:
        add_type(source, told.type, told.length, out)
        least = strength(told.type, rival)
        for index in range(first, out.size):
            if strength(told.type, out.cards[index]) > least:
                out.cards[first] = out.cards[index]
                first += 1
        out.size = first
    if told.type != QUAD:
        add_type(source, QUAD, 0, out)
    add_rocket(source, out)


# Comparing ---------------------------------------------------------------------------------------


cdef int rank_of_card(uint64_t cards, int place) noexcept nogil:
    """The rank of one of the cards, in ascending order; -1 if there are not so many."""
    cdef int rank
    for rank in range(RANKS):
        place -= count_of(cards, rank)
        if place < 0:
            return rank
    return -1


cdef int highest_with(uint64_t cards, int count) noexcept nogil:
    cdef int rank
    for rank in range(RANKS - 1, -1, -1):
        if count_of(cards, rank) == count:
            return rank
    return -1


cdef int strength(int kind, uint64_t cards) noexcept nogil:
    if kind == TRIPLE_1:
        return rank_of_card(cards, 1)
    if kind == TRIPLE_2 or kind == QUAD_2:
        return rank_of_card(cards, 2)
    if kind == SERIAL_3_1 or kind == SERIAL_3_2:
        return highest_with(cards, 3)  # of the wings, too: its fault
    if kind == QUAD_22:
        return highest_with(cards, 4)
    return lowest_bit(cards) >> 2 if cards else -1


# Reading -----------------------------------------------------------------------------------------

cdef struct Sorted:
    # How often each count occurs, and the ranks of the lowest and the highest that have it.
    int size
    int ranks
    int[16] number
    int[16] lowest
    int[16] highest


cdef Sorted sorted_counts(uint64_t cards) noexcept nogil:
    cdef Sorted told
    cdef int rank, count
    told.size = told.ranks = 0
    for count in range(16):
        told.number[count] = 0
    for rank in range(RANKS):
        count = count_of(cards, rank)
        if count == 0:
            continue
        if told.number[count] == 0:
            told.lowest[count] = rank
        told.highest[count] = rank
        told.number[count] += 1
        told.size += count
        told.ranks += 1
    return told


cdef inline MoveType move_type(int kind, int rank=0, int length=0) noexcept nogil:
    cdef MoveType told
    told.type, told.rank, told.length = kind, rank, length
    return told


cdef bint is_run(const Sorted* told, int count) noexcept nogil:
    """Whether the ranks with so many cards are neighbours; 2 and the jokers have none."""
    cdef int number = told.number[count]
    return number == 1 or (
        told.highest[count] - told.lowest[count] == number - 1
        and told.highest[count] < CHAIN_RANKS
    )


cdef MoveType detected_small(uint64_t cards, const Sorted* told) noexcept nogil:
    """What up to four cards are."""
    if told.size == 0:
        return move_type(PASS)
    if cards == ROCKET_CARDS:
        return move_type(KINGS)
    if told.ranks == 1:
        return move_type(told.size, rank_of_card(cards, 0))
    if told.size == 4 and told.number[3] == 1:
        return move_type(TRIPLE_1, told.lowest[3])
    return move_type(WRONG)


cdef MoveType detected_plane(uint64_t cards, const Sorted* told) noexcept nogil:
    """What two and more trios with other cards are; of four trios it forgives one, at an end."""
    cdef int trios = told.number[3], count, low, high
    for count in range(4, 16):
        if told.number[count]:
            return move_type(WRONG)
    if is_run(told, 3):
        if trios == told.number[1] + 2 * told.number[2]:
            return move_type(SERIAL_3_1, told.lowest[3], trios)
        if trios == told.number[2] and told.ranks == 2 * trios:
            return move_type(SERIAL_3_2, told.lowest[3], trios)
    if trios == 4:
        low, high = told.lowest[3], told.highest[3]
        if high < CHAIN_RANKS and count_of(cards, high - 1) == 3 == count_of(cards, high - 2):
            return move_type(SERIAL_3_1, high - 2, 3)
        if count_of(cards, low + 1) == 3 == count_of(cards, low + 2) and low + 2 < CHAIN_RANKS:
            return move_type(SERIAL_3_1, low, 3)
    return move_type(WRONG)


cdef MoveType detected(uint64_t cards) noexcept nogil:
    cdef Sorted told = sorted_counts(cards)
    cdef int group
    if told.size <= 4:
        return detected_small(cards, &told)
    if told.ranks == told.number[1] and is_run(&told, 1):
        return move_type(SERIAL_SINGLE, told.lowest[1], told.ranks)
    if told.size == 5:
        # A quad with a card goes for a trio with a pair: its fault.
        return move_type(TRIPLE_2 if told.ranks == 2 else WRONG, rank_of_card(cards, 2))
    if told.size == 6 and told.number[4] == 1:
        return move_type(QUAD_2, told.lowest[4])
    if told.size == 8 and (told.number[4] == 2 or told.number[4] == 1 and told.number[2] == 2):
        return move_type(QUAD_22, told.highest[4])
    for group in range(2, 4):
        if told.ranks == told.number[group] and is_run(&told, group):
            return move_type(SERIAL_SINGLE - 1 + group, told.lowest[group], told.ranks)
    if told.number[3] >= 2:
        return detected_plane(cards, &told)
    return move_type(WRONG)
