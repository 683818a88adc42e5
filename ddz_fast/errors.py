"""What the library raises when it is given something that is not in the game."""


class HandError(ValueError):
    """Cards that no player of the rule set can hold, or text that names no cards."""


class PlayError(ValueError):
    """Cards, or a :class:`~ddz_fast.Play`, that are no play under the rule set."""


class RulesError(ValueError):
    """An unknown rule set or option, or a value that an option does not take."""


class PositionError(ValueError):
    """A position that no game comes to, or text that names none."""


class IllegalPlay(PlayError):  # noqa: N818
    """A play that the rules do not allow in a position; nothing has changed."""


class CallError(ValueError):
    """A call that is not legal at this turn of an auction, or of the picking before it."""


class RecordError(ValueError):
    """Text that is no record of a game."""
