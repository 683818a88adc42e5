# The ways in which jokers may stand for cards of a meaning (rules.md 1b.7): counting and writing them.

from libc.stdint cimport uint64_t

from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    RED_SHIFT,
    at_least,
    at_least_one,
    card_count,
    every_rank,
    ranks_in,
)
from ddz_fast._table cimport PlayRecord

cdef extern from "bits.h" nogil:
    uint64_t black_as_at "ddz_black_as"(uint64_t bit)
    uint64_t red_as_at "ddz_red_as"(uint64_t bit)

cdef enum:
    BLACK = 1  # jokers, as a set of two
    RED = 2
    MAX_WAYS = 118  # none, one of two jokers for 13 ranks, both for 91 pairs of ranks

cdef struct Ways:
    # The ways to put jokers for cards of a meaning, as plays.
    int count
    PlayRecord plays[MAX_WAYS]

cdef inline uint64_t black_card() noexcept nogil:
    return <uint64_t>1 << BLACK_SHIFT

cdef inline uint64_t red_card() noexcept nogil:
    return <uint64_t>1 << RED_SHIFT

cdef inline int jokers_in(int jokers) noexcept nogil:
    return (jokers & BLACK) + (jokers >> 1)

cdef inline int jokers_of(uint64_t cards) noexcept nogil:
    return BLACK * (cards >> BLACK_SHIFT & 15 != 0) + RED * (cards >> RED_SHIFT != 0)

cdef inline uint64_t lacking_of(uint64_t meaning, uint64_t cards) noexcept nogil:
    """The cards of a meaning that a hand lacks: at most seven of a rank in either."""
    cdef uint64_t difference = (meaning | every_rank() << 3) - cards
    return difference & (difference >> 3 & every_rank()) * 7

cdef inline int count_ways(
    uint64_t meaning, uint64_t lacking, int jokers, int most_wild
) noexcept nogil:
    """In how many ways some jokers may stand for cards of a meaning, those lacking among them."""
    cdef int held = min(jokers_in(jokers), most_wild)
    cdef int number = card_count(lacking)
    cdef int ranks = ranks_in(at_least_one(meaning))
    cdef uint64_t twice = at_least(meaning, 2)
    cdef int one = jokers_in(jokers) if held else 0
    if number > held:
        return 0
    if number == 2:
        return 1
    if number == 1:
        return one + (ranks - 1 + (lacking & twice != 0) if held == 2 else 0)
    return 1 + one * ranks + (ranks * (ranks - 1) // 2 + ranks_in(twice) if held == 2 else 0)

cdef inline PlayRecord* write_blacks(
    uint64_t cards, uint64_t ranks, uint64_t head, PlayRecord* out
) noexcept nogil:
    """Writes a play for each rank that the black joker may stand for."""
    cards += black_card()
    while ranks:
        out.cards = cards - (ranks & -ranks)
        out.head = head + black_as_at(ranks)
        out += 1
        ranks &= ranks - 1
    return out

cdef inline PlayRecord* write_free_ways(
    uint64_t meaning, int jokers, int most_wild, uint64_t head, PlayRecord* out
) noexcept nogil:
    """Writes the ways to put one joker or two for cards that the hand has, too."""
    cdef uint64_t ranks = at_least_one(meaning)
    cdef uint64_t twice = at_least(meaning, 2)
    cdef uint64_t reds = ranks if jokers & RED else 0
    cdef uint64_t red
    cdef bint both = jokers == BLACK | RED and most_wild >= 2
    if jokers & BLACK:
        out = write_blacks(meaning, ranks, head, out)
    while reds:
        red = reds & -reds
        reds ^= red
        out.cards = meaning - red + red_card()
        out.head = head + red_as_at(red)
        if both:
            out = write_blacks(out.cards, ranks & (red - 1) | red & twice, out.head, out + 1)
        else:
            out += 1
    return out

cdef inline PlayRecord* write_ways_with(
    uint64_t meaning, uint64_t lacking, int jokers, int most_wild, uint64_t head, PlayRecord* out
) noexcept nogil:
    """Writes the ways in which a joker stands for the one card that the hand lacks."""
    cdef uint64_t ranks = at_least_one(meaning)
    cdef uint64_t twice = at_least(meaning, 2)
    cdef uint64_t red
    if jokers & BLACK:
        out = write_blacks(meaning, lacking, head, out)
    if jokers & RED:
        out.cards = meaning - lacking + red_card()
        out.head = head + red_as_at(lacking)
        out += 1
    if jokers != BLACK | RED or most_wild < 2:
        return out
    red = out[-1].head
    out = write_blacks(out[-1].cards, ranks & (lacking - 1) | lacking & twice, red, out)
    ranks &= -(lacking << 1)  # the ranks above, for the red joker
    while ranks:
        out.cards = meaning - lacking - (ranks & -ranks) + black_card() + red_card()
        out.head = head + black_as_at(lacking) + red_as_at(ranks)
        out += 1
        ranks &= ranks - 1
    return out

cdef inline PlayRecord* write_ways(
    uint64_t meaning, uint64_t lacking, int jokers, int most_wild, uint64_t head, PlayRecord* out
) noexcept nogil:
    """Writes these ways as plays, in the order of `wild` as a number."""
    cdef int number = card_count(lacking)
    if number == 0:
        out.cards = meaning
        out.head = head
        out += 1
        return write_free_ways(meaning, jokers, most_wild, head, out) if most_wild else out
    if number > min(jokers_in(jokers), most_wild):
        return out
    if number == 1:
        return write_ways_with(meaning, lacking, jokers, most_wild, head, out)
    out.cards = meaning - lacking + black_card() + red_card()
    out.head = head + black_as_at(lacking) + red_as_at(lacking & (lacking - 1) or lacking)
    return out + 1
