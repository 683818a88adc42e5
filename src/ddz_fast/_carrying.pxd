# Kickers of bodies in which jokers may be wild: each choice of them comes with every way to put jokers
# into the body that are not kickers.

from libc.stdint cimport uint64_t

from ddz_fast._kickers cimport BLOCK
from ddz_fast._nibbles cimport (
    NATURAL_RANKS,
    at_least,
    at_least_one,
    ranks_above,
    whole_nibbles,
)
from ddz_fast._table cimport PlayRecord
from ddz_fast._ways cimport Ways, Words, put, rank_at, sum_of, words_from, words_of, write_sums

cdef struct Naturals:
    # The kickers that a body may carry, jokers apart, lowest rank first, each as what it adds to a play.
    uint64_t caps  # how many there may be of each rank; jokers, too
    int count
    PlayRecord cards[NATURAL_RANKS + BLOCK]

cdef inline void list_naturals(Naturals* kickers, uint64_t caps, int size) noexcept nogil:
    """Lists the kickers of `size` cards within caps."""
    cdef uint64_t ranks = at_least_one(caps) & ~ranks_above(NATURAL_RANKS - 1)
    kickers.caps = caps
    kickers.count = 0
    while ranks:
        put(&kickers.cards[kickers.count], words_from(size * (ranks & -ranks), 0))
        ranks &= ranks - 1
        kickers.count += 1

cdef inline void choose_naturals(
    Naturals* kickers, const Naturals* every, uint64_t caps
) noexcept nogil:
    """Lists those of some kickers that are within caps."""
    cdef uint64_t whole = whole_nibbles(at_least_one(caps))
    cdef int count = 0
    cdef int index
    for index in range(every.count):
        put(&kickers.cards[count], words_of(&every.cards[index]))
        count += every.cards[index].cards & whole != 0
    kickers.caps = caps
    kickers.count = count

cdef inline PlayRecord* write_carrying(
    PlayRecord* out, const Ways* ways, Words carried, const Naturals* kickers, int first, int slots
) noexcept nogil:
    """Writes the ways of a body with every multiset of kickers, lowest ranks and most copies first.

    `slots` (1 and up) natural ones from `first` on, or jokers, beside what is carried already.
    """
    cdef int index, taken, cap
    cdef Words more
    if slots == 1:
        return write_last(out, ways, carried, kickers, first)
    if slots == 2:
        return write_last_two(out, ways, carried, kickers, first)
    for index in range(first, kickers.count):
        cap = <int>(kickers.caps >> 4 * rank_at(kickers.cards[index].cards) & 15)
        for taken in range(min(cap, slots), 0, -1):
            more = sum_of(carried, words_from(kickers.cards[index].cards * taken, 0))
            if taken == slots:
                out = write_sums(out, more, ways.free, ways.counts.free)
            else:
                out = write_carrying(out, ways, more, kickers, index + 1, slots - taken)
    return out

cdef inline PlayRecord* write_last_two(
    PlayRecord* out, const Ways* ways, Words carried, const Naturals* kickers, int first
) noexcept nogil:
    """The same for two kickers."""
    cdef uint64_t twice = whole_nibbles(at_least(kickers.caps, 2))
    cdef int index
    cdef Words more
    for index in range(first, kickers.count):
        more = sum_of(carried, words_of(&kickers.cards[index]))
        out = write_last(out, ways, more, kickers, index + (twice & kickers.cards[index].cards == 0))
    return write_sums(out, carried, ways.with_both, ways.counts.with_both)

cdef inline PlayRecord* write_last(
    PlayRecord* out, const Ways* ways, Words carried, const Naturals* kickers, int first
) noexcept nogil:
    """Writes the ways of a body with each natural kicker from `first` on, and each joker."""
    cdef const PlayRecord* kicker = &kickers.cards[first]
    cdef int number = kickers.count - first
    cdef Words play
    cdef int index
    if ways.counts.free == 1:
        play = sum_of(carried, words_of(ways.free))
        out = write_sums(out, play, kicker, number)
    elif ways.counts.free <= 3:
        out = write_few(out, ways, carried, kicker, number, 3)
    elif ways.counts.free == 4:
        out = write_few(out, ways, carried, kicker, number, 4)
    else:
        for index in range(number):
            out = write_sums(
                out, sum_of(carried, words_of(kicker + index)), ways.free, ways.counts.free
            )
    return write_sums(out, carried, ways.with_one, ways.counts.with_one)

cdef inline PlayRecord* write_few(
    PlayRecord* out, const Ways* ways, Words carried, const PlayRecord* kicker, int number, int most
) noexcept nogil:
    """Writes at most so many ways with each of some kickers."""
    cdef const PlayRecord* end = kicker + number
    cdef Words play[4]
    cdef int count = ways.counts.free
    cdef int way
    for way in range(most):
        play[way] = sum_of(carried, words_of(ways.free + way))
    while kicker < end:
        for way in range(most):
            put(out + way, sum_of(play[way], words_of(kicker)))
        out += count
        kicker += 1
    return out
