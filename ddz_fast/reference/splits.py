"""手数, by definition: the fewest plays that a hand can be laid down in (docs/rules.md 1.7)."""

from collections.abc import Iterator

from ..cards import RANK_COUNT
from ..errors import RulesError
from ..kinds import Kind
from ..rulesets import Rules
from .plays import Counts, Play, plays_within


def min_plays(rules: Rules, hand: Counts, bombs: int | None = None) -> int:
    """How few plays make up a hand; at most `bombs` of them are bomb-class.

    Raises RulesError for rules without SOLO, under which some hands cannot be laid down.
    """
    search = _Search(rules, hand, bombs)
    return search.fewest(search.whole)


def split(rules: Rules, hand: Counts, bombs: int | None = None) -> list[Play]:
    """The first of :func:`splits`."""
    return next(splits(rules, hand, bombs))


def splits(rules: Rules, hand: Counts, bombs: int | None = None) -> Iterator[list[Play]]:
    """Every split of a hand into the fewest plays, once each, as they are asked for.

    Each part contains the lowest card that is left; the candidates for it come in the order of
    ``plays_within``. Where two parts in a row have the same lowest rank, the second is not before
    the first in that order. A bare TRIO that must be the last play stands last.
    """
    search = _Search(rules, hand, bombs)

    def trio_last(play: Play) -> bool:
        return play.kind == Kind.TRIO and rules.trio_only_as_last

    return (sorted(parts, key=trio_last) for parts in search.splits(search.whole))


class _Search:
    """The plays of one hand, and what can be done with what is left of it.

    What is left is an integer with a byte for each rank, and two bytes above them: how many more
    bomb-class plays and bare TRIOs there may be, where the number is limited. So a play is taken
    away by one subtraction, and uses up what it is allowed just as it uses up its cards.
    """

    def __init__(self, rules: Rules, hand: Counts, bombs: int | None) -> None:
        if Kind.SOLO not in rules.kinds:
            raise RulesError(f"手数 needs SOLO among the kinds, which {rules.name} has not")
        #: by the lowest rank: each play with what it takes away, which other plays may take, too
        self.plays: list[list[tuple[int, Play]]] = [[] for _ in range(RANK_COUNT)]
        for play in plays_within(rules, hand):
            is_limited_bomb = rules.is_limited(play.kind) and bombs is not None
            is_limited_trio = play.kind == Kind.TRIO and rules.trio_only_as_last
            taken = _as_integer((*play.cards, is_limited_bomb, is_limited_trio))
            self.plays[_lowest_rank(taken)].append((taken, play))
        self.takings = [sorted({taken for taken, _ in plays}) for plays in self.plays]
        most_bombs = 0 if bombs is None else min(bombs, sum(hand))
        most_trios = int(rules.trio_only_as_last)
        self.whole = _as_integer((*hand, most_bombs, most_trios))
        self.known: dict[int, int] = {}

    def fewest(self, left: int) -> int:
        """How few plays make up what is left.

        One of them contains the lowest card, so each play that does is tried. A hand leaves some
        hundreds of different remainders in all (in noip up to a few thousand), each worked out
        once: 1 to 3 ms on average, which is little enough to need nothing that is harder to trust.
        With two wild jokers there are several thousand, and it takes half a second.
        """
        if not left & _CARDS:
            return 0
        if left not in self.known:
            takings = self.takings[_lowest_rank(left)]
            rests = (left - taken for taken in takings if _holds(left, taken))
            self.known[left] = 1 + min(map(self.fewest, rests))
        return self.known[left]

    def splits(self, left: int, rank: int = -1, index: int = 0) -> Iterator[list[Play]]:
        """Every minimal split of what is left, from play `index` on if `rank` is still lowest."""
        if not left & _CARDS:
            yield []
            return
        lowest = _lowest_rank(left)
        for place in range(index if lowest == rank else 0, len(self.plays[lowest])):
            taken, play = self.plays[lowest][place]
            if _holds(left, taken) and self.fewest(left - taken) == self.fewest(left) - 1:
                for rest in self.splits(left - taken, lowest, place):
                    yield [play, *rest]


_CARDS = (1 << 8 * RANK_COUNT) - 1
_GUARDS = int.from_bytes(b"\x80" * (RANK_COUNT + 2), "little")


def _as_integer(counts: tuple[int, ...]) -> int:
    return int.from_bytes(bytes(counts), "little")


def _holds(left: int, taken: int) -> bool:
    """Whether no byte of `taken` is more than that of `left`: each has a bit above it to borrow."""
    return ((left | _GUARDS) - taken) & _GUARDS == _GUARDS


def _lowest_rank(left: int) -> int:
    return ((left & -left).bit_length() - 1) // 8
