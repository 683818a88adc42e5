"""The search over chains. See `_chains.pxd`."""

from ddz_fast._bound cimport least_of_hand
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
from ddz_fast._rest cimport MAX_GROUP, MAX_WINGED, NONE, rest_index
from ddz_fast._shapes cimport by_rank, chain_starts, hand_of
from ddz_fast._table cimport (
    BOMB_CHAIN,
    KindRow,
    PAIR_CHAIN,
    PLANE,
    PLANE_PAIR,
    PLANE_SOLO,
    SOLO_CHAIN,
)
from ddz_fast._writing cimport caps_of

cdef enum:
    MUCH_LEFT = 3  # plays
    LONG = 6  # steps of a search
    VERY_LONG = 160


cdef inline int fewest_of_rest(AnySearch* search, uint64_t cards) noexcept nogil:
    """Fewest plays of what is left when no more chains are taken."""
    cdef int own
    if AnySearch is WildSearch:
        if not are_natural(search, cards):
            return NONE
    if not search.wings:
        return search.rest.plain[rest_index(search.table.shape, cards)]
    own = ranks_in(cards & search.own & every_rank())
    return search.rest.winged[search.wings][own][
        rest_index(search.table.shape, cards & ~search.own)
    ]


cdef inline uint64_t natural_ranks(WildSearch* search, uint64_t cards) noexcept nogil:
    """Of the ranks that jokers stand for, those of which no more cards are left than natural ones.

    No count is above 7, so that none borrows from its guard.
    """
    cdef uint64_t ranks = (search.guards >> 3) * 7
    return ((search.natural | search.guards) - (cards & ranks)) & search.guards


cdef inline bint are_natural(WildSearch* search, uint64_t cards) noexcept nogil:
    """Whether chains have taken as many cards of each rank as jokers stand for."""
    return natural_ranks(search, cards) == search.guards


cdef inline uint64_t natural_part(WildSearch* search, uint64_t cards) noexcept nogil:
    """Cards without those that jokers stand for as far as chains must take them yet."""
    cdef uint64_t others = ((natural_ranks(search, cards) ^ search.guards) >> 3) * 15
    return cards & ~others | search.natural & others


cdef struct Walk:
    # Over all bodies of a kind of chain: lowest first rank first, then the longest first.
    const KindRow* row
    uint64_t groups  # mask of the places that have one
    uint64_t starts  # of bodies that are still to come
    int place
    int length


cdef inline Walk walk_from(
    AnySearch* search, const KindRow* row, uint64_t cards, int first
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


cdef inline bint is_settled(AnySearch* search, int taken) noexcept nogil:
    """Whether one more chain cannot lead to anything better than the best so far."""
    return search.best <= search.enough or taken + 1 >= search.best


cdef void take_chains(
    AnySearch* search, int kind, uint64_t cards, int taken, int first
) noexcept nogil:
    """Takes none or more chains of pairs, or of single cards, that begin at a place or above."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef Walk walk
    cdef uint64_t body
    if kind == SOLO_CHAIN:
        search.best = min(search.best, taken + fewest_of_rest(search, cards))
    if AnySearch is WildSearch:
        if is_hopeless(search, cards, taken, VERY_LONG if kind == SOLO_CHAIN else LONG):
            return
        if taken + 2 == search.best and not search.wings:
            search.best -= is_chain(search, kind, cards)
            if kind != SOLO_CHAIN:
                take_chains(search, SOLO_CHAIN, cards, taken, 0)
            return
    if not is_settled(search, taken):
        walk = walk_from(search, row, cards, first)
        while not is_settled(search, taken) and next_body(&walk):
            body = body_at(row, walk.length, walk.place)
            if AnySearch is WildSearch:
                if body == search.forbidden:
                    continue
            take_chains(search, kind, cards - body, taken + 1, walk.place)
    if kind != SOLO_CHAIN:
        take_chains(search, SOLO_CHAIN, cards, taken, 0)


cdef inline bint is_chain(WildSearch* search, int kind, uint64_t cards) noexcept nogil:
    """Whether the cards are one chain of a kind: if any, then the longest that begins lowest."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef Walk walk = walk_from(search, row, cards, 0)
    return next_body(&walk) and body_at(row, walk.length, walk.place) == cards != search.forbidden


cdef inline bint is_hopeless(
    WildSearch* search, uint64_t cards, int taken, int patience
) noexcept nogil:
    """Whether the bound tells that what is left needs too many plays.

    It is asked in searches that have been long, and where much is still to be done.
    """
    if search.best - taken < MUCH_LEFT or search.wings:
        return False
    search.nodes += 1
    return search.nodes > patience and not at_least(cards, MAX_GROUP + 1) and (
        taken + least_of_hand(search.table.bound, cards) >= search.best
    )


cdef void take_planes(AnySearch* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes none or more planes that begin at a place or above.

    With jokers for two of its cards a rank may have six, and be in two of them.
    """
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
    AnySearch* search, uint64_t cards, int taken, int length, int place
) noexcept nogil:
    """Takes a plane: with wings that are chosen later, or bare, or with wings chosen now."""
    cdef const RuleTable* rules = search.table.rules
    cdef uint64_t body = body_at(plane_row(rules), length, place)
    cdef const KindRow* row
    cdef int kind
    if not search.wings and may_choose_later(search, cards, body, length, place):
        search.wings = length
        search.own = whole_nibbles(at_least_one(body))
        take_planes(search, cards - body, taken + 1, place + 1)
        search.wings = 0
        search.own = 0
        return
    for kind in range(PLANE, PLANE_PAIR + 1):
        row = &rules.kinds[kind]
        if row.min_length <= length <= row.max_length:
            take_plane_of(search, kind, cards, body, taken, length, place)


cdef void take_plane_of(
    AnySearch* search, int kind, uint64_t cards, uint64_t body, int taken, int length, int place
) noexcept nogil:
    """Takes a plane with the wings of a kind, chosen in all ways."""
    cdef const RuleTable* rules = search.table.rules
    cdef const KindRow* row = &rules.kinds[kind]
    cdef uint64_t others = cards
    cdef uint64_t caps
    if AnySearch is WildSearch:
        others = natural_part(search, cards)
    caps = caps_of(rules, row, others, body, place - 2 * row.is_low, length)
    take_wings(search, cards - body, taken + 1, place + 1, kind, caps, row.kickers * length)
    if AnySearch is WildSearch:
        if row.has_pairs and row.most_wild:
            others &= ~whole_nibbles(at_least_one(body))
            take_wild_wings(
                search, cards - body, taken + 1, place + 1, kind, caps,
                at_least_one(others) & rules.kicker_ranks[2], length
            )


cdef inline bint may_choose_later(
    AnySearch* search, uint64_t cards, uint64_t body, int length, int place
) noexcept nogil:
    """Whether a table tells the best wings: it does not know a plane's neighbours (rules.md 7)."""
    cdef const KindRow* row = &search.table.rules.kinds[PLANE_SOLO]
    cdef uint64_t neighbours = <uint64_t>1 << 4 * (place + length)
    if length > MAX_WINGED or search.rest.winged[length][0] == NULL:
        return False
    if AnySearch is WildSearch:
        if at_least(cards, MAX_GROUP + 1) & at_least_one(body):
            return False  # the table is for one card more of a rank than the plane has
    if not row.neighbour_line or length <= row.neighbour_limit:
        return True
    neighbours |= <uint64_t>1 << 4 * place >> 4
    return not (groups_of(plane_row(search.table.rules), cards) & neighbours & row.neighbour_line)


cdef void take_wings(
    AnySearch* search, uint64_t cards, int taken, int first, int kind, uint64_t caps, int wings
) noexcept nogil:
    """Takes so many wings of the kind's size within the caps, lowest ranks first, in all ways."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef int shift, number
    cdef uint64_t others, taken_cards
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
        taken_cards = <uint64_t>(number * row.kicker_size) << shift
        if AnySearch is WildSearch:
            use_natural(search, taken_cards)
        take_wings(search, cards - taken_cards, taken, first, kind, others, wings - number)
        if AnySearch is WildSearch:
            return_natural(search, taken_cards)


cdef inline void use_natural(WildSearch* search, uint64_t cards) noexcept nogil:
    """Takes cards off the natural ones of ranks that jokers stand for."""
    search.natural -= cards & (search.guards >> 3) * 15


cdef inline void return_natural(WildSearch* search, uint64_t cards) noexcept nogil:
    search.natural += cards & (search.guards >> 3) * 15


cdef void take_wild_wings(
    WildSearch* search, uint64_t cards, int taken, int first, int kind, uint64_t caps, uint64_t ranks,
    int wings
) noexcept nogil:
    """Takes pairs that jokers are cards of as wings, natural cards of `ranks` beside them, and others."""
    cdef const KindRow* row = &search.table.rules.kinds[kind]
    cdef uint64_t jokers = cards >> BLACK_SHIFT << BLACK_SHIFT
    cdef uint64_t rank, nibble, used, others
    if jokers == 0 or wings == 0:
        return
    if jokers & (jokers - 1):  # a pair of a rank that is not in the play
        take_wings(search, cards - jokers, taken, first, kind, caps, wings - 1)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        nibble = rank * 15
        others = caps & ~nibble
        if row.kicker_limit > 1:
            others |= (natural_part(search, cards) & nibble) - rank >> 1 & rank
        used = (jokers & -jokers) + rank
        use_natural(search, rank)
        take_wings(search, cards - used, taken, first, kind, others, wings - 1)
        take_wild_wings(search, cards - used, taken, first, kind, others, ranks, wings - 1)
        return_natural(search, rank)


cdef void take_bomb_chains(AnySearch* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes none or more chains of bombs, as far as bombs are allowed."""
    cdef const KindRow* row = &search.table.rules.kinds[BOMB_CHAIN]
    cdef Walk walk
    cdef uint64_t body, open_cards
    take_quad_pairs(search, cards, taken, 0)
    if not row.max_length or not search.bombs:
        return
    open_cards = cards
    if AnySearch is WildSearch:
        if search.sets_only:
            open_cards = natural_part(search, cards)
    walk = walk_from(search, row, open_cards, first)
    use_bomb(search, 1)
    while not is_settled(search, taken) and next_body(&walk):
        body = body_at(row, walk.length, walk.place)
        if AnySearch is WildSearch:
            if search.sets_only:
                use_natural(search, body)
        take_bomb_chains(search, cards - body, taken + 1, walk.place)
        if AnySearch is WildSearch:
            if search.sets_only:
                return_natural(search, body)
    use_bomb(search, -1)


cdef inline void use_bomb(AnySearch* search, int number) noexcept nogil:
    """Counts a bomb-class play, or takes it back; as many as a hand can have are no limit."""
    if search.limited:
        search.bombs -= number
        search.rest = &search.table.rests[search.bombs][search.trios]


cdef void take_quad_pairs(AnySearch* search, uint64_t cards, int taken, int first) noexcept nogil:
    """Takes quads that carry a quad as two pairs, where ranks decide whether they may (1b.8)."""
    cdef const KindRow* row = &search.table.rules.kinds[QUAD_PAIR]
    cdef uint64_t quads, body, others
    cdef int place
    if AnySearch is WildSearch:
        if not search.sets_only or are_natural(search, cards):
            take_planes(search, cards, taken, 0)
    else:
        take_planes(search, cards, taken, 0)
    if not pairs_quads(search.table.rules):
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


cdef void search_chains(Search* search, uint64_t cards) noexcept nogil:
    take_bomb_chains(search, cards, 0, 0)


cdef void search_wild_chains(WildSearch* search, uint64_t cards) noexcept nogil:
    take_bomb_chains(search, cards, 0, 0)
