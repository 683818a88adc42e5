"""RLCard's game of Dou Dizhu: a State, and its players' observations in RLCard's layout."""

from collections import OrderedDict

import numpy as np

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

from ddz_fast._features cimport CARDS_WIDTH, MOST_FARMER, MOST_LANDLORD, write_cards
from ddz_fast._game cimport NO_SEAT, may_pass, settle
from ddz_fast._nibbles cimport card_count
from ddz_fast._objects cimport Plays, hand_from, play_from
from ddz_fast._shapes cimport hand_of
from ddz_fast._state cimport State
from ddz_fast._table cimport RANK_COUNT

from ._calls import legal_plays
from .cards import RANKS
from .errors import PlayError

cdef enum:
    PLAYERS = 3
    LANDLORD = 0
    RECENT_PLIES = 9
    LANDLORD_WIDTH = 790
    FARMER_WIDTH = 901
    MOST_CARDS = 225  # that a packed hand can tell of

cdef object EMPTY = np.empty
cdef object BYTE = np.dtype(np.int8)
cdef bytes LETTERS = RANKS.encode()
cdef str PASS = "pass"


cdef class Game:
    """The game that an environment plays: `begin` deals, `step` plays a text, `step_back` undoes.

    `rules` is the name of a rule set for three, `plays` has the Play of each text, `actions` the id, the text and the 54 numbers of packed cards;
    0 is the pass. `state` is what RLCard tells of the game to the player whose turn it is.
    """

    cdef readonly object winner_id
    cdef readonly dict state
    cdef readonly list trace
    cdef readonly int current_player
    cdef State game
    cdef State start
    cdef object rules
    cdef dict plays
    cdef dict actions
    cdef dict legal
    cdef list played_texts
    cdef list seen_texts
    cdef uint64_t played[PLAYERS]

    def __init__(self, rules, plays, actions):
        self.rules = rules
        self.plays = plays
        self.actions = actions
        self.start = State.from_hands(["3"] * PLAYERS, rules=rules, landlord=LANDLORD)

    def begin(self, hands, bottom):
        """Deal out of one deck: three packed hands, and the bottom cards that the landlord has."""
        cdef State game = self.start.copy()
        cdef int seat
        for seat in range(PLAYERS):
            game.position.hands[seat] = hand_of(hand_from(hands[seat], game.table))
        settle(&game.position)
        self.game = game
        self.winner_id = None
        self.trace = []
        self.played_texts = [""] * PLAYERS
        self.seen_texts = [text_of(bottom)]
        self.current_player = LANDLORD
        memset(self.played, 0, sizeof(self.played))
        self._tell()

    def step(self, str action):
        """Make a play or "pass". Raises IllegalPlay or PlayError; then nothing has changed."""
        cdef int seat = self.current_player
        cdef uint64_t cards
        self._need(seat)
        if action not in self.plays:
            raise PlayError(f"{action!r} is no action of RLCard")
        self.game.play(self.plays[action])
        cards = self.game.plies[self.game.made - 1].play.cards
        self.trace.append((seat, action))
        self.seen_texts.append(self._seen_after(action) if seat == LANDLORD else self.seen_texts[-1])
        if cards:
            self.played[seat] += cards
            self._write_played(seat)
        if self.game.position.winner != NO_SEAT:
            self.winner_id = seat
        self.current_player = seat + 1 if seat < PLAYERS - 1 else 0
        self._tell()

    def step_back(self):
        """Take the last play or pass back; False if there is none."""
        cdef int seat
        if not self.trace:
            return False
        seat, action = self.trace.pop()
        self.seen_texts.pop()
        if action != PASS:
            self.played[seat] -= self.game.plies[self.game.made - 1].play.cards
            self._write_played(seat)
        self.game.undo()
        self.winner_id = None
        self.current_player = seat
        self._tell()
        return True

    cdef str _seen_after(self, str action):
        """The bottom cards that the landlord has not shown: with a card all of its rank go."""
        cdef str seen = self.seen_texts[-1]
        if action != PASS:
            for card in action:
                if card in seen:
                    seen = seen.replace(card, "")
        return seen

    cdef int _write_played(self, int seat) except -1:
        cdef list texts = self.played_texts.copy()
        texts[seat] = text_of(self.played[seat])
        self.played_texts = texts
        return 0

    cdef uint64_t _hand(self, int seat) noexcept:
        return self.game.position.hands[seat].cards

    cdef int _size(self, int seat) noexcept:
        return card_count(self._hand(seat))

    cdef uint64_t _others(self, int seat) noexcept:
        return self._hand((seat + 1) % PLAYERS) + self._hand((seat + 2) % PLAYERS)

    # What a player is told ------------------------------------------------------------------------

    cdef int _tell(self) except -1:
        cdef Plays plays
        cdef Py_ssize_t index
        cdef list texts = []
        self.legal = {}
        if self.winner_id is None:
            if may_pass(&self.game.position):
                self._add(0, texts)
            plays = self.game.legal_plays()
            for index in range(plays.size):
                self._add(plays.records[index].cards, texts)
        self.state = self._raw(self.current_player, texts)
        return 0

    cdef int _add(self, uint64_t cards, list texts) except -1:
        cdef tuple action = self.actions[cards]
        self.legal[action[0]] = action[2]
        texts.append(action[1])
        return 0

    cdef dict _raw(self, int seat, list texts):
        return {
            "seen_cards": self.seen_texts[-1],
            "landlord": LANDLORD,
            "trace": self.trace.copy(),
            "played_cards": self.played_texts,
            "self": seat,
            "current_hand": text_of(self._hand(seat)),
            "others_hand": text_of(self._others(seat)),
            "num_cards_left": [self._size(0), self._size(1), self._size(2)],
            "actions": texts,
        }

    def get_state(self, int seat):
        """What RLCard tells a player, be it his turn or not."""
        self._need(seat)
        if seat == self.current_player:
            return self._raw(seat, self.state["actions"].copy())
        return self._raw(seat, [] if self.winner_id is not None else self._texts_of(seat))

    cdef list _texts_of(self, int seat):
        """What a player could play if it were his turn."""
        cdef Py_ssize_t ply = self.game.made - 1
        cdef list texts = []
        beat = None
        while ply >= 0 and not self.game.plies[ply].play.cards:
            ply -= 1
        if ply >= 0 and self.game.plies[ply].seat != seat:
            beat = play_from(self.game.plies[ply].play)
            texts.append(PASS)
        for play in legal_plays(self._hand(seat), beat, rules=self.rules):
            texts.append(self.actions[play.cards][1])
        return texts

    def observed(self, dict state, action_record):
        """An environment's state of what a player is told: with features and ids of actions."""
        cdef int seat = state["self"]
        self._need(seat)
        return OrderedDict((
            ("obs", self._features(seat)),
            ("legal_actions", self.legal.copy()),
            ("raw_obs", state),
            ("raw_legal_actions", state["actions"].copy()),
            ("action_record", action_record),
        ))

    cdef int _need(self, int seat) except -1:
        """A seat of a game that was dealt: what is not checked there is read without a check."""
        if self.game is None:
            raise ValueError("no game is going on: reset the environment first")
        if not 0 <= seat < PLAYERS:
            raise IndexError(f"no seat: {seat}")
        return 0

    cdef object _features(self, int seat):
        array = EMPTY(FARMER_WIDTH if seat else LANDLORD_WIDTH, BYTE)
        cdef Py_buffer buffer
        PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
        self._write_features(seat, <int8_t*>buffer.buf)
        PyBuffer_Release(&buffer)
        return array

    cdef void _write_features(self, int seat, int8_t* out) noexcept:
        cdef int mate = PLAYERS - seat
        cdef Py_ssize_t ply
        out = put_cards(self._hand(seat), out)
        out = put_cards(self._others(seat), out)
        out = put_cards(self._ply(-1) or self._ply(-2), out)
        for ply in range(-RECENT_PLIES, 0):
            out = put_cards(self._ply(ply), out)
        if seat == LANDLORD:
            out = put_cards(self.played[2], out)
            out = put_cards(self.played[1], out)
            out = self._put_left(2, MOST_FARMER, out)
            self._put_left(1, MOST_FARMER, out)
        else:
            out = put_cards(self.played[LANDLORD], out)
            out = put_cards(self.played[mate], out)
            # What RLCard calls a player's last action is his first. The seats begin in order.
            out = put_cards(self._first_ply(LANDLORD), out)
            out = put_cards(self._first_ply(mate), out)
            out = self._put_left(LANDLORD, MOST_LANDLORD, out)
            self._put_left(mate, MOST_FARMER, out)

    cdef uint64_t _ply(self, Py_ssize_t place) noexcept:
        """The cards of a ply from the end, -1 the last; none for a pass and before the first."""
        place += self.game.made
        return self.game.plies[place].play.cards if place >= 0 else 0

    cdef uint64_t _first_ply(self, int seat) noexcept:
        return self.game.plies[seat].play.cards if seat < self.game.made else 0

    cdef int8_t* _put_left(self, int seat, int width, int8_t* out) noexcept:
        """How many cards are left, from 1 on; none left takes the last place, as in RLCard."""
        cdef int left = self._size(seat)
        memset(out, 0, width)
        out[left - 1 if left else width - 1] = 1
        return out + width


cdef int8_t* put_cards(uint64_t cards, int8_t* out) noexcept:
    if cards:
        write_cards(cards, out)
    else:
        memset(out, 0, CARDS_WIDTH)
    return out + CARDS_WIDTH


cdef str text_of(uint64_t cards):
    """Packed cards as text, lowest first."""
    cdef char[MOST_CARDS] letters
    cdef const char* ranks = LETTERS
    cdef int rank, size = 0
    for rank in range(RANK_COUNT):
        for _ in range(cards >> 4 * rank & 15):
            letters[size] = ranks[rank]
            size += 1
    return PyUnicode_DecodeASCII(letters, size, NULL)
