# The ways in which jokers may stand for cards of a meaning (rules.md 1b.7): counting and writing them.
#
# A way is the meaning, as a play, and what stands in for its cards: both are added at once, as records.

from libc.stdint cimport uint64_t

from ddz_fast._kickers cimport BLOCK
from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    NATURAL_RANKS,
    RED_SHIFT,
    at_least,
    at_least_one,
    card_count,
    every_rank,
    lowest_bit,
    ranks_in,
)
from ddz_fast._table cimport PlayRecord

cdef extern from "bits.h" nogil:
    uint64_t black_as_at "ddz_black_as"(uint64_t bit)
    uint64_t red_as_at "ddz_red_as"(uint64_t bit)
    # A record as two words that are added at once.
    ctypedef struct Words "ddz_words":
        pass
    Words words_of "ddz_words_of"(const PlayRecord* play)
    Words words_from "ddz_words_from"(uint64_t cards, uint64_t head)
    Words sum_of "ddz_sum"(Words one, Words other)
    void put "ddz_put"(PlayRecord* out, Words play)

cdef enum:
    BLACK = 1  # jokers, as a set of two
    RED = 2
    MAX_WAYS = 128  # none, one of two jokers for 13 ranks, both for 91 pairs of ranks, and some blocks

cdef struct WaysOfRank:
    # The ways of several cards of one rank, as what is added to them.
    PlayRecord free[BLOCK]  # no joker is a kicker: none is wild, black, red, both
    PlayRecord with_one[BLOCK]  # the black joker is a kicker; the red one
    PlayRecord with_both[BLOCK]

cdef struct WayCounts:
    int free
    int with_one
    int with_both

cdef struct StandIns:
    # What is added to a play where jokers stand for cards of it: the change of its cards, and `wild`.
    # By rank; write_sums reads up to a block behind the last.
    PlayRecord black[NATURAL_RANKS + BLOCK]
    PlayRecord red[NATURAL_RANKS + BLOCK]
    # By the rank that one joker stands for, and by the other's: only those that differ, and all.
    PlayRecord both[2][NATURAL_RANKS][NATURAL_RANKS + BLOCK]
    # By the set of jokers, and by how many cards are lacking.
    WaysOfRank of_rank[4][3][NATURAL_RANKS]
    WayCounts of_rank_counts[4][3]

cdef struct Ways:
    # The ways to put jokers for cards of a body, as plays with the jokers that are kickers of it.
    WayCounts counts
    const PlayRecord* free
    const PlayRecord* with_one
    const PlayRecord* with_both

cdef struct Meaning:
    # What a play stands for, and how the hand falls short of it.
    Words play
    uint64_t cards
    uint64_t held  # the hand
    int number  # of cards that it lacks
    int jokers  # that may be wild, as a set
    bint both  # may be wild at once
    int twice  # 1: each of its ranks is there twice; 0: none is
    bint is_run  # they are neighbours, and the next two lines are known
    int first  # the lowest of them
    int count  # how many they are

cdef inline uint64_t black_card() noexcept nogil:
    return <uint64_t>1 << BLACK_SHIFT

cdef inline uint64_t red_card() noexcept nogil:
    return <uint64_t>1 << RED_SHIFT

cdef inline int jokers_in(int jokers) noexcept nogil:
    return (jokers & BLACK) + (jokers >> 1)

cdef inline int rank_at(uint64_t mask) noexcept nogil:
    """The lowest rank of a mask."""
    return lowest_bit(mask) >> 2

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

cdef inline PlayRecord* write_sums(
    PlayRecord* out, Words play, const PlayRecord* added, int count
) noexcept nogil:
    """Writes a play with each of `count` additions, in whole blocks."""
    cdef const PlayRecord* end = out + count
    cdef PlayRecord* block = out
    while block < end:
        write_block(block, play, added)
        block += BLOCK
        added += BLOCK
    return out + count

cdef inline void write_block(
    PlayRecord* out, Words play, const PlayRecord* added
) noexcept nogil:
    put(out, sum_of(play, words_of(added)))
    put(out + 1, sum_of(play, words_of(added + 1)))
    put(out + 2, sum_of(play, words_of(added + 2)))
    put(out + 3, sum_of(play, words_of(added + 3)))

cdef inline PlayRecord* write_ways(
    const StandIns* every, const Meaning* meaning, PlayRecord* out
) noexcept nogil:
    """Writes these ways as plays, in the order of `wild` as a number."""
    cdef uint64_t lacking
    if meaning.number == 0:
        put(out, meaning.play)
        return write_free_ways(every, meaning, out + 1) if meaning.jokers else out + 1
    lacking = lacking_of(meaning.cards, meaning.held)
    if meaning.number == 1:
        return write_ways_with(every, meaning, rank_at(lacking), out)
    put(out, sum_of(meaning.play, both_for(every, lacking)))
    return out + 1

cdef inline Words both_for(const StandIns* every, uint64_t lacking) noexcept nogil:
    """What the two jokers add if they stand for two cards."""
    cdef uint64_t higher = lacking & (lacking - 1)
    return words_of(&every.both[1][rank_at(lacking)][rank_at(higher or lacking)])

cdef inline PlayRecord* write_ways_with(
    const StandIns* every, const Meaning* meaning, int lacking, PlayRecord* out
) noexcept nogil:
    """Writes the ways in which a joker stands for the one card that the hand lacks."""
    cdef Words play = meaning.play
    cdef const PlayRecord* added = every.both[meaning.twice][lacking]
    cdef uint64_t ranks
    cdef int rank
    put(out, sum_of(play, words_of(&every.black[lacking])))
    out += meaning.jokers & BLACK
    put(out, sum_of(play, words_of(&every.red[lacking])))
    out += meaning.jokers >> 1
    if not meaning.both:
        return out
    if meaning.is_run:
        return write_sums(out, play, added + meaning.first, meaning.count - 1 + meaning.twice)
    ranks = at_least_one(meaning.cards)
    if not meaning.twice:
        ranks ^= <uint64_t>1 << 4 * lacking
    while ranks:
        rank = rank_at(ranks)
        put(out, sum_of(play, words_of(added + rank - (rank > lacking and not meaning.twice))))
        out += 1
        ranks &= ranks - 1
    return out

cdef inline PlayRecord* write_free_ways(
    const StandIns* every, const Meaning* meaning, PlayRecord* out
) noexcept nogil:
    """Writes the ways in which no joker needs to stand for a card, but one does."""
    cdef Words play = meaning.play
    cdef Words with_red
    cdef PlayRecord listed[2][NATURAL_RANKS + BLOCK]
    cdef const PlayRecord* black = every.black + meaning.first
    cdef const PlayRecord* red = every.red + meaning.first
    cdef int count = meaning.count
    cdef int index
    if not meaning.is_run:
        black = listed[0]
        red = listed[1]
        count = list_stand_ins(every, at_least_one(meaning.cards), listed[0], listed[1])
    if meaning.jokers & BLACK:
        out = write_sums(out, play, black, count)
    if not meaning.both:
        return write_sums(out, play, red, count) if meaning.jokers & RED else out
    for index in range(count):
        with_red = sum_of(play, words_of(red + index))
        put(out, with_red)
        out = write_sums(out + 1, with_red, black, index + meaning.twice)
    return out

cdef inline int list_stand_ins(
    const StandIns* every, uint64_t ranks, PlayRecord* black, PlayRecord* red
) noexcept nogil:
    """Lists what is added where a joker stands for a card of some ranks, and gives their number."""
    cdef int count = 0
    while ranks:
        put(black + count, words_of(&every.black[rank_at(ranks)]))
        put(red + count, words_of(&every.red[rank_at(ranks)]))
        ranks &= ranks - 1
        count += 1
    return count

cdef inline PlayRecord* write_ways_of_rank(
    const StandIns* every, const Meaning* meaning, PlayRecord* out
) noexcept nogil:
    """Writes the ways of several cards of one rank."""
    cdef int count = every.of_rank_counts[meaning.jokers][meaning.number].free
    write_block(
        out, meaning.play, every.of_rank[meaning.jokers][meaning.number][meaning.first].free
    )
    # Of a pair, with a natural card in it, both cannot be wild.
    return out + count - (meaning.jokers == BLACK | RED and not meaning.both)

cdef inline void list_ways_of_rank(
    const StandIns* every, const Meaning* meaning, Ways* ways, PlayRecord* room
) noexcept nogil:
    """Lists the ways of several cards of one rank."""
    cdef const WaysOfRank* added = &every.of_rank[meaning.jokers][meaning.number][meaning.first]
    ways.counts = every.of_rank_counts[meaning.jokers][meaning.number]
    ways.free = room
    ways.with_one = room + BLOCK
    ways.with_both = room + 2 * BLOCK
    write_block(room, meaning.play, added.free)
    write_block(room + BLOCK, meaning.play, added.with_one)
    put(room + 2 * BLOCK, sum_of(meaning.play, words_of(added.with_both)))

cdef inline void list_ways(
    const StandIns* every, const Meaning* given, int kickers, Ways* ways, PlayRecord* room
) noexcept nogil:
    """Lists the ways of a body, by the jokers of a set that are kickers of it and so not wild."""
    cdef Meaning meaning = given[0]
    ways.free = room
    ways.with_one = write_ways(every, &meaning, room)
    meaning.both = False
    room = <PlayRecord*>ways.with_one
    if kickers & BLACK:
        room = write_ways_beside(every, meaning, BLACK, black_card(), room)
    if kickers & RED:
        room = write_ways_beside(every, meaning, RED, red_card(), room)
    ways.with_both = room
    if kickers == BLACK | RED:
        room = write_ways_beside(every, meaning, BLACK | RED, black_card() + red_card(), room)
    ways.counts.free = <int>(ways.with_one - ways.free)
    ways.counts.with_one = <int>(ways.with_both - ways.with_one)
    ways.counts.with_both = <int>(room - ways.with_both)

cdef inline PlayRecord* write_ways_beside(
    const StandIns* every, Meaning meaning, int kickers, uint64_t cards, PlayRecord* out
) noexcept nogil:
    """Writes the ways of a body beside some jokers that are kickers."""
    meaning.jokers &= ~kickers
    meaning.play = sum_of(meaning.play, words_from(cards, 0))
    if meaning.number > jokers_in(meaning.jokers):
        return out
    return write_ways(every, &meaning, out)

cdef inline void fill_stand_ins(StandIns* every) noexcept nogil:
    """Fills in what is added for all ranks."""
    cdef Meaning meaning
    cdef int jokers, number
    fill_by_rank(every)
    meaning.is_run = True
    meaning.count = 1
    meaning.twice = 1
    for meaning.first in range(NATURAL_RANKS):
        for meaning.jokers in range(4):
            for meaning.number in range(jokers_in(meaning.jokers) + 1):
                fill_of_rank(every, meaning)

cdef inline void fill_by_rank(StandIns* every) noexcept nogil:
    cdef uint64_t card
    cdef int one, other
    for one in range(NATURAL_RANKS):
        card = <uint64_t>1 << 4 * one
        put(&every.black[one], words_from(black_card() - card, black_as_at(card)))
        put(&every.red[one], words_from(red_card() - card, red_as_at(card)))
    for one in range(NATURAL_RANKS):
        for other in range(NATURAL_RANKS):
            put(
                &every.both[1][one][other],
                sum_of(
                    words_of(&every.black[min(one, other)]), words_of(&every.red[max(one, other)])
                ),
            )
            if one != other:
                every.both[0][one][other - (other > one)] = every.both[1][one][other]

cdef inline void fill_of_rank(StandIns* every, Meaning meaning) noexcept nogil:
    """Fills in the ways of four cards of a rank, of which the hand lacks some, without these."""
    cdef WaysOfRank* added = &every.of_rank[meaning.jokers][meaning.number][meaning.first]
    cdef PlayRecord room[MAX_WAYS]
    cdef Ways ways
    cdef int way
    meaning.both = meaning.jokers == BLACK | RED
    meaning.cards = <uint64_t>4 << 4 * meaning.first
    meaning.held = meaning.cards - (<uint64_t>meaning.number << 4 * meaning.first)
    meaning.play = words_from(0, 0)
    list_ways(every, &meaning, meaning.jokers, &ways, room)
    every.of_rank_counts[meaning.jokers][meaning.number] = ways.counts
    for way in range(BLOCK):
        added.free[way] = ways.free[way]
        added.with_one[way] = ways.with_one[way]
        added.with_both[way] = ways.with_both[way]
