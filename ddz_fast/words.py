"""The text of a play, as somebody may write it: in parts, so that two texts can be compared."""

import re

from .cards import BLACK_JOKER, RANKS, letters

# A wild joker and what it stands for.
_WILD = re.compile(r"(B|R|小王|大王)\s*=\s*(10|[3-9TJQKA2])", re.IGNORECASE | re.ASCII)


def cards_text(text: str) -> str:
    """The cards of a play's text, without what wild jokers stand for.

    >>> cards_text("345B=67")
    '345B7'
    """
    return _WILD.sub(r"\1", text) if "=" in text else text


def wild_number(text: str) -> int:
    """What wild jokers stand for in a play's text, as the dtype PLAY has it in `wild`.

    >>> wild_number("345B=67"), wild_number("333+B")
    (4, 0)
    """
    number = 0
    for wild in _WILD.finditer(text):
        joker, card = letters(wild[1]), letters(wild[2])
        number |= (1 + RANKS.index(card)) << 8 * (RANKS.index(joker) - BLACK_JOKER)
    return number


def is_exact(text: str) -> bool:
    """Whether a text says more than its cards: what is a kicker, or what a joker stands for.

    >>> is_exact("333+4"), is_exact("3334")
    (True, False)
    """
    return "+" in text or "=" in text


def may_mean(text: str, written: str) -> bool:
    """Whether a text means the play that is written so; it need not say what jokers stand for.

    >>> may_mean("333+5B", "333+5B=5"), may_mean("333+5B=6", "333+5B=5")
    (True, False)
    """
    return in_words(text) == in_words(written if "=" in text else cards_text(written))


def in_words(text: str) -> tuple[str, list[str]]:
    """The parts of a play's text: the body as it is written, the kickers in any order.

    >>> in_words("333 444+10+5")
    ('333444', ['5', 'T'])
    """
    body, *kickers = map(_cards_in_order, text.split("+"))
    return body, sorted(kickers)


def _cards_in_order(text: str) -> str:
    words = []
    end = 0
    for wild in _WILD.finditer(text):
        words.append(letters(text[end : wild.start()]))
        words.append(f"{letters(wild[1])}={letters(wild[2])}")
        end = wild.end()
    return "".join([*words, letters(text[end:])])
