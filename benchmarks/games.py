"""Random games of ddz_fast beside those of engines from PyPI, in one run; and single plies.

Every player takes any legal play, or the pass, with the same chance, and nobody bids.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

import ddz_fast as ddz
from ddz_fast._simulate import replayed
from ddz_fast.physical import packed
from engines import DouZero, OpenSpiel, RLCard
from figures import duration, lines, times
from positions import DECK

HEAD = ("random games", "a second", "plies a game", "ddz_fast is")


class Played(NamedTuple):
    """How many games were played, with how many plies, in how much CPU time."""

    name: str
    games: int
    plies: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.games / self.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000, help="of ddz_fast (%(default)s)")
    parser.add_argument("--peers", type=int, default=300, help="of each engine (%(default)s)")
    parser.add_argument("--seed", type=int, default=20240611, help="(%(default)s)")
    arguments = parser.parse_args()
    print(f"CPU time, one core; seed {arguments.seed}\n")
    rows = [our_games(name, arguments.games, arguments.seed) for name in ddz.rule_names()]
    rows += peers_games(arguments.peers, random.Random(arguments.seed))
    for line in lines([HEAD, *(cells(row, rows[0]) for row in rows)]):
        print(line)
    print()
    for line in lines([*single_plies(arguments.seed)]):
        print(line)
    print()
    for line in lines([*counted_plies(arguments.seed)]):
        print(line)


def cells(row: Played, ours: Played) -> tuple[str, ...]:
    faster = f"{times(ours.rate / row.rate)} as fast" if row.name in PEERS else ""
    return f"  {row.name}", f"{row.rate:,.0f}", f"{row.plies / row.games:.1f}", faster


def our_games(name: str, games: int, seed: int) -> Played:
    ddz.playouts(name, 100, seed)  # makes the tables
    start = time.process_time()
    results = ddz.playouts(name, games, seed)
    return Played(name, games, int(results.lengths.sum()), time.process_time() - start)


def peers_games(games: int, generator: random.Random) -> Iterator[Played]:
    for engine, play in PEERS.values():
        try:
            one_game = play()
        except ImportError:
            print(f"not installed: {engine.name} ({engine.install})")
            continue
        start = time.process_time()
        lengths = [one_game(generator) for _ in range(games)]
        yield Played(engine.name, games, sum(lengths), time.process_time() - start)


def douzero_games() -> Callable[[random.Random], int]:
    """Its bare game, without features, as its evaluation plays it."""
    from douzero.env.game import GameEnv

    seats = ("landlord", "landlord_down", "landlord_up")
    cards = [DouZero.CARDS[rank] for rank in DECK]

    class Chooser:
        def __init__(self, generator: random.Random) -> None:
            self.generator, self.plies = generator, 0

        def act(self, infoset: Any) -> Any:
            self.plies += 1
            return self.generator.choice(infoset.legal_actions)

    def one_game(generator: random.Random) -> int:
        dealt = generator.sample(cards, len(cards))
        hands = (dealt[:20], dealt[20:37], dealt[37:])
        chooser = Chooser(generator)
        game = GameEnv(dict.fromkeys(seats, chooser))
        data = {seat: sorted(hand) for seat, hand in zip(seats, hands, strict=True)}
        game.card_play_init({**data, "three_landlord_cards": dealt[:3]})
        while not game.game_over:
            game.step()
        return chooser.plies

    return one_game


def rlcard_games() -> Callable[[random.Random], int]:
    """Its bare game, without the encoding of observations."""
    from rlcard.games.doudizhu import Game

    game = Game()

    def one_game(generator: random.Random) -> int:
        game.np_random = np.random.RandomState(generator.randrange(1 << 31))
        state, _ = game.init_game()
        plies = 0
        while not game.is_over():
            state, _ = game.step(generator.choice(state["actions"]))
            plies += 1
        return plies

    return one_game


def openspiel_games() -> Callable[[random.Random], int]:
    """From Python; the deal by its own actions is not counted as plies."""
    spiel = OpenSpiel()

    def one_game(generator: random.Random) -> int:
        state = spiel._deal(generator.sample(DECK, len(DECK)))
        plies = 0
        while not state.is_terminal():
            state.apply_action(generator.choice(state.legal_actions()))
            plies += 1
        return plies

    return one_game


PEERS: dict[str, tuple[Any, Callable[[], Callable[[random.Random], int]]]] = {
    DouZero.name: (DouZero, douzero_games),
    RLCard.name: (RLCard, rlcard_games),
    OpenSpiel.name: (OpenSpiel, openspiel_games),
}


def single_plies(seed: int) -> Iterator[tuple[str, ...]]:
    state = random_game(ddz.deal("classic", seed), random.Random(seed))
    yield "plies of a classic game", "each"
    yield "  play and undo, in the core", duration(fastest(replayed, state, 20_000))
    yield "  play, from Python", duration(fastest(played_from_python, state, 2_000))


def counted_plies(seed: int) -> Iterator[tuple[str, ...]]:
    yield "perft, classic deals", "plies", "a second"
    for depth in (3, 4, 5):
        starts = [start_of(ddz.deal("classic", seed + number)) for number in range(100)]
        begin = time.process_time()
        count = sum(ddz.perft(start, depth) for start in starts)
        rate = count / (time.process_time() - begin)
        yield f"  depth {depth}, 100 deals", f"{count:,}", f"{rate / 1e6:,.0f} million"


def start_of(deal: ddz.Deal) -> ddz.State:
    """The first player as the landlord, with the bottom cards."""
    first, *others = deal.packed
    return ddz.State.from_hands([first + packed(deal.bottom), *others], rules=deal.rules)


def random_game(deal: ddz.Deal, generator: random.Random) -> ddz.State:
    state = start_of(deal)
    while not state.is_over:
        state.play(generator.choice([*state.legal_plays(), *[None] * state.may_pass]))
    return state


def played_from_python(state: ddz.State, rounds: int) -> int:
    """All plies of a game, again and again."""
    moves = [play for _, play in state.history]
    start = ddz.State.parse(text_of_start(state))
    for _ in range(rounds):
        again = start.copy()
        for move in moves:
            again.play(move)
    return rounds * len(moves)


def text_of_start(state: ddz.State) -> str:
    start = state.copy()
    while start.ply:
        start.undo()
    return start.text


def fastest(work: Callable[[ddz.State, int], int], state: ddz.State, rounds: int) -> float:
    """The CPU time of one ply in the fastest of five runs."""
    each = []
    for _ in range(5):
        begin = time.process_time()
        number = work(state, rounds)
        each.append((time.process_time() - begin) / number)
    return min(each)


if __name__ == "__main__":
    main()
