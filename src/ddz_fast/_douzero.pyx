"""Moves in DouZero's form: sorted lists of 3 to 14, 17, 20 and 30. See `_douzero.pxd`."""

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy

from ddz_fast._douzero_moves cimport (
    KINGS,
    MAX_MOVES,
    PASS,
    SERIAL_3_1,
    SERIAL_3_2,
    SERIAL_SINGLE,
    SERIAL_TRIPLE,
    Source,
    WRONG,
    add_answers,
    add_leads,
    add_type,
    detected,
    set_source,
    strength,
)
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    at_least,
    at_least_one,
    card_count,
    every_rank,
    is_within,
    lowest_bit,
    ranks_in,
)
from ddz_fast._plays cimport MAX_READINGS, SLACK, count_plays, is_hand, write_plays, write_readings
from ddz_fast._table cimport PlayRecord, Table, table_of

from .cards import format_hand
from .kinds import Kind

cdef Table TABLE = table_of("douzero")
cdef tuple CARDS = (*range(3, 15), 17, 20, 30)
cdef dict RANK_OF = {card: rank for rank, card in enumerate(CARDS)}
# DouZero's types in the order of their numbers
cdef tuple KINDS = (
    Kind.NONE, Kind.SOLO, Kind.PAIR, Kind.TRIO, Kind.BOMB, Kind.ROCKET, Kind.TRIO_SOLO,
    Kind.TRIO_PAIR, Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE, Kind.PLANE_SOLO, Kind.PLANE_PAIR,
    Kind.QUAD_SOLO, Kind.QUAD_PAIR,
)
cdef int[17] TYPE_OF_KIND
cdef int[15] KIND_OF_TYPE
for _number, _kind in enumerate(KINDS):
    TYPE_OF_KIND[_kind] = _number
    KIND_OF_TYPE[_number] = _kind


cdef uint64_t packed_of(object move) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t cards = 0
    cdef int rank
    for card in move:
        found = RANK_OF.get(card)
        if found is None:
            raise ValueError(f"no card: {card!r}; cards are 3 to 14, 17, 20 and 30")
        rank = found
        if cards >> 4 * rank & 15 == 15:
            raise ValueError(f"more than 15 cards {card!r}")
        cards += <uint64_t>1 << 4 * rank
    return cards


cdef list list_of(uint64_t cards):
    cdef list move = PyList_New(card_count(cards))
    cdef int rank, place = 0
    while cards:
        rank = lowest_bit(cards) >> 2
        card = <object>CARDS[rank]
        for _ in range(cards >> 4 * rank & 15):
            Py_INCREF(card)
            PyList_SET_ITEM(move, place, card)
            place += 1
        cards &= ~(<uint64_t>15 << 4 * rank)
    return move


cdef list lists_of(const uint64_t* cards, Py_ssize_t count):
    cdef list moves = PyList_New(count)
    cdef Py_ssize_t index
    for index in range(count):
        move = list_of(cards[index])
        Py_INCREF(move)
        PyList_SET_ITEM(moves, index, move)
    return moves


cdef uint64_t packed_hand(object hand) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t cards = packed_of(hand)
    if not is_hand(&TABLE.c, cards):
        raise ValueError(f"{format_hand(cards)} is no hand: at most 20 cards of one deck")
    return cards


cdef bint is_of_one_deck(uint64_t cards) noexcept nogil:
    return is_within(cards, TABLE.c.deck)


cdef bint is_bomb(uint64_t cards) noexcept nogil:
    # A bomb is four of one rank: one bit, the third of its nibble.
    return cards == ROCKET_CARDS or (cards & cards - 1 == 0 and cards & 4 * every_rank() != 0)


# What may be moved -------------------------------------------------------------------------------


cdef uint64_t ROCKET_CARDS = (<uint64_t>1 << BLACK_SHIFT) | (<uint64_t>1 << RED_SHIFT)
cdef dict SINGLES_OF = {}  # by the ranks that a hand has


cdef int order_singles(Source* source) except -1:
    """DouZero lists single cards in the order of a set of them: which depends on Python's sets."""
    cdef uint64_t held = at_least_one(source.cards)
    singles = SINGLES_OF.get(held)
    if singles is None:
        singles = SINGLES_OF[held] = bytes([RANK_OF[card] for card in set(list_of(held))])
    memcpy(source.singles, <const char*>(<bytes>singles), source.ranks)
    return 0


cdef int find_moves(uint64_t hand, uint64_t rival, bint exact, Moves* out) except -1:
    cdef Source source
    out.size = 0
    if exact:
        set_source(&source, hand)
        # Only singles and trios with a single are listed in that order.
        if rival == 0 or card_count(rival) in (1, 4):
            order_singles(&source)
        if rival:
            add_answers(&source, rival, out)
        else:
            add_leads(&source, out)
    else:
        add_plays(hand, canonical(rival), -1, 0, out)
    if rival:
        add_cards(out, 0)
    return 0


cdef PlayRecord canonical(uint64_t cards) noexcept nogil:
    """The first reading: most groups, then without kickers, then the higher rank."""
    cdef PlayRecord[MAX_READINGS] readings
    cdef PlayRecord best
    cdef int count, index
    best.cards = best.head = 0
    if cards == 0:
        return best
    count = write_readings(&TABLE.c, cards, readings)
    for index in range(count):
        if index == 0 or reading_order(readings[index]) > reading_order(best):
            best = readings[index]
    return best


cdef int reading_order(PlayRecord play) noexcept nogil:
    cdef int groups = play.length if TABLE.c.kinds[play.kind].is_chain else 1
    return 64 * groups + 32 * (TABLE.c.kinds[play.kind].kickers == 0) + play.rank


cdef bint is_listed(const Moves* moves, int first, uint64_t cards) noexcept nogil:
    cdef int index
    for index in range(first, moves.size):
        if moves.cards[index] == cards:
            return True
    return False


cdef int add_plays(
    uint64_t hand, PlayRecord rival, int kind, int length, Moves* out
) except -1:
    """The core's plays of a kind (-1: of all) and a length (0: of all), the same cards once."""
    cdef Py_ssize_t count = count_plays(&TABLE.c, hand, rival, True)
    cdef PlayRecord[128] few
    cdef PlayRecord* plays = few
    cdef PlayRecord* end
    if count + SLACK > 128:
        plays = <PlayRecord*>PyMem_Malloc((count + SLACK) * sizeof(PlayRecord))
        if plays == NULL:
            raise MemoryError("no memory for the moves of a hand")
    end = write_plays(&TABLE.c, hand, rival, True, plays)
    choose_plays(plays, end, kind, length, out)
    if plays != few:
        PyMem_Free(plays)
    return 0


cdef void choose_plays(
    const PlayRecord* play, const PlayRecord* end, int kind, int length, Moves* out
) noexcept nogil:
    cdef int planes = -1  # where planes begin: only they have equal cards
    while play < end:
        if planes < 0 and play.kind >= KIND_OF_TYPE[SERIAL_TRIPLE]:
            planes = out.size
        if (kind < 0 or play.kind == kind) and (length == 0 or play.length == length):
            if not (has_twin(play) and is_listed(out, planes, play.cards)):
                add_cards(out, play.cards)
        play += 1


cdef bint has_twin(const PlayRecord* play) noexcept nogil:
    """Whether another play may have the same cards: a plane with a trio among its wings."""
    return (
        play.kind == KIND_OF_TYPE[SERIAL_3_1]
        and ranks_in(at_least(play.cards, 3)) > play.length
    )


cdef inline void add_cards(Moves* out, uint64_t cards) noexcept nogil:
    if out.size < MAX_MOVES:
        out.cards[out.size] = cards
        out.size += 1


# For Python --------------------------------------------------------------------------------------


def packed(move):
    """Packed cards of a list of DouZero's card numbers, in any order.

    Raises ValueError for another number.

    >>> hex(packed([3, 3, 20])), packed([])
    ('0x10000000000002', 0)
    """
    return packed_of(move)


def unpacked(cards):
    """The sorted list of DouZero's card numbers of packed cards.

    >>> unpacked(packed([30, 4, 3]))
    [3, 4, 30]
    """
    return list_of(cards)


def moves_of_type(hand, int kind, int length, bint exact):
    """The moves of one of DouZero's types (1 to 14), or of all (0), that a list of cards can lead."""
    cdef uint64_t cards = packed_hand(hand)
    cdef PlayRecord lead
    cdef Source source
    cdef Moves found
    found.size = 0
    if kind == 0:
        find_moves(cards, 0, exact, &found)
    elif exact:
        set_source(&source, cards)
        order_singles(&source)
        add_type(&source, kind, length, &found)
    else:
        lead.cards = lead.head = 0
        add_plays(cards, lead, KIND_OF_TYPE[kind], length, &found)
    return lists_of(found.cards, found.size)


def answers(hand, rival, bint exact):
    """What a list of cards can answer to a move, the pass last; all leads if it is empty."""
    cdef Moves found
    find_moves(packed_hand(hand), packed_of(rival), exact, &found)
    return lists_of(found.cards, found.size)


def type_of(move, bint exact):
    """What a move is: DouZero's type, rank and length as numbers of its own; -1 for none."""
    cdef uint64_t cards = packed_of(move)
    cdef PlayRecord play
    cdef MoveType told
    if exact:
        told = detected(cards)
        play.rank, play.length = told.rank, told.length
    else:
        play = canonical(cards)
        told.type = TYPE_OF_KIND[play.kind] if play.kind or not cards else WRONG
        told.length = play.length if SERIAL_SINGLE <= told.type <= SERIAL_3_2 else 0
    if told.type in (PASS, KINGS, WRONG):
        return told.type, -1, -1
    return told.type, CARDS[play.rank], told.length or -1


def strength_of(move, int kind, bint exact):
    """What moves of a type are compared by."""
    cdef uint64_t cards = packed_of(move)
    cdef PlayRecord[MAX_READINGS] readings
    cdef int index, count, best = -1
    if exact or kind != SERIAL_3_1:
        return strength(kind, cards)
    count = write_readings(&TABLE.c, cards, readings)
    for index in range(count):
        if readings[index].kind == KIND_OF_TYPE[kind]:
            best = max(best, readings[index].rank)
    return best
