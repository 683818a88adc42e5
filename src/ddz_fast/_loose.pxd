# Hands without chains where a rank may have more than four cards: fewest plays, by search.
#
# As in `_rest`, only the numbers of groups of each size matter. With groups of up to fifteen there
# are too many rests for a table of all, so each is solved when it is first asked for and then kept
# in a table of fixed size, where a newer rest takes an older one's place (docs/decomposition.md).

from libc.stdint cimport int64_t, uint8_t, uint64_t

cdef enum:
    TOP = 15  # most cards of a rank
    WEIGHTS = 4  # how much a kicker may be worth to its body: see KICKER_PRICES
    PLAY_PRICE = 8  # prices are in eighths of a play
    MAX_LOOSE = 8  # kinds with bodies of one group and kickers
    FAR = 1000

cdef struct LooseKind:
    int size
    int kicker_size
    int kickers
    int limit  # most kickers of one rank in a play

cdef struct LooseRules:
    LooseKind kinds[MAX_LOOSE]
    int kind_count
    bint bombs[TOP + 1]  # whether so many equal cards are a bomb
    bint rockets[2 * TOP + 1]
    bint free_rockets  # they use up no limit on bombs
    bint both_jokers
    bint joker_pairs
    bint joker_kickers  # two equal jokers may be a pair kicker
    int plain[TOP + 1]  # plays of a group cut into single cards, pairs and bare trios
    int plain_jokers[TOP + 1]
    int prices[2][WEIGHTS][TOP + 1]  # what a group costs at least, without bombs and with
    int joker_prices[2][WEIGHTS][TOP + 1][TOP + 1]
    uint64_t steps[TOP + 1]  # a rest's number: the sum over its groups
    uint64_t black_step
    uint64_t red_step
    uint64_t bomb_step
    int no_limit  # so many bombs are no limit
    uint64_t* known  # rests and their fewest plays, or a lower bound; each word is read and written at once

cdef struct Loose:
    uint8_t groups[TOP + 1]  # by size; size 0 takes what is used up
    int black
    int red
    int bombs  # still allowed
    int64_t* steps  # counts the rests that are searched

# Fewest plays of a rest if they are no more than `limit`, else any number above it.
cdef int fewest_of_loose(const LooseRules* rules, Loose* rest, int limit) noexcept nogil

cdef class LooseTable:
    cdef LooseRules c
