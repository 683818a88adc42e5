"""DouZero's game over packed cards."""

from copy import deepcopy

from cpython.mem cimport PyMem_Malloc
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from ddz_fast._douzero cimport (
    find_moves,
    is_bomb,
    is_of_one_deck,
    list_of,
    lists_of,
    packed_hand,
    packed_of,
)
from ddz_fast._douzero_infoset cimport History, InfoSet
from ddz_fast._douzero_moves cimport Moves

from ._douzero_infoset import LISTED, SEATS as _SEATS
from .cards import format_hand

cdef tuple SEATS = _SEATS


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
        cdef uint64_t cards = 0
        for seat in range(3):
            history.dealt[seat] = packed_hand(card_play_data[SEATS[seat]])
            if history.dealt[seat] == 0:
                raise ValueError(f"{SEATS[seat]} has no cards")
            cards += history.dealt[seat]
        if not is_of_one_deck(cards):
            raise ValueError("the three hands together are not of one deck")
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
        if self.history is None:
            raise ValueError("no game is going on: card_play_init deals one")
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
                self.take(move)
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
