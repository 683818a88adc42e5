"""Positions that are won at sight. See `_sight.pxd`."""

from libc.stdint cimport uint64_t

from ddz_fast._game cimport next_seat
from ddz_fast._losers cimport (
    WON,
    Sight,
    count_losers,
    is_mine,
    look_at_enemies,
    naturals,
)
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    every_rank,
    is_within,
    lanes_of,
    lowest_bit,
    ranks_above,
)
from ddz_fast._plays cimport NO_LIMIT, play_beats
from ddz_fast._shapes cimport chain_starts, may_have_bombs
from ddz_fast._table cimport BOMB, KindRow, PAIR, ROCKET, SOLO, head_rank_at

cdef struct Look:
    # A position as one seat sees it.
    const RuleTable* table
    const Position* position
    int side
    int seat
    Sight sight


cdef bint is_unbeatable(const Look* look, PlayRecord play) noexcept nogil:
    """Whether no enemy can answer a play."""
    cdef int other
    for other in range(look.position.players):
        if not is_mine(look.side, look.seat, other) and can_beat(
            look.table, look.position, other, play
        ):
            return False
    return True


# Bombs -------------------------------------------------------------------------------------------


cdef inline PlayRecord bomb_at(const RuleTable* table, uint64_t cards, uint64_t rank) noexcept nogil:
    """All cards of a rank as a bomb; its kind is 0 if the rule set has no such bomb."""
    cdef int length = <int>(cards >> lowest_bit(rank) & 15)
    cdef PlayRecord bomb
    bomb.cards = <uint64_t>length << lowest_bit(rank)
    bomb.head = 0
    if table.power[BOMB][length]:
        bomb.head = table.kinds[BOMB].heads[length] + head_rank_at(lowest_bit(rank))
    return bomb


cdef inline PlayRecord rocket_in(const RuleTable* table, uint64_t cards) noexcept nogil:
    """The rocket of one black and one red joker, if they are all; its kind is 0 if there is none.

    Where rockets do not beat each other (A-22) it is left out, too.
    """
    cdef PlayRecord rocket
    rocket.cards = <uint64_t>0x11 << BLACK_SHIFT
    rocket.head = 0
    if cards >> BLACK_SHIFT == 0x11 and table.power[ROCKET][2] and not table.flat_rockets:
        rocket.head = table.kinds[ROCKET].heads[2]
        rocket.rank = 1  # red jokers
    return rocket


cdef bint has_twin(const Look* look, uint64_t cards) noexcept nogil:
    """Whether an enemy has the same bomb, which is not beaten by it."""
    cdef int other
    for other in range(look.position.players):
        if not is_mine(look.side, look.seat, other) and is_within(
            cards, look.position.hands[other].cards
        ):
            return True
    return False


cdef uint64_t best_bombs(const Look* look, uint64_t cards, int count) noexcept nogil:
    """The cards of so many bombs that beat all of the enemies' bombs; 0: there are fewer."""
    cdef uint64_t quads = lanes_of(cards) >> 3 & naturals()
    cdef PlayRecord bomb = rocket_in(look.table, cards)
    cdef uint64_t found = 0
    while count:
        if bomb.kind and is_unbeatable(look, bomb) and not has_twin(look, bomb.cards):
            found += bomb.cards
            count -= 1
        elif quads == 0:
            return 0
        bomb.kind = 0
        if quads:
            bomb = bomb_at(look.table, cards, quads & -quads)
            quads &= quads - 1
    return found


# Leading -----------------------------------------------------------------------------------------


cdef bint wins_leading(const Look* look, uint64_t cards) noexcept nogil:
    """Whether the seat wins if it leads with these cards."""
    cdef Sight sight
    cdef uint64_t bombs
    if look.sight.bombs == 0:
        return count_losers(look.table, &look.sight, cards) < WON
    # Each bomb of an enemy's is answered with a better one, which is kept for that.
    if look.sight.spare < 0 or look.sight.quota < look.sight.bombs:
        return False
    bombs = best_bombs(look, cards, look.sight.bombs)
    if bombs == 0:
        return False
    sight = look.sight
    if sight.quota != NO_LIMIT:
        sight.quota -= sight.bombs
    return count_losers(look.table, &sight, cards - bombs) < WON


cdef bint takes_over(const Look* look, int partner, int size) noexcept nogil:
    """Whether a partner takes over the leader's lowest solo or pair, and wins then."""
    cdef const Position* position = look.position
    cdef uint64_t places = look.table.kinds[size].places
    cdef uint64_t lowest = position.hands[look.seat].lanes[0] >> (size - 1) & places
    cdef uint64_t winners = position.hands[partner].lanes[0] >> (size - 1) & places
    cdef uint64_t winner
    cdef Sight sight = look.sight
    lowest &= -lowest
    if lowest == 0 or sight.spare < size:
        return False  # an enemy that answers would go out
    sight.spare -= size
    sight.quota = position.bombs[partner]
    winners &= sight.above[size] & ~(lowest | (lowest - 1))
    while winners:
        winner = winners & -winners
        winners ^= winner
        if count_losers(look.table, &sight, position.hands[partner].cards - winner * size) < WON:
            return True
    return False


cdef bint partner_wins(const Look* look) noexcept nogil:
    """Whether some partner takes over a lead, and wins then."""
    cdef int partner
    if look.sight.bombs:
        return False
    for partner in range(look.position.players):
        if partner != look.seat and is_mine(look.side, look.seat, partner):
            if takes_over(look, partner, SOLO) or takes_over(look, partner, PAIR):
                return True
    return False


# Answering ---------------------------------------------------------------------------------------


cdef bint wins_after(const Look* look, PlayRecord play) noexcept nogil:
    """Whether a play that nobody can answer goes out, or wins with the next lead."""
    cdef const Hand* hand = &look.position.hands[look.seat]
    return hand.cards == play.cards or wins_leading(look, hand.cards - play.cards)


cdef bint bombs_in(const Look* look) noexcept nogil:
    """Whether a bomb that nobody can answer takes the lead, which wins."""
    cdef const RuleTable* table = look.table
    cdef const Hand* hand = &look.position.hands[look.seat]
    cdef uint64_t quads = hand.lanes[0] >> 3 & naturals()
    cdef PlayRecord bomb = rocket_in(table, hand.cards)
    cdef Look after = look[0]
    if look.sight.quota == 0:
        return False
    if look.sight.quota != NO_LIMIT:
        after.sight.quota -= 1
    while bomb.kind or quads:
        if (
            bomb.kind and play_beats(table, bomb, look.position.beat)
            and is_unbeatable(look, bomb) and wins_after(&after, bomb)
        ):
            return True
        bomb.kind = 0
        if quads:
            bomb = bomb_at(table, hand.cards, quads & -quads)
            quads &= quads - 1
    return False


cdef uint64_t master_answers(const Look* look) noexcept nogil:
    """Where the bodies of answers begin that no enemy has a higher one than."""
    cdef const KindRow* row = &look.table.kinds[look.position.beat.kind]
    cdef int length = look.position.beat.length
    cdef uint64_t lanes = look.position.hands[look.seat].lanes[0]
    cdef uint64_t starts = lanes >> row.lane & row.places
    cdef uint64_t others = 0
    cdef int enemy
    if not row.is_chain:
        return starts & ranks_above(look.position.beat.rank) & look.sight.masters[row.lane + 1]
    starts = chain_starts(look.table, starts, length) & every_rank()
    for enemy in range(look.sight.enemies):
        others |= chain_starts(look.table, look.sight.lanes[enemy] >> row.lane & row.places, length)
    others &= every_rank()
    while others & (others - 1):
        others &= others - 1
    return starts & ranks_above(look.position.beat.rank) & ~((others - 1) if others else 0)


cdef uint64_t cheapest_kicker(const Look* look, uint64_t body_rank, int size) noexcept nogil:
    """The cards of the lowest kicker, one that tears no group if there is one; 0: there is none."""
    cdef uint64_t lanes = look.position.hands[look.seat].lanes[0]
    cdef uint64_t ranks = lanes >> (size - 1) & naturals() & ~body_rank
    cdef uint64_t whole = ranks & ~(lanes >> size)
    if whole:
        ranks = whole
    return (ranks & -ranks) * size


cdef bint answers(const Look* look) noexcept nogil:
    """Whether an answer of the same kind, and that nobody can answer, takes the lead, which wins."""
    cdef PlayRecord beat = look.position.beat
    cdef const KindRow* row = &look.table.kinds[beat.kind]
    cdef uint64_t starts, start
    cdef PlayRecord play
    if beat.kind >= BOMB or row.is_low or row.only_as_last or row.has_wings:
        return False
    if row.kickers * beat.length > 1 or look.sight.bombs:
        return False
    starts = master_answers(look)
    while starts:
        start = starts & -starts
        starts ^= start
        play.cards = row.bodies[beat.length] * start
        if row.kickers:
            play.cards += cheapest_kicker(look, start, row.kicker_size)
            if play.cards == row.bodies[beat.length] * start:
                continue
        if wins_after(look, play):
            return True
    return False


cdef bint keeps_trick(const Look* look, int owner) noexcept nogil:
    """Whether no enemy who is still to answer can, so that a play of the own side's stands."""
    cdef const Position* position = look.position
    cdef int other = look.seat
    while other != owner:
        if not is_mine(look.side, owner, other) and can_beat(
            look.table, position, other, position.beat
        ):
            return False
        other = next_seat(position, other)
    return True


cdef inline void take_seat(Look* look, int seat) noexcept nogil:
    """The same position as another seat of the same side sees it."""
    look.seat = seat
    look.sight.quota = look.position.bombs[seat]


cdef bint wins_following(Look* look) noexcept nogil:
    cdef const Position* position = look.position
    cdef int mover = look.seat
    cdef int owner = owner_of(position)
    cdef int seat = mover
    if is_mine(look.side, owner, mover) and keeps_trick(look, owner):
        take_seat(look, owner)
        if wins_leading(look, position.hands[owner].cards):
            return True
    # Partners who answer next are left the trick by passing.
    while seat != owner and is_mine(look.side, seat, mover):
        take_seat(look, seat)
        if answers(look) or (may_have_bombs(look.table, &position.hands[seat]) and bombs_in(look)):
            return True
        seat = next_seat(position, seat)
    return False


cdef bint wins_at_sight(
    const RuleTable* table, const Position* position, int side
) noexcept nogil:
    cdef Look look
    look.table = table
    look.position = position
    look.side = side
    look.seat = position.to_move
    look_at_enemies(table, position, side, look.seat, &look.sight)
    if position.beat.kind:
        return wins_following(&look)
    return wins_leading(&look, position.hands[look.seat].cards) or partner_wins(&look)
