"""What the commands of whole games do: `deal`, `game`, `perft`, `playout` and `referee`."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import ddz_fast as ddz

from .auction import Auction
from .bench import with_progress
from .commands import Lines, painter
from .deal import Deal, deal
from .display import MARGIN, Painter, aligned, counted
from .errors import PositionError
from .game import State, perft, perft_divide, playouts
from .game_display import auction_lines, deal_page, game_lines, seat_names
from .records import Verdict, deal_lines, judge, parse_record, write_record
from .scoring import Score, score

CHUNK = 20_000  # games at once, for each thread
BROKEN_RULE = 1  #: the status with which `referee` ends where a rule is broken
MOST_REDEALS = 1000


def print_deal(arguments: argparse.Namespace) -> None:
    """Print a deal as the first lines of a record."""
    _print(deal_lines(deal(ddz.rules(arguments.rules), arguments.seed)))


def print_game(arguments: argparse.Namespace) -> None:
    """Print a whole game at random: deal, auction, play and score, or its record."""
    rules = ddz.rules(arguments.rules)
    chance = np.random.default_rng(arguments.seed)
    auction = random_auction(rules, chance)
    state = auction.state()
    play_on(state, chance)
    paid = score(state, auction)
    if arguments.record:
        sys.stdout.write(write_record(auction, state.history, paid))
        return
    paint = painter(arguments)
    _print([paint("heading", f"{rules.name} {rules.title}, seed {arguments.seed}"), ""])
    _print(_game_page(auction, state, paid, paint))


def _game_page(auction: Auction, state: State, paid: Score, paint: Painter) -> Lines:
    for heading, lines in (
        ("the deal", deal_page(auction.deal)),
        ("the auction", auction_lines(auction)),
        ("the play", game_lines(state, paint)),
        ("the score", score_lines(state, paid)),
    ):
        yield paint("heading", heading)
        yield from (MARGIN + line if line else "" for line in lines)
        yield ""


def random_auction(rules: ddz.Rules, chance: np.random.Generator) -> Auction:
    """Deal, and call at random, until there is a landlord (or nobody becomes one)."""
    for redeals in range(MOST_REDEALS):
        auction = Auction(deal(rules, chance), redeals=redeals)
        while not auction.is_over:
            calls = auction.legal_calls()
            auction.call(calls[int(chance.integers(len(calls)))])
        if not auction.is_redeal:
            return auction
    raise ddz.RulesError(f"{rules.name}: nobody became landlord in {MOST_REDEALS} deals")


def play_on(state: State, chance: np.random.Generator) -> None:
    """Play a game at random to its end."""
    while not state.is_over:
        number = int(chance.integers(state.count_plays() + state.may_pass))
        plays = state.legal_plays()
        state.play(plays[number] if number < len(plays) else None)


def score_lines(state: State, paid: Score) -> Iterator[str]:
    """Say who won and what each seat wins or pays, and why."""
    names = seat_names(state)
    winners = ", ".join(names[seat] for seat in paid.winners)
    yield f"won by {winners}"
    yield from paid.explain().splitlines()


def print_perft(arguments: argparse.Namespace) -> None:
    """Print how many sequences of so many plays and passes there are."""
    *position, depth = arguments.position_and_depth
    if not depth.isascii() or not depth.isdecimal() or int(depth) > 64:
        raise PositionError(f"DEPTH is a whole number from 0 to 64, not {depth!r}")
    state = _start(position, arguments)
    if not arguments.divide:
        print(perft(state, int(depth)))
        return
    if int(depth) == 0:
        raise PositionError("--divide needs a DEPTH of 1 or more")
    divided = perft_divide(state, int(depth))
    rows = [(str(play or "pass"), str(count)) for play, count in divided]
    rows.append((f"{counted(len(divided), 'choice')}:", str(sum(count for _, count in divided))))
    _print(MARGIN.join(row) for row in aligned(rows, right={1}))


def _start(position: Sequence[str], arguments: argparse.Namespace) -> State:
    """The position in the command line's words; without any a deal of the rule set and seed."""
    if position:
        return State.parse(" ".join(position))
    return start_of(deal(ddz.rules(arguments.rules), arguments.seed))


def start_of(dealt: Deal) -> State:
    """Give a deal's first position without an auction: seat 0, and the next, are the landlords."""
    rules = dealt.rules
    bottom = sum(1 << 4 * card.rank for card in dealt.bottom)
    first, *others = dealt.packed
    return State.from_hands(
        [first + bottom, *others],
        rules=rules,
        landlord=tuple(range(rules.landlords)) or None,
        to_move=0 if rules.landlords else dealt.first,
    )


class Totals(NamedTuple):
    """What random games came to, summed up."""

    games: int
    plies: int
    won: np.ndarray  #: by seat that went out
    points: np.ndarray  #: by seat

    def plus(self, other: "Totals") -> "Totals":
        """Add more games."""
        return Totals(
            self.games + other.games,
            self.plies + other.plies,
            self.won + other.won,
            self.points + other.points,
        )


def print_playouts(arguments: argparse.Namespace) -> None:
    """Play games at random, and print who wins, what it pays, and how fast it was."""
    rules = ddz.rules(arguments.rules)
    start = State.parse(" ".join(arguments.position)) if arguments.position else rules
    chance = np.random.default_rng(arguments.seed)
    most = CHUNK * arguments.threads
    sizes = [min(most, arguments.games - done) for done in range(0, arguments.games, most)]
    began = time.perf_counter()
    parts = [_played(start, size, chance, arguments.threads) for size in with_progress(sizes)]
    seconds = time.perf_counter() - began
    totals = parts[0]
    for part in parts[1:]:
        totals = totals.plus(part)
    of_rules = start.rules if isinstance(start, State) else rules
    print(
        f"{of_rules.name} {of_rules.title}: {counted(totals.games, 'random game')}, "
        f"{counted(arguments.threads, 'thread')}"
    )
    _print(_totals_lines(totals, start, seconds))


def _played(
    start: State | ddz.Rules, size: int, chance: np.random.Generator, threads: int
) -> Totals:
    results = playouts(start, size, chance, threads)
    players = results.scores.shape[1]
    return Totals(
        size,
        int(results.lengths.sum()),
        np.bincount(results.winners, minlength=players),
        results.scores.sum(axis=0),
    )


def _totals_lines(totals: Totals, start: State | ddz.Rules, seconds: float) -> Lines:
    landlords = start.landlords if isinstance(start, State) else None
    if landlords is None and isinstance(start, ddz.Rules):
        landlords = (0,) if start.landlords else ()
    rows = [("", "went out first", "points a game")]
    for seat, (won, points) in enumerate(zip(totals.won, totals.points, strict=True)):
        role = " landlord" if landlords and seat in landlords else ""
        share = f"{won / totals.games:.2%}"
        rows.append((f"seat {seat}{role}", share, f"{points / totals.games:+.3f}"))
    yield from (MARGIN.join(row).rstrip() for row in aligned(rows, right={1, 2}))
    yield f"plays and passes in a game: {totals.plies / totals.games:.1f}"
    yield f"games per second, by the clock: {totals.games / seconds:,.0f}"


def referee(arguments: argparse.Namespace) -> None:
    """Say where a recorded game first breaks a rule, or who won and what each pays."""
    verdict = judge(parse_record(_text(arguments.file)))
    if verdict.fault is not None:
        _print([str(verdict.fault)])
        raise SystemExit(BROKEN_RULE)
    _print(verdict_lines(verdict))


def _text(file: str) -> str:
    if file == "-":
        if sys.stdin.isatty():
            print("a record, a step a line, Ctrl-D to end:", file=sys.stderr)
        return sys.stdin.read()
    return Path(file).read_text(encoding="utf-8", errors="replace")


def verdict_lines(verdict: Verdict) -> Lines:
    """Say how a game without a fault ended, or whose turn it is."""
    auction, state = verdict.auction, verdict.state
    if auction.is_redeal:
        yield "no rule is broken; nobody became landlord: the cards are dealt again"
    elif state is None:
        yield f"no rule is broken so far; seat {auction.to_call} is to call"
    elif verdict.score is None:
        yield f"no rule is broken so far; seat {state.to_move} is to play"
    else:
        yield f"no rule is broken in {counted(state.ply, 'play')} and passes"
        yield from score_lines(state, verdict.score)


def _print(lines: Lines) -> None:
    sys.stdout.write("".join([f"{line}\n" for line in lines]))
