"""Proof-number search. See `_search.pxd`."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from ddz_fast._dominance cimport Spares, find_spares, is_dominated, may_repeat_kickers
from ddz_fast._game cimport (
    MAX_SEATS, NO_SEAT, make_ply, may_pass, most_legal, pass_turn, take_back, write_legal,
)
from ddz_fast._keys cimport (
    Chained, chains_through, has_equal_ranks, has_plain_kinds, make_key, same_key,
)
from ddz_fast._losers cimport LOSER, Sight, count_losers, look_at_enemies
from ddz_fast._memory cimport PROVEN, bucket_of, is_proven, recall, remember
from ddz_fast._plays cimport SLACK
from ddz_fast._shapes cimport Hand
from ddz_fast._sight cimport can_beat, wins_at_sight
from ddz_fast._table cimport PAIR, SOLO

cdef extern from "bits.h" nogil:
    void prefetch "ddz_prefetch"(const void* address)

cdef enum:
    MOST_COMPARED = 100  # children with which a child is compared
    FEW_CARDS = 33  # in three hands and more; up to here other weights took fewer positions


cdef bint set_up_search(
    Search* search, const RuleTable* table, Memory* memory, const Position* start, int side
) noexcept nogil:
    cdef int cards = 0
    cdef int seat
    memset(search, 0, sizeof(Search))
    search.table = table
    search.memory = memory
    search.side = side
    search.is_nameless = has_equal_ranks(table)
    search.has_sight = (
        has_plain_kinds(table) and table.kinds[SOLO].max_length and table.kinds[PAIR].max_length
    )
    search.may_repeat = may_repeat_kickers(table)
    for seat in range(start.players):
        cards += start.hands[seat].size
    search.half_extra = 3 if start.players > 2 and cards <= FEW_CARDS else 2
    # After each play all others may pass.
    search.most_frames = (cards + 1) * start.players + 1
    search.frames = <Frame*>calloc(search.most_frames, sizeof(Frame))
    return search.frames != NULL


cdef void free_search(Search* search) noexcept nogil:
    cdef int depth
    if search.frames != NULL:
        for depth in range(search.most_frames):
            free(search.frames[depth].children)
    free(search.frames)
    free(search.plays)


# Values ------------------------------------------------------------------------------------------


cdef inline bint is_ours(const Search* search, int seat) noexcept nogil:
    return search.side >> seat & 1


cdef inline Value won(bint ours) noexcept nogil:
    cdef Value value
    value.proof = 0 if ours else PROVEN
    value.disproof = PROVEN if ours else 0
    return value


cdef inline uint32_t near_of(Value value, bint ours) noexcept nogil:
    """How far the side that is to move is from its win."""
    return value.proof if ours else value.disproof


cdef inline uint32_t far_of(Value value, bint ours) noexcept nogil:
    return value.disproof if ours else value.proof


cdef inline Value value_of(bint ours, uint32_t near, uint32_t far) noexcept nogil:
    cdef Value value
    value.proof = near if ours else far
    value.disproof = far if ours else near
    return value


cdef inline uint32_t need_of(
    const Search* search, const Position* position, int seat, const Sight* sight
) noexcept nogil:
    """About how far a seat is from going out: the figures were found by trying."""
    cdef const Hand* hand = &position.hands[seat]
    cdef int count = count_losers(search.table, sight, hand.cards)
    cdef int losers = min(count // LOSER, 12)
    cdef int need = 4 + 4 * losers + losers * losers // 3 + count % LOSER // 2
    need += hand.size + 4 * sight.bombs
    if position.beat.kind == 0 and seat == position.to_move:
        need -= 2
    return <uint32_t>max(need, 1)


cdef Value first_value(const Search* search, const Position* position) noexcept nogil:
    """The guess for a position that was not searched yet: what the best hand of each side needs."""
    cdef Sight sights[2]
    cdef bint is_seen[2]
    cdef uint32_t needs[2]
    cdef int seat
    cdef bint ours
    if not search.has_sight:
        return value_of(True, 8, 8)
    needs[0] = needs[1] = PROVEN
    is_seen[0] = is_seen[1] = False
    for seat in range(position.players):
        ours = is_ours(search, seat)
        if not is_seen[ours]:
            look_at_enemies(search.table, position, search.side, seat, &sights[ours])
            is_seen[ours] = True
        sights[ours].quota = position.bombs[seat]
        needs[ours] = min(needs[ours], need_of(search, position, seat, &sights[ours]))
    return value_of(True, needs[1], needs[0])


cdef inline Value stirred(Value value, uint64_t hash) noexcept nogil:
    """A guess changed by chance, so that several searches do not all go the same way."""
    value.proof += hash & 3
    value.disproof += hash >> 2 & 3
    return value


cdef inline void pass_where_forced(const Search* search, Position* position) noexcept nogil:
    while position.beat.kind and not can_beat(
        search.table, position, position.to_move, position.beat
    ):
        pass_turn(position)


cdef inline bint is_decided(
    const Search* search, const Position* position, Value* value
) noexcept nogil:
    """Whether a position is won by somebody at sight."""
    if position.winner != NO_SEAT:
        value[0] = won(is_ours(search, position.winner))
        return True
    if not search.has_sight or position.must_hold:
        return False
    if wins_at_sight(search.table, position, search.side):
        value[0] = won(is_ours(search, position.to_move))
        return True
    return False


# Children ----------------------------------------------------------------------------------------


cdef bint make_room(Search* search, Frame* frame) noexcept nogil:
    """Room for all plays of a position and the pass, and for its children; False: no memory."""
    cdef int64_t count = most_legal(search.table, &search.position) + 1
    if count + SLACK > search.room:
        free(search.plays)
        search.room = 2 * count + SLACK
        search.plays = <PlayRecord*>malloc(search.room * sizeof(PlayRecord))
        if search.plays == NULL:
            search.room = 0
            return False
    if count > frame.room:
        free(frame.children)
        frame.room = 2 * count
        frame.children = <Child*>malloc(frame.room * sizeof(Child))
        if frame.children == NULL:
            frame.room = 0
            return False
    return True


cdef inline PlayRecord* write_choices(Search* search) noexcept nogil:
    """Writes all plays of the position, and the pass if it is allowed; gives their end."""
    cdef PlayRecord* end = write_legal(search.table, &search.position, search.plays)
    if may_pass(&search.position):
        end.cards = end.head = 0
        end += 1
    search.choices = end - search.plays
    return end


cdef inline bint is_new(const Frame* frame, const Child* child, int words) noexcept nogil:
    """Whether no child that was found shortly before leads to the same position."""
    cdef const Child* other = child
    cdef int64_t number
    for number in range(min(child - frame.children, <int64_t>MOST_COMPARED)):
        other -= 1
        if same_key(&other.key, &child.key, words):
            return False
    return True


cdef void find_chains(const Search* search, Chained* chained) noexcept nogil:
    """The chains of each seat, where keys ask for them."""
    cdef int seat
    for seat in range(search.position.players):
        chained[seat] = chains_through(search.table, &search.position.hands[seat])


cdef inline bint is_winning_child(
    Search* search, Frame* frame, Child* child, PlayRecord play, Chained* chained
) noexcept nogil:
    """Looks at one play. True: it wins. Else it is the frame's next child, but for one that loses."""
    cdef Position* position = &search.position
    cdef int seat = position.to_move
    cdef bint ours = is_ours(search, seat)
    cdef Chained before = chained[seat]
    cdef Ply ply
    cdef Value value
    make_ply(search.table, position, play, &ply)
    pass_where_forced(search, position)
    child.play = play
    search.looks += 1
    if not is_decided(search, position, &value):
        if search.is_nameless:
            chained[seat] = chains_through(search.table, &position.hands[seat])
        make_key(search.table, position, chained if search.is_nameless else NULL, &child.key)
        prefetch(bucket_of(search.memory, child.key.hash))
        chained[seat] = before
        frame.count += is_new(frame, child, position.players + 1)
        value = won(not ours)
    take_back(position, &ply)
    return near_of(value, ours) == 0


cdef bint list_children(Search* search, Frame* frame) noexcept nogil:
    """Lists the children that are not decided; True: one of them wins."""
    cdef Position* position = &search.position
    cdef bint is_pruned = search.is_nameless and position.must_hold == 0
    cdef Chained chained[MAX_SEATS]
    cdef Spares spares
    cdef PlayRecord* end = write_choices(search)
    cdef PlayRecord* play = search.plays
    frame.count = 0
    if search.is_nameless:
        find_chains(search, chained)
    if is_pruned:
        find_spares(
            position, search.side, &chained[position.to_move], search.may_repeat, &spares
        )
    while play < end:
        if not is_pruned or not is_dominated(search.table, &spares, play[0]):
            if is_winning_child(
                search, frame, &frame.children[frame.count], play[0], chained
            ):
                frame.children[0].play = play[0]
                return True
        play += 1
    return False


cdef inline void value_children(Search* search, Frame* frame) noexcept nogil:
    """Reads what is known of the children, or guesses."""
    cdef Child* child = frame.children
    cdef Child* end = child + frame.count
    cdef Ply ply
    while child < end:
        if not recall(search.memory, &child.key, &child.value):
            make_ply(search.table, &search.position, child.play, &ply)
            pass_where_forced(search, &search.position)
            child.value = first_value(search, &search.position)
            if search.salt:
                child.value = stirred(child.value, child.key.hash >> 8 * (search.salt & 7))
            take_back(&search.position, &ply)
        child += 1


# Search ------------------------------------------------------------------------------------------


cdef struct Choice:
    uint32_t least  # of the children's near numbers
    uint32_t second
    uint32_t most  # of the far numbers
    int open  # children that are not lost
    int best


cdef inline Choice choose(const Frame* frame, bint ours) noexcept nogil:
    """What the children say, and which is the nearest; of equal ones that with the least far number."""
    cdef Choice choice
    cdef uint32_t near, far, best_far
    cdef int index
    choice.least = choice.second = best_far = PROVEN
    choice.most = 0
    choice.open = choice.best = 0
    for index in range(frame.count):
        near = near_of(frame.children[index].value, ours)
        far = far_of(frame.children[index].value, ours)
        if far == 0:
            continue
        choice.open += 1
        choice.most = max(choice.most, far)
        if near < choice.least or (near == choice.least and far < best_far):
            choice.second = choice.least
            choice.least = near
            choice.best = index
            best_far = far
        elif near < choice.second:
            choice.second = near
    return choice


cdef inline uint32_t extra_far(const Search* search, const Choice* choice) noexcept nogil:
    """What the children beside the hardest add to a far number."""
    return <uint32_t>((choice.open - 1) * search.half_extra) >> 1


cdef inline bint is_left(
    const Search* search, Frame* frame, const Choice* choice, bint ours
) noexcept nogil:
    """Sets the value of a position from its children's; True: it is proven, or reached a limit."""
    # Not the sum of the far numbers, which counts what children share many times over.
    cdef uint32_t far
    if choice.open == 0:
        frame.value = won(not ours)
        return True
    if choice.least == 0:
        frame.value = won(ours)
        return True
    far = min(choice.most + extra_far(search, choice), <uint32_t>PROVEN - 1)
    frame.value = value_of(ours, choice.least, far)
    return choice.least >= near_of(frame.limit, ours) or far >= far_of(frame.limit, ours)


cdef inline Value limit_below(
    const Search* search, const Frame* frame, const Choice* choice, bint ours
) noexcept nogil:
    """How far the best child is followed: until another is clearly nearer."""
    cdef uint32_t near = near_of(frame.limit, ours)
    cdef uint32_t far = far_of(frame.limit, ours)
    if far < PROVEN:
        far -= extra_far(search, choice)
    return value_of(ours, min(near, choice.second + choice.second // 8 + 1), far)


cdef int open_frame(Search* search, Value limit) noexcept nogil:
    """Lists the children of the position on a frame of its own."""
    cdef Frame* frame = &search.frames[search.depth]
    cdef bint ours = is_ours(search, search.position.to_move)
    frame.value = value_of(ours, 1, 1)
    frame.limit = limit
    frame.nodes = search.nodes
    frame.best = 0
    search.nodes += 1
    if not make_room(search, frame):
        return NO_MEMORY
    if list_children(search, frame):
        frame.count = 1
        frame.children[0].value = won(ours)
    else:
        value_children(search, frame)
    return PAUSED


cdef int go_down(Search* search, const Choice* choice, Value limit) noexcept nogil:
    """Opens the frame of a child, unless something new is known of it."""
    cdef Frame* frame = &search.frames[search.depth]
    cdef Child* child = &frame.children[choice.best]
    cdef Frame* below = frame + 1
    cdef Value known
    if recall(search.memory, &child.key, &known) and (
        known.proof != child.value.proof or known.disproof != child.value.disproof
    ):
        child.value = known
        return PAUSED
    frame.best = choice.best
    below.key = child.key
    make_ply(search.table, &search.position, child.play, &below.ply)
    pass_where_forced(search, &search.position)
    search.depth += 1
    return open_frame(search, limit)


cdef void go_up(Search* search) noexcept nogil:
    """Keeps what was found, and leaves a frame."""
    cdef Frame* frame = &search.frames[search.depth]
    if search.position.must_hold == 0:
        remember(search.memory, &frame.key, frame.value, search.nodes - frame.nodes)
    if search.depth:
        take_back(&search.position, &frame.ply)
        frame -= 1
        frame.children[frame.best].value = frame[1].value
    search.depth -= 1


cdef inline bint is_known(Search* search, Frame* root) noexcept nogil:
    """Whether the root is decided at sight, or by an earlier search."""
    if is_decided(search, &search.position, &root.value):
        return True
    return (
        search.position.must_hold == 0
        and recall(search.memory, &root.key, &root.value)
        and is_proven(root.value)
    )


cdef int start_search(Search* search, const Position* start, bint must_list) noexcept nogil:
    cdef Frame* root = search.frames
    cdef Chained chained[MAX_SEATS]
    search.position = start[0]
    search.depth = 0
    pass_where_forced(search, &search.position)
    find_chains(search, chained)
    make_key(search.table, &search.position, chained if search.is_nameless else NULL, &root.key)
    if not must_list and is_known(search, root):
        search.depth = -1
        return SOLVED
    return open_frame(search, value_of(True, PROVEN, PROVEN))


cdef bint root_choice(const Search* search, PlayRecord* play) noexcept nogil:
    cdef const Frame* root = search.frames
    cdef bint ours = is_ours(search, search.position.to_move)
    cdef int index
    if root.count == 0:
        # All were lost at sight: those of the root are still there.
        play[0] = search.plays[0]
        return search.choices != 0
    play[0] = root.children[root.best].play
    for index in range(root.count):
        if near_of(root.children[index].value, ours) == 0:
            play[0] = root.children[index].play
    return True


cdef int run_search(Search* search, int64_t most_nodes, int64_t most_looks) noexcept nogil:
    cdef Frame* frame
    cdef Choice choice
    cdef bint ours
    while search.depth >= 0:
        frame = &search.frames[search.depth]
        ours = is_ours(search, search.position.to_move)
        choice = choose(frame, ours)
        if is_left(search, frame, &choice, ours):
            go_up(search)
        elif search.nodes >= most_nodes or search.looks >= most_looks:
            return PAUSED
        elif go_down(search, &choice, limit_below(search, frame, &choice, ours)) == NO_MEMORY:
            return NO_MEMORY
    return SOLVED


cdef Value root_value(const Search* search) noexcept nogil:
    return search.frames[0].value
