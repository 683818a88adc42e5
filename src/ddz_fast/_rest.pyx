"""Fills the tables of hands without chains. See `_rest.pxd`."""

from libc.stdint cimport int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from .kinds import GRAMMAR, Kind

cdef enum:
    MOST_RANKS = 13  # besides the jokers


cdef struct Rest:
    int groups[MAX_GROUP + 1]  # by size; size 0 takes what is used up
    int jokers


cdef struct Body:
    # A play without its kickers.
    int size
    int kicker_size
    int kickers
    int limit  # most kickers from one group
    int most_wild  # jokers that may stand for cards of the body and of pair kickers
    const uint8_t* after  # the table of what is left behind it; NULL: not allowed


cdef struct Bodies:
    Body rows[MAX_BODIES]
    int count
    int most_jokers  # that may be kickers of one play
    const uint8_t* after_bomb  # NULL: not allowed
    const uint8_t* after_trio
    const uint8_t* after_solo
    const uint8_t* after_rocket


cdef class RestTables:
    def __cinit__(self, Table table):
        memset(self.tables, 0, sizeof(self.tables))

    def __init__(self, Table table):
        rules = self.rules = table.rules
        self.most_bombs = rules.max_hand // MAX_GROUP + 1
        self.most_trios = 1 if rules.trio_only_as_last else 2
        _number_groups(&self.shape, rules.max_hand)

    def __dealloc__(self):
        for row in range(16):
            for trios in range(3):
                free_table(&self.tables[row][trios])

    cdef const RestTable* table(self, int bombs, int trios) except NULL:
        if self.tables[bombs][trios].plain == NULL:
            self.build(bombs, trios)
        return &self.tables[bombs][trios]

    cdef int build(self, int bombs, int trios) except -1:
        """Builds a table, and before it those that a bomb or a bare trio leads to."""
        cdef RestTable table
        cdef Bodies bodies
        cdef int length, own
        memset(&table, 0, sizeof(table))
        table.plain = self.room(self.shape.most_cards)
        try:
            bodies.after_bomb = bodies.after_trio = table.plain
            if bombs < self.most_bombs:
                bodies.after_bomb = self.table(bombs - 1, trios).plain if bombs else NULL
            if trios < 2:
                bodies.after_trio = self.table(bombs, trios - 1).plain if trios else NULL
            _list_bodies(&bodies, self.rules, table.plain)
            fill_table(&self.shape, &bodies, table.plain, self.shape.most_cards, -1)
            table.absorbs = absorbs(&self.shape, table.plain)
            for length in range(2, MAX_WINGED + 1):
                for own in range(length + 1):
                    self.build_winged(&table, length, own)
        except BaseException:
            free_table(&table)
            raise
        if self.tables[bombs][trios].plain == NULL:
            self.tables[bombs][trios] = table
        else:  # another thread was faster
            free_table(&table)
        return 0

    cdef int build_winged(self, RestTable* table, int length, int own) except -1:
        cdef int cards = self.shape.most_cards - 3 * length - own
        cdef Bodies bodies
        _list_wings(&bodies, self.rules, length, table.plain)
        if cards >= 0 and bodies.count:
            table.winged[length][own] = self.room(cards)
            fill_table(&self.shape, &bodies, table.winged[length][own], cards, own)
        return 0

    cdef uint8_t* room(self, int cards) except NULL:
        """Room for the rests of at most so many cards."""
        cdef int64_t size = self.shape.weights[MAX_GROUP] * (cards // MAX_GROUP + 1)
        cdef uint8_t* rests = <uint8_t*>malloc(size)
        if rests == NULL:
            raise MemoryError(f"no memory for a table of {size} bytes")
        memset(rests, NONE, size)
        return rests


cdef void free_table(RestTable* table) noexcept:
    free(table.plain)
    for length in range(MAX_WINGED + 1):
        for own in range(MAX_WINGED + 2):
            free(table.winged[length][own])
    memset(table, 0, sizeof(RestTable))


cdef int _number_groups(RestShape* shape, int most_cards) except -1:
    # The lowest digit are the jokers, then the groups of one card, two, three and four. So a rest is
    # always numbered below what it was left of.
    cdef int size
    shape.most_cards = most_cards
    shape.weights[0] = 0
    shape.weights[1] = 3
    for size in range(1, MAX_GROUP + 1):
        shape.most[size] = min(MOST_RANKS, most_cards // size)
        if size < MAX_GROUP:
            shape.weights[size + 1] = shape.weights[size] * (shape.most[size] + 1)
        shape.steps[size] = shape.weights[size] - shape.weights[size - 1]
    return 0


cdef int _list_bodies(Bodies* bodies, object rules, const uint8_t* plain) except -1:
    """The bodies that are no chains, and what comes after them."""
    bodies.count = 0
    bodies.most_jokers = 2 if rules.both_jokers_kicker else 1
    bodies.after_solo = plain
    bodies.after_rocket = NULL
    if (Kind.ROCKET, 2) in rules.bombs:
        bodies.after_rocket = bodies.after_bomb if rules.is_limited(Kind.ROCKET) else plain
    for kind, grammar in GRAMMAR.items():
        if grammar.chain or kind not in rules.kinds or kind == Kind.ROCKET:
            continue
        if kind == Kind.BOMB and (kind, MAX_GROUP) not in rules.bombs:
            continue
        after = bodies.after_bomb if kind.is_bomb else bodies.after_trio if kind == Kind.TRIO else plain
        _add_body(bodies, rules, kind, grammar.group or MAX_GROUP, 1, after)
    return 0


cdef int _add_body(
    Bodies* bodies, object rules, object kind, int size, int length, const uint8_t* after
) except -1:
    """Adds a kind's bodies of `size` cards, with as many kickers as a chain of a length has."""
    kicker_shapes = {rules.kicker_shape(kind), GRAMMAR[kind][2:4]}  # a TRIO_PAIR may have two (A-26)
    for kickers, kicker_size in sorted(kicker_shapes):
        body = &bodies.rows[bodies.count]
        body.size = size
        body.kicker_size = kicker_size
        body.kickers = kickers * length
        body.limit = _kicker_limit(rules, kind, kicker_size)
        body.most_wild = 2 if rules.may_be_wild(kind) else 0
        body.after = after
        bodies.count += 1
    return 0


cdef int _list_wings(Bodies* bodies, object rules, int length, const uint8_t* plain) except -1:
    """What a plane of a length may carry: single wings, pairs, or nothing."""
    bodies.count = 0
    bodies.most_jokers = 2 if rules.both_jokers_kicker else 1
    for kind in (Kind.PLANE_SOLO, Kind.PLANE_PAIR, Kind.PLANE):
        if length in rules.lengths(kind):
            _add_body(bodies, rules, kind, 0, length, plain)
            if kind == Kind.PLANE and bodies.count == 1:
                bodies.count = 0  # nothing to carry: no table is needed
    return 0


cdef object _kicker_limit(object rules, object kind, int kicker_size):
    if kicker_size == 1:
        return 1 if GRAMMAR[kind].kicker_size == 2 else rules.wing_limit  # two equal ones are a pair
    # With quads that chain two pairs of one rank depend on where it lies (rules.md 1b.8): such a
    # play is taken as a chain is.
    repeats = rules.pair_kickers_repeat and not (kind == Kind.QUAD_PAIR and rules.lianzha)
    return MAX_GROUP if repeats else 1


cdef int64_t index_of(const RestShape* shape, const Rest* one, const Rest* other) noexcept nogil:
    cdef int64_t index = one.jokers + other.jokers
    cdef int size
    for size in range(1, MAX_GROUP + 1):
        index += (one.groups[size] + other.groups[size]) * shape.weights[size]
    return index


cdef int fewest_with_kickers(
    const RestShape* shape, const Body* body, int most_jokers, Rest* open_rest, Rest* aside,
    int kickers, int largest
) noexcept nogil:
    """Fewest plays of what is left when a body takes `kickers` more from groups of at most `largest`.

    `aside` is what the body may take nothing from: its own rank, and groups it has taken from.
    """
    cdef int fewest = NONE
    cdef int size, taken, wild
    cdef int most_wild = min(body.most_wild, open_rest.jokers) if body.kicker_size == 2 else 0
    if kickers == 0:
        return body.after[index_of(shape, open_rest, aside)]
    for size in range(largest, 0, -1):
        if open_rest.groups[size] == 0:
            continue
        for taken in range(1, min(kickers, body.limit) + 1):
            for wild in range(most_wild + 1):
                if not 1 <= taken * body.kicker_size - wild <= size:
                    continue
                if taken * body.kicker_size > MAX_GROUP:  # no play means so many of a rank
                    continue
                move_group(open_rest, aside, size, size - taken * body.kicker_size + wild)
                open_rest.jokers -= wild
                fewest = min(fewest, fewest_with_kickers(
                    shape, body, most_jokers, open_rest, aside, kickers - taken, size
                ))
                open_rest.jokers += wild
                move_back(open_rest, aside, size, size - taken * body.kicker_size + wild)
    if body.kicker_size == 1 and kickers <= min(most_jokers, open_rest.jokers):
        open_rest.jokers -= kickers
        fewest = min(fewest, body.after[index_of(shape, open_rest, aside)])
        open_rest.jokers += kickers
    if most_wild == 2:  # both are a pair of a rank that is not in the play
        open_rest.jokers -= 2
        fewest = min(fewest, fewest_with_kickers(
            shape, body, most_jokers, open_rest, aside, kickers - 1, largest
        ))
        open_rest.jokers += 2
    return fewest


cdef inline void move_group(Rest* open_rest, Rest* aside, int size, int left) noexcept nogil:
    """Puts aside what is left of a group that cards were taken from."""
    open_rest.groups[size] -= 1
    aside.groups[left] += 1


cdef inline void move_back(Rest* open_rest, Rest* aside, int size, int left) noexcept nogil:
    open_rest.groups[size] += 1
    aside.groups[left] -= 1


cdef int fewest_of_rest(
    const RestShape* shape, const Bodies* bodies, Rest* rest
) noexcept nogil:
    """Fewest plays of a rest, when all smaller rests are in the table: the best first play."""
    cdef int fewest = NONE
    cdef Rest aside
    cdef int index
    memset(&aside, 0, sizeof(aside))
    if rest.jokers:
        rest.jokers -= 1
        fewest = bodies.after_solo[index_of(shape, rest, &aside)]
        rest.jokers += 1
    if rest.jokers == 2 and bodies.after_rocket != NULL:
        rest.jokers = 0
        fewest = min(fewest, bodies.after_rocket[index_of(shape, rest, &aside)])
        rest.jokers = 2
    for index in range(bodies.count):
        if bodies.rows[index].after != NULL:
            fewest = min(
                fewest, fewest_with_body(shape, &bodies.rows[index], bodies.most_jokers, rest)
            )
    return min(fewest + 1, NONE)


cdef int fewest_with_body(
    const RestShape* shape, const Body* body, int most_jokers, Rest* rest
) noexcept nogil:
    """Fewest plays of what is left of a rest behind a body, from any group, with any kickers.

    Jokers stand for some of its cards, but not for all (rules.md 1b.7).
    """
    cdef int fewest = NONE
    cdef Rest aside
    cdef int size, wild
    memset(&aside, 0, sizeof(aside))
    for wild in range(min(min(body.most_wild, rest.jokers), body.size - 1) + 1):
        for size in range(body.size - wild, MAX_GROUP + 1):
            if rest.groups[size] == 0:
                continue
            move_group(rest, &aside, size, size - body.size + wild)
            rest.jokers -= wild
            fewest = min(fewest, fewest_with_kickers(
                shape, body, most_jokers, rest, &aside, body.kickers, MAX_GROUP
            ))
            rest.jokers += wild
            move_back(rest, &aside, size, size - body.size + wild)
    return fewest


cdef int fewest_with_wings(
    const RestShape* shape, const Bodies* bodies, Rest* rest, int own
) noexcept nogil:
    """Fewest plays of a rest from which a plane may take wings, but not of its `own` ranks."""
    cdef int fewest = NONE
    cdef Rest aside
    cdef int index
    memset(&aside, 0, sizeof(aside))
    aside.groups[1] = own
    for index in range(bodies.count):
        fewest = min(fewest, fewest_with_kickers(
            shape, &bodies.rows[index], bodies.most_jokers, rest, &aside,
            bodies.rows[index].kickers, MAX_GROUP
        ))
    return fewest


cdef struct Filling:
    const RestShape* shape
    const Bodies* bodies
    uint8_t* table
    int own  # cards left of a plane's own ranks; -1: no plane


cdef void fill(Filling* filling, Rest* rest, int size, int cards, int ranks) noexcept nogil:
    """Fills in all rests with at most so many cards and ranks in groups of at most `size`.

    The groups above are given. Rests come in the order of their numbers, smaller ones first.
    """
    cdef int number
    if size == 0:
        for number in range(min(2, cards) + 1):
            rest.jokers = number
            fill_in(filling, rest)
        return
    for number in range(min(cards // size, ranks) + 1):
        rest.groups[size] = number
        fill(filling, rest, size - 1, cards - number * size, ranks - number)


cdef void fill_in(Filling* filling, Rest* rest) noexcept nogil:
    cdef Rest none
    cdef int64_t index
    cdef int fewest
    memset(&none, 0, sizeof(none))
    index = index_of(filling.shape, rest, &none)
    if filling.own >= 0:
        fewest = fewest_with_wings(filling.shape, filling.bodies, rest, filling.own)
    else:
        fewest = fewest_of_rest(filling.shape, filling.bodies, rest) if index else 0
    filling.table[index] = <uint8_t>fewest


cdef void fill_table(
    const RestShape* shape, const Bodies* bodies, uint8_t* table, int cards, int own
) noexcept nogil:
    cdef Filling filling
    cdef Rest rest
    memset(&rest, 0, sizeof(rest))
    filling.shape = shape
    filling.bodies = bodies
    filling.table = table
    filling.own = own
    fill(&filling, &rest, MAX_GROUP, cards, MOST_RANKS - max(0, own))


cdef bint absorbs(const RestShape* shape, const uint8_t* table) noexcept nogil:
    """Whether no rest without a group of four becomes dearer by a card less of a group of 1 or 2."""
    cdef int64_t index
    cdef int64_t end = shape.weights[MAX_GROUP]
    for index in range(end):
        if table[index] == NONE:
            continue
        if index // shape.weights[1] % (shape.most[1] + 1) and table[index - shape.steps[1]] > table[index]:
            return False
        if index // shape.weights[2] % (shape.most[2] + 1) and table[index - shape.steps[2]] > table[index]:
            return False
    return True
