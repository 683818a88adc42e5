"""Compiles a rule set into the table that the core reads."""

from ddz_fast._shapes cimport by_rank

from .cards import BLACK_JOKER, MAX_COUNT, RED_JOKER
from .errors import RulesError
from .kinds import GRAMMAR, Kind, size_of
from .presets import PRESETS
from .presets import rules as rules_named
from .rulesets import Rules


cdef Table table_of(object rules):
    cdef object found = PRESETS.get(rules) if isinstance(rules, str) else rules
    if type(found) is not Rules:
        if isinstance(rules, str):
            rules_named(rules)  # raises, with the names there are
        raise TypeError(f"rules is a name or a Rules, not {type(rules).__name__}")
    cdef object table = found.__dict__.get("_table")
    if table is None:
        table = Table(found)
        found.__dict__["_table"] = table
    return <Table>table


cdef class Table:
    def __init__(self, rules):
        self.rules = rules
        self.spares = []
        self.c.deck = _packed(min(count, MAX_COUNT) for count in rules.deck)
        self.c.max_hand = rules.max_hand
        self.c.both_jokers_kicker = rules.both_jokers_kicker
        self.c.kicker_ranks[1] = _mask(range(RED_JOKER + 1))
        self.c.kicker_ranks[2] = _mask(rules.line(Kind.PAIR if rules.joker_pair_kicker else Kind.TRIO))
        self.c.flat_rockets = rules.joker_bomb_flat
        self.c.free_rockets = rules.atom_free
        self.c.is_wild = rules.wild_jokers or rules.trio_any_two
        self.c.trio2_split = rules.trio2_split
        for kind in GRAMMAR:
            if rules.lengths(kind):
                _fill_kind(&self.c.kinds[<int>kind], rules, kind)
        _fill_wings(&self.c, rules)
        _fill_growth(&self.c)
        _fill_plain(&self.c)
        _fill_runs(&self.c)
        _fill_leads(&self.c, rules)
        _fill_bombs(&self.c, rules)
        if self.c.is_wild:
            _leave_joker_pairs(&self.c)


cdef int _fill_kind(KindRow* row, object rules, object kind) except -1:
    grammar = GRAMMAR[kind]
    lengths = rules.lengths(kind)
    line = rules.line(kind)
    row.min_length = lengths[0]
    row.max_length = lengths[-1]
    row.lane = max(grammar.group - 1, 0)
    row.is_chain = grammar.chain
    row.is_low = line.start < 0
    row.places = _mask(place - line.start for place in line)
    row.kickers, row.kicker_size = rules.kicker_shape(kind)
    row.has_pairs = grammar.kicker_size == 2
    row.most_wild = 2 if rules.may_be_wild(kind) else 0
    for length in lengths:
        groups = length if grammar.chain else 1
        row.bodies[<int>length] = _mask(range(groups)) * (grammar.group or length)
        row.heads[<int>length] = head_of(kind, length, size_of(kind, length))
    row.group_size = size_of(kind, 1)
    row.has_wings = grammar.wings > 0
    row.only_as_last = kind == Kind.TRIO and rules.trio_only_as_last
    _fill_kickers(row, rules, kind)
    return 0


cdef int _leave_joker_pairs(RuleTable* table) except -1:
    # One deck has no two equal jokers, and none may stand for a second.
    cdef uint64_t natural = _mask(range(BLACK_JOKER))
    table.kicker_ranks[2] &= natural
    table.kinds[<int>Kind.PAIR].places &= natural
    return 0


cdef int _fill_wings(RuleTable* table, object rules) except -1:
    cdef KindRow* row = &table.kinds[<int>Kind.PLANE_CHAIN]
    for length in rules.lengths(Kind.PLANE_CHAIN):
        for pairs in rules.wing_lengths(length):
            row.wing_lengths[<int>length] |= <uint16_t>(1 << <int>pairs)
    table.wings_overlap = rules.cannon_overlap
    # The chains of pairs beside a plane may be shorter than those that are played alone.
    row = &table.wings
    line = rules.line(Kind.PAIR_CHAIN)
    row.is_low = line.start < 0
    row.places = _mask(place - line.start for place in line)
    row.lane = 1
    for length in range(2, len(line) + 1):
        row.bodies[<int>length] = _mask(range(length)) * 2
        row.heads[<int>length] = head_of(0, 0, 2 * <int>length)
    return 0


cdef int _fill_growth(RuleTable* table) except -1:
    # A chain grows by as many groups as it has, by fewer where that would be too many.
    cdef int length, step, grown
    for length in range(1, MAX_LENGTH + 1):
        grown = 1
        for step in range(4):
            table.growth[length][step] = <uint8_t>(4 * min(grown, length - grown))
            grown += min(grown, length - grown)
    return 0


cdef int _fill_plain(RuleTable* table) except -1:
    cdef int kind, rank
    for kind in range(1, TRIO + 1):
        for rank in range(RANK_COUNT):
            table.plain[kind][rank].cards = table.kinds[kind].bodies[1] << 4 * rank
            table.plain[kind][rank].head = table.kinds[kind].heads[1] + head_rank(rank)
    return 0


cdef int _fill_runs(RuleTable* table) except -1:
    # A lead takes all chains of a run of ranks from a list and moves them to the run's place.
    cdef KindRow* row
    cdef PlayRecord* play = table.run_plays
    for kind in (Kind.SOLO_CHAIN, Kind.PAIR_CHAIN, Kind.PLANE):
        row = &table.kinds[<int>kind]
        if row.max_length:
            play = _fill_run_lists(table, row, play, 0, 0, 13)
        if row.max_length and row.is_low:
            play = _fill_run_lists(table, row, play, FROM_ACE, -2, 14)
            play = _fill_run_lists(table, row, play, FROM_TWO, -1, 13)
    return 0


cdef PlayRecord* _fill_run_lists(
    RuleTable* table, KindRow* row, PlayRecord* play, int lists, int first, int longest
) except NULL:
    cdef int run, length, rank
    for run in range(row.min_length, longest + 1):
        row.run_plays[lists + run] = <uint16_t>(play - table.run_plays)
        for length in range(row.min_length, min(run, row.max_length) + 1):
            for rank in range(first, first + run - length + 1):
                play.cards = by_rank(row.bodies[length] << 4 * (rank + 2))
                play.head = row.heads[length] + head_rank(rank)
                play += 1
        row.run_counts[lists + run] = <uint16_t>(
            play - table.run_plays - row.run_plays[lists + run]
        )
    return play


cdef int _fill_kickers(KindRow* row, object rules, object kind) except -1:
    size = row.kicker_size
    if size == 1 and row.has_pairs:
        row.kicker_limit = 2  # two single cards of a rank are a pair (A-26)
    elif size == 1:
        row.kicker_limit = _limit(rules, rules.wing_limit)
    else:
        row.kicker_limit = MAX_COUNT if rules.pair_kickers_repeat else 1
    row.neighbour_limit = MAX_COUNT
    if kind == Kind.PLANE_SOLO and not rules.wing_extends_plane:
        row.neighbour_limit = 2
        row.neighbour_line = row.places
    if kind == Kind.QUAD_PAIR and rules.lianzha:
        row.neighbour_limit = 1
        row.neighbour_line = _mask(rules.line(Kind.BOMB_CHAIN))
    return 0


cdef int _fill_bombs(RuleTable* table, object rules) except -1:
    powers = {entry: power for power, entry in enumerate(rules.bombs, 1)}
    if len(powers) > MAX_BOMBS:
        raise RulesError(f"bomb_order has {len(powers)} entries; the core holds {MAX_BOMBS}")
    for index, (kind, length) in enumerate(sorted(powers)):
        starts = rules.line(kind, length) if (kind, length) == (Kind.BOMB, 3) else range(RANK_COUNT)
        table.bombs[index] = BombRow(_mask(starts), kind, length, powers[kind, length])
        table.power[<int>kind][<int>length] = powers[kind, length]
        table.free_bombs += rules.is_limited(kind)  # rockets are the last
    table.bomb_count = len(powers)
    table.bomb_lane = 3
    if (Kind.BOMB, 3) in powers:
        table.bomb_lane = 2
        table.trio_bombs = _mask(rules.line(Kind.BOMB, 3))
    return 0


cdef int _fill_leads(RuleTable* table, object rules) except -1:
    cdef const KindRow* row
    cdef LeadRow* lead = table.leads
    kinds = [kind for kind in GRAMMAR if not kind.is_bomb and rules.lengths(kind)]
    for index, kind in enumerate(kinds):
        row = &table.kinds[<int>kind]
        lead.places = row.places
        lead.body = row.bodies[1]
        lead.head = row.heads[row.min_length]
        lead.kind = kind
        lead.lane = row.lane
        lead.slots = row.kickers
        lead.is_chain = row.is_chain
        lead.is_low = row.is_low
        lead.has_runs = row.run_counts[row.min_length] > 0
        lead.min_length = row.min_length
        lead.most_hand = row.group_size if row.only_as_last else 255
        lead.least_hand = row.min_length * row.group_size
        of_trios = [GRAMMAR[after].group >= 3 for after in kinds[index:]]
        lead.skip_without_trios = (of_trios + [False]).index(False)
        same = [_has_same_bodies(rules, kind, after) for after in kinds[index + 1 :]]
        lead.skip_if_none = (same + [False]).index(False)
        lead += 1
    table.lead_count = len(kinds)
    return 0


cdef object _has_same_bodies(object rules, object kind, object after):
    # Planes with kickers need no second look where there is no bare plane.
    return (
        GRAMMAR[kind].chain
        and GRAMMAR[kind].kickers == 0
        and GRAMMAR[kind][:2] == GRAMMAR[after][:2]
        and rules.line(kind) == rules.line(after)
        and rules.lengths(kind).start <= rules.lengths(after).start
    )


cdef object _limit(object rules, object limit):
    # A limit that the deck never reaches is no limit: the core then has nothing to do for it.
    return limit if limit < max(rules.deck) else MAX_COUNT


cdef object _mask(object places):
    return sum(1 << 4 * place for place in places)


cdef object _packed(object counts):
    return sum(count << 4 * rank for rank, count in enumerate(counts))
