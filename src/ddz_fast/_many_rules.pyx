"""Describes rules to the search for hands of several decks. See `_many_rules.pxd`."""

from libc.stdint cimport uint64_t

from ddz_fast._layers cimport FIELD, LOW_PLACES, LayerKind, LayerRules, LayerTable, MOST_OPEN
from ddz_fast._loose cimport LooseTable, PLAY_PRICE, TOP
from ddz_fast._table cimport Table

from .errors import RulesError
from .kinds import GRAMMAR, Kind
from ._loose import CHAIN_PRICES, kicker_limit, kicker_prices

# Lengths of chains that prices tell apart, at most: so all fit into a word.
MOST_CLASSES = (6, 3, 3)

cdef class ManyTable:
    def __init__(self, Table table):
        rules = table.rules
        if rules.lianzha or rules.trio_only_as_last or not rules.wing_extends_plane:
            raise RulesError(f"手数 of several decks is not known with all options of {rules.name}")
        self.loose = LooseTable(table)
        self.tables = []
        self.c.loose = &self.loose.c
        _describe_wings(&self.c, rules)
        _describe_lines(&self.c, rules)

        _describe_wants(&self.c)
        _describe_prices(self, rules)


cdef int _describe_wings(ManyRules* table, object rules) except -1:
    for kind in (Kind.PLANE_SOLO, Kind.PLANE_PAIR):
        lengths = rules.lengths(kind)
        size = GRAMMAR[kind].kicker_size
        table.wing_limits[<int>size] = kicker_limit(rules, size)
        table.wing_starts[<int>size] = lengths.start if lengths else 0
        for weight in range(WEIGHTS if lengths else 0):
            table.wing_prices[<int>weight] = max(
                table.wing_prices[<int>weight], kicker_prices(rules, weight)[size]
            )
        if lengths:
            table.shortest_winged = min(table.shortest_winged or lengths.start, lengths.start)
    for weight in range(WEIGHTS):
        table.chain_prices[<int>weight] = CHAIN_PRICES[weight]
    if Kind.PLANE_CHAIN in rules.kinds:
        table.shortest_cannon = rules.plane_min
        table.cannon_wing = 0 if rules.cannon == "equal" else 2
        table.longer_wings = rules.cannon == "any"
        table.overlap = rules.cannon_overlap
    return 0


cdef int _describe_lines(ManyRules* table, object rules) except -1:
    cdef ChainLine* line
    for index, kind in enumerate((Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE)):
        line = &table.lines[<int>index]
        line.group = GRAMMAR[kind].group
        lengths = rules.lengths(kind)
        places = rules.line(kind)
        line.shortest = lengths.start if lengths else 0
        line.first, line.end = places.start + LOW_PLACES, places.stop + LOW_PLACES
        table.low = table.low or line.first == 0
        table.end = line.end
        starts = [line.shortest]
        if index == 1 and table.shortest_cannon:
            starts.append(table.cannon_wing or table.shortest_cannon)
        if index == 2:
            starts += [table.shortest_winged, table.shortest_cannon]
        line.shortest_priced = min(filter(None, starts), default=0)
        line.classes = min(line.shortest_priced, MOST_CLASSES[index])
    return 0


cdef int _describe_wants(ManyRules* table) except -1:
    """For chains and objects by their length, how much longer they must be."""
    cdef int index, length, sort
    cdef int shift = 0
    for index in range(CHAINS):
        for length in range(1, PLACES):
            table.lines[index].wanted[length] = _wanted(
                table.lines[index].shortest - length, table.lines[index].classes, shift
            )
            for sort in range(WINGED_SORTS):
                if group_of(sort << 9) == index + 1:
                    table.wanted_by[sort][length] = _wanted(
                        shortest_object(table, sort << 9) - length, table.lines[index].classes, shift
                    )
        shift += FIELD * table.lines[index].classes
        if table.lines[index].classes:
            table.nothing |= <uint64_t>MOST_OPEN << (shift - FIELD)
    return 0


cdef uint64_t _wanted(int groups, int classes, int shift) noexcept:
    """One chain that must have so many groups below: a number to add to `nothing`."""
    cdef int class_
    cdef uint64_t fields = 0
    for class_ in range(max(1, groups), classes):
        fields += <uint64_t>1 << (shift + FIELD * (class_ - 1))
    return fields - (<uint64_t>1 << (shift + FIELD * (classes - 1))) if classes else 0


cdef int _describe_prices(ManyTable many, object rules) except -1:
    """A table of layers for each choice of prices, without bombs and with."""
    cdef ManyRules* table = &many.c
    cdef LayerTable layers
    cdef int weight, bombs, index
    seen = []
    for weight in range(WEIGHTS):
        prices = _prices(table, weight)
        if prices in seen:
            continue
        seen.append(prices)
        for bombs in range(2):
            layers = LayerTable()
            _set_prices(&layers.c.rules, table, bombs, weight)
            layers.prepare()
            many.tables.append(layers)
            table.layers[bombs][table.weight_count] = &layers.c
        table.weights[table.weight_count] = weight
        table.weight_count += 1
    return 0


cdef tuple _prices(const ManyRules* table, int weight):
    """All that a choice of prices is."""
    cdef int bombs, count, black, red
    return (
        table.wing_prices[weight],
        table.chain_prices[weight] if table.shortest_cannon else 0,
        [[table.loose.prices[bombs][weight][count] for count in range(TOP + 1)] for bombs in range(2)],
        [
            table.loose.joker_prices[bombs][weight][black][red]
            for bombs in range(2) for black in range(TOP + 1) for red in range(TOP + 1)
        ],
    )


cdef void _set_prices(LayerRules* rules, const ManyRules* table, int bombs, int weight) noexcept:
    cdef const ChainLine* line
    cdef LayerKind* kind
    cdef int index
    rules.left_prices = table.loose.prices[bombs][weight]
    for index in range(CHAINS):
        line = &table.lines[index]
        kind = &rules.kinds[index]
        kind.group = line.group
        kind.classes = line.classes
        kind.low = line.first == 0
        kind.start_price = PLAY_PRICE
        if index == 1 and table.shortest_cannon:
            kind.start_price = table.chain_prices[weight]
        if index == 2 and table.shortest_winged:
            kind.group_price = -table.wing_prices[weight]
        if index == 2 and table.shortest_cannon:
            kind.start_price = PLAY_PRICE - table.chain_prices[weight]
