"""Every example in the documentation runs and gives what it says."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

import ddz_fast as ddz
from ddz_fast._view import View
from ddz_fast.adapters import douzero
from ddz_fast.auction import Auction
from ddz_fast.deal import Deal
from ddz_fast.dealers import Picking
from ddz_fast.physical import Card
from ddz_fast.scoring import Factor, Score

GAME_CLASSES = (View, Auction, Card, Deal, Picking, Factor, Score, ddz.State, ddz.VecGames)
DOUZERO = (douzero.packed, douzero.unpacked, douzero.cards_array, douzero.InfoSet)
ROOT = Path(__file__).parent.parent
MODULES = [
    "ddz_fast",
    "ddz_fast.cards",
    "ddz_fast.kinds",
    "ddz_fast.rulesets",
    "ddz_fast.game_rules",
    "ddz_fast.physical",
    "ddz_fast.deal",
    "ddz_fast.dealers",
    "ddz_fast.procedure",
    "ddz_fast.procedures",
    "ddz_fast.auction",
    "ddz_fast.scoring",
    "ddz_fast.presets",
    "ddz_fast.words",
    "ddz_fast.plays",
    "ddz_fast.solving",
    "ddz_fast.rules_text",
    "ddz_fast.position_text",
    "ddz_fast.records",
    "ddz_fast.puzzles",
    "ddz_fast.solve_display",
    "ddz_fast.game_display",
    "ddz_fast.headers",
    "ddz_fast.reference.solver",
    "ddz_fast.adapters.botzone",
    "ddz_fast.adapters.douzero",
    "ddz_fast.adapters.openspiel",
    "ddz_fast.adapters.rlcard",
    "ddz_fast.adapters.packages",
    "ddz_fast.adapters.seats",
]
#: What some examples need, each in a block of its own.
PACKAGES = ("pettingzoo", "gymnasium")


def run_examples(name: str, text: str, own: dict[str, object] | None = None) -> int:
    names = {**{name: getattr(ddz, name) for name in ddz.__all__}, "ddz": ddz}
    for module in MODULES[1:14]:
        names.update(vars(importlib.import_module(module)))
    names.update(own or {})
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    results = runner.run(test)
    assert results.failed == 0, f"examples of {name}"
    return results.attempted


@pytest.mark.parametrize("name", [name for name in ddz.__all__ if name not in ("PLAY", "RANKS")])
def test_public_names_are_explained(name):
    thing = getattr(ddz, name)
    assert thing.__doc__
    assert not thing.__doc__.startswith(f"{name}(")  # no mere signature
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        assert run_examples(name, thing.__doc__) > 0, f"{name} has no example"


def test_examples_of_the_package():
    for module in map(importlib.import_module, MODULES):
        run_examples(module.__name__, module.__doc__, vars(module))
        for name, thing in vars(module).items():
            is_kind = inspect.isfunction(thing) or inspect.isclass(thing)
            if is_kind and thing.__module__ == module.__name__ and thing.__doc__:
                run_examples(f"{module.__name__}.{name}", thing.__doc__, vars(module))


@pytest.mark.parametrize("thing", DOUZERO)
def test_examples_of_compiled_adapters(thing):
    assert run_examples(thing.__name__, thing.__doc__, vars(douzero)) > 0


def test_examples_of_methods():
    for cls in (ddz.Play, ddz.Plays, ddz.Rules, ddz.Kind, ddz.Outcome, *GAME_CLASSES):
        for name, thing in vars(cls).items():
            document = getattr(thing, "__doc__", None)
            if not name.startswith("_") and isinstance(document, str):
                run_examples(f"{cls.__name__}.{name}", document)


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("README.md", 6),
        ("docs/game.md", 5),
        ("docs/records.md", 3),
        ("docs/douzero.md", 7),
        ("docs/solver.md", 12),
    ],
)
def test_examples_of_the_texts(path, least):
    text = "\n".join(part for part in parts_of(path) if not any(name in part for name in PACKAGES))
    assert run_examples(path, text) >= least


def parts_of(path):
    """The prose and the code of a text, in turn."""
    return (ROOT / path).read_text(encoding="utf-8").split("```")


@pytest.mark.parametrize("package", PACKAGES)
def test_examples_with_other_projects(package):
    pytest.importorskip(package, reason=f"not installed: pip install {package}")
    examples = [part for part in parts_of("README.md")[1::2] if package in part]
    assert examples
    for example in examples:
        assert run_examples(f"README.md with {package}", example) > 0
