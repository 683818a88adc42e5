"""The game of plays: the core against the definition, ply by ply, and what a State must hold."""

import copy
import pickle
import random

import pytest

import ddz_fast as ddz
from ddz_fast.position_text import parse
from ddz_fast.reference.game import playout as reference_playout
from ddz_fast.rules_text import parse_rules
from games import CORE, GAMES, REFERENCE, VARIANTS, choices, key, plies, random_choice, seen
from games import start_of_game as random_start
from implementations import play_of, reference_play
from random_positions import SEED

RULE_SETS = [*ddz.rule_names(), *VARIANTS]
#: games of each rule set; those of six seats and four decks are ten times as long as others
GAMES_OF_EACH = [1, pytest.param(100, marks=pytest.mark.slow)]


def starts(rule_set: str, number: int):
    """Random generators with a seed that the tests print, and the start of a game from each."""
    rules = parse_rules(rule_set)
    for index in range(number):
        seed = f"{SEED} {rule_set} {index}"
        print(f"seed {seed!r}")
        random_ = random.Random(seed)
        yield random_, random_start(rules, random_)


@pytest.mark.parametrize("number", GAMES_OF_EACH)
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_both_agree_at_every_ply(rule_set, number):
    for random_, text in starts(rule_set, number):
        ours, theirs = CORE.State.parse(text), REFERENCE.State.parse(text)
        assert seen(ours) == seen(theirs)
        while not theirs.is_over:
            chosen = key(random_choice(theirs, random_))
            ours.play(None if chosen is None else play_of(chosen))
            theirs.play(None if chosen is None else reference_play(chosen))
            assert seen(ours) == seen(theirs), ours.text


@pytest.mark.parametrize("number", GAMES_OF_EACH)
@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_undo_restores_every_field_back_to_the_start(game, rule_set, number):
    for random_, text in starts(rule_set, number):
        state = game.State.parse(text)
        before = [(seen(state), state.hash)]
        for _ in plies(state, random_):
            before.append((seen(state), state.hash))
        assert len(before) > 3
        while state.ply:
            assert before.pop() == (seen(state), state.hash)
            state.undo()
        assert before == [(seen(state), state.hash)]
        assert state == game.State.parse(text)
        with pytest.raises(IndexError, match="nothing to undo"):
            state.undo()
        assert state == game.State.parse(text)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_cards_are_conserved_and_turns_go_round(game, rule_set):
    for random_, text in starts(rule_set, 1):
        state = game.State.parse(text)
        start = [ddz.unpack(hand) for hand in seen(state)["hands"]]
        passed = 0
        for play in plies(state, random_):
            seat = state.history[-1][0]
            passed = passed + 1 if play is None else 0
            if play is not None:
                start[seat] = start[seat] - ddz.unpack(key(play)[0])
            assert [ddz.pack(hand) for hand in start] == list(seen(state)["hands"])
            assert passed < state.players
            assert state.passes == passed % (state.players - 1)
            assert (state.beat is None) == (passed == state.players - 1)
            if not state.is_over:
                assert state.to_move == (seat + 1) % state.players
        assert state.winner == state.history[-1][0]
        assert state.sizes[state.winner] <= state.allowance[state.winner]
        assert len(state.legal_plays()) == state.count_plays() == 0
        assert not state.may_pass
        assert state.to_move is None


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_copies_pickles_and_texts_are_equal_and_their_own(game, rule_set):
    for random_, text in starts(rule_set, 1):
        state = game.State.parse(text)
        for _ in plies(state, random_):
            if random_.random() > 0.1 and not state.is_over:
                continue
            now, hash_now = seen(state), state.hash
            for other in (state.copy(), copy.copy(state), pickle.loads(pickle.dumps(state))):
                assert other == state
                assert other.hash == hash_now
                assert seen(other) == now
                other.undo()
                assert other != state
                assert other.ply == state.ply - 1
            again = game.State.parse(state.text)
            assert again == state
            assert again.hash == hash_now
            assert again.text == state.text
            assert {**seen(again), "history": now["history"], "ply": now["ply"]} == now
            assert (seen(state), state.hash) == (now, hash_now)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_equal_positions_have_equal_hashes_however_they_were_reached(game):
    start = "classic 3456/7/8 0 0 - 0 - 0 1,0,0 0,0,0"
    ways = [("3", None, None, "4", None, None), ("4", None, None, "3", None, None)]
    states = [game.State.parse(start) for _ in ways]
    for state, way in zip(states, ways, strict=True):
        for play in way:
            state.play(play)
    assert states[0] == states[1]
    assert states[0].hash == states[1].hash
    assert states[0].history != states[1].history
    assert states[0] != game.State.parse(start)
    assert states[0].hash != game.State.parse(start).hash


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_positions_that_differ_anywhere_have_different_hashes(game):
    texts = [
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0 2 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 1 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 T:SOLO:7 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 - 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 1 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 - 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0,1 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 0,-,- 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 -,0,- 0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0,1,0 1,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0 2,0,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0 1,1,0 0,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0 1,0,0 1,0,0",
        "classic 334/56/78 0 1 9:SOLO:6 0 - 0 1,0,0 0,0,1",
        "classic 334/78/56 0 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 344/56/78 0 1 9:SOLO:6 0 - 0 1,0,0 0,0,0",
        "classic 9/9/TT 0 1 444555666+3+3+3:PLANE_SOLO:1 0 - 0 1,0,0 0,0,0",
        "classic 9/9/TT 0 1 333444555+6+6+6:PLANE_SOLO:0 0 - 0 1,0,0 0,0,0",
        "classic 9/9/TT 0 1 333444555666:PLANE:0 0 - 0 1,0,0 0,0,0",
    ]
    states = [game.State.parse(text) for text in texts]
    assert len({state.hash for state in states}) == len(texts)
    for index, state in enumerate(states):
        assert [other == state for other in states] == [i == index for i in range(len(texts))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
class TestIllegalPlays:
    TEXT = "yunnan 33395/44556BR/77 0 1 44:PAIR:1 0 -,1,- 0 1,0,0 0,0,0"

    @pytest.mark.parametrize(
        "play",
        [
            "44",  # no higher
            "5",  # of another shape
            "77",  # not in the hand
            "3333",
            "44+55",
            "4455",  # no play
            "x",  # no card
            "",
        ],
    )
    def test_raise_and_change_nothing(self, game, play):
        state = game.State.parse(self.TEXT)
        before = seen(state), state.hash
        with pytest.raises((ddz.PlayError, ddz.HandError)):
            state.play(play)
        assert (seen(state), state.hash) == before

    def test_a_leader_may_not_pass(self, game):
        state = game.State.from_hands(["34", "5", "6"])
        with pytest.raises(ddz.PlayError):
            state.play(None)
        assert state.ply == 0
        assert state.to_move == 0

    def test_nothing_is_played_after_the_end(self, game):
        state = game.State.from_hands(["3", "5", "6"])
        state.play("3")
        for play in ("5", None):
            with pytest.raises(ddz.PlayError):
                state.play(play)
        assert state.is_over
        assert state.ply == 1

    def test_bombs_beyond_the_limit(self, game):
        state = game.State.from_hands(["33334", "5555", "6"], bombs=0)
        with pytest.raises(ddz.PlayError):
            state.play("3333")
        state.play("333+4")

    def test_a_bare_trio_is_only_the_last_play(self, game):
        state = game.State.from_hands(["3334", "4", "5"], rules="yunnan")
        with pytest.raises(ddz.PlayError):
            state.play("333")
        state = game.State.from_hands(["333", "4", "5"], rules="yunnan")
        state.play("333")
        assert state.winners == (0,)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
class TestWhatAStateTells:
    def test_text_is_the_first_reading_that_is_legal(self, game):
        state = game.State.from_hands(["333444555666Q", "777888999TTT", "J"])
        state.play("333444555666")
        assert state.beat.kind == ddz.Kind.PLANE
        state.undo()
        state.play("444555666+3+3+3")
        state.play("777888999TTT")
        assert state.beat.kind == ddz.Kind.PLANE_SOLO
        assert state.winners == (1, 2)

    def test_spring_of_the_landlord(self, game):
        state = game.State.from_hands(["34", "5", "6"])
        for play in ("3", None, None, "4"):
            state.play(play)
        assert (state.winners, state.spring) == ((0,), "landlord")

    def test_no_spring_where_a_farmer_has_played(self, game):
        state = game.State.from_hands(["36", "45", "7"])
        for play in ("3", "4", None, "6"):
            state.play(play)
        assert (state.winners, state.spring) == ((0,), None)

    @pytest.mark.parametrize(
        ("plays", "spring"), [(("3", "7"), "farmers"), (("3", "5", None, "8", "J"), None)]
    )
    def test_spring_of_the_farmers(self, game, plays, spring):
        hands = ["38Q", "7" if len(plays) == 2 else "5J", "9T"]
        state = game.State.from_hands(hands)
        for play in plays:
            state.play(play)
        assert (state.winners, state.spring) == ((1, 2), spring)

    def test_two_landlords_win_together(self, game):
        hands = ["33", "4", "55", "66", "77"]
        state = game.State.from_hands(hands, rules="five2", landlord=(1, 3), to_move=1)
        state.play("4")
        assert (state.winner, state.winners, state.landlords) == (1, (1, 3), (1, 3))

    def test_without_landlords_one_wins(self, game):
        state = game.State.from_hands(["33", "4", "55"], rules="guanpai", landlord=None, to_move=1)
        state.play("4")
        assert (state.winners, state.spring, state.landlords) == ((1,), None, ())

    def test_an_allowance_is_the_farmers(self, game):
        state = game.State.from_hands(["567", "89T"], rules="two", allowance=2)
        assert state.allowance == (0, 2)
        for play in ("5", "8"):
            state.play(play)
        assert (state.winner, state.winners) == (1, (1,))

    def test_limits_are_used_up(self, game):
        state = game.State.from_hands(["333344445", "5", "6"], bombs=(1, None, None))
        state.play("3333")
        assert state.bombs == (0, None, None)
        assert state.bombs_played == (1, 0, 0)
        state.undo()
        assert state.bombs == (1, None, None)
        assert state.bombs_played == (0, 0, 0)

    def test_small_hands_are_announced(self, game):
        state = game.State.from_hands(["33", "4", "556"], rules="yunnan")
        assert state.announced == (2, 1, None)

    def test_it_is_drawn(self, game):
        state = game.State.from_hands(["33", "4", "556"])
        assert "33" in str(state)
        assert "556" in str(state)
        assert len(str(state).splitlines()) >= 4


def test_playouts_by_definition_end_as_games_do():
    """Two ways to play on at random: each at every ply has all choices, so both sides win some."""
    random_ = random.Random(SEED)
    state = REFERENCE.State.from_hands(["345", "344", "556"])
    ended = [reference_playout(state, random_) for _ in range(200)]
    assert {one.winner for one in ended} == {0, 1, 2}
    assert all(one.winners == ((0,) if one.winner == 0 else (1, 2)) for one in ended)
    assert state.ply == 0
    assert min(one.length for one in ended) >= 3


def test_the_core_plays_at_random_as_the_definition_does():
    """The share of each winner is the same within five standard deviations."""
    text = "classic 33445/35667/4788 0 0 - 0 - 0 0,0,0 0,0,0"
    number = 1000
    random_ = random.Random(SEED)
    start = REFERENCE.State.parse(text)
    ended = [reference_playout(start, random_) for _ in range(number)]
    results = ddz.playouts(CORE.State.parse(text), 200 * number, rng=SEED)
    for seat in range(3):
        theirs = sum(one.winner == seat for one in ended) / number
        ours = float((results.winners == seat).mean())
        assert abs(ours - theirs) < 5 * (0.25 / number) ** 0.5
    length = sum(one.length for one in ended) / number
    assert abs(float(results.lengths.mean()) - length) < 0.8


def test_all_choices_are_there_once():
    state = CORE.State.from_hands(["34", "556", "7"])
    state.play("3")
    assert [str(play) for play in choices(state)] == ["5", "6", "None"]
    assert parse(state.text).to_move == 1
