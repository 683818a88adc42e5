"""Losers in the core. See `_losers.pxd`."""

from ddz_fast._game cimport Position
from ddz_fast._nibbles cimport card_count, lanes_of, lowest_bit, ranks_in
from ddz_fast._plays cimport NO_LIMIT
from ddz_fast._shapes cimport Hand, chain_starts, may_have_bombs
from ddz_fast._table cimport (
    BOMB,
    KindRow,
    PLANE,
    PLANE_PAIR,
    PLANE_SOLO,
    ROCKET,
    SOLO_CHAIN,
    TRIO,
    TRIO_PAIR,
    TRIO_SOLO,
)

cdef enum:
    MOST_TRIES = 20  # chains that are taken out of a hand
    MOST_IN_TRIO = 5  # cards in a trio with its kicker


cdef inline uint64_t from_highest(uint64_t mask) noexcept nogil:
    """All ranks from the highest of a mask on."""
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    return every_rank() & ~(mask >> 4)


cdef int count_bombs(
    const RuleTable* table, const Position* position, int seat, int* cards
) noexcept nogil:
    """The most bomb-class plays that a seat can make, and the cards in them."""
    cdef const Hand* hand = &position.hands[seat]
    cdef uint64_t groups = hand.lanes[0] >> table.bomb_lane & naturals()
    cdef int jokers = card_count(hand.cards >> BLACK_SHIFT)
    cdef int bombs = 0
    cdef int size
    cards[0] = 0
    if position.bombs[seat] == 0 and not table.free_rockets or not may_have_bombs(table, hand):
        return 0
    while groups:
        size = <int>(hand.cards >> lowest_bit(groups) & 15)
        bombs += size // (table.bomb_lane + 1)
        cards[0] += size
        groups &= groups - 1
    if jokers >= 2:
        bombs += jokers // 2
        cards[0] += jokers
    return bombs


cdef void look_at_enemies(
    const RuleTable* table, const Position* position, int side, int seat, Sight* sight
) noexcept nogil:
    cdef const Hand* hand
    cdef uint64_t lanes = 0
    cdef uint64_t mask
    cdef int other, size, cards
    sight.enemies = sight.bombs = 0
    sight.spare = 1000
    sight.quota = position.bombs[seat]
    for other in range(position.players):
        if not is_mine(side, seat, other):
            hand = &position.hands[other]
            lanes |= hand.lanes[0]
            sight.lanes[sight.enemies] = hand.lanes[0]
            sight.enemies += 1
            sight.bombs += count_bombs(table, position, other, &cards)
            sight.spare = min(
                sight.spare, hand.size - <int>position.allowance[other] - 1 - cards
            )
    for size in range(1, 4):
        mask = lanes >> (size - 1) & every_rank()
        sight.masters[size] = from_highest(mask)
        sight.above[size] = sight.masters[size] & ~mask


# Groups ------------------------------------------------------------------------------------------


cdef struct Groups:
    # masks of the ranks with just so many cards, or four and more
    uint64_t one
    uint64_t two
    uint64_t three
    uint64_t four


cdef struct Trial:
    # One way to play a hand: chains are taken out in the order of kind and length.
    uint64_t cards
    int kind  # of the next chain, or a later one
    int solo_wings  # that planes carry
    int pair_wings


cdef struct Tally:
    int solos  # that lose
    int solo_winners  # that take the lead back from a solo
    int pairs
    int pair_winners
    int trios  # that lose
    int trio_winners
    int bare  # trios without a kicker
    int others  # plays that lose and are not taken back
    int carried  # kickers
    int top_pairs  # pairs of a rank above all of the enemies' cards
    int bombs


cdef inline Groups groups_of(uint64_t lanes) noexcept nogil:
    cdef Groups groups
    groups.one = lanes & ~(lanes >> 1) & every_rank()
    groups.two = lanes >> 1 & ~(lanes >> 2) & every_rank()
    groups.three = lanes >> 2 & ~(lanes >> 3) & every_rank()
    groups.four = lanes >> 3 & every_rank()
    return groups


cdef inline bint may_play_bombs(
    const RuleTable* table, const Sight* sight, uint64_t cards, uint64_t bombs
) noexcept nogil:
    """Whether groups of four and more can all be played as bombs."""
    if sight.quota != NO_LIMIT and ranks_in(bombs) > sight.quota:
        return False
    while bombs:
        if not table.power[BOMB][cards >> lowest_bit(bombs) & 15]:
            return False
        bombs &= bombs - 1
    return True


cdef inline void fill_wings(
    Tally* tally, const Groups* groups, int solos, int pairs
) noexcept nogil:
    """Planes carry so many solos or pairs, losers first; all or none."""
    if solos and ranks_in(groups.one & naturals()) >= solos:
        tally.solo_winners -= max(solos - tally.solos, 0)
        tally.solos = max(tally.solos - solos, 0)
        tally.carried += solos
    if pairs and ranks_in(groups.two) >= pairs:
        tally.pair_winners -= max(pairs - tally.pairs, 0)
        tally.pairs = max(tally.pairs - pairs, 0)
        tally.carried += pairs


cdef inline bint load_trios(const RuleTable* table, Tally* tally, int trios) noexcept nogil:
    """Each trio carries a loser; False: one is left bare, which the rule set has not."""
    cdef int solos = min(tally.solos, trios) if table.kinds[TRIO_SOLO].max_length else 0
    cdef int pairs = min(tally.pairs, trios - solos) if table.kinds[TRIO_PAIR].max_length else 0
    tally.solos -= solos
    tally.pairs -= pairs
    tally.carried += solos + pairs
    tally.bare = trios - solos - pairs
    if solos != trios and pairs != trios and tally.bare != trios:
        tally.trio_winners = 0  # they are of different kinds
    if tally.bare == 0:
        return True
    if table.kinds[TRIO].only_as_last:
        tally.others += tally.bare
        tally.trio_winners = 0
    return table.kinds[TRIO].max_length != 0


cdef inline int taken_back(int losers, int winners, int size, int* spare) noexcept nogil:
    """How many losers winners make good: an enemy that answers all of them must not go out."""
    cdef int taken = max(0, min(losers, winners))
    while taken and taken * size > spare[0]:
        taken -= 1
    spare[0] -= taken * size
    return taken


cdef inline int by_bombs(Tally* tally, int losers, int size, int* spare) noexcept nogil:
    """The losers that are left when bombs take some back."""
    cdef int taken
    if tally.bombs == 0 or losers == 0:
        return losers
    taken = taken_back(losers, tally.bombs, size, spare)
    tally.bombs -= taken
    return losers - taken


cdef inline int not_taken_back(Tally tally, int spare) noexcept nogil:
    """The losers that no winner makes good."""
    cdef int pairs = taken_back(tally.pairs, tally.pair_winners, 2, &spare)
    tally.pairs -= pairs
    tally.solos -= taken_back(tally.solos, tally.solo_winners, 1, &spare)
    if tally.trios:
        tally.trios -= taken_back(tally.trios, tally.trio_winners, MOST_IN_TRIO, &spare)
    if tally.solos and tally.top_pairs:
        # A pair above all cards takes two solos back.
        pairs = min(tally.top_pairs, tally.pair_winners - pairs)
        tally.solos -= taken_back(tally.solos, 2 * pairs, 1, &spare)
    tally.solos = by_bombs(&tally, tally.solos, 1, &spare)
    tally.pairs = by_bombs(&tally, tally.pairs, 2, &spare)
    tally.trios = by_bombs(&tally, tally.trios, MOST_IN_TRIO, &spare)
    return tally.solos + tally.pairs + tally.trios + tally.others


cdef inline int fewest_not_taken_back(const Sight* sight, Tally tally, bint rocket) noexcept nogil:
    """The same, where two jokers are winners each or one bomb."""
    cdef int losers = not_taken_back(tally, sight.spare)
    if rocket and losers > 1:
        tally.solo_winners -= 2
        tally.bombs += 1
        losers = min(losers, not_taken_back(tally, sight.spare))
    return losers


cdef inline Tally tally_of(const Sight* sight, const Groups* groups) noexcept nogil:
    """What each group is alone."""
    cdef Tally tally
    tally.carried = tally.bare = 0
    tally.solos = ranks_in(groups.one & naturals() & ~sight.masters[1])
    tally.others = ranks_in(groups.one & ~naturals() & ~sight.masters[1])
    tally.pairs = ranks_in(groups.two & ~sight.masters[2])
    tally.trios = ranks_in(groups.three & ~sight.masters[3])
    tally.solo_winners = ranks_in(groups.one & sight.above[1])
    tally.pair_winners = ranks_in(groups.two & sight.above[2])
    tally.trio_winners = ranks_in(groups.three & sight.above[3])
    tally.top_pairs = ranks_in(groups.two & sight.above[1])
    tally.bombs = ranks_in(groups.four)
    return tally


cdef inline bint may_rocket(
    const RuleTable* table, const Sight* sight, const Groups* groups, uint64_t cards
) noexcept nogil:
    """Whether two jokers may be one bomb more."""
    if cards >> BLACK_SHIFT != 0x11 or not table.power[ROCKET][2]:
        return False
    return sight.quota == NO_LIMIT or ranks_in(groups.four) < sight.quota


cdef int losers_without_chains(
    const RuleTable* table, const Sight* sight, uint64_t lanes, const Trial* trial
) noexcept nogil:
    cdef Groups groups = groups_of(lanes)
    cdef Tally tally
    cdef int plays = ranks_in(lanes & every_rank())
    cdef int small = ranks_in(groups.one) + ranks_in(groups.two)
    cdef int losers
    if lanes >> 1 >> BLACK_SHIFT & every_rank():
        return NO_WAY  # several equal jokers
    if groups.four and not may_play_bombs(table, sight, trial.cards, groups.four):
        return NO_WAY
    tally = tally_of(sight, &groups)
    fill_wings(&tally, &groups, trial.solo_wings, trial.pair_wings)
    if groups.three and not load_trios(table, &tally, ranks_in(groups.three)):
        return NO_WAY
    losers = fewest_not_taken_back(
        sight, tally, may_rocket(table, sight, &groups, trial.cards)
    )
    return losers * LOSER + max(plays - min(tally.carried, small), tally.solos + tally.pairs)


# Chains ------------------------------------------------------------------------------------------


cdef bint is_master_chain(
    const RuleTable* table, const Sight* sight, const KindRow* row, int length, uint64_t start
) noexcept nogil:
    """Whether no enemy has a higher chain."""
    cdef uint64_t above = ~(start | (start - 1)) & every_rank()
    cdef int enemy
    for enemy in range(sight.enemies):
        if chain_starts(table, sight.lanes[enemy] >> row.lane & row.places, length) & above:
            return False
    return True


cdef inline bint is_length(const KindRow* row, int length) noexcept nogil:
    return row.min_length <= length <= row.max_length


cdef int losers_beside(
    const RuleTable* table, const Sight* sight, const Trial* trial, int length, uint64_t body,
    int* tries
) noexcept nogil:
    """The losers beside a chain; a plane may carry wings."""
    cdef Trial rest = trial[0]
    cdef int least
    rest.cards -= body
    least = losers_of(table, sight, &rest, tries)
    # A fourth card of a plane's rank would be left, which it may not carry (A-01).
    if trial.kind != PLANE or lanes_of(rest.cards) & every_rank() & body:
        return least
    if trial.solo_wings == 0 and is_length(&table.kinds[PLANE_SOLO], length):
        rest.solo_wings = length
        least = min(least, losers_of(table, sight, &rest, tries))
        rest.solo_wings = 0
    if trial.pair_wings == 0 and is_length(&table.kinds[PLANE_PAIR], length):
        rest.pair_wings = length
        least = min(least, losers_of(table, sight, &rest, tries))
    return least


cdef int losers_with_chain(
    const RuleTable* table, const Sight* sight, const Trial* trial, int length, uint64_t starts,
    int least, int* tries
) noexcept nogil:
    """The fewest losers, if it is less than `least`, with a chain of a kind and length."""
    cdef const KindRow* row = &table.kinds[trial.kind]
    cdef uint64_t start
    cdef int losers
    while starts and least >= WON:
        start = starts & -starts
        starts ^= start
        tries[0] -= 1
        if tries[0] < 0:
            return least
        losers = 1 + losers_beside(table, sight, trial, length, row.bodies[length] * start, tries)
        if losers < least and not is_master_chain(table, sight, row, length, start):
            losers += LOSER
        least = min(least, losers)
    return least


cdef int losers_of(
    const RuleTable* table, const Sight* sight, const Trial* trial, int* tries
) noexcept nogil:
    """The fewest losers of a trial that are found; fewer than WON are good enough."""
    cdef uint64_t lanes = lanes_of(trial.cards)
    cdef Trial trying = trial[0]
    cdef const KindRow* row
    cdef uint64_t starts
    cdef int length
    cdef int least = losers_without_chains(table, sight, lanes, trial)
    for trying.kind in range(trial.kind, PLANE + 1):
        row = &table.kinds[trying.kind]
        if row.is_low:
            continue
        for length in range(row.min_length, row.max_length + 1):
            starts = chain_starts(table, lanes >> row.lane & row.places, length) & every_rank()
            if starts == 0 or length == 0:
                break
            least = losers_with_chain(table, sight, &trying, length, starts, least, tries)
    return least


cdef int count_losers(const RuleTable* table, const Sight* sight, uint64_t cards) noexcept nogil:
    cdef Trial trial
    cdef int tries = MOST_TRIES
    trial.cards = cards
    trial.kind = SOLO_CHAIN
    trial.solo_wings = trial.pair_wings = 0
    return losers_of(table, sight, &trial, &tries)
