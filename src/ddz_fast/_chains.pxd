# The search over chains, between the tables of rests and the lower bound.
#
# Chains are taken away, planes first, then chains of pairs, then of single cards, in the order of
# their first ranks; what is left is looked up (`_rest`). A set of chains that cannot be better than
# the best so far is not looked at.

from libc.stdint cimport uint64_t

from ddz_fast._bound cimport BoundTable
from ddz_fast._many_rules cimport ManyRules
from ddz_fast._rest cimport RestShape, RestTable
from ddz_fast._table cimport QUAD_PAIR, RuleTable

cdef struct SplitTable:
    # All that a search reads.
    const RuleTable* rules
    RuleTable parts  # the same rules, but a bare trio is a part of any hand
    const BoundTable* bound
    const RestShape* shape
    const ManyRules* many  # of rules with several decks, which need no more; else NULL
    RestTable rests[16][3]  # by bomb-class plays and bare trios that are still allowed
    int most_bombs  # as many bomb-class plays are no limit
    int most_trios
    int most_in_chains  # jokers that may stand for cards of chains, or of quads that carry quads
    bint sets_only  # but of these quads only

cdef struct Search:
    const SplitTable* table
    const RestTable* rest
    int bombs  # still allowed
    bint limited  # whether bombs are
    int trios
    int best
    int enough  # a split into so many plays is as good as any
    int wings  # length of a plane that may carry wings yet; 0: none
    uint64_t own  # nibbles of its ranks

cdef struct WildSearch:
    # The same, where jokers stand for cards of chains (`_wild_splits`).
    const SplitTable* table
    const RestTable* rest
    int bombs
    bint limited
    int trios
    int best
    int enough
    int wings
    uint64_t own
    uint64_t guards  # the highest bit of the ranks that they stand for; 0: they stand for none
    uint64_t natural  # natural cards of these ranks that are not wings
    uint64_t forbidden  # a chain of jokers only
    bint sets_only  # jokers are in no chain but in quads that carry quads
    int nodes  # where the bound might have been asked

ctypedef fused AnySearch:
    Search
    WildSearch

cdef inline bint pairs_quads(const RuleTable* rules) noexcept nogil:
    """Whether a quad may carry a quad as two pairs, and ranks decide which (rules.md 1b.8)."""
    return (
        rules.kinds[QUAD_PAIR].neighbour_limit <= 1 and rules.kinds[QUAD_PAIR].kicker_limit != 1
        and rules.kinds[QUAD_PAIR].max_length
    )

cdef inline void set_up(
    AnySearch* search, const SplitTable* table, int bombs, int trios, int best, int enough
) noexcept nogil:
    """Makes ready to search for a split into fewer than `best` plays, which ends at one into `enough`."""
    search.table = table
    search.bombs = bombs
    search.trios = trios
    search.limited = bombs < table.most_bombs
    search.rest = &table.rests[bombs][trios]
    search.best = best
    search.enough = enough
    search.wings = 0
    search.own = 0
    if AnySearch is WildSearch:
        search.guards = 0
        search.natural = 0
        search.forbidden = 0
        search.sets_only = False
        search.nodes = 0

# Lowers `best` to the fewest plays of the cards, if these are fewer, or to any number up to `enough`.
cdef void search_chains(Search* search, uint64_t cards) noexcept nogil
cdef void search_wild_chains(WildSearch* search, uint64_t cards) noexcept nogil
