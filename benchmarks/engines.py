"""Dou Dizhu engines from PyPI, asked for the plays of a position.

A position is put into an engine's own notation once, as a question. Asking it, as often as one
likes, runs nothing but the engine, and gives its answer in its own notation.
"""

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import zip_longest
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import ddz_fast as ddz
from ddz_fast import Kind
from ddz_fast.kinds import GRAMMAR, size_of
from positions import DECK, PLAYERS, counts_of, deal

Counts = npt.NDArray[np.uint8]
Question = Callable[[], Collection[Any]]

make_play = cache(ddz.Play)


def ranks_of(hand: Counts) -> list[int]:
    """Every card's rank, lowest first."""
    return np.repeat(np.arange(len(hand)), hand).tolist()


class DouZero:
    """Moves are lists of card numbers; nothing says what kind they are, or where the body is."""

    name = "DouZero"
    package = "douzero"
    install = "pip install --no-deps douzero"  # its generator needs nothing of what it depends on
    CARDS = (*range(3, 15), 17, 20, 30)
    #: By DouZero's number of the type from 1: its generator, what it makes, and a card of the body.
    GENERATORS = (
        ("gen_type_1_single", Kind.SOLO, itemgetter(0)),
        ("gen_type_2_pair", Kind.PAIR, itemgetter(0)),
        ("gen_type_3_triple", Kind.TRIO, itemgetter(0)),
        ("gen_type_4_bomb", Kind.BOMB, itemgetter(0)),
        ("gen_type_5_king_bomb", Kind.ROCKET, itemgetter(0)),
        ("gen_type_6_3_1", Kind.TRIO_SOLO, itemgetter(-1)),
        ("gen_type_7_3_2", Kind.TRIO_PAIR, itemgetter(-1)),
        ("gen_type_8_serial_single", Kind.SOLO_CHAIN, itemgetter(0)),
        ("gen_type_9_serial_pair", Kind.PAIR_CHAIN, itemgetter(0)),
        ("gen_type_10_serial_triple", Kind.PLANE, itemgetter(0)),
        ("gen_type_11_serial_3_1", Kind.PLANE_SOLO, itemgetter(0)),
        (
            "gen_type_12_serial_3_2",
            Kind.PLANE_PAIR,
            lambda move: next(card for card in move if move.count(card) == 3),
        ),
        ("gen_type_13_4_2", Kind.QUAD_SOLO, itemgetter(0)),
        ("gen_type_14_4_22", Kind.QUAD_PAIR, itemgetter(0)),
    )

    def __init__(self) -> None:
        from douzero.env.game import GameEnv
        from douzero.env.move_detector import get_move_type
        from douzero.env.move_generator import MovesGener

        self._game, self._generator, self.detect = GameEnv, MovesGener, get_move_type
        self._rank = {card: rank for rank, card in enumerate(self.CARDS)}

    def cards(self, hand: Counts) -> list[int]:
        return [self.CARDS[rank] for rank in ranks_of(hand)]

    def lead(self, hand: Counts) -> Question:
        cards = self.cards(hand)
        return lambda: self._generator(cards).gen_moves()

    def follow(self, hand: Counts, rival: Counts) -> Question:
        return self.follow_cards(self.cards(hand), self.cards(rival))

    def follow_cards(self, cards: list[int], rival: list[int]) -> Question:
        """Both in DouZero's numbers, for those positions where their order matters."""
        game = self._game(players=None)
        game.acting_player_position = "landlord"
        game.info_sets["landlord"].player_hand_cards = cards
        game.card_play_action_seq = [rival]
        return game.get_legal_card_play_actions

    def packed(self, moves: Iterable[list[int]]) -> list[int]:
        """The cards of every move but the pass, packed."""
        return [sum(1 << 4 * self._rank[card] for card in move) for move in moves if move]

    def read_leads(self, hand: Counts) -> list[ddz.Play]:
        """The leads, and what its generators make of them."""
        generator = self._generator(self.cards(hand))
        return [
            self._read(move, kind, body_card(move))
            for name, kind, body_card in self.GENERATORS
            for move in getattr(generator, name)()
        ]

    def _read(self, move: list[int], kind: Kind, body_card: int) -> ddz.Play:
        (cards,) = self.packed([move])
        rank = 1 if kind == Kind.ROCKET else self._rank[body_card]
        return make_play(cards, kind, rank, len(move) // size_of(kind, 1))


RLCARD_KINDS = {
    "solo": Kind.SOLO,
    "pair": Kind.PAIR,
    "trio": Kind.TRIO,
    "trio_solo": Kind.TRIO_SOLO,
    "trio_pair": Kind.TRIO_PAIR,
    "solo_chain": Kind.SOLO_CHAIN,
    "pair_chain": Kind.PAIR_CHAIN,
    "trio_chain": Kind.PLANE,
    "trio_solo_chain": Kind.PLANE_SOLO,
    "trio_pair_chain": Kind.PLANE_PAIR,
    "four_two_solo": Kind.QUAD_SOLO,
    "four_two_pair": Kind.QUAD_PAIR,
    "bomb": Kind.BOMB,
    "rocket": Kind.ROCKET,
}
RLCARD_JOKERS = {"B": ("BJ", ""), "R": ("RJ", "")}


class RLCard:
    """Moves are texts; a table says the kind and the weight of each."""

    name = "RLCard"
    package = "rlcard"
    install = "pip install rlcard"

    def __init__(self) -> None:
        from rlcard.games.base import Card
        from rlcard.games.doudizhu import utils
        from rlcard.games.doudizhu.judger import DoudizhuJudger

        self._card, self._utils = Card, utils
        self._leads = DoudizhuJudger.playable_cards_from_hand
        self.actions = [text for text in utils.ID_2_ACTION if text != "pass"]
        self.read = cache(self._read)

    def lead(self, hand: Counts) -> Question:
        return partial(self._leads, ddz.format_hand(hand))

    def follow(self, hand: Counts, rival: Counts) -> Question:
        text = ddz.format_hand(hand)
        cards = [self._card(*RLCARD_JOKERS.get(card, ("S", card))) for card in text]
        player = SimpleNamespace(current_hand=cards)
        before = SimpleNamespace(played_cards=ddz.format_hand(rival))
        return partial(self._utils.get_gt_cards, player, before)

    def _read(self, text: str) -> ddz.Play:
        ((kind_and_length, weight),) = self._utils.CARD_TYPE[0][text]
        kind = RLCARD_KINDS[re.sub(r"_\d+$", "", kind_and_length)]
        rank = int(weight) - (1 if GRAMMAR[kind].kickers else 0)
        if kind == Kind.ROCKET:
            rank = 1
        cards = ddz.pack(ddz.parse_hand(text))
        return make_play(cards, kind, rank, len(text) // size_of(kind, 1))


class Turn(NamedTuple):
    """A decision in a game: what OpenSpiel says of it, and the position in our words."""

    hand: Counts
    rival: ddz.Play | None
    question: Question


class OpenSpiel:
    """Moves are numbers, of a game's state; a state comes about only by playing."""

    name = "OpenSpiel"
    package = "open_spiel"
    install = "pip install open_spiel"
    FIRST_CARD_UP = 0  # the seat that gets the first card begins the auction
    BID_THREE = 3
    PASS = 0
    FIRST_PLAY = 4

    def __init__(self) -> None:
        import pyspiel

        self._game = pyspiel.load_game("dou_dizhu")
        self._dealing = self._actions_that_deal()
        self._playing = self._deal(DECK)
        self.actions = range(self.FIRST_PLAY, self._game.num_distinct_actions())
        self.read = cache(self._read)

    def lead(self, hand: Counts) -> Question:
        """The landlord's first lead, from a hand of 20 cards."""
        others = ranks_of(counts_of(DECK) - hand)
        return self._deal_hands(hand, counts_of(others[::2])).legal_actions

    def follow(self, hand: Counts, landlord: Counts, rival: ddz.Play) -> Question:
        """What 17 cards answer to a play that OpenSpiel lets the landlord lead from 20."""
        state = self._deal_hands(landlord, hand)
        state.apply_action(next(move for move in state.legal_actions() if self.read(move) == rival))
        return state.legal_actions

    def _deal_hands(self, landlord: Counts, second: Counts) -> Any:
        hands = map(ranks_of, (landlord, second, counts_of(DECK) - landlord - second))
        table = zip_longest(*hands)
        return self._deal([rank for cards in table for rank in cards if rank is not None])

    def turns(self, generator: random.Random) -> Iterator[Turn]:
        """A game at random, from the landlord's first lead on."""
        cards = generator.sample(DECK, len(DECK))
        hands, state = deal(cards), self._deal(cards)
        rival, passes = None, 0
        while not state.is_terminal():
            seat = state.current_player()
            yield Turn(hands[seat].copy(), rival, state.clone().legal_actions)
            action = generator.choice(state.legal_actions())
            state.apply_action(action)
            if action == self.PASS:
                passes += 1
                rival = rival if passes < PLAYERS - 1 else None
            else:
                rival, passes = self.read(action), 0
                hands[seat] -= ddz.unpack(rival.cards)

    def _deal(self, cards: Sequence[int]) -> Any:
        """Deal ranks round the table; the first seat is the landlord and takes the last three."""
        state = self._game.new_initial_state()
        state.apply_action(self.FIRST_CARD_UP)
        left = [list(actions) for actions in self._dealing]
        for rank in cards[:-3]:
            state.apply_action(left[rank].pop())
        state.apply_action(self.BID_THREE)
        return state

    def _actions_that_deal(self) -> list[list[int]]:
        """The actions that deal a card, by its rank."""
        state = self._game.new_initial_state()
        state.apply_action(self.FIRST_CARD_UP)
        actions: list[list[int]] = [[] for _ in ddz.RANKS]
        for action, _ in state.chance_outcomes():
            card = self._text(state, action)[-1]
            actions[ddz.RANKS.index(card)].append(action)
        return actions

    @staticmethod
    def _text(state: Any, action: int) -> str:
        return state.action_to_string(action).replace("(BWJ)", "B").replace("(CJ)", "R")

    def _read(self, action: int) -> ddz.Play:
        body, dash, wings = self._text(self._playing, action).partition("-")
        if not dash:
            return ddz.readings(body, rules="openspiel")[0]
        length = len(body) // size_of(Kind.PLANE, 1)
        kind = Kind.PLANE_SOLO if len(wings) == length else Kind.PLANE_PAIR
        return ddz.Play(body + wings, kind, ddz.RANKS.index(body[0]), length)


ENGINES = (DouZero, RLCard, OpenSpiel)
