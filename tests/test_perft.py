"""perft: how many sequences of so many plays and passes there are, against tests/perft/*.txt."""

import pytest

import ddz_fast as ddz
from games import GAMES, Game, key
from make_perft import FOLDER, MOST, cases_of

FILES = sorted(FOLDER.glob("*.txt"))
#: up to which count a run counts: of the definition in all of them, and beyond it of the core alone
QUICK = {"reference": 100, "core": 1_000_000}
SLOW = {"reference": MOST, "core": 10**12}


@pytest.fixture(params=["quick", pytest.param("slow", marks=pytest.mark.slow)])
def limits(request: pytest.FixtureRequest) -> dict[str, int]:
    return QUICK if request.param == "quick" else SLOW


def test_every_rule_set_has_a_file():
    assert {path.stem for path in FILES} == set(ddz.rule_names())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_of_its_rule_set(path):
    cases = list(cases_of(path))
    assert len({case.name for case in cases}) == len(cases) >= 5
    for case in cases:
        assert case.text.split()[0].split(",")[0] == path.stem, case.name
        assert sorted(case.counts) == list(range(1, len(case.counts) + 1)), case.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path, game: Game, limits):
    counted = 0
    for case in cases_of(path):
        state = game.State.parse(case.text)
        for depth, count in case.counts.items():
            if count <= limits[game.name]:
                assert game.perft(state, depth) == count, f"{case.name}, depth {depth}"
                counted += 1
        assert state.text == case.text, f"{case.name}: perft leaves the state as it is"
    assert counted >= 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_divided_counts_add_up_and_agree(path):
    for case in cases_of(path):
        depth = max((d for d, count in case.counts.items() if count <= 60), default=1)
        if case.counts[depth] > 60:
            continue
        divided = []
        for game in GAMES:
            parts = game.perft_divide(game.State.parse(case.text), depth)
            assert sum(count for _, count in parts) == case.counts[depth]
            divided.append([(key(play), count) for play, count in parts])
        assert divided[0] == divided[1], case.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_depth_0_is_one_sequence(game):
    for text in (
        "classic 3/4/5 0 0 - 0 - 0 0,0,0 0,0,0",
        "classic ./4/5 0 0 - 0 - 0 1,0,0 0,0,0",
    ):
        assert game.perft(game.State.parse(text), 0) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_that_ends_sooner_has_no_longer_sequences(game):
    """3 wins at once; so does 4: only a lead of one card of two goes on."""
    state = game.State.parse("classic 33/4/5 0 0 - 0 - 0 0,0,0 0,0,0")
    # 3, 33 | 3 and 4 or a pass | 3, 4 ends it; 3, pass, 5 or a pass
    assert [game.perft(state, depth) for depth in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_answers_that_depend_on_kickers_are_counted_for_each_play(game):
    """A-26: 555+66 answers 333+44, and no 333 with two single cards."""
    rules = ddz.rules("super").replace(trio2_split=True)
    state = game.State.from_hands(["333445", "55566"], rules=rules)
    assert game.perft(state, 2) == sum(count for _, count in game.perft_divide(state, 2)) == 25
