"""Drawing whole games for a terminal of 80 columns: deals, auctions, and plays round by round."""

import textwrap
from collections.abc import Iterator

from .auction import Auction
from .cards import format_hand
from .deal import Cards, Deal
from .display import WIDTH, Painter, style_of
from .game import State
from .physical import packed

ROOM = WIDTH - 2  # what a margin leaves


def deal_page(dealt: Deal) -> Iterator[str]:
    """Draw a deal without suits, but for the upcard."""
    yield f"upcard 明牌 {dealt.face_up}, of seat {dealt.first}"
    for seat, hand in enumerate(dealt.hands):
        yield f"seat {seat}  {_faces(hand)}"
    if dealt.bottom:
        yield f"bottom  {_faces(dealt.bottom)}"
    if dealt.dead:
        yield f"dead    {_faces(dealt.dead)}"


def _faces(cards: Cards) -> str:
    return str(format_hand(packed(cards)))


def auction_lines(auction: Auction) -> Iterator[str]:
    """Draw the calls, and what they led to."""
    calls = ", ".join(f"seat {seat} {call}" for seat, call in auction.history)
    yield from textwrap.wrap(calls or "nobody calls", ROOM)
    if not auction.landlords:
        yield "every player is for himself"
        return
    first, *hidden = auction.landlords
    yield f"seat {first} is landlord for a stake of {auction.stake}"
    yield from (f"seat {seat} is the hidden landlord, by {auction.twin}" for seat in hidden)
    if auction.allowance:
        yield f"a farmer with {auction.allowance} cards left has won (让牌)"
    limits = [(seat, left) for seat, left in enumerate(auction.bomb_quota) if left is not None]
    if limits:
        told = ", ".join(f"seat {seat}: {left}" for seat, left in limits)
        yield f"bombs that may be played: {told}"


def seat_names(state: State) -> list[str]:
    """Write each seat with its role.

    >>> seat_names(State.from_hands(["3", "4", "5"]))
    ['seat 0 (landlord)', 'seat 1', 'seat 2']
    """
    marks = (" (landlord)" if seat in state.landlords else "" for seat in range(state.players))
    return [f"seat {seat}{mark}" for seat, mark in enumerate(marks)]


def game_lines(state: State, paint: Painter) -> Iterator[str]:
    """Draw the plays, one a line, those of a round together; whoever is not there has passed."""
    names = seat_names(state)
    width = max(map(len, names))
    yield "cards left behind each seat; who is left out of a round has passed"
    left = list(_sizes_at_start(state))
    leads = set(_leads(state))
    for index, (seat, play) in enumerate(state.history):
        if play is None:
            continue
        left[seat] -= play.size
        if index in leads:
            yield ""
        shown = paint(style_of(play.kind), str(play)) if play.kind.is_bomb else str(play)
        yield f"{names[seat]:{width}}  {left[seat]:2}  {shown}"


def _sizes_at_start(state: State) -> tuple[int, ...]:
    sizes = list(state.sizes)
    for seat, play in state.history:
        sizes[seat] += 0 if play is None else play.size
    return tuple(sizes)


def _leads(state: State) -> Iterator[int]:
    """The plies that begin a round: nobody else has played since the player's last turn."""
    passes = state.players - 1
    for index, (_, play) in enumerate(state.history):
        if play is not None and passes == state.players - 1:
            yield index
        passes = 0 if play is not None else passes + 1
