"""Play and Plays, and the checks of what a user gives. See `_objects.pxd`."""

from collections.abc import Sequence
from operator import index as as_index

import numpy as np

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcmp, memcpy

from ddz_fast._nibbles cimport card_count
from ddz_fast._plays cimport MAX_READINGS, NO_LIMIT, SLACK, is_hand, is_play, write_readings
from ddz_fast._table cimport table_of
from ddz_fast._wild cimport meaning_of

from .cards import MAX_COUNT, RANKS, format_hand, pack, parse_hand, unpack
from .errors import HandError, PlayError
from .kinds import GRAMMAR, PLAY, Kind, check_reading, play_text
from .words import cards_text, in_words, is_exact, may_mean

cdef tuple KINDS = tuple(Kind)
cdef int SHOWN_IN_REPR = 8


cdef class Play:
    """Cards laid down at once, with their reading. Immutable, hashable, equal if all of it is.

    `Play(cards, kind, rank, length=1, wild=0)` takes cards as text, a packed int or 15 counts, and
    what wild jokers stand for as a number (see `wild`); most plays come from :func:`legal_plays`, :func:`readings` or :meth:`parse`. Raises PlayError where the
    cards are no such body with as many kickers as the kind has (docs/rules.md section 1); whether
    a rule set has the play is asked where it is used.

    >>> play = Play("33344456", Kind.PLANE_SOLO, rank=0, length=2)
    >>> str(play), play.size, play.kind.chinese
    ('333444+5+6', 8, '飞机带单')
    """

    def __init__(self, cards, kind, rank, length=1, wild=0):
        cdef uint64_t packed = cards_from(cards)
        if self.record.kind:
            raise TypeError("a Play does not change")
        kind = _kind_from(as_index(kind))
        rank, length, wild = as_index(rank), as_index(length), as_index(wild)
        check_reading(tuple(unpack(packed).tolist()), kind, length, rank, wild)
        self.record.head = 0
        self.record.cards = packed
        self.record.kind = kind
        self.record.rank = rank
        self.record.length = length
        self.record.size = card_count(packed)
        self.record.wild = wild

    @staticmethod
    def parse(text, *, rules="classic"):
        """Read a play from text, as ``str(play)`` writes it, or its cards in any order.

        Kickers stand behind a ``+``, and behind a wild joker stands ``=`` and the card that it
        stands for, ``345B=67``. Cards without a ``+`` or ``=`` are taken in their canonical
        reading, the first of :func:`readings`; so is what jokers stand for if no ``=`` says it.
        Raises HandError for unknown cards, PlayError for no play.

        >>> Play.parse("333444555+6+6+6").kind, Play.parse("333444555666").kind
        (<Kind.PLANE_SOLO: 9>, <Kind.PLANE: 8>)
        """
        cdef PlayRecord record
        if not isinstance(text, str):
            raise TypeError(f"Play.parse reads text, not {type(text).__name__}")
        record_from(text, table_of(rules), &record)
        return play_from(record)

    @property
    def cards(self):
        """The cards, packed in one int."""
        return self.record.cards

    @property
    def kind(self):
        """The :class:`Kind`."""
        return KINDS[self.record.kind]

    @property
    def rank(self):
        """The rank of the body's lowest group, −2 and −1 for A and 2 below 3; see docs/rules.md."""
        return self.record.rank

    @property
    def length(self):
        """Groups in the body; of a BOMB and a ROCKET the number of cards."""
        return self.record.length

    @property
    def size(self):
        """The number of cards."""
        return self.record.size

    @property
    def wild(self):
        """What wild jokers stand for, 0 where none is wild.

        Byte 0 is one more than the rank that the black joker stands for, byte 1 the same for the
        red one. If both are wild the black one stands for the lower rank, or the same.
        """
        return self.record.wild

    @property
    def meaning(self):
        """The cards that the play stands for, packed: equal to `cards` where no joker is wild."""
        return meaning_of(self.record)

    def __str__(self):
        return text_of(self.record)

    def __repr__(self):
        return f"<Play {self} {self.kind.name}>"

    def __eq__(self, other):
        if type(other) is not Play:
            return NotImplemented
        return same_record(&self.record, &(<Play>other).record)

    def __hash__(self):
        return hash((self.record.cards, self.record.head))

    def __reduce__(self):
        return Play, (self.cards, int(self.record.kind), self.rank, self.length, self.wild)


cdef class Plays:
    """Plays in one block of memory: a read-only sequence of :class:`Play`.

    Has `len`, iteration, indexing, slicing, ``in`` (a Play, or text in any of its readings) and
    ``str``; `array`, `cards` and `counts` give all of it to numpy.

    >>> plays = legal_plays("3334")
    >>> str(plays)
    '3 4 33 333 333+4'
    >>> plays[-1].kind, plays.array["size"]
    (<Kind.TRIO_SOLO: 4>, array([1, 1, 2, 3, 4], dtype=uint8))
    """

    def __cinit__(self):
        self.records = NULL

    def __init__(self):
        raise TypeError("Plays come from legal_plays and all_plays")

    def __dealloc__(self):
        PyMem_Free(self.records)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & 1:
            raise BufferError("Plays are read-only")
        self.shape[0] = self.size * sizeof(PlayRecord)
        buffer.buf = self.records
        buffer.obj = self
        buffer.len = self.shape[0]
        buffer.itemsize = 1
        buffer.readonly = 1
        buffer.ndim = 1
        buffer.format = NULL
        buffer.shape = self.shape
        buffer.strides = &buffer.itemsize
        buffer.suboffsets = NULL
        buffer.internal = NULL

    @property
    def array(self):
        """The plays as a read-only array of dtype PLAY; nothing is copied."""
        return np.frombuffer(self, dtype=PLAY) if self.size else np.empty(0, PLAY)

    @property
    def cards(self):
        """The cards of each play, packed: ``uint64[m]``, a view of `array`."""
        return self.array["cards"]

    @property
    def counts(self):
        """The cards of each play as counts: ``uint8[m, 15]``, made anew."""
        return unpack(self.cards)

    def __len__(self):
        return self.size

    def __getitem__(self, item):
        if isinstance(item, slice):
            return self._slice(range(*item.indices(self.size)))
        cdef Py_ssize_t index = as_index(item)
        if index < 0:
            index += self.size
        if not 0 <= index < self.size:
            raise IndexError(f"play {item} of {self.size}")
        return play_from(self.records[index])

    def _slice(self, chosen):
        cdef Plays plays = plays_with_room(len(chosen))
        cdef Py_ssize_t index, place
        for place, index in enumerate(chosen):
            plays.records[place] = self.records[index]
        return plays

    def index(self, play, start=0, stop=None):
        """The place of a play; ValueError if it is not there. As `list.index`."""
        for index in range(*slice(start, stop).indices(self.size)):
            if self._is_at(index, play):
                return index
        raise ValueError(f"{play} is not among the plays")

    def count(self, play):
        """How often a play is there: never more than once in what the library gives."""
        return sum(self._is_at(index, play) for index in range(self.size))

    cdef bint _is_at(self, Py_ssize_t index, object play) except -1:
        """Whether a Play, or some reading of a text, is at a place."""
        if type(play) is Play:
            return same_record(&self.records[index], &(<Play>play).record)
        if not isinstance(play, str) or self.records[index].cards != cards_from(cards_text(play)):
            return False
        if not is_exact(play):
            return True
        return may_mean(play, text_of(self.records[index]))

    def __iter__(self):
        cdef Py_ssize_t index
        for index in range(self.size):
            yield play_from(self.records[index])

    def __contains__(self, play):
        cdef Py_ssize_t index
        return any(self._is_at(index, play) for index in range(self.size))

    def __eq__(self, other):
        if type(other) is not Plays:
            return NotImplemented
        cdef Plays plays = <Plays>other
        return self.size == plays.size and not memcmp(
            self.records, plays.records, self.size * sizeof(PlayRecord)
        )

    def __str__(self):
        return " ".join(map(str, self))

    def __repr__(self):
        shown = ", ".join(map(str, self[:SHOWN_IN_REPR]))
        return f"<Plays {self.size}: {shown}{', ...' if self.size > SHOWN_IN_REPR else ''}>"

    def __reduce__(self):
        return _plays_from_bytes, (bytes(self),)


Sequence.register(Plays)


def _plays_from_bytes(data):
    cdef Plays plays = plays_with_room(len(data) // sizeof(PlayRecord))
    memcpy(plays.records, <const char*>data, plays.size * sizeof(PlayRecord))
    return plays


cdef Play play_from(PlayRecord record):
    cdef Play play = Play.__new__(Play)
    play.record = record
    return play


cdef Plays plays_with_room(Py_ssize_t count):
    cdef Plays plays = Plays.__new__(Plays)
    plays.records = <PlayRecord*>PyMem_Malloc((count + SLACK) * sizeof(PlayRecord))
    if plays.records == NULL:
        raise MemoryError(f"no memory for {count} plays")
    plays.size = count
    return plays


cdef bint same_record(const PlayRecord* one, const PlayRecord* other) noexcept nogil:
    return one.cards == other.cards and one.head == other.head


cdef str text_of(PlayRecord record):
    counts = tuple(unpack(record.cards).tolist())
    return play_text(counts, KINDS[record.kind], record.length, record.rank, record.wild)


cdef object _kind_from(object kind):
    if kind not in GRAMMAR:
        known = ", ".join(f"{known.name} ({int(known)})" for known in GRAMMAR)
        raise PlayError(f"{kind!r} is no kind of play; there are {known}")
    return Kind(kind)


# What a user gives -------------------------------------------------------------------------------


cdef uint64_t cards_from(object cards) except? 0xFFFFFFFFFFFFFFFF:
    if isinstance(cards, str):
        return pack(parse_hand(cards))
    if isinstance(cards, (bool, np.bool_)):
        raise TypeError("a hand is text, a packed int or 15 counts, not a bool")
    if type(cards) is not int:
        if not hasattr(cards, "__index__") or isinstance(cards, np.ndarray) and cards.ndim:
            return pack(_one_hand(cards))
        cards = as_index(cards)
    if not 0 <= cards < 1 << 60:
        raise HandError(f"a packed hand is 0 to 2**60 - 1, this is {cards}")
    return cards


cdef object _one_hand(object counts):
    if isinstance(counts, Play):
        raise TypeError("a hand is text, a packed int or 15 counts, not a Play")
    array = np.asarray(counts)
    if array.ndim == 0:
        what = type(counts).__name__
        raise TypeError(f"a hand is text, a packed int or 15 counts, not {what}")
    if array.ndim != 1:
        raise HandError(f"one hand is 15 counts, not shape {array.shape}; see the batch functions")
    return array


cdef object hand_fault(uint64_t cards, Table table):
    if cards >> 60:
        return f"a packed hand is 0 to 2**60 - 1, this is {cards}"
    rules = table.rules
    for rank, count in enumerate(unpack(cards).tolist()):
        if count > min(rules.deck[rank], MAX_COUNT):
            return f"{count} cards of rank {RANKS[rank]}: the deck of {rules.name} has {rules.deck[rank]}"
    size = card_count(cards)
    if size > rules.max_hand:
        return f"{size} cards: the largest hand of {rules.name} has {rules.max_hand}"
    return None


cdef object no_play(object something, uint64_t cards, Table table):
    fault = hand_fault(cards, table)
    return f"{something} is no play of {table.rules.name}{': ' if fault else ''}{fault or ''}"


cdef uint64_t hand_from(object hand, Table table) except? 0xFFFFFFFFFFFFFFFF:
    cdef uint64_t cards
    if type(hand) is int and 0 <= hand < 1 << 60:
        cards = hand
    else:
        cards = cards_from(hand)
    if not is_hand(&table.c, cards):
        raise HandError(f"{hand_fault(cards, table)} (in {format_hand(cards)})")
    return cards


cdef int record_from(object play, Table table, PlayRecord* record) except -1:
    record.cards = record.head = 0
    if play is None:
        return 0
    if isinstance(play, str):
        record[0] = (<Play>readings_of_text(str(play), table)[0]).record
        return 0
    if type(play) is Play:
        record[0] = (<Play>play).record
    elif isinstance(play, np.void) and play.dtype == PLAY:
        data = play.tobytes()
        memcpy(record, <const char*>data, sizeof(PlayRecord))
        if record.cards == 0 and record.head == 0:
            return 0
    else:
        raise TypeError(f"a play is a Play, a PLAY record or text, not {type(play).__name__}")
    if not is_play(&table.c, record[0]):
        raise PlayError(no_play(play, record.cards, table))
    return 0


cdef list readings_of(uint64_t cards, Table table):
    cdef PlayRecord records[MAX_READINGS]
    cdef int count = write_readings(&table.c, cards, records)
    cdef int index
    return sorted([play_from(records[index]) for index in range(count)], key=_canonical_order)


def _canonical_order(play):
    # Most groups, then no kickers, the higher rank, a bomb (rules.md section 1, move identity).
    grammar = GRAMMAR[play.kind]
    groups = play.length if grammar.chain else 1
    return -groups, grammar.kickers > 0, -play.rank, not play.kind.is_bomb, play.kind, play.wild


cdef list readings_of_text(str text, Table table):
    cdef uint64_t cards = cards_from(cards_text(text))
    cdef list plays = readings_of(cards, table)
    written = in_words(text)
    exact = [play for play in plays if in_words(str(play)) == written]
    if "=" not in text:
        exact += [play for play in plays if play not in exact and may_mean(text, str(play))]
    if not plays or (is_exact(text) and not exact):
        others = f"; the cards are {_first_of(plays)}" if plays else ""
        raise PlayError(f"{no_play(repr(text), cards, table)}{others}")
    if is_exact(text):
        return exact
    return exact + [play for play in plays if play not in exact]


def _first_of(plays):
    shown = ", ".join([f"{play} ({play.kind.name})" for play in plays[:SHOWN_IN_REPR]])
    return f"{shown}{', ...' if len(plays) > SHOWN_IN_REPR else ''}"


cdef int bombs_left(object bombs) except -1:
    if bombs is None:
        return NO_LIMIT
    if isinstance(bombs, bool) or not hasattr(bombs, "__index__"):
        raise TypeError(f"bombs is a number of bombs or None, not {type(bombs).__name__}")
    number = as_index(bombs)
    if number < 0:
        raise ValueError(f"bombs={number}: a number of bombs is 0 or more, or None for no limit")
    return min(number, NO_LIMIT)
