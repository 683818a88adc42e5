"""Positions in the core. See `_game.pxd`."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp

from ddz_fast._nibbles cimport is_within
from ddz_fast._plays cimport SLACK, count_plays, is_legal_play, write_plays
from ddz_fast._table cimport TRIO_PAIR


cdef uint64_t position_hash(const Position* position) noexcept nogil:
    cdef uint64_t state = mixed(position.hands_hash)
    cdef int seat
    state = mixed(state + position.beat.cards)
    state = mixed(state + position.beat.head)
    state = mixed(state + position.must_hold)
    for seat in range(3):
        state = mixed(state + position.bombed[seat])
    for seat in range(position.players):
        state = mixed(
            state + position.bombs[seat] + (<uint64_t>position.made[seat] << 8)
            + (<uint64_t>position.allowance[seat] << 16)
        )
    return mixed(
        state + position.players + (<uint64_t>position.to_move << 8)
        + (<uint64_t>position.passes << 16) + (<uint64_t>position.landlords << 24)
    )


cdef bint same_position(const Position* one, const Position* other) noexcept nogil:
    cdef int seat
    if one.players != other.players or one.to_move != other.to_move:
        return False
    if one.passes != other.passes or one.landlords != other.landlords:
        return False
    if one.must_hold != other.must_hold:
        return False
    if one.beat.cards != other.beat.cards or one.beat.head != other.beat.head:
        return False
    for seat in range(one.players):
        if one.hands[seat].cards != other.hands[seat].cards:
            return False
    return (
        not memcmp(one.bombs, other.bombs, one.players)
        and not memcmp(one.made, other.made, one.players)
        and not memcmp(one.allowance, other.allowance, one.players)
        and not memcmp(one.bombed, other.bombed, sizeof(one.bombed))
    )


cdef void settle(Position* position) noexcept nogil:
    cdef int seat
    position.hands_hash = 0
    position.winner = NO_SEAT
    for seat in range(position.players - 1, -1, -1):
        position.hands_hash += hand_hash(seat, position.hands[seat].cards)
        if position.hands[seat].size <= position.allowance[seat]:
            position.winner = <uint8_t>seat


cdef int64_t most_legal(const RuleTable* table, const Position* position) noexcept nogil:
    if position.winner != NO_SEAT:
        return 0
    return count_plays(
        table, position.hands[position.to_move].cards, position.beat, bombs_allowed(position)
    )


cdef PlayRecord* write_legal(
    const RuleTable* table, const Position* position, PlayRecord* out
) noexcept nogil:
    cdef uint64_t cards = position.hands[position.to_move].cards
    cdef PlayRecord* play = out
    cdef PlayRecord* end
    if position.winner != NO_SEAT:
        return out
    end = write_plays(table, cards, position.beat, bombs_allowed(position), out)
    if position.must_hold == 0:
        return end
    while play < end:
        out[0] = play[0]
        out += is_within(position.must_hold, play.cards)
        play += 1
    return out


cdef bint is_legal_now(
    const RuleTable* table, const Position* position, PlayRecord play
) noexcept nogil:
    cdef uint64_t cards = position.hands[position.to_move].cards
    return (
        position.winner == NO_SEAT
        and is_legal_play(table, play, cards, position.beat, bombs_allowed(position))
        and is_within(position.must_hold, play.cards)
    )


cdef int64_t count_sequences(
    const RuleTable* table, Position* position, int depth
) noexcept nogil:
    cdef int64_t count = most_legal(table, position)
    cdef PlayRecord* plays
    cdef PlayRecord* end
    if depth == 1 and position.must_hold == 0:
        return count + may_pass(position)
    plays = <PlayRecord*>malloc((count + SLACK) * sizeof(PlayRecord))
    if plays == NULL:
        return -1
    end = write_legal(table, position, plays)
    if may_pass(position):
        # The room for more than the plays holds the pass, too.
        end.cards = end.head = 0
        end += 1
    count = end - plays if depth == 1 else count_behind(table, position, depth - 1, plays, end)
    free(plays)
    return count


cdef int64_t count_behind(
    const RuleTable* table, Position* position, int depth, const PlayRecord* play,
    const PlayRecord* end
) noexcept nogil:
    """The sequences of so many plies behind each of some plays."""
    cdef Ply ply
    cdef int64_t count = 0
    cdef int64_t behind = -1
    cdef uint64_t head = 0
    while play < end:
        # The last ply answers the play's head, and mostly not its kickers: plays that differ in those
        # only are next to each other, and have as many answers.
        if (
            depth > 1 or behind < 0 or play.head != head or play.kind == 0
            or (table.trio2_split and play.kind == TRIO_PAIR)  # A-26: a pair, or two singles
        ):
            make_ply(table, position, play[0], &ply)
            behind = count_sequences(table, position, depth)
            take_back(position, &ply)
            if behind < 0:
                return -1
            head = play.head
        count += behind
        play += 1
    return count
