"""Solves hands without chains of several decks. See `_loose.pxd`."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ddz_fast._table cimport Table

from .errors import RulesError
from .kinds import GRAMMAR, Kind

cdef extern from "bits.h" nogil:
    uint64_t load_word "ddz_load_word"(const uint64_t* word)
    void store_word "ddz_store_word"(uint64_t* word, uint64_t value)

cdef enum:
    KNOWN_BITS = 17  # of the table of known rests: 1 MB
    PLAY_BITS = 7  # of a known rest's word: its fewest plays + 1, and whether they may be more
    MORE = 1 << 6


# What a single card and a pair are worth as kickers, in eighths of a play, and what a chain of pairs is
# beside a plane. Any numbers give a lower bound. Of all pairs of eighths these four bounds together
# are as good as all 81, but for one hand in a hundred; the chains' were tried for `four`.
KICKER_PRICES = ((8, 7), (3, 3), (2, 2), (5, 5))
CHAIN_PRICES = (8, 8, 2, 4)


cdef class LooseTable:
    def __init__(self, Table table):
        rules = table.rules
        self.c.free_rockets = rules.atom_free
        self.c.both_jokers = rules.both_jokers_kicker
        self.c.joker_pairs = rules.joker_pairs
        self.c.joker_kickers = rules.joker_pairs and rules.joker_pair_kicker
        for kind, length in rules.bombs:
            if kind == Kind.BOMB:
                self.c.bombs[<int>length] = length <= TOP
            elif kind == Kind.ROCKET:
                self.c.rockets[<int>length] = True
        _list_kinds(&self.c, rules)
        _fill_plain(&self.c, rules)
        _fill_prices(&self.c, rules)
        _number_rests(&self.c, rules)
        self.c.known = <uint64_t*>calloc(1 << KNOWN_BITS, sizeof(uint64_t))
        if self.c.known == NULL:
            raise MemoryError("no memory for a table of known rests")

    def __dealloc__(self):
        free(self.c.known)


cdef int _list_kinds(LooseRules* rules, object source) except -1:
    cdef LooseKind* row
    for kind, grammar in GRAMMAR.items():
        if not grammar.chain and grammar.kickers and source.lengths(kind):
            row = &rules.kinds[rules.kind_count]
            row.size = grammar.group
            row.kickers = grammar.kickers
            row.kicker_size = grammar.kicker_size
            row.limit = kicker_limit(source, grammar.kicker_size)
            rules.kind_count += 1
    return 0


def kicker_limit(rules, size):
    """Most kickers of one rank in a play."""
    if size == 1:
        return rules.wing_limit
    return TOP if rules.pair_kickers_repeat else 1


cdef int _fill_plain(LooseRules* rules, object source) except -1:
    sizes = [size for size, kind in enumerate((Kind.SOLO, Kind.PAIR, Kind.TRIO), 1) if kind in source.kinds]
    jokers = [size for size in sizes if size == 1 or (size == 2 and rules.joker_pairs)]
    for count in range(1, TOP + 1):
        rules.plain[<int>count] = 1 + min(rules.plain[<int>(count - size)] for size in sizes if size <= count)
        rules.plain_jokers[<int>count] = 1 + min(
            rules.plain_jokers[<int>(count - size)] for size in jokers if size <= count
        )
    return 0


def carried_sizes(rules):
    """The sizes of kickers that there are, and 0."""
    return {grammar.kicker_size for kind, grammar in GRAMMAR.items() if rules.lengths(kind)}


def kicker_prices(rules, weight):
    """What kickers of each size are worth; a play's price for those that no play carries."""
    carried = carried_sizes(rules)
    return {
        size: price if size in carried else PLAY_PRICE
        for size, price in enumerate(KICKER_PRICES[weight], 1)
    }


def piece_prices(rules, weight, bombs):
    """What so many equal cards cost at least that are one play's body, or one kicker."""
    kickers = kicker_prices(rules, weight)
    prices = {1: kickers[1]}
    if Kind.PAIR in rules.kinds or 2 in carried_sizes(rules):
        prices[2] = kickers[2]
    for kind, grammar in GRAMMAR.items():
        if grammar.group > 2 and not grammar.chain and rules.lengths(kind):
            price = PLAY_PRICE - grammar.kickers * kickers.get(grammar.kicker_size, 0)
            prices[grammar.group] = min(price, prices.get(grammar.group, price))
    for kind, length in rules.bombs if bombs else ():
        if kind == Kind.BOMB:
            prices[length] = min(PLAY_PRICE, prices.get(length, PLAY_PRICE))
    return prices


cdef int _fill_prices(LooseRules* rules, object source) except -1:
    cdef int bombs, weight, count
    for bombs in range(2):
        for weight in range(WEIGHTS):
            pieces = piece_prices(source, weight, bombs)
            for count in range(1, TOP + 1):
                rules.prices[bombs][weight][count] = min(
                    price + rules.prices[bombs][weight][<int>(count - size)]
                    for size, price in pieces.items() if size <= count
                )
            _fill_joker_prices(rules, pieces, bombs, weight)
    return 0


cdef int _fill_joker_prices(LooseRules* rules, dict pieces, int bombs, int weight) except -1:
    cdef int black, red, total, some, price
    cdef int pair = pieces.get(2, FAR) if rules.joker_pairs else FAR
    for black in range(TOP + 1):
        for red in range(TOP + 1):
            price = 0 if black + red == 0 else FAR
            if black:
                price = min(price, rules.joker_prices[bombs][weight][black - 1][red] + <int>pieces[1])
            if red:
                price = min(price, rules.joker_prices[bombs][weight][black][red - 1] + <int>pieces[1])
            if black > 1:
                price = min(price, rules.joker_prices[bombs][weight][black - 2][red] + pair)
            if red > 1:
                price = min(price, rules.joker_prices[bombs][weight][black][red - 2] + pair)
            for total in range(2, black + red + 1 if bombs or rules.free_rockets else 0):
                if rules.rockets[total]:
                    for some in range(max(0, total - red), min(total, black) + 1):
                        price = min(price, PLAY_PRICE + rules.joker_prices[bombs][weight][black - some][red - total + some])
            rules.joker_prices[bombs][weight][black][red] = price
    return 0


cdef int _number_rests(LooseRules* rules, object source) except -1:
    # A mixed base: a digit for the number of groups of each size, and for jokers and bombs.
    weight = 1
    for size in range(1, TOP + 1):
        rules.steps[<int>size] = weight
        weight *= min(13, source.max_hand // size) + 1
    rules.black_step = weight
    rules.red_step = weight * (min(TOP, source.deck[13]) + 1)
    rules.bomb_step = weight * (min(TOP, source.deck[13]) + 1) * (min(TOP, source.deck[14]) + 1)
    rules.no_limit = source.max_hand // 4 + (source.deck[13] + source.deck[14]) // 2 + 1
    if int(rules.bomb_step) * (rules.no_limit + 1) >= 2 ** (64 - PLAY_BITS):
        raise RulesError(f"手数 is not known for hands of {source.max_hand} cards")
    return 0


cdef struct Solving:
    const LooseRules* rules
    Loose* rest  # what a body may take its kickers from
    uint8_t aside[TOP + 1]  # what it may not
    uint64_t number  # of both together
    int costs[WEIGHTS]
    int best
    int bound


cdef inline int bound_of(const int* costs) noexcept nogil:
    cdef int weight
    cdef int most = 0
    for weight in range(WEIGHTS):
        most = max(most, costs[weight])
    return (most + PLAY_PRICE - 1) // PLAY_PRICE


cdef inline void count_in(Solving* solving, int size, int number) noexcept nogil:
    """Counts so many groups of a size."""
    cdef int weight
    cdef int bombs = solving.rest.bombs > 0
    solving.number += number * solving.rules.steps[size]
    for weight in range(WEIGHTS):
        solving.costs[weight] += number * solving.rules.prices[bombs][weight][size]


cdef inline void count_jokers(Solving* solving, int sign) noexcept nogil:
    cdef int weight
    cdef const Loose* rest = solving.rest
    solving.number += sign * (
        rest.black * solving.rules.black_step + rest.red * solving.rules.red_step
    )
    for weight in range(WEIGHTS):
        solving.costs[weight] += sign * solving.rules.joker_prices[rest.bombs > 0][weight][rest.black][rest.red]


cdef void start_solving(Solving* solving, const LooseRules* rules, Loose* rest) noexcept nogil:
    cdef int size
    solving.rules = rules
    solving.rest = rest
    solving.number = rest.bombs * rules.bomb_step
    memset(solving.costs, 0, sizeof(solving.costs))
    memset(solving.aside, 0, sizeof(solving.aside))
    count_jokers(solving, 1)
    for size in range(1, TOP + 1):
        if rest.groups[size]:
            count_in(solving, size, rest.groups[size])
    solving.bound = bound_of(solving.costs)


cdef inline void move_group(Solving* solving, int size, int taken, int sign) noexcept nogil:
    """Takes cards from a group, what is left of it aside; or with sign −1 puts them back."""
    solving.rest.groups[size] -= sign
    solving.aside[size - taken] += sign
    count_in(solving, size, -sign)
    count_in(solving, size - taken, sign)


cdef int fewest_of_loose(const LooseRules* rules, Loose* rest, int limit) noexcept nogil:
    cdef Solving solving
    start_solving(&solving, rules, rest)
    if solving.bound > limit:
        return solving.bound
    return solve(&solving, limit)


cdef int solve(Solving* solving, int limit) noexcept nogil:
    cdef const LooseRules* rules = solving.rules
    cdef const Loose* rest = solving.rest
    cdef uint64_t number = solving.number
    cdef uint64_t* place = &rules.known[(number * 0x9E3779B97F4A7C15ULL) >> (64 - KNOWN_BITS)]
    cdef uint64_t word = load_word(place)
    cdef int size, known = <int>(word & (MORE - 1)) - 1
    if word >> PLAY_BITS == number and known >= 0:
        if not word & MORE or known > limit:
            return known
        solving.bound = max(solving.bound, known)
    solving.best = rules.plain_jokers[rest.black] + rules.plain_jokers[rest.red]
    for size in range(1, TOP + 1):
        solving.best += rest.groups[size] * rules.plain[size]
    solving.best = min(solving.best, limit + 1)
    rest.steps[0] += 1
    if solving.best > solving.bound:
        try_bodies(solving)
        if rest.bombs:
            try_bombs(solving)
        if rest.bombs or rules.free_rockets:
            try_rockets(solving)
    store_word(place, number << PLAY_BITS | <uint64_t>(solving.best + 1) | (MORE if solving.best > limit else 0))
    return solving.best


cdef void try_bodies(Solving* solving) noexcept nogil:
    """Tries all plays with kickers as the first."""
    cdef const LooseKind* kind
    cdef uint8_t* groups = solving.rest.groups
    cdef int index, size
    for index in range(solving.rules.kind_count - 1, -1, -1):
        kind = &solving.rules.kinds[index]
        for size in range(kind.size, TOP + 1):
            if groups[size] and solving.best > solving.bound:
                move_group(solving, size, kind.size, 1)
                try_kickers(solving, kind, kind.kickers, kind.kicker_size)
                move_group(solving, size, kind.size, -1)


cdef void try_kickers(
    Solving* solving, const LooseKind* kind, int kickers, int smallest
) noexcept nogil:
    """Tries all choices of kickers from groups of at least `smallest`, and jokers last."""
    cdef uint8_t* groups = solving.rest.groups
    cdef int size, taken
    if kickers == 0:
        try_rest(solving)
        return
    for size in range(smallest, TOP + 1):
        if groups[size] == 0:
            continue
        for taken in range(1, min(kickers, kind.limit, size // kind.kicker_size) + 1):
            if solving.best <= solving.bound:
                return
            move_group(solving, size, taken * kind.kicker_size, 1)
            try_kickers(solving, kind, kickers - taken, size)
            move_group(solving, size, taken * kind.kicker_size, -1)
    if kind.kicker_size == 1 or solving.rules.joker_kickers:
        try_jokers(solving, kind, kickers)


cdef void try_jokers(Solving* solving, const LooseKind* kind, int kickers) noexcept nogil:
    """Tries the jokers as all kickers that are left to choose."""
    cdef Loose* rest = solving.rest
    cdef int size = kind.kicker_size
    cdef int black
    for black in range(min(kickers, kind.limit, rest.black // size) + 1):
        if kickers - black > min(kind.limit, rest.red // size):
            continue
        if size == 1 and 0 < black < kickers and not solving.rules.both_jokers:
            continue
        take_jokers(solving, black * size, (kickers - black) * size)
        try_rest(solving)
        take_jokers(solving, -black * size, (black - kickers) * size)


cdef inline void take_jokers(Solving* solving, int black, int red) noexcept nogil:
    count_jokers(solving, -1)
    solving.rest.black -= black
    solving.rest.red -= red
    count_jokers(solving, 1)


cdef void try_rest(Solving* solving) noexcept nogil:
    """Tries what is left behind a play, unless it cannot be better than the best."""
    cdef Loose rest
    cdef Solving behind
    cdef int size
    if 1 + bound_of(solving.costs) >= solving.best:
        return
    rest = solving.rest[0]
    for size in range(TOP + 1):
        rest.groups[size] += solving.aside[size]
    rest.groups[0] = 0
    behind.rules = solving.rules
    behind.rest = &rest
    behind.number = solving.number
    memset(behind.aside, 0, sizeof(behind.aside))
    for size in range(WEIGHTS):
        behind.costs[size] = solving.costs[size]
    behind.bound = bound_of(behind.costs)
    solving.best = min(solving.best, 1 + solve(&behind, solving.best - 2))


cdef void try_bombs(Solving* solving) noexcept nogil:
    cdef uint8_t* groups = solving.rest.groups
    cdef int size, bomb
    use_bomb(solving, 1)
    for size in range(TOP, 3, -1):
        for bomb in range(size if groups[size] else 0, 3, -1):
            if solving.rules.bombs[bomb] and solving.best > solving.bound:
                move_group(solving, size, bomb, 1)
                try_rest(solving)
                move_group(solving, size, bomb, -1)
    use_bomb(solving, -1)


cdef void use_bomb(Solving* solving, int number) noexcept nogil:
    """Counts a bomb where they are limited: prices are others when there may be no more."""
    cdef int bound = solving.bound
    if solving.rest.bombs + (number < 0) < solving.rules.no_limit:
        solving.rest.bombs -= number
        start_solving(solving, solving.rules, solving.rest)
        solving.bound = bound


cdef void try_rockets(Solving* solving) noexcept nogil:
    cdef Loose* rest = solving.rest
    cdef int jokers, black
    if not solving.rules.free_rockets:
        use_bomb(solving, 1)
    for jokers in range(rest.black + rest.red, 1, -1):
        if not solving.rules.rockets[jokers]:
            continue
        for black in range(max(0, jokers - rest.red), min(jokers, rest.black) + 1):
            take_jokers(solving, black, jokers - black)
            try_rest(solving)
            take_jokers(solving, -black, black - jokers)
    if not solving.rules.free_rockets:
        use_bomb(solving, -1)
