"""Ranks, card text and packed hands. Knows nothing of rules.

A hand is a multiset of cards: 15 counts, one a rank, from 3 to the red joker.
Packed, it is one unsigned 64-bit integer with the count of rank r in bits 4r to 4r + 3.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from .errors import HandError

RANKS = "3456789TJQKA2BR"
RANK_COUNT = len(RANKS)
ACE, BLACK_JOKER, RED_JOKER = 11, 13, 14
MAX_COUNT = 15  # what four bits of a packed hand hold

Counts = npt.NDArray[np.uint8]
Packed = npt.NDArray[np.uint64]

_SHIFTS = np.arange(0, 4 * RANK_COUNT, 4, dtype=np.uint64)
_INDEX = {card: rank for rank, card in enumerate(RANKS)}
_WORDS = {**_INDEX, "10": _INDEX["T"], "小王": BLACK_JOKER, "大王": RED_JOKER}
_TOKEN = re.compile(r"[\s,+]+|(10|小王|大王|[3-9TJQKA2BR])", re.IGNORECASE | re.ASCII)
_JOKER_HINT = "projects disagree on which joker it means; write B (black, 小王) or R (red, 大王)"


def _tokens(text: str) -> Iterable[str]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _unknown_card(text, position)
        if match[1]:
            yield match[1].upper()
        position = match.end()


def letters(text: str) -> str:
    """Write card text in the library's letters, in the order that it has.

    >>> letters("k 10, 小王")
    'KTB'
    """
    return "".join(RANKS[_WORDS[token]] for token in _tokens(text))


def _unknown_card(text: str, position: int) -> HandError:
    character = text[position]
    shown = text if len(text) <= 60 else text[:57] + "..."
    hint = _JOKER_HINT if character in "xXdD王" else f"cards are {RANKS}"
    return HandError(f"unknown card {character!r} at position {position + 1} of {shown!r}: {hint}")


def _count_text(text: str) -> list[int]:
    counts = [0] * RANK_COUNT
    for token in text if _INDEX.keys() >= set(text) else _tokens(text):
        counts[_WORDS[token]] += 1
    for rank, count in enumerate(counts):
        if count > MAX_COUNT:
            raise HandError(count_fault(count, rank))
    return counts


def count_fault(count: int, rank: int) -> str:
    """Say why so many cards of a rank are in no hand, of whatever rule set.

    >>> count_fault(16, 0)
    '16 cards of rank 3: a packed hand holds 0 to 15 of a rank'
    """
    return f"{count} cards of rank {RANKS[rank]}: a packed hand holds 0 to {MAX_COUNT} of a rank"


def parse_hand(text: str | Iterable[str]) -> Counts:
    """Read card text, in any order, as counts.

    Takes ``3456789TJQKA2BR`` (B the black joker, R the red one), also ``10``, lower case, 小王 and
    大王; spaces, commas and ``+`` are passed over. One text gives ``uint8[15]``, an iterable of n
    texts ``uint8[n, 15]``. Raises HandError with the character and its position (from 1).

    >>> parse_hand("33 10 K小王")
    array([2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0], dtype=uint8)
    """
    if isinstance(text, str):
        return np.array(_count_text(text), dtype=np.uint8)
    if isinstance(text, np.ndarray) and text.dtype.kind not in "UO":
        raise TypeError(f"parse_hand reads text, not an array of {text.dtype}")
    rows = []
    for index, line in enumerate(text):
        if not isinstance(line, str):
            raise TypeError(f"parse_hand reads text; item {index} is {type(line).__name__}")
        try:
            rows.append(_count_text(line))
        except HandError as error:
            raise HandError(f"hand {index}: {error}") from None
    return np.array(rows, dtype=np.uint8).reshape(-1, RANK_COUNT)


def counts_of(values: Any) -> Counts:
    """Check integers of shape ``(..., 15)`` and give them as ``uint8``.

    Raises TypeError for floats and the like, HandError for a wrong shape or a count outside 0..15.

    >>> counts_of([1] * 15).dtype
    dtype('uint8')
    """
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError("counts with a mask: fill them first")
    array = np.asarray(values)
    if array.ndim == 0 or array.shape[-1] != RANK_COUNT:
        raise HandError(f"counts have shape (15,) or (n, 15), not {array.shape}")
    if array.dtype.kind not in "iu":
        raise TypeError(f"counts are integers, not {array.dtype}")
    wrong = (array < 0) | (array > MAX_COUNT)
    if wrong.any():
        *where, rank = (int(axis[0]) for axis in np.nonzero(wrong))
        row = f"hand {where[0]}: " if where else ""
        raise HandError(row + count_fault(array[(*where, rank)], rank))
    return array.astype(np.uint8, copy=False)


@overload
def pack(counts: Sequence[int]) -> int: ...
@overload
def pack(counts: npt.NDArray[Any]) -> Any: ...
def pack(counts: Any) -> Any:
    """Pack counts, four bits a rank.

    ``[15]`` gives an int, ``[..., 15]`` gives ``uint64[...]``. Raises as :func:`counts_of`.

    >>> hex(pack(parse_hand("3334R")))
    '0x100000000000013'
    """
    array = counts_of(counts)
    packed = (array.astype(np.uint64) << _SHIFTS).sum(axis=-1, dtype=np.uint64)
    return int(packed) if array.ndim == 1 else packed


def unpack(packed: int | np.integer[Any] | npt.ArrayLike) -> Counts:
    """Give the counts of a packed hand: one gives ``uint8[15]``, ``[...]`` gives ``[..., 15]``.

    Raises TypeError for what is no integer, HandError where bits 60 to 63 are set.

    >>> unpack(0x13)
    array([3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], dtype=uint8)
    """
    array = packed_array(packed)
    counts = (array[..., None] >> _SHIFTS) & np.uint64(MAX_COUNT)
    return counts.astype(np.uint8)


def packed_array(packed: Any) -> Packed:
    """Check packed hands and give them as ``uint64``. Raises as :func:`unpack`."""
    try:
        array = np.asarray(packed)
    except OverflowError:
        array = np.asarray(packed, dtype=object)
    if array.dtype.kind not in "iu" and not (array.size == 0 and array.ndim == 1):
        if array.dtype.kind == "O" and all(isinstance(item, int) for item in array.flat):
            raise HandError("a packed hand is 0 to 2**60 - 1")
        raise TypeError(f"packed hands are integers, not {array.dtype}")
    if array.size and (array.min() < 0 or array.max() >= 1 << 60):
        wrong = (array < 0) | (array >= 1 << 60)
        where = f"hand {int(np.flatnonzero(wrong)[0])}: " if array.ndim else ""
        raise HandError(f"{where}a packed hand is 0 to 2**60 - 1, this is {array[wrong].flat[0]}")
    return array.astype(np.uint64, copy=False)


@overload
def format_hand(hand: int | str | Sequence[int]) -> str: ...
@overload
def format_hand(hand: npt.NDArray[Any]) -> Any: ...
def format_hand(hand: Any) -> Any:
    """Write a hand as text, lowest rank first.

    Takes text, one packed int or 15 counts and gives a str; for ``uint64[n]`` or counts ``[n, 15]``
    it gives a list of n. Raises as :func:`unpack` and :func:`counts_of`.

    >>> format_hand([1, 0, 2] + [0] * 12), format_hand(0x13), format_hand("r 10 3")
    ('355', '3334', '3TR')
    """
    if isinstance(hand, str):
        return format_hand(parse_hand(hand))
    array = np.asarray(hand)
    one_packed = array.ndim == 0
    many_packed = array.ndim == 1 and array.dtype == np.uint64 and isinstance(hand, np.ndarray)
    counts = unpack(hand) if one_packed or many_packed else counts_of(hand)
    if counts.ndim == 1:
        return _text(counts)
    return [_text(row) for row in counts]


def _text(counts: Iterable[int]) -> str:
    return "".join(card * int(count) for card, count in zip(RANKS, counts, strict=True))
