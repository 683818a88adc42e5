"""What one seat is told of a game, in DouZero's form. See `_douzero_infoset.pxd`."""

from cpython.mem cimport PyMem_Free

from ddz_fast._douzero cimport list_of, lists_of, packed_of
from ddz_fast._features cimport HISTORY_PLIES
from ddz_fast._nibbles cimport RANK_COUNT, card_count

SEATS = ("landlord", "landlord_down", "landlord_up")  # in the order of play
LISTED = (0, 2, 1)  # in the order of DouZero's dictionaries
cdef object NOTHING = object()


cdef class History:
    pass


cdef class InfoSet:
    """What the player of a position is told: DouZero's attributes, made when they are asked for.

    One made by hand has None for all of them, to be set; so it can be given to :func:`get_obs`.

    >>> InfoSet("landlord").legal_actions is None
    True
    """

    def __init__(self, player_position):
        self.filled = {"player_position": player_position}
        self.is_set = True

    def __dealloc__(self):
        PyMem_Free(self.legal)

    @property
    def legal_actions(self):
        """The legal moves, as sorted lists; the pass, where there is one, is last."""
        if self.legal_lists is None:
            if self.history is None:
                return self.filled.get("legal_actions")
            self.legal_lists = lists_of(self.legal, self.legal_count)
        return self.legal_lists

    def __getattr__(self, name):
        if self.filled is None:
            self.filled = {}
        value = self.filled.get(name, NOTHING)
        if value is not NOTHING:
            return value
        if name not in MAKERS:
            raise AttributeError(f"InfoSet has no attribute {name!r}")
        value = MAKERS[name](self) if self.history is not None else None
        self.filled[name] = value
        return value

    def __setattr__(self, name, value):
        if self.filled is None:
            self.filled = {}
        self.is_set = True
        if name == "legal_actions" and isinstance(value, list):
            self.legal_lists = value
        self.filled[name] = value

    def __reduce__(self):
        values = {name: getattr(self, name) for name in ATTRIBUTES}
        return _with_attributes, (self.player_position, {**values, **(self.filled or {})})

    cdef bint is_told(self) noexcept:
        return self.history is not None and not self.is_set

    cdef uint64_t beat(self) noexcept:
        return move_to_beat(self.history, self.plies)

    cdef void observe(self, Observed* seen) noexcept:
        cdef int ply, place, seat
        seen.seat = self.seat
        seen.bombs = self.bombs
        seen.own = self.hands[self.seat]
        seen.others = self.hands[0] + self.hands[1] + self.hands[2] - seen.own
        seen.beat = self.beat()
        for seat in range(3):
            seen.left[seat] = card_count(self.hands[seat])
            seen.played[seat] = self.history.dealt[seat] - self.hands[seat]
            ply = last_ply_of(self.plies, seat)
            seen.last[seat] = self.history.moves[ply] if ply >= 0 else 0
        for place in range(HISTORY_PLIES):
            ply = self.plies - HISTORY_PLIES + place
            seen.recent[place] = self.history.moves[ply] if ply >= 0 else 0


cdef uint64_t move_to_beat(History history, int plies) noexcept:
    """The last move, or the one before if that was a pass; 0: a lead."""
    if plies == 0:
        return 0
    if history.moves[plies - 1]:
        return history.moves[plies - 1]
    return history.moves[plies - 2] if plies > 1 else 0


cdef int last_ply_of(int plies, int seat) noexcept:
    return plies - 1 - (plies - 1 - seat) % 3 if plies > seat else -1


def _with_attributes(position, values):
    info = InfoSet(position)
    for name, value in values.items():
        setattr(info, name, value)
    return info


# What each attribute is --------------------------------------------------------------------------


def _position(InfoSet info):
    return SEATS[info.seat]


def _own_hand(InfoSet info):
    return list_of(info.hands[info.seat])


def _left(InfoSet info):
    return {SEATS[seat]: card_count(info.hands[<int>seat]) for seat in LISTED}


def _bottom(InfoSet info):
    """The bottom cards that the landlord still has: DouZero takes each off as it is played."""
    cdef uint64_t played = info.history.dealt[0] - info.hands[0]
    left = []
    for card in info.history.bottom:
        one = packed_of((card,))
        if played and fits(one, played):
            played -= one
        else:
            left.append(card)
    return left


cdef bint fits(uint64_t one, uint64_t cards):
    cdef int rank
    for rank in range(RANK_COUNT):
        if one >> 4 * rank & 15:
            return cards >> 4 * rank & 15 != 0
    return False


def _moves_so_far(InfoSet info):
    return lists_of(info.history.moves, info.plies)


def _others(InfoSet info):
    cards = []
    for seat in LISTED:
        if seat != info.seat:
            cards += list_of(info.hands[<int>seat])
    return cards


def _last_move(InfoSet info):
    return list_of(info.beat())


def _last_two(InfoSet info):
    moves = [list_of(info.history.moves[ply]) for ply in range(max(info.plies - 2, 0), info.plies)]
    return (moves[::-1] + [[], []])[:2]


def _last_of_each(InfoSet info):
    moves = {}
    for seat in LISTED:
        ply = last_ply_of(info.plies, seat)
        moves[SEATS[seat]] = list_of(info.history.moves[<int>ply]) if ply >= 0 else []
    return moves


def _played(InfoSet info):
    played = {}
    for seat in LISTED:
        cards = []
        for ply in range(seat, info.plies, 3):
            cards += list_of(info.history.moves[<int>ply])
        played[SEATS[seat]] = cards
    return played


def _all_hands(InfoSet info):
    return {SEATS[seat]: list_of(info.hands[<int>seat]) for seat in LISTED}


def _last_seat(InfoSet info):
    return SEATS[info.last_seat]


def _bombs(InfoSet info):
    return info.bombs


cdef dict MAKERS = {
    "player_position": _position,
    "player_hand_cards": _own_hand,
    "num_cards_left_dict": _left,
    "three_landlord_cards": _bottom,
    "card_play_action_seq": _moves_so_far,
    "other_hand_cards": _others,
    "last_move": _last_move,
    "last_two_moves": _last_two,
    "last_move_dict": _last_of_each,
    "played_cards": _played,
    "all_handcards": _all_hands,
    "last_pid": _last_seat,
    "bomb_num": _bombs,
}
cdef tuple ATTRIBUTES = ("legal_actions", *MAKERS)
