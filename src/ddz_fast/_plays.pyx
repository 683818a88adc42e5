"""Legal plays in the core: what is done with shape sets. See `_plays.pxd`."""

from libc.stdint cimport int8_t, uint32_t
from libc.string cimport memcpy

from ddz_fast._nibbles cimport (
    BLACK_SHIFT,
    NATURAL_RANKS,
    RANK_COUNT,
    RED_SHIFT,
    at_least,
    at_least_one,
    card_count,
    every_rank,
    is_within,
    ranks_above,
)
from ddz_fast._shapes cimport (
    Hand,
    ShapeSet,
    Shapes,
    add_length,
    by_rank,
    find_shapes,
    hand_of,
    rocket_body,
)
from ddz_fast._table cimport (
    BOMB,
    KIND_COUNT,
    KindRow,
    PlayRecord,
    ROCKET,
    RuleTable,
    TRIO_PAIR,
    body_places,
    is_limited,
)
from ddz_fast._wild cimport (
    black_as,
    carries_pair,
    is_held,
    is_walk,
    may_mean,
    may_mean_any,
    meaning_of,
    red_as,
    walk_plays,
)
from ddz_fast._writing cimport caps_of, count_sets, place_of, wing_starts, wings_at, write_sets


cdef int64_t count_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes
) noexcept nogil:
    return count_sets(table, hand, shapes)


cdef PlayRecord* write_shapes(
    const RuleTable* table, const Hand* hand, const Shapes* shapes, PlayRecord* out
) noexcept nogil:
    return write_sets(table, hand, shapes, out)


cdef int64_t count_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil:
    cdef Hand hand
    cdef Shapes shapes
    if is_walk(table, cards, rival):
        return walk_plays(table, cards, card_count(cards), False, rival, bombs, NULL)
    hand = hand_of(cards)
    find_shapes(table, &hand, rival, bombs, &shapes)
    return count_shapes(table, &hand, &shapes)


cdef PlayRecord* write_plays(
    const RuleTable* table, uint64_t cards, PlayRecord rival, bint bombs, PlayRecord* out
) noexcept nogil:
    cdef Hand hand
    cdef Shapes shapes
    if is_walk(table, cards, rival):
        return out + walk_plays(table, cards, card_count(cards), False, rival, bombs, out)
    hand = hand_of(cards)
    find_shapes(table, &hand, rival, bombs, &shapes)
    return write_shapes(table, &hand, &shapes, out)


cdef int64_t write_all_plays(const RuleTable* table, PlayRecord* out) noexcept nogil:
    # The whole deck as a hand of max_hand cards: every play that fits both. Its size lets through
    # what no smaller hand may do, and a trio as the last play is let through by a copy of the table.
    cdef RuleTable open_table = table[0]
    cdef Hand deck = hand_of(table.deck)
    cdef Shapes shapes
    cdef PlayRecord lead
    cdef int kind
    lead.cards = lead.head = 0
    if table.is_wild:
        return walk_plays(table, table.deck, table.max_hand, True, lead, True, out)
    for kind in range(open_table.lead_count):
        open_table.leads[kind].most_hand = 255
    deck.size = table.max_hand
    find_shapes(&open_table, &deck, lead, True, &shapes)
    if out != NULL:
        write_shapes(&open_table, &deck, &shapes, out)
    return count_shapes(&open_table, &deck, &shapes)


# Checking ----------------------------------------------------------------------------------------


cdef bint has_body(const RuleTable* table, PlayRecord play, uint64_t* body) noexcept nogil:
    """Whether kind, length and rank of a record are a body of the rule set; if so, gives it."""
    cdef const KindRow* row = &table.kinds[play.kind]
    cdef int place = play.rank + 2 * row.is_low
    cdef int groups = play.length if row.is_chain else 1
    cdef uint64_t places
    if not row.min_length <= play.length <= row.max_length or place < 0 or place + groups > 15:
        return False
    if play.kind >= BOMB and not table.power[play.kind][play.length]:
        return False
    if play.kind == ROCKET:
        body[0] = rocket_body(play.length, place)
        return place <= play.length
    body[0] = row.bodies[play.length] << 4 * place
    if row.is_low:
        body[0] = by_rank(body[0])
    places = every_rank() & ranks_above(place - 1) & ~ranks_above(place + groups - 1)
    return places & ~body_places(table, play.kind, play.length) == 0


cdef bint has_right_kickers(
    const RuleTable* table, PlayRecord play, uint64_t body
) noexcept nogil:
    cdef const KindRow* row = &table.kinds[play.kind]
    cdef uint64_t kickers = play.cards - body
    if row.has_wings:
        return has_right_wings(table, play, body)
    if row.kickers == 0:
        return kickers == 0
    if row.kicker_size == 2:
        if kickers & every_rank():
            return False
        kickers >>= 1
    elif kickers >> RED_SHIFT and kickers >> BLACK_SHIFT & 15 and not table.both_jokers_kicker:
        return False
    return card_count(kickers) == row.kickers * play.length and is_within(
        kickers, caps_of(table, row, play.cards, body, play.rank, play.length)
    )


cdef bint has_right_wings(
    const RuleTable* table, PlayRecord play, uint64_t body
) noexcept nogil:
    cdef Hand hand = hand_of(play.cards - body)
    cdef int pairs = hand.size // 2
    cdef uint64_t starts
    if hand.size % 2 or not table.kinds[play.kind].wing_lengths[play.length] >> pairs & 1:
        return False
    starts = wing_starts(table, &hand, pairs, body)
    return starts != 0 and wings_at(&table.wings, pairs, starts & -starts) == hand.cards


cdef bint is_play(const RuleTable* table, PlayRecord play) noexcept nogil:
    cdef PlayRecord meant = play
    cdef uint64_t body = 0
    if not 0 < play.kind < KIND_COUNT or play.cards >> 60:
        return False
    if play.size != card_count(play.cards) or play.size > table.max_hand:
        return False
    if play.wild:
        if not may_mean(table, play):
            return False
        meant.cards = meaning_of(play)
    if not has_body(table, play, &body) or not is_within(body, meant.cards):
        return False
    if play.wild and not has_right_wilds(table, meant, body):
        return False
    return has_right_kickers(table, meant, body) and is_within(play.cards, table.deck)


cdef bint has_right_wilds(const RuleTable* table, PlayRecord meant, uint64_t body) noexcept nogil:
    """Whether jokers stand only for cards of the body and of pairs (rules.md 1b.7)."""
    cdef uint64_t ranks = at_least_one(body)
    if table.kinds[meant.kind].has_pairs:
        ranks |= at_least(meant.cards - body, 2)
    return is_held(ranks, black_as(meant)) and is_held(ranks, red_as(meant))


cdef bint play_beats(const RuleTable* table, PlayRecord play, PlayRecord rival) noexcept nogil:
    cdef int power = table.power[play.kind][play.length] if play.kind >= BOMB else 0
    cdef int rival_power = table.power[rival.kind][rival.length] if rival.kind >= BOMB else 0
    if play.kind == ROCKET and table.flat_rockets:
        return power > rival_power
    if power or rival_power:
        return power > rival_power or (power == rival_power and play.rank > rival.rank)
    if table.trio2_split and play.kind == TRIO_PAIR == rival.kind:
        if carries_pair(play) != carries_pair(rival):
            return False
    return (
        play.kind == rival.kind
        and play.length == rival.length
        and play.size == rival.size
        and play.rank > rival.rank
    )


cdef bint is_legal_play(
    const RuleTable* table, PlayRecord play, uint64_t cards, PlayRecord rival, bint bombs
) noexcept nogil:
    if not is_play(table, play) or not is_within(play.cards, cards):
        return False
    if is_limited(table, play.kind) and not bombs:
        return False
    if table.kinds[play.kind].only_as_last and play.size != card_count(cards):
        return False
    return rival.kind == 0 or play_beats(table, play, rival)


cdef int write_readings(const RuleTable* table, uint64_t cards, PlayRecord* out) noexcept nogil:
    cdef PlayRecord play
    cdef int black, red, count
    play.cards = cards
    play.head = 0
    count = add_readings(table, play, out, 0)
    if table.is_wild:
        for red in range(NATURAL_RANKS + 1):
            for black in range(1 if red == 0 else 0, (red or NATURAL_RANKS) + 1):
                play.wild = <uint32_t>(red << 8 | black)
                if may_mean_any(play):
                    count = add_readings(table, play, out, count)
    return count


cdef int add_readings(
    const RuleTable* table, PlayRecord cards, PlayRecord* out, int count
) noexcept nogil:
    """Writes the readings of cards with what their jokers stand for, behind `count` others."""
    cdef Hand hand = hand_of(meaning_of(cards))
    cdef ShapeSet sets[MAX_READINGS]
    cdef ShapeSet* end
    cdef ShapeSet* shapes
    cdef const KindRow* row
    cdef PlayRecord play
    cdef int kind, length
    for kind in range(1, KIND_COUNT):
        row = &table.kinds[kind]
        for length in range(row.min_length, row.max_length + 1):
            if length * row.group_size != hand.size and not row.has_wings:
                continue
            end = add_length(table, kind, &hand, length, every_rank(), sets)
            shapes = sets
            while shapes < end:
                play = shapes.first
                play.cards = cards.cards
                play.wild = cards.wild
                play.size = <uint8_t>hand.size
                play.rank = <int8_t>(play.rank + place_of(shapes.starts))
                if count < MAX_READINGS and is_play(table, play):
                    out[count] = play
                    count += 1
                shapes.starts &= shapes.starts - 1
                shapes += shapes.starts == 0
    return count


cdef extern from "bits.h" nogil:
    int64_t load "ddz_load"(int64_t* number)
    void store "ddz_store"(int64_t* number, int64_t value)
    int64_t claim "ddz_claim"(int64_t* number)  # gives it and adds one
    void yield_thread "ddz_yield"()

cdef int64_t MAX_TURN = 1 << 62


# Batches -----------------------------------------------------------------------------------------


cdef bint is_hand(const RuleTable* table, uint64_t cards) noexcept nogil:
    return (
        not cards >> 60 and is_within(cards, table.deck) and card_count(cards) <= table.max_hand
    )


cdef inline uint64_t packed_row(const uint8_t* counts) noexcept nogil:
    """A row of 15 counts, packed; no hand (all bits set) where one is above 15."""
    cdef uint64_t cards = 0
    cdef uint8_t most = 0
    cdef int rank
    for rank in range(RANK_COUNT):
        cards |= <uint64_t>counts[rank] << 4 * rank
        most |= counts[rank]
    return cards if most <= 15 else <uint64_t>-1


cdef bint read_item(
    const RuleTable* table, const BatchInput* batch, int64_t index, Item* item
) noexcept nogil:
    if batch.packed != NULL:
        item.cards = batch.packed[index]
    else:
        item.cards = packed_row(batch.counts + RANK_COUNT * index)
    if batch.rivals != NULL:
        item.rival = batch.rivals[index]
        if (item.rival.cards or item.rival.head) and not is_play(table, item.rival):
            return False
    if batch.quotas != NULL:
        item.bombs = batch.quotas[index]
    return is_hand(table, item.cards)


cdef Item first_item(const BatchInput* batch) noexcept nogil:
    cdef Item item
    item.cards = 0
    item.rival = batch.rival
    item.bombs = batch.bombs
    return item


cdef int64_t count_batch(
    const RuleTable* table, const BatchInput* batch, int64_t start, int64_t stop, int64_t* counts
) noexcept nogil:
    cdef Item item = first_item(batch)
    cdef int64_t index
    for index in range(start, stop):
        if not read_item(table, batch, index, &item):
            return index
        counts[index] = count_plays(table, item.cards, item.rival, item.bombs != 0)
    return stop


cdef inline PlayRecord* write_within(
    const RuleTable* table, const Item* item, PlayRecord* out, const PlayRecord* limit,
    PlayRecord* spare
) noexcept nogil:
    """Writes the plays of an item, by way of `spare` near the limit; NULL if they do not fit."""
    cdef int64_t room = limit - out
    cdef int64_t count
    # No hand has more plays than there are.
    if room >= table.play_count + SLACK:
        return write_plays(table, item.cards, item.rival, item.bombs != 0, out)
    count = write_plays(table, item.cards, item.rival, item.bombs != 0, spare) - spare
    if count > room:
        return NULL
    memcpy(out, spare, count * sizeof(PlayRecord))
    return out + count


cdef int64_t fill_batch(
    const RuleTable* table, const BatchInput* batch, int64_t start, int64_t stop,
    int64_t* offsets, int64_t base, PlayRecord* plays, int64_t room, PlayRecord* spare,
    int64_t* written
) noexcept nogil:
    cdef Item item = first_item(batch)
    cdef PlayRecord* out = plays
    cdef PlayRecord* end
    cdef int64_t index
    for index in range(start, stop):
        if not read_item(table, batch, index, &item):
            stop = index
            break
        end = write_within(table, &item, out, plays + room, spare)
        if end == NULL:
            stop = index
            break
        out = end
        offsets[index + 1] = base + (out - plays)
    written[0] = out - plays
    return stop


cdef void fill_in_turns(
    const RuleTable* table, const BatchInput* batch, Relay* relay, int64_t stop,
    int64_t* offsets, PlayRecord* plays, int64_t room, PlayRecord* spare
) noexcept nogil:
    cdef int64_t block = claim(&relay.claimed)
    cdef int64_t start, end, done, written
    cdef int64_t spare_room = SPARE_BLOCK + table.play_count + SLACK
    while block * BLOCK_HANDS < stop:
        start = block * BLOCK_HANDS
        end = min(start + BLOCK_HANDS, stop)
        done = fill_batch(
            table, batch, start, end, offsets, 0, spare, spare_room, spare + spare_room, &written
        )
        while load(&relay.turn) < block:
            yield_thread()
        if relay.turn != block:
            return
        if done == end and relay.base + written <= room:
            hand_over(relay, block, start, end, written, offsets, plays, spare)
        else:
            done = fill_batch(
                table, batch, start, end, offsets, relay.base, plays + relay.base,
                room - relay.base, spare, &written
            )
            relay.base += written
            relay.done = done
            store(&relay.turn, block + 1 if done == end else MAX_TURN)
        block = claim(&relay.claimed)


cdef void hand_over(
    Relay* relay, int64_t block, int64_t start, int64_t end, int64_t written, int64_t* offsets,
    PlayRecord* plays, const PlayRecord* spare
) noexcept nogil:
    """Lets the next block go on, then copies this block's plays to where they begin."""
    cdef int64_t base = relay.base
    cdef int64_t index
    relay.base = base + written
    relay.done = end
    for index in range(start, end):
        offsets[index + 1] += base
    store(&relay.turn, block + 1)
    memcpy(plays + base, spare, written * sizeof(PlayRecord))
