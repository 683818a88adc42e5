# The game of plays: a position, and what a play or a pass makes of it.
#
# Positions are changed in place. What a ply changes is kept in a Ply, with which it is taken back.

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

from ddz_fast._nibbles cimport card_count
from ddz_fast._plays cimport NO_LIMIT
from ddz_fast._shapes cimport Hand, hand_of
from ddz_fast._table cimport BOMB, BOMB_CHAIN, PlayRecord, ROCKET, RuleTable, Table, is_limited

cdef extern from "bits.h" nogil:
    uint64_t mixed "ddz_mixed"(uint64_t word)  # a permutation of all words that looks random

cdef enum:
    MAX_SEATS = 6
    NO_SEAT = 255

cdef struct Position:
    Hand hands[MAX_SEATS]  # by seat
    PlayRecord beat  # what must be beaten; all zero: a lead
    uint64_t hands_hash  # of all hands
    uint64_t must_hold  # cards that the next play must hold; none after the first (A-32)
    uint8_t bombs[MAX_SEATS]  # bomb-class plays that a seat may still make; NO_LIMIT: any number
    uint8_t made[MAX_SEATS]  # plays that a seat has made: 2 is two or more
    uint8_t allowance[MAX_SEATS]  # a seat with so few cards has won
    uint16_t bombed[3]  # bombs, chains of bombs and rockets that were played
    uint8_t players
    uint8_t to_move
    uint8_t passes  # since `beat`
    uint8_t winner  # NO_SEAT: the game goes on
    uint8_t landlords  # bit s: seat s is one of them

cdef struct Ply:
    PlayRecord play  # all zero: a pass
    PlayRecord beat  # what was there before
    Hand hand
    uint64_t hands_hash
    uint64_t must_hold
    uint8_t seat
    uint8_t passes
    uint8_t bombs
    uint8_t made

cdef inline uint64_t hand_hash(int seat, uint64_t cards) noexcept nogil:
    """A hand's part in the hash: the sum over all seats is the same however a position is reached."""
    return mixed(cards + (<uint64_t>(seat + 1) << 60))

cdef inline int next_seat(const Position* position, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < position.players else 0

cdef inline bint may_pass(const Position* position) noexcept nogil:
    return position.beat.kind != 0 and position.winner == NO_SEAT

cdef inline bint bombs_allowed(const Position* position) noexcept nogil:
    """Whether the seat to move has a bomb-class play left that uses up its limit."""
    return position.bombs[position.to_move] != 0

cdef inline void pass_turn(Position* position) noexcept nogil:
    """The seat to move passes; after the last pass the next seat, whose play it was, leads."""
    position.passes += 1
    if position.passes + 1 == position.players:
        position.passes = 0
        position.beat.cards = position.beat.head = 0
    position.to_move = <uint8_t>next_seat(position, position.to_move)

cdef inline void count_bomb(
    const RuleTable* table, Position* position, int kind
) noexcept nogil:
    position.bombed[kind - BOMB] += 1
    if position.bombs[position.to_move] != NO_LIMIT and is_limited(table, kind):
        position.bombs[position.to_move] -= 1

cdef inline void lay_down(
    const RuleTable* table, Position* position, PlayRecord play
) noexcept nogil:
    """The seat to move makes a legal play. Leaves `hands_hash` as it is."""
    cdef int seat = position.to_move
    cdef Hand* hand = &position.hands[seat]
    hand[0] = hand_of(hand.cards - play.cards)
    position.beat = play
    position.must_hold = 0
    position.passes = 0
    position.made[seat] += position.made[seat] < 2
    if play.kind >= BOMB:
        count_bomb(table, position, play.kind)
    if hand.size <= position.allowance[seat]:
        position.winner = <uint8_t>seat
    position.to_move = <uint8_t>next_seat(position, seat)

cdef inline void make_ply(
    const RuleTable* table, Position* position, PlayRecord play, Ply* ply
) noexcept nogil:
    """Makes a legal play or a pass (all zero), and keeps what it changes."""
    cdef int seat = position.to_move
    ply.play = play
    ply.beat = position.beat
    ply.hands_hash = position.hands_hash
    ply.seat = <uint8_t>seat
    ply.passes = position.passes
    if play.kind == 0:
        pass_turn(position)
        return
    ply.hand = position.hands[seat]
    ply.must_hold = position.must_hold
    ply.bombs = position.bombs[seat]
    ply.made = position.made[seat]
    lay_down(table, position, play)
    position.hands_hash += (
        hand_hash(seat, position.hands[seat].cards) - hand_hash(seat, ply.hand.cards)
    )

cdef inline void take_back(Position* position, const Ply* ply) noexcept nogil:
    """Undoes the last ply that was made."""
    cdef int seat = ply.seat
    position.to_move = ply.seat
    position.beat = ply.beat
    position.passes = ply.passes
    if ply.play.kind == 0:
        return
    position.hands[seat] = ply.hand
    position.hands_hash = ply.hands_hash
    position.must_hold = ply.must_hold
    position.bombs[seat] = ply.bombs
    position.made[seat] = ply.made
    position.winner = NO_SEAT
    if ply.play.kind >= BOMB:
        position.bombed[ply.play.kind - BOMB] -= 1

# The hash of all that a position is: equal positions have equal hashes however they were reached.
cdef uint64_t position_hash(const Position* position) noexcept nogil

# Whether two positions are equal.
cdef bint same_position(const Position* one, const Position* other) noexcept nogil

# Sets up what follows from the hands: the hash, and who has won (the lowest such seat).
cdef void settle(Position* position) noexcept nogil

# The legal plays of the seat to move, without the pass, written as _plays.write_plays does into room
# for as many as there are at most, and SLACK. A game that is over has none.
cdef int64_t most_legal(const RuleTable* table, const Position* position) noexcept nogil
cdef PlayRecord* write_legal(
    const RuleTable* table, const Position* position, PlayRecord* out
) noexcept nogil

# Whether a record is one of them.
cdef bint is_legal_now(
    const RuleTable* table, const Position* position, PlayRecord play
) noexcept nogil

# How many sequences of `depth` (1 and up) plies there are, passes included; -1: no memory.
cdef int64_t count_sequences(
    const RuleTable* table, Position* position, int depth
) noexcept nogil
