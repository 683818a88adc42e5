"""What States, random games and deals are not made of: one clear error, and no game without end."""

import pytest

import ddz_fast as ddz
from games import GAMES

HANDS = ["334455", "667788", "99TTJJ"]
NO_SOLO = ddz.rules("classic").replace(kinds=frozenset({ddz.Kind.PAIR}))


def test_a_state_is_made_by_the_library_only():
    class Own(ddz.State):
        def __init__(self) -> None:
            pass

    for make in (lambda: ddz.State.__new__(ddz.State), Own, ddz.State):
        with pytest.raises(TypeError, match="a State is made by"):
            make()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize(("hand", "must"), [("34", "5"), ("35", "35"), ("3", "33")])
def test_who_leads_must_have_a_play_that_holds_what_it_must(game, hand, must):
    with pytest.raises(ddz.PositionError, match=f"must_hold: no play of seat 0, which has {hand}"):
        game.State.from_hands([hand, "6"], must_hold=must)
    over = game.State.from_hands([hand, ""], must_hold=must)  # where nobody leads any more
    assert over.winner == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_leads_must_have_a_play(game):
    with pytest.raises(ddz.PositionError, match="has no SOLO"):
        game.State.from_hands(["34", "55"], rules=NO_SOLO)
