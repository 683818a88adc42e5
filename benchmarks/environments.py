"""The environments of other projects over our core, beside their own: the same deals and moves.

DouZero and RLCard play games at random, which are then played again by all: every player reads his
legal moves and makes the recorded one. Times are CPU times of one core, in one run.
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import ddz_fast as ddz
from ddz_fast.adapters import douzero as ours
from ddz_fast.adapters import rlcard as our_rlcard
from engines import DouZero, RLCard
from figures import duration, lines, times

HEAD = ("a ply", "games a second", "faster", "of an Env's ply")
SEATS = ("landlord", "landlord_up", "landlord_down")
BOTTOM = "three_landlord_cards"


class Game(NamedTuple):
    """A game that was played: its deal where no seed gives it, and all moves and passes."""

    deal: dict[str, list[int]]
    moves: list[Any]


class Row(NamedTuple):
    name: str
    seconds: float  #: for one ply
    plies: float  #: of a game


PLIES_A_GAME = 61.06  # of a classic game at random (benchmarks/games.py)
VECTOR_HEAD = ("VecGames(1024), classic", "plies a second", "games a second", "share")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="(%(default)s)")
    parser.add_argument("--rounds", type=int, default=20, help="of ours (%(default)s)")
    parser.add_argument("--seed", type=int, default=20240611, help="of the deals (%(default)s)")
    arguments = parser.parse_args()
    print(f"CPU time, one core; {arguments.games} games, seed {arguments.seed}")
    for engine, tables in ((DouZero, tables_of_douzero), (RLCard, tables_of_rlcard)):
        try:
            print_tables(tables(arguments.games, arguments.rounds, arguments.seed))
        except ImportError:
            print(f"\nnot installed: {engine.name} ({engine.install})")
    print()
    for line in lines([VECTOR_HEAD, *vector_games(arguments.seed)]):
        print(line)


def vector_games(seed: int, number: int = 1024, steps: int = 300) -> Iterator[tuple[str, ...]]:
    """Games that are stepped together, at random, with more and more of what is seen."""
    asked = {
        "legal plays": (),
        "and DouZero's features": ("features",),
        "and a row for each play": ("features", "rows"),
        "legal plays and counts": ("counts",),
    }
    bare = 0.0
    for name, methods in asked.items():
        games = ddz.VecGames(number, seed=seed)
        chance = np.random.default_rng(seed)
        start = time.process_time()
        for _ in range(steps):
            _, offsets = games.legal()
            for method in methods:
                getattr(games, method)()
            games.step((chance.random(number) * (np.diff(offsets) + games.may_pass)).astype(int))
        seconds = time.process_time() - start
        bare = bare or seconds
        plies = number * steps / seconds
        share = f"{1 - bare / seconds:.0%}" if methods else ""
        yield f"  {name}", f"{plies:,.0f}", f"{plies / PLIES_A_GAME:,.0f}", share


def print_tables(tables: list[tuple[str, list[Row]]]) -> None:
    """The first is that of whole environments, which the others are held against."""
    whole = tables[0][1]
    for title, rows in tables:
        print()
        for line in lines([(title, *HEAD), *cells(rows, whole)]):
            print(line)


def tables_of_douzero(number: int, rounds: int, seed: int) -> list[tuple[str, list[Row]]]:
    from douzero.env import env, game

    games = recorded(env.Env("adp"), number, seed)
    return [
        ("Env, with features", environments(env.Env, games, rounds, seed)),
        ("GameEnv, without", bare_games(game.GameEnv, games, rounds)),
        ("the features alone", features(env.get_obs, game.GameEnv, games, rounds)),
    ]


def cells(rows: list[Row], whole: list[Row]) -> Iterator[tuple[str, ...]]:
    for row, of_whole in zip(rows, whole, strict=True):
        yield (
            f"  {row.name}",
            duration(row.seconds),
            f"{1 / row.seconds / row.plies:,.0f}",
            times(rows[0].seconds / row.seconds),
            f"{row.seconds / of_whole.seconds:.0%}",
        )


def recorded(environment: Any, number: int, seed: int) -> list[Game]:
    """Games in which every player takes any of his legal moves with the same chance."""
    chance, games = random.Random(seed), []
    np.random.seed(seed % 2**32)
    for _ in range(number):
        observed, done, moves = environment.reset(), False, []
        told = environment.infoset
        deal = {**told.all_handcards, BOTTOM: told.three_landlord_cards}
        while not done:
            moves.append(chance.choice(observed["legal_actions"]))
            observed, _, done, _ = environment.step(moves[-1])
        games.append(Game(deal, moves))
    return games


def environments(theirs: Any, games: list[Game], rounds: int, seed: int) -> list[Row]:
    return [
        timed(name, partial(play_environment, make("adp", **how), games, seed), games, number)
        for name, make, how, number in contestants(theirs, ours.Env, rounds)
    ]


def contestants(
    theirs: Any, own: Any, rounds: int
) -> Iterator[tuple[str, Any, dict[str, bool], int]]:
    yield DouZero.name, theirs, {}, 1
    yield "ddz_fast", own, {}, rounds
    yield "ddz_fast, exact", own, {"exact": True}, rounds


def timed(name: str, work: Callable[[], None], games: list[Game], rounds: int) -> Row:
    start = time.process_time()
    for _ in range(rounds):
        work()
    seconds = time.process_time() - start
    plies = sum(len(game.moves) for game in games)
    return Row(name, seconds / rounds / plies, plies / len(games))


def play_environment(environment: Any, games: list[Game], seed: int) -> None:
    """The seed gives the deals of the record again."""
    np.random.seed(seed % 2**32)
    for game in games:
        environment.reset()
        for move in game.moves:
            _, _, done, _ = environment.step(move)
        assert done


class Player:
    """Reads its legal moves, and makes the recorded one."""

    def __init__(self, told: list[Any] | None = None) -> None:
        self.told = told

    def begin(self, game: Game) -> None:
        self.next_move = iter(game.moves).__next__

    def act(self, infoset: Any) -> list[int]:
        if self.told is not None:
            self.told.append(infoset)
        assert len(infoset.legal_actions) > 0
        return self.next_move()


def bare_games(theirs: Any, games: list[Game], rounds: int) -> list[Row]:
    rows = []
    for name, make, how, number in contestants(theirs, ours.GameEnv, rounds):
        player = Player()
        bare = make(dict.fromkeys(SEATS, player), **how)
        rows.append(timed(name, partial(play_bare, bare, player, games), games, number))
    return rows


def play_bare(bare: Any, player: Player, games: list[Game]) -> None:
    for game in games:
        player.begin(game)
        # DouZero plays the cards away from the lists that it is given.
        bare.card_play_init({name: cards.copy() for name, cards in game.deal.items()})
        while not bare.game_over:
            bare.step()
        bare.reset()


def features(get_obs: Any, theirs: Any, games: list[Game], rounds: int) -> list[Row]:
    """The observations of the same information sets, once they are there."""
    rows = []
    for name, make, how, number in contestants(theirs, ours.GameEnv, rounds):
        told: list[Any] = []
        player = Player(told)
        play_bare(make(dict.fromkeys(SEATS, player), **how), player, games)
        observe = get_obs if make is theirs else ours.get_obs
        rows.append(timed(name, partial(observe_all, observe, told), games, number))
    return rows


def observe_all(observe: Callable[[Any], Any], told: list[Any]) -> None:
    for infoset in told:
        observe(infoset)


def tables_of_rlcard(number: int, rounds: int, seed: int) -> list[tuple[str, list[Row]]]:
    import rlcard

    seed %= 2**31
    chance, games = random.Random(seed), []
    environment = rlcard.make("doudizhu", {"seed": seed})
    for _ in range(number):
        (observed, _), actions = environment.reset(), []
        while not environment.is_over():
            actions.append(chance.choice(sorted(observed["legal_actions"])))
            observed, _ = environment.step(actions[-1])
        games.append(Game({}, actions))
    rows = []
    for name, key, times_played in (
        (RLCard.name, "doudizhu", 1),
        ("ddz_fast", our_rlcard.register(), rounds),
    ):
        work = partial(play_rlcard, rlcard.make(key), games, seed)
        rows.append(timed(name, work, games, times_played))
    return [("RLCard's environment", rows)]


def play_rlcard(environment: Any, games: list[Game], seed: int) -> None:
    """The seed gives the deals of the record again."""
    environment.seed(seed)
    for game in games:
        environment.reset()
        for action in game.moves:
            environment.step(action)
        assert environment.is_over()


if __name__ == "__main__":
    main()
