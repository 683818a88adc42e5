# A rule set in the form that the core reads: numbers and masks, no names.

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    # One play, 16 bytes, as the numpy dtype PLAY. All zero is no play.
    ctypedef struct PlayRecord "ddz_play":
        uint64_t cards
        uint8_t kind
        int8_t rank
        uint8_t length
        uint8_t size
        uint32_t wild
        uint64_t head  # kind to wild, at once
    uint64_t head_of "ddz_head"(int kind, int length, int size)
    uint64_t head_rank "ddz_rank"(int rank)
    uint64_t head_rank_at "ddz_rank_at"(int bit)

cdef enum:
    # the numbers of kinds.Kind that the core must know one by one; the rest is in KindRow
    SOLO = 1  # and PAIR are also the sizes of kickers
    PAIR = 2
    TRIO = 3
    TRIO_SOLO = 4
    TRIO_PAIR = 5
    SOLO_CHAIN = 6
    PAIR_CHAIN = 7
    PLANE = 8
    PLANE_SOLO = 9
    PLANE_PAIR = 10
    PLANE_CHAIN = 11
    QUAD_PAIR = 13
    RANK_COUNT = 15
    BOMB = 14
    BOMB_CHAIN = 15
    ROCKET = 16
    KIND_COUNT = 17
    MAX_LENGTH = 16
    MAX_BOMBS = 32
    WINGS = 255  # as a number of kickers: a chain of pairs
    # where the chains in a run are listed: by the run's length, and these if it is on a line with A and
    # 2 below 3 and begins with one of them
    FROM_ACE = 16
    FROM_TWO = 32
    RUN_LISTS = 48
    MAX_RUN_PLAYS = 3552  # three kinds, runs of at most 13 ranks, of 14 from A on; and a block behind

cdef struct KindRow:
    uint64_t places  # mask of the places where groups of the body may lie
    uint64_t neighbour_line  # mask of the places along which the body's neighbours are limited
    uint64_t bodies[MAX_LENGTH + 1]  # by length: the body at place 0; times 16**p, at place p
    uint64_t heads[MAX_LENGTH + 1]  # by length: the head of a play of rank 0
    uint16_t run_plays[RUN_LISTS]  # by run: where its chains are
    uint16_t run_counts[RUN_LISTS]  # and how many
    uint8_t min_length  # of the body, in groups
    uint8_t max_length  # 0: the rule set has no such kind
    uint8_t lane  # of the hand's lanes: groups of lane + 1 cards
    uint8_t is_chain
    uint8_t is_low  # place 0 is A and place 1 is 2; place = rank + 2
    uint8_t kickers  # for each group of the body
    uint8_t kicker_size  # cards in a kicker
    uint8_t group_size  # cards in a group with its kickers
    uint8_t kicker_limit  # most kickers of one rank
    uint8_t neighbour_limit  # most kickers of a rank next to the body
    uint8_t only_as_last  # only by a hand of just that many cards
    uint8_t most_wild  # jokers that may stand for other cards of the play
    uint8_t has_pairs  # its kickers are pairs, or may be: then a joker may be a card of one
    uint8_t has_wings  # carries one chain of pairs instead of kickers
    uint16_t wing_lengths[MAX_LENGTH + 1]  # by length of the body: bit m where the chain may have m pairs

cdef struct LeadRow:
    # What a lead needs to know of a kind that is not bomb-class, close together.
    uint64_t places
    uint64_t body  # of length 1
    uint64_t head
    uint8_t kind
    uint8_t lane
    uint8_t slots  # of length 1
    uint8_t is_chain
    uint8_t is_low
    uint8_t has_runs  # its plays are chains that are listed run by run
    uint8_t min_length
    uint8_t most_hand  # cards in the largest hand that may play it
    uint8_t least_hand  # and in the smallest
    uint8_t skip_without_trios  # how many kinds to pass over where no rank has three cards
    uint8_t skip_if_none  # how many kinds to pass over where this one has no body

cdef struct BombRow:
    uint64_t starts  # mask of the places where its bodies may begin
    uint8_t kind
    uint8_t length
    uint8_t power  # 1 and up; more beats less

cdef struct RuleTable:
    uint64_t deck  # packed; more than 15 of a rank do not fit a hand
    int max_hand
    int64_t play_count  # of all plays that there are: no hand has more
    int lead_count
    int bomb_count
    bint both_jokers_kicker
    uint64_t kicker_ranks[3]  # by size: mask of the ranks that may be kickers
    PlayRecord plain[TRIO + 1][RANK_COUNT]  # the solos, pairs and trios
    bint wings_overlap  # a chain of pairs may be of ranks of its body
    KindRow wings  # chains of pairs beside a plane; heads have only their size
    bint is_wild  # its plays are found by _wild
    bint trio2_split  # a TRIO_PAIR with a pair and one with two singles do not meet (A-26)
    bint flat_rockets  # rockets of equally many jokers do not beat each other
    bint free_rockets  # they use up no limit on bombs
    int free_bombs  # the bombs from this one on use up no limit
    int bomb_lane  # of a hand's lanes: the smallest bombs
    uint64_t trio_bombs  # mask of the ranks of which three cards are a BOMB
    uint8_t growth[MAX_LENGTH + 1][4]  # by length: shifts that grow one group to a chain
    LeadRow leads[BOMB]
    BombRow bombs[MAX_BOMBS]  # by kind and length
    uint8_t power[KIND_COUNT][MAX_LENGTH + 1]  # of a bomb-class play; 0: no such play
    KindRow kinds[KIND_COUNT]
    PlayRecord run_plays[MAX_RUN_PLAYS]  # the chains in runs that begin with 3, A or 2

cdef class Table:
    # A RuleTable with the Rules it was made from.
    cdef RuleTable c
    cdef readonly object rules
    cdef readonly list spares  # rooms for plays that batches keep for the next call

cdef inline bint is_limited(const RuleTable* table, int kind) noexcept nogil:
    """Whether a play of a kind uses up one of the bombs that a player may still make (A-42)."""
    return kind >= BOMB and not (kind == ROCKET and table.free_rockets)

cdef inline uint64_t body_places(const RuleTable* table, int kind, int length) noexcept nogil:
    """The mask of the places where groups of a body may lie."""
    return table.trio_bombs if kind == BOMB and length == TRIO else table.kinds[kind].places

# The table of a rule set, given its name or its Rules; made once and kept on the Rules.
cdef Table table_of(object rules)
