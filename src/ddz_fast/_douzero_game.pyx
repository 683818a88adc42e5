"""GameEnv and InfoSet in DouZero's form, over packed cards. See `_douzero_game.pxd`."""

from copy import deepcopy

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.string cimport memcpy

from ddz_fast._douzero cimport find_moves, is_bomb, list_of, lists_of, packed_hand, packed_of
from ddz_fast._douzero_moves cimport Moves
from ddz_fast._features cimport HISTORY_PLIES
from ddz_fast._nibbles cimport RANK_COUNT, card_count

from .cards import format_hand

cdef tuple SEATS = ("landlord", "landlord_down", "landlord_up")  # in the order of play
cdef tuple LISTED = (0, 2, 1)  # in the order of DouZero's dictionaries
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


# The game ----------------------------------------------------------------------------------------


cdef class GameEnv:
    """DouZero's game: players with `act(infoset)`, dealt to by `card_play_init`, stepped one ply.

    `exact` copies DouZero's faults and its order of moves. Unlike DouZero's, it leaves the lists that
    it is given alone, and an illegal move raises ValueError and changes nothing.
    """

    cdef public object players
    cdef public dict num_wins
    cdef public dict num_scores
    cdef public object player_utility_dict
    cdef public bint game_over
    cdef readonly bint exact
    cdef readonly int bomb_num
    cdef readonly object winner
    cdef readonly InfoSet game_infoset
    cdef History history
    cdef uint64_t hands[3]
    cdef int plies
    cdef int seat
    cdef int last_seat

    def __init__(self, players, *, exact=False):
        self.players = players
        self.exact = exact
        self.num_wins = {"landlord": 0, "farmer": 0}
        self.num_scores = {"landlord": 0, "farmer": 0}
        self.reset()

    def reset(self):
        """Forget the game, and keep the wins and scores."""
        self.history = None
        self.game_infoset = None
        self.player_utility_dict = None
        self.game_over = False
        self.bomb_num = self.plies = self.seat = self.last_seat = 0

    def card_play_init(self, card_play_data):
        """Deal: a dictionary of the three hands and of three_landlord_cards, lists of numbers."""
        cdef History history = History.__new__(History)
        cdef int seat
        for seat in range(3):
            history.dealt[seat] = packed_hand(card_play_data[SEATS[seat]])
        history.bottom = list(card_play_data["three_landlord_cards"])
        self.bomb_num = self.plies = self.seat = self.last_seat = 0
        self.game_over = False
        self.history = history
        memcpy(self.hands, history.dealt, sizeof(self.hands))
        self.game_infoset = self.get_infoset()

    def step(self):
        """Ask the player whose turn it is for a move, and make it."""
        self._need_game()
        player = self.players[SEATS[self.seat]]
        self.take(player.act(self.game_infoset))

    def take(self, action):
        """Make a move: a list of cards, the empty list to pass. Raises ValueError if it is illegal."""
        self._need_game()
        cdef uint64_t cards = packed_of(action)
        cdef InfoSet info = self.game_infoset
        cdef Py_ssize_t index
        for index in range(info.legal_count):
            if info.legal[index] == cards:
                break
        else:
            raise ValueError(self._fault(cards))
        self._make(cards)

    def _fault(self, cards):
        hand, told = format_hand(self.hands[self.seat]), format_hand(cards) or "a pass"
        beat = format_hand(self.game_infoset.beat())
        return f"{told} of {SEATS[self.seat]} with {hand} is no legal {f'answer to {beat}' if beat else 'lead'}"

    cdef int _need_game(self) except -1:
        if self.history is None or self.game_over:
            raise ValueError("no game is going on: card_play_init deals one")
        return 0

    cdef int _make(self, uint64_t cards) except -1:
        if cards:
            self.last_seat = self.seat
            self.bomb_num += is_bomb(cards)
        self.history.moves[self.plies] = cards
        self.plies += 1
        self.hands[self.seat] -= cards
        if self.hands[self.seat] == 0:
            self._finish()
            return 0
        self.seat = self.seat + 1 if self.seat < 2 else 0
        self.game_infoset = self.get_infoset()
        return 0

    cdef int _finish(self) except -1:
        self.compute_player_utility()
        self.update_num_wins_scores()
        self.game_over = True
        return 0

    def compute_player_utility(self):
        """Set what the sides have won."""
        won = self.hands[0] == 0
        self.player_utility_dict = {"landlord": 2 if won else -2, "farmer": -1 if won else 1}

    def update_num_wins_scores(self):
        """Count the game that is over."""
        for side, utility in self.player_utility_dict.items():
            points = (2 if side == "landlord" else 1) * 2**self.bomb_num
            if utility > 0:
                self.num_wins[side] += 1
                self.winner = side
            self.num_scores[side] += points if utility > 0 else -points

    cpdef InfoSet get_infoset(self):
        """What the player whose turn it is is told."""
        cdef Moves found
        cdef InfoSet info = InfoSet.__new__(InfoSet)
        info.history = self.history
        info.plies = self.plies
        info.seat = self.seat
        info.bombs = self.bomb_num
        info.last_seat = self.last_seat
        memcpy(info.hands, self.hands, sizeof(self.hands))
        find_moves(self.hands[self.seat], info.beat(), self.exact, &found)
        info.legal = <uint64_t*>PyMem_Malloc(found.size * sizeof(uint64_t))
        if info.legal == NULL:
            raise MemoryError("no memory for the legal moves")
        memcpy(info.legal, found.cards, found.size * sizeof(uint64_t))
        info.legal_count = found.size
        return info

    def __reduce__(self):
        deal = moves = None
        if self.history is not None:
            hands = [list_of(self.history.dealt[seat]) for seat in range(3)]
            deal = dict(zip(SEATS, hands), three_landlord_cards=list(self.history.bottom))
            moves = lists_of(self.history.moves, self.plies)
        counted = dict(self.num_wins), dict(self.num_scores), self.winner
        return _restored, (type(self), self.players, self.exact, deal, moves, counted)

    cdef int _restore(self, object deal, list moves, tuple counted) except -1:
        if deal is not None:
            self.card_play_init(deal)
            for move in moves:
                self._make(packed_of(move))
        self.num_wins, self.num_scores, self.winner = counted
        return 0

    # What DouZero's game can be asked, too

    def __getattr__(self, name):
        asked = ASKED.get(name)
        if asked is None:
            raise AttributeError(f"GameEnv has no attribute {name!r}")
        if self.history is None:
            return deepcopy(UNDEALT[name])
        return getattr(self.get_infoset(), asked)

    @property
    def acting_player_position(self):
        """Whose turn it is, or who made the last move; None before the deal."""
        return None if self.history is None else SEATS[self.seat]

    @property
    def last_pid(self):
        """Who made the last move that was no pass."""
        return SEATS[self.last_seat]

    @property
    def info_sets(self):
        """What each position is told, by position; all as of now."""
        return {SEATS[seat]: self._told(seat) for seat in LISTED}

    def _told(self, int seat):
        if self.history is None:
            return InfoSet(SEATS[seat])
        cdef InfoSet info = self.get_infoset()
        if seat != self.seat:
            info.seat = seat
            info.legal_count = 0
        return info

    def get_winner(self):
        """The side that won the last game: "landlord" or "farmer"."""
        return self.winner

    def get_bomb_num(self):
        """How many bombs and rockets were played."""
        return self.bomb_num

    def get_last_move(self):
        """The move to beat."""
        return self.last_move

    def get_last_two_moves(self):
        """The last two moves, the last one first."""
        return self.last_two_moves

    def get_legal_card_play_actions(self):
        """The legal moves of the player whose turn it is."""
        return self.get_infoset().legal_actions


def _restored(kind, players, exact, deal, moves, counted):
    game = kind(players, exact=exact)
    (<GameEnv?>game)._restore(deal, moves, counted)
    return game


# attributes of GameEnv that are those of the information set of now, and what they are before a deal
cdef dict ASKED = {
    name: name
    for name in (
        "card_play_action_seq", "three_landlord_cards", "last_move_dict", "played_cards",
        "last_move", "last_two_moves",
    )
}
cdef dict UNDEALT = {
    "card_play_action_seq": [],
    "three_landlord_cards": None,
    "last_move_dict": {SEATS[seat]: [] for seat in LISTED},
    "played_cards": {SEATS[seat]: [] for seat in LISTED},
    "last_move": [],
    "last_two_moves": [],
}
