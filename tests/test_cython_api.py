"""The core from other extensions: one of the tests, and the bot of docs/cython.md as it stands."""

import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import ddz_fast as ddz
from random_positions import SEED, deal, heavy, neighbours

ROOT = Path(__file__).parent.parent
RULES = ("classic", "yunnan", "four", "super")


def compiler_is_missing() -> bool:
    compiler = (sysconfig.get_config_var("CC") or "").split()
    return sys.platform != "win32" and not (compiler and shutil.which(compiler[0]))


def block_of(language: str) -> str:
    """The only block of a language in docs/cython.md."""
    text = (ROOT / "docs" / "cython.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return block


def load(name: str, folder: Path):
    (path,) = [file for file in folder.glob(f"{name}.*") if file.suffix in (".so", ".pyd")]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The modules bot and tiny, built as docs/cython.md says."""
    for name in ("Cython", "setuptools"):
        pytest.importorskip(name, reason=f"{name} is not there: pip install cython setuptools")
    if compiler_is_missing():
        pytest.skip("the C compiler that Python was built with is not there: install one")
    folder = tmp_path_factory.mktemp("downstream")
    setup = block_of("python")
    for name, text in {
        "bot": block_of("cython"),
        "tiny": (ROOT / "tests" / "downstream" / "tiny.pyx").read_text(encoding="utf-8"),
    }.items():
        (folder / f"{name}.pyx").write_text(text, encoding="utf-8")
        (folder / "setup.py").write_text(setup.replace("bot", name), encoding="utf-8")
        command = [sys.executable, "setup.py", "build_ext", "--inplace"]
        quick = {**os.environ, "CFLAGS": "-O1"}  # builds in two thirds of the time
        result = subprocess.run(command, cwd=folder, env=quick, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    return {name: load(name, folder) for name in ("bot", "tiny")}


@pytest.mark.parametrize("rules", RULES)
def test_plays_and_fewest_plays_are_those_of_python(built, rules):
    print(f"seed {SEED}")
    random_ = random.Random(SEED)
    for number in range(120):
        hand = ddz.pack((deal, heavy, neighbours)[number % 3](random_, ddz.rules(rules)))
        plays = [tuple(record) for record in ddz.legal_plays(hand, rules=rules).array.tolist()]
        assert built["tiny"].leads(hand, rules) == plays
        assert built["tiny"].fewest(hand, rules) == ddz.min_plays(hand, rules=rules)


@pytest.mark.parametrize("rules", RULES)
def test_a_game_is_that_of_python_and_is_taken_back(built, rules):
    for seed in range(SEED, SEED + 20):
        state = started(seed, rules)
        before = state.hash
        plies, last, first = built["tiny"].there_and_back(state)
        while not state.is_over:
            plays = state.legal_plays()
            state.play(plays[-1] if plays else None)
        assert (plies, last, first) == (state.ply, state.hash, before), f"{rules}, seed {seed}"


def started(seed: int, rules: str) -> ddz.State:
    """A dealt game in which seat 0 has the bottom and leads."""
    dealt = ddz.deal(rules, seed)
    bottom = sum(1 << 4 * card.rank for card in dealt.bottom)
    hands = [dealt.packed[0] + bottom, *dealt.packed[1:]]
    return ddz.State.from_hands(hands, rules=rules, landlord=0 if bottom else None)


def test_the_bot_of_the_text_is_as_short_as_it_says():
    lines = [line for line in block_of("cython").splitlines() if line.strip()]
    body = [line for line in lines if "cimport" not in line and '"""' not in line]
    assert 25 <= len(body) <= 40


def test_the_bot_goes_out_when_it_can(built):
    play, won = built["bot"].best_play(ddz.State.from_hands(["33", "4", "5"]), 50, SEED)
    assert (str(play), won) == ("33", 50)


def test_the_bot_counts_the_games_of_its_friend(built):
    state = ddz.State.from_hands(["345", "3", "4R"], to_move=2, beat="2", passes=1)
    assert built["bot"].best_play(state, 50, SEED)[1] == 50


def test_the_bot_plays_legal_games_and_wins_more_than_chance(built):
    random_ = random.Random(SEED)
    won = 0
    for seed in range(20):
        state = started(seed, "classic")
        while not state.is_over:
            if state.to_move == 0:
                state.play(built["bot"].best_play(state, 20, seed)[0])
            else:
                number = random_.randrange(state.count_plays() + state.may_pass)
                state.play(state.legal_play(number) if number < state.count_plays() else None)
        won += state.winners == (0,)
    by_chance = ddz.playouts("classic", 10_000, rng=SEED).winners == 0
    print(f"landlord wins {won} of 20, by chance {by_chance.mean():.2f}")
    assert won / 20 > by_chance.mean() + 0.2
