"""State: the game of plays for Python. See `_state.pxd`."""

from operator import index as as_index

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

from ddz_fast._choice cimport play_at
from ddz_fast._game cimport (
    NO_SEAT,
    Position,
    bombs_allowed,
    is_legal_now,
    make_ply,
    may_pass,
    most_legal,
    same_position,
    settle,
    take_back,
    write_legal,
)
from ddz_fast._objects cimport (
    Play,
    Plays,
    bombs_left,
    hand_from,
    play_from,
    plays_with_room,
    readings_of_text,
    record_from,
)
from ddz_fast._nibbles cimport is_within
from ddz_fast._plays cimport NO_LIMIT, is_play
from ddz_fast._shapes cimport Hand, Shapes, find_shapes, hand_of
from ddz_fast._table cimport BOMB, Table, is_limited, table_of
from ddz_fast._view cimport MADE_HERE, View, shown_limit
from ddz_fast._wild cimport is_walk

from . import position_text
from .cards import format_hand
from .errors import IllegalPlay, PlayError, PositionError
from .kinds import Kind

cdef Py_ssize_t FIRST_ROOM = 64


cdef class State(View):
    """A game from the first lead on: whose turn it is, what may be played, and how it ended.

    Make one with :meth:`from_hands`, :meth:`parse`, or from a deal and an auction. Seats are
    numbered from 0 in the order of play. Equal if the positions are, whatever came before.

    >>> state = State.from_hands(["345", "44", "2B"])
    >>> state.play("3")
    >>> state.play("4")
    >>> state.to_move, str(state.legal_plays()), state.may_pass
    (2, '2 B', True)
    >>> state.undo()
    >>> state.to_move
    1
    """

    def __dealloc__(self):
        PyMem_Free(self.plies)

    @staticmethod
    def from_hands(
        hands, *, rules="classic", landlord=0, to_move=0, beat=None, passes=0, bombs=None,
        allowance=0, made=0, bombed=(0, 0, 0), must_hold="",
    ):
        """Set up a position out of nothing.

        `hands` are two to six, by seat: text, packed or 15 counts. `landlord` is a seat, or several;
        None, or a rule set without landlords: every player is for himself. `beat` is the play to
        beat (None: a lead), after which `passes` players have passed. `bombs` is how many
        bomb-class plays may still be made (None: no limit), `allowance` with how many cards left a
        farmer has won (让牌), `made` how many plays were made already: each a number for all, or
        one a seat. `bombed` counts the bombs, chains of bombs and rockets played before, and the next
        play must hold the cards of `must_hold`. Raises HandError, PlayError or PositionError, which
        say what would be right.
        """
        cdef Table table = table_of(rules)
        if isinstance(hands, str):
            raise TypeError("hands is a list, one hand for each seat, and not text")
        hands = list(hands)
        seats = range(len(hands))
        landlords = _landlords(landlord, table.rules)
        allowances = _each(allowance, seats, "allowance")
        if not isinstance(allowance, (tuple, list)):
            allowances = tuple(0 if seat in landlords else allowance for seat in seats)
        return state_at(
            position_text.Position(
                table.rules,
                tuple(int(hand_from(hand, table)) for hand in hands),
                landlords,
                as_index(to_move),
                _reading(beat, table),
                as_index(passes),
                tuple(_limit(limit) for limit in _each(bombs, seats, "bombs")),
                tuple(map(as_index, allowances)),
                tuple(min(as_index(one), position_text.MOST_MADE) for one in _each(made, seats, "made")),
                tuple(as_index(number) for number in bombed),
                int(hand_from(must_hold, table)),
            )
        )

    @staticmethod
    def parse(text):
        """Read a position from one line of text, as `text` writes it (docs/records.md).

        Raises PositionError, RulesError or PlayError.

        >>> State.parse("classic 3334/4455/67 0 1 88:PAIR:5 0 - 0 1,0,0 0,0,0").beat
        <Play 88 PAIR>
        """
        return state_at(position_text.parse(text))

    @property
    def text(self):
        """The position as one line of text, without what came before."""
        return position_text.write(self._position())

    def _position(self):
        return position_text.Position(
            self.rules, self.hands, self.landlords, self.position.to_move,
            _reading(self.beat, self.table), self.passes, self.bombs, self.allowance,
            self.plays_made, self.bombs_played, self.position.must_hold,
        )

    def __reduce__(self):
        cdef State start = self.copy()
        while start.made:
            start.undo()
        return _restored, (start._position(), [play for _, play in self.history])

    @property
    def ply(self):
        """How many plays and passes were made."""
        return self.made

    @property
    def history(self):
        """What was played, from the start on: a list of (seat, Play, or None for a pass)."""
        return [
            (
                self.plies[index].seat,
                play_from(self.plies[index].play) if self.plies[index].play.kind else None,
            )
            for index in range(self.made)
        ]

    def __eq__(self, other):
        if type(other) is not State:
            return NotImplemented
        cdef State state = <State>other
        return self.rules == state.rules and same_position(&self.position, &state.position)

    __hash__ = None  # a State changes; `hash` is that of what it is now

    # What there is to do -------------------------------------------------------------------------

    @property
    def may_pass(self):
        """Whether the player may pass: not on a lead, and not when the game is over."""
        return may_pass(&self.position)

    def legal_plays(self):
        """All legal plays, as :class:`Plays`; the pass is not among them.

        >>> str(State.from_hands(["34", "5"]).legal_plays())
        '3 4'
        """
        cdef Plays plays = plays_with_room(most_legal(&self.table.c, &self.position))
        plays.size = write_legal(&self.table.c, &self.position, plays.records) - plays.records
        return plays

    def count_plays(self):
        """How many legal plays there are, the pass not counted."""
        if self.position.must_hold:
            return len(self.legal_plays())
        return most_legal(&self.table.c, &self.position)

    def legal_play(self, number):
        """One legal play out of `count_plays()`, by its number from 0 on, without making the others.

        For choosing one by chance: the numbers do not follow the order of :meth:`legal_plays`.
        Raises IndexError.

        >>> state = State.from_hands(["3456789", "5"])
        >>> {state.legal_play(number) for number in range(13)} == set(state.legal_plays())
        True
        """
        cdef int64_t count = self.count_plays()
        cdef int64_t index
        cdef const Hand* hand = &self.position.hands[self.position.to_move]
        cdef Shapes shapes
        number = as_index(number)
        if not 0 <= number < count:
            raise IndexError(f"play {number} of {count}")
        index = number
        if self.position.must_hold or is_walk(&self.table.c, hand.cards, self.position.beat):
            return self.legal_plays()[index]
        find_shapes(&self.table.c, hand, self.position.beat, bombs_allowed(&self.position), &shapes)
        return play_from(play_at(&self.table.c, hand, &shapes, index))

    def is_legal(self, play):
        """Whether a Play, a text in some reading, or None (a pass) may be played now.

        >>> State.from_hands(["34", "5"]).is_legal(None)
        False
        """
        try:
            self._legal_record(play)
        except PlayError:
            return False
        return True

    def play(self, play):
        """Make a play (a Play, a PLAY record or text), or pass (None).

        An illegal one raises, and changes nothing.

        Text is taken in the first of its readings that is legal. Raises IllegalPlay, which says why
        not; PlayError or HandError for a text that is no play.
        """
        self._make(self._legal_record(play))

    cdef PlayRecord _legal_record(self, object play) except *:
        cdef PlayRecord record
        record.cards = record.head = 0
        if self.position.winner != NO_SEAT:
            raise IllegalPlay(f"the game is over: seat {self.position.winner} has won")
        if play is None:
            if not may_pass(&self.position):
                raise IllegalPlay("a pass on a lead: who leads must play")
            return record
        if type(play) is Play:
            record = (<Play>play).record
            if is_legal_now(&self.table.c, &self.position, record):
                return record
        elif isinstance(play, str):
            for reading in readings_of_text(str(play), self.table):
                record = (<Play>reading).record
                if is_legal_now(&self.table.c, &self.position, record):
                    return record
        else:
            record_from(play, self.table, &record)
            if not record.kind:
                return self._legal_record(None)
            if is_legal_now(&self.table.c, &self.position, record):
                return record
        raise IllegalPlay(self._fault(play, play_from(record)))

    def _fault(self, play, Play tried):
        """The first reason why a play of the rule set, or of another, is not legal."""
        cdef PlayRecord record = tried.record
        cdef uint64_t cards = self.position.hands[self.position.to_move].cards
        seat = self.position.to_move
        if not is_within(record.cards, cards):
            why = f"it is not in the hand {format_hand(cards)}"
        elif not is_within(self.position.must_hold, record.cards):
            why = f"this play must hold {format_hand(self.position.must_hold)}"
        elif not is_play(&self.table.c, record):
            why = f"{self.rules.name} has no such play"
        elif record.kind >= BOMB and is_limited(&self.table.c, record.kind) and self.bombs[seat] == 0:
            why = "the seat may make no more bombs"
        elif not self.position.beat.kind:
            why = f"it is no lead with the hand {format_hand(cards)}"
        else:
            why = f"it does not beat {self.beat}"
        return f"{play} of seat {seat}: {why}"

    cdef int _make(self, PlayRecord play) except -1:
        if self.made == self.room:
            self.room = 2 * self.room or FIRST_ROOM
            room = <Ply*>PyMem_Realloc(self.plies, self.room * sizeof(Ply))
            if room == NULL:
                self.room = self.made
                raise MemoryError("no memory for one play more")
            self.plies = room
        make_ply(&self.table.c, &self.position, play, &self.plies[self.made])
        self.made += 1
        return 0

    def undo(self):
        """Take the last play or pass back. Raises IndexError at the start."""
        if self.made == 0:
            raise IndexError("there is nothing to undo")
        self.made -= 1
        take_back(&self.position, &self.plies[self.made])

    def copy(self):
        """The same game once more, with all that was played."""
        cdef State state = State.__new__(State, MADE_HERE)
        state.table = self.table
        state.position = self.position
        if self.made:
            state.plies = <Ply*>PyMem_Realloc(NULL, self.made * sizeof(Ply))
            if state.plies == NULL:
                raise MemoryError("no memory for a copy")
            memcpy(state.plies, self.plies, self.made * sizeof(Ply))
            state.made = state.room = self.made
        return state

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    # As text -------------------------------------------------------------------------------------

    def __repr__(self):
        try:
            return f"<State {self.text}>"
        except PositionError:  # no text names a rule set of the user's own
            return f"<State of {self.rules.name!r}, {self._headline()}>"

    def __str__(self):
        return "\n".join([self._headline(), *[self._line(seat) for seat in range(self.players)]])

    def _headline(self):
        if self.is_over:
            seats = " and ".join(map(str, self.winners))
            return f"{self.rules.name}: seat {self.winner} has gone out, seat {seats} won"
        what = f"must beat {self.beat} of seat {self.last_player}" if self.beat else "leads"
        return f"{self.rules.name}: seat {self.to_move} {what}"

    def _line(self, seat):
        role = ""
        if self.landlords:
            role = "landlord " if seat in self.landlords else "farmer   "
        left = self.bombs[seat]
        limit = "" if left is None else f"  ({left} bombs left)"
        mark = ">" if seat == self.to_move else " "
        size = self.sizes[seat]
        return f"{mark} {seat} {role}{size:3} {format_hand(self.hands[seat]) or '-'}{limit}"


def state_at(where):
    """The State of a :class:`position_text.Position`, checked."""
    cdef Table table = table_of(where.rules)
    cdef State state
    cdef int seat
    position_text.check(where)
    state = State.__new__(State, MADE_HERE)
    memset(&state.position, 0, sizeof(Position))
    state.table = table
    state.position.players = len(where.hands)
    for seat in range(state.position.players):
        state.position.hands[seat] = hand_of(hand_from(where.hands[seat], table))
        state.position.bombs[seat] = bombs_left(where.bombs[seat])
        state.position.allowance[seat] = where.allowance[seat]
        state.position.made[seat] = where.made[seat]
    for seat in where.landlords:
        state.position.landlords |= 1 << seat
    for seat in range(3):
        state.position.bombed[seat] = where.bombed[seat]
    state.position.to_move = where.to_move
    state.position.passes = where.passes
    state.position.must_hold = where.must_hold
    if where.beat is not None:
        record_from(Play(*where.beat), table, &state.position.beat)
    settle(&state.position)
    if where.must_hold and not state.is_over and state.count_plays() == 0:
        raise PositionError(position_text.no_play_holds(where))
    return state


def _restored(where, plays):
    state = state_at(where)
    for play in plays:
        state.play(play)
    return state


cdef tuple _landlords(object landlord, object rules):
    if landlord is None or (rules.landlords == 0 and landlord == 0):
        return ()
    seats = landlord if isinstance(landlord, (tuple, list)) else (landlord,)
    return tuple(sorted([as_index(seat) for seat in seats]))


cdef tuple _each(object values, object seats, str name):
    """One value a seat: those given, or one for all."""
    if not isinstance(values, (tuple, list)):
        return tuple([values for _ in seats])
    if len(values) != len(seats):
        raise PositionError(f"{name}: {len(values)} of them; one for each of {len(seats)} seats")
    return tuple(values)


cdef object _limit(object limit):
    left = bombs_left(limit)
    return None if left == NO_LIMIT else left


cdef object _reading(object beat, Table table):
    cdef PlayRecord record
    record_from(beat, table, &record)
    if not record.kind:
        return None
    return position_text.Reading(
        record.cards, Kind(record.kind), record.rank, record.length, record.wild
    )
