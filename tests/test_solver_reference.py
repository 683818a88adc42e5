"""The reference solver: against puzzles and positions solved by hand, and a search without it."""

import pytest

import ddz_fast as ddz
from ddz_fast.reference import game as reference
from ddz_fast.reference.plays import Play
from ddz_fast.reference.solver import outcome, outcomes
from implementations import MANY_DECK_VARIANTS, VARIANTS, WILD_VARIANTS, rules_from
from random_positions import SEED
from solving import DECIDING, players_of, positions, reference_of, where

State = reference.State.from_hands
#: hands, rules, and the first plays that win
PUZZLES = [
    ("KK5543 225543", "pagat", "4 5"),
    ("RA54333 B222KQ", "pagat", "4 5"),
    ("2KKTT77554 AA8", "pagat", ""),
    ("QQTT 3", "classic", "T Q TT QQ"),
    ("QQTT A3", "classic", "TT QQ"),
    ("2QQTT A3", "classic", "T Q 2 TT QQ"),
    ("2QQTT3 A3", "classic", "3 T Q 2 TT QQ"),
    ("77J2 99Q", "classic", "7 J"),
    ("RBAA 999", "classic", "A B R AA BR"),
    ("2Q999643 RAAJ43", "classic", "999+3"),
    ("67 45", "classic", "6 7"),
    ("36 558", "classic", ""),
    ("34567 8899 TTJJ", "classic", "34567"),
]
#: positions, whether the side to move wins, and why
BY_HAND = [
    (State(["AK", "3333"]), False, "the bomb beats either card"),
    (State(["AK", "3333"], bombs=(None, 0)), True, "no bomb is left to be played"),
    (State(["234", "56"]), True, "3, then 2 takes the lead from 5 or 6"),
    (State(["234", "56"], allowance=1), False, "with one card left the farmer has won"),
    (State(["35", "4"]), True, "5 first"),
    (State(["35", "4"], must_hold="3"), False, "3 has to go first"),
    (State(["34", "5", "66", "22"], landlord=(0, 1)), True, "the other landlord goes out"),
    (State(["34", "5", "66", "22"], landlord=0), False, "a farmer goes out"),
    (State(["2K", "63", "44"], to_move=1, beat="5"), False, "the landlord takes any single"),
    (State(["QK", "AA3", "44"], to_move=1, beat="J"), True, "A, A, 3"),
    (State(["23", "J", "45"], to_move=1, beat="T", passes=1), True, "J goes out"),
    (State(["2QJ", "55", "3K"], to_move=2, beat="Q"), True, "by a pass: K takes a later Q"),
    (State(["344", "55"], landlord=None), False, "each of two for himself"),
    (State(["3", "4"], landlord=None), True, "each of two for himself"),
]


def text_of(play: Play | None) -> str:
    return "pass" if play is None else str(play)


@pytest.mark.parametrize(("hands", "rules", "winning"), PUZZLES)
def test_puzzles(hands, rules, winning):
    found = outcomes(State(hands.split(), rules=rules))
    assert {text_of(play) for play, is_win in found if is_win} == set(winning.split())


@pytest.mark.parametrize(("state", "is_win", "why"), BY_HAND)
def test_positions_solved_by_hand(state, is_win, why):
    before = state.text
    assert outcome(state) is is_win, why
    assert state.text == before


def test_the_plays_come_in_the_order_of_legal_plays_and_the_pass_last():
    state = State(["56", "5567899TJ", "3344"], to_move=1, beat="4")
    assert [play for play, _ in outcomes(state)] == [*state.legal_plays(), None]
    state = State(["56", "5567899TJ", "3344"], to_move=1)
    assert [play for play, _ in outcomes(state)] == state.legal_plays()


def test_what_has_no_two_sides_is_refused():
    with pytest.raises(ddz.PositionError, match="two sides"):
        outcome(State(["3", "4", "5"], rules="guanpai"))
    with pytest.raises(ddz.PositionError, match="two sides"):
        outcomes(State(["3", "4", "5"], landlord=None))


def test_a_game_that_is_over_is_refused():
    with pytest.raises(ddz.PositionError, match="seat 1 has won"):
        outcome(State(["3", "", "5"]))


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_positions_that_one_kind_or_option_decides(step):
    for what, winner, text in DECIDING[::step]:
        is_win = outcome(reference.State.parse(text))
        assert is_win is (winner == "WIN"), f"{what}: {text}"


def naive_outcome(state: reference.State) -> bool:
    """Whether the side to move wins, by nothing but the moves of the state."""
    seat = state.to_move
    found = []
    for play in [*state.legal_plays(), None] if state.may_pass else state.legal_plays():
        state.play(play)
        if state.is_over:
            found.append(seat in state.winners)
        else:
            is_same_side = (seat in state.landlords) == (state.to_move in state.landlords)
            is_same_side &= bool(state.landlords) or seat == state.to_move
            found.append(naive_outcome(state) == is_same_side)
        state.undo()
        if found[-1]:
            return True
    return False


@pytest.mark.parametrize(
    "text", [*ddz.rule_names(), *VARIANTS, *MANY_DECK_VARIANTS, *WILD_VARIANTS]
)
def test_a_search_by_the_state_alone_agrees(text):
    rules = rules_from(text)
    for players in players_of(rules):
        seed = f"{SEED} {text} {players}"
        print(f"seed {seed}")
        for index, state in enumerate(positions(seed, rules, players, 3, larger=0.2)):
            expected = naive_outcome(reference_of(state))
            assert outcome(reference_of(state)) is expected, where(state, index, seed)
