"""What a solver finds: outcomes, solutions and analyses (docs/solver.md)."""

from enum import IntEnum
from typing import NamedTuple

from ._objects import Play


class Outcome(IntEnum):
    """How a game ends for the side whose turn it is, if both sides play perfectly.

    UNKNOWN (0) is no draw, there is none: a budget ended before it was known.

    >>> Outcome.WIN.opposite, Outcome.UNKNOWN.opposite
    (<Outcome.LOSS: 2>, <Outcome.UNKNOWN: 0>)
    """

    UNKNOWN = 0
    WIN = 1
    LOSS = 2

    @property
    def opposite(self) -> "Outcome":
        """What it is for the other side."""
        return _OPPOSITE[self]


_OPPOSITE = {
    Outcome.UNKNOWN: Outcome.UNKNOWN,
    Outcome.WIN: Outcome.LOSS,
    Outcome.LOSS: Outcome.WIN,
}


class Solution(NamedTuple):
    """What :func:`ddz_fast.solve` finds.

    >>> unknown = Solution(Outcome.UNKNOWN, None, [], nodes=1_000, table_used=0.25)
    >>> unknown.outcome.name, unknown.best, unknown.nodes
    ('UNKNOWN', None, 1000)
    """

    outcome: Outcome
    #: A play that wins; in a lost position one that holds out. None if it is the pass (then `line`
    #: begins with it), or if the outcome is unknown.
    best: Play | None
    line: list[tuple[int, Play | None]]  #: seats and plays, None a pass, to the end; or empty
    nodes: int  #: positions searched
    table_used: float  #: the share of the table that is filled, 0 to 1


class Analysis(NamedTuple):
    """What :func:`ddz_fast.analyze` finds: the outcome of each legal play.

    >>> found = Analysis(Outcome.WIN, [(None, Outcome.WIN)], nodes=5, table_used=0.0)
    >>> [str(play or "pass") for play, outcome in found.plays if outcome == Outcome.WIN]
    ['pass']
    """

    outcome: Outcome
    #: Plays in the order of `legal_plays()`, then the pass (None) where it is allowed, each with
    #: the outcome that it leads to, for the side that makes it.
    plays: list[tuple[Play | None, Outcome]]
    nodes: int  #: positions searched
    table_used: float  #: the share of the table that is filled, 0 to 1
