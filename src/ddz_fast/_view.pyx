"""What there is to see of a position. See `_view.pxd`."""

from ddz_fast._game cimport NO_SEAT, position_hash
from ddz_fast._objects cimport play_from
from ddz_fast._plays cimport NO_LIMIT

MADE_HERE = object()


cdef class View:
    """A position as Python sees it; :class:`~ddz_fast.State` is one that can be played."""

    def __cinit__(self, made_here=None):
        # Without its table a State would read where there is nothing.
        if made_here is not MADE_HERE:
            raise TypeError("a State is made by State.from_hands, State.parse or Auction.state")

    @property
    def rules(self):
        """The rule set."""
        return self.table.rules

    @property
    def players(self):
        """How many players there are."""
        return self.position.players

    @property
    def hands(self):
        """Each seat's hand, packed."""
        return tuple([self.position.hands[seat].cards for seat in range(self.position.players)])

    @property
    def sizes(self):
        """How many cards each seat has."""
        return tuple([self.position.hands[seat].size for seat in range(self.position.players)])

    @property
    def landlords(self):
        """The seats of the landlords; none where every player is for himself."""
        return tuple(
            [seat for seat in range(self.position.players) if self.position.landlords >> seat & 1]
        )

    @property
    def to_move(self):
        """The seat whose turn it is; None when the game is over."""
        return None if self.is_over else self.position.to_move

    @property
    def beat(self):
        """The play to beat; None on a lead."""
        return play_from(self.position.beat) if self.position.beat.kind else None

    @property
    def passes(self):
        """How many players passed since that play."""
        return self.position.passes

    @property
    def last_player(self):
        """The seat that made the play to beat; None on a lead."""
        cdef int players = self.position.players
        if not self.position.beat.kind:
            return None
        return (self.position.to_move + players - 1 - self.position.passes) % players

    @property
    def bombs(self):
        """How many bomb-class plays each seat may still make; None: any number."""
        return tuple(
            [shown_limit(self.position.bombs[seat]) for seat in range(self.position.players)]
        )

    @property
    def allowance(self):
        """With how many cards left each seat has won (让牌): mostly none."""
        return tuple([self.position.allowance[seat] for seat in range(self.position.players)])

    @property
    def plays_made(self):
        """How many plays each seat has made, counted up to two: 春天 asks for no more."""
        return tuple([self.position.made[seat] for seat in range(self.position.players)])

    @property
    def bombs_played(self):
        """How many bombs, chains of bombs and rockets were played."""
        return tuple([self.position.bombed[index] for index in range(3)])

    @property
    def announced(self):
        """报牌: each seat's number of cards where it must be told, else None."""
        most = self.rules.announce_at
        return tuple([size if size <= most else None for size in self.sizes])

    @property
    def is_over(self):
        """Whether a player has gone out."""
        return self.position.winner != NO_SEAT

    @property
    def winner(self):
        """The seat that went out; None while the game goes on."""
        return self.position.winner if self.is_over else None

    @property
    def winners(self):
        """The seats that have won with it: all landlords, all farmers, or it alone."""
        return self._side_of(self.winner) if self.is_over else ()

    def _side_of(self, seat):
        """The seats that win where one goes out."""
        landlords = self.landlords
        if not landlords:
            return (seat,)
        if seat in landlords:
            return landlords
        return tuple([farmer for farmer in range(self.players) if farmer not in landlords])

    @property
    def spring(self):
        """春天: "landlord" won and no farmer played, or "farmers" and a landlord played once."""
        landlords, made = self.landlords, self.plays_made
        if not self.is_over or not landlords:
            return None
        if self.winner in landlords:
            others = [count for seat, count in enumerate(made) if seat not in landlords]
            return None if any(others) else "landlord"
        return "farmers" if sum([made[seat] for seat in landlords]) == 1 else None

    @property
    def hash(self):
        """64 bits that are equal for equal positions, however they were reached."""
        return position_hash(&self.position)


cdef object shown_limit(int left):
    return None if left == NO_LIMIT else left
