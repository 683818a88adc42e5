# What a walk over the plays with wild jokers knows of its hand, and of a body on the way.

from libc.stdint cimport int64_t, uint64_t

from ddz_fast._carrying cimport Naturals
from ddz_fast._nibbles cimport at_least_one
from ddz_fast._shapes cimport Hand
from ddz_fast._table cimport KindRow, PlayRecord, RuleTable
from ddz_fast._ways cimport (
    Meaning,
    StandIns,
    Ways,
    count_ways,
    lacking_of,
    list_ways,
    list_ways_of_rank,
    words_from,
    write_ways,
)

cdef enum:
    SINGLES = 1  # forms of a TRIO_PAIR's kickers
    PAIRS = 2

cdef struct Walk:
    # What is asked, and what was found.
    const RuleTable* table
    const StandIns* stand_ins
    Hand hand
    uint64_t naturals  # the hand without jokers
    int jokers  # that the hand has
    int size  # most cards of a play
    bint deck  # the hand is the whole deck
    int forms  # of a TRIO_PAIR's kickers that are asked for
    Naturals singles  # that it has, listed if plays are written
    Naturals pairs
    PlayRecord* out  # NULL: only counts
    int64_t count

cdef struct Body:
    # The plays of one body have this in common.
    const KindRow* row
    uint64_t cards
    uint64_t head
    int length
    int rank
    int most_wild  # jokers that may stand for cards of the play
    Meaning meaning  # of the body alone

cdef inline void count_cards(Walk* walk, const Body* body, uint64_t cards) noexcept nogil:
    """Counts the plays that stand for some cards: a body, alone or with pairs."""
    walk.count += count_ways(cards, lacking_of(cards, walk.hand.cards), walk.jokers, body.most_wild)

cdef inline PlayRecord* write_cards(
    const Walk* walk, const Body* body, uint64_t cards, int lacking, PlayRecord* out
) noexcept nogil:
    """Writes the plays that stand for a body with pairs, of which so many cards are lacking."""
    cdef Meaning meaning = body.meaning
    meaning.play = words_from(cards, body.head)
    meaning.cards = cards
    meaning.number = lacking
    meaning.is_run = False
    meaning.twice = 1
    return write_ways(walk.stand_ins, &meaning, out)

cdef inline void list_body_ways(
    const Walk* walk, const Body* body, Ways* ways, PlayRecord* room
) noexcept nogil:
    """Lists the ways of a body, by the jokers that are single kickers of it and so not wild."""
    if body.most_wild and body.meaning.count == 1:
        list_ways_of_rank(walk.stand_ins, &body.meaning, ways, room)
    else:
        list_ways(walk.stand_ins, &body.meaning, walk.jokers, ways, room)
    if not walk.table.both_jokers_kicker:
        ways.counts.with_both = 0  # A-03

cdef inline uint64_t own_ranks(const Body* body) noexcept nogil:
    return at_least_one(body.cards)
