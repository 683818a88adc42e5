# Random games: every play, and the pass where there is one, is as likely as any other.

from libc.stdint cimport int64_t, uint8_t, uint64_t

from ddz_fast._game cimport MAX_SEATS, Position
from ddz_fast._table cimport PlayRecord, RuleTable

cdef enum:
    MAX_CARDS = 240  # in a deck: 15 ranks of 16

# A stream of random words: splitmix64.
cdef struct Random:
    uint64_t state

# The stream of one number out of many that begin with a seed.
cdef Random random_stream(uint64_t seed, uint64_t number) noexcept nogil

# How a rule set deals, where nobody bids: seat 0 is the landlord and has the bottom cards.
cdef struct Dealing:
    int players
    int hand_size
    int bottom
    int landlords  # the second is any other seat
    int cards
    uint8_t ranks[MAX_CARDS]  # of all cards

# What a game is worth, where nobody bid (scoring.py has it for all games).
cdef struct Stakes:
    int64_t base  # 0: nothing is paid
    int64_t factors[3]  # of a bomb, a chain of bombs and a rocket
    int64_t spring

# Deals hands into a new position.
cdef void deal_hands(const Dealing* dealing, Random* random, Position* position) noexcept nogil

# Plays a game to its end and gives its plies. `spare` has room for all plays of the rule set and
# SLACK where it is one with wild jokers, or the first play must hold some cards.
cdef int64_t play_out(
    const RuleTable* table, Position* position, Random* random, PlayRecord* spare
) noexcept nogil

# What each seat receives at the end of a game; False: it is too much to be written.
cdef bint score_game(const Stakes* stakes, const Position* position, int64_t* scores) noexcept nogil
