"""The floors of the project: no import runs upwards, and no floor asks for a rule set's name."""

import ast
import re
from pathlib import Path

import pytest

import ddz_fast as ddz

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "ddz_fast"
CORE = ROOT / "src" / "ddz_fast"
FLOORS = {
    "errors": 0,
    "headers": 0,
    "cards": 1,
    "words": 2,
    "kinds": 2,
    "options": 2,
    "game_rules": 2,
    "room": 2,
    "rulesets": 2,
    "presets": 2,
    "rules_text": 2,
    "position_text": 2,
    "reference": 3,
    "reference.plays": 3,
    "reference.game": 3,
    "reference.solver": 3,
    "reference.splits": 3,
    "reference.wild": 3,
    "_nibbles": 4,
    "_table": 4,
    "_shapes": 4,
    "_kickers": 4,
    "_writing": 4,
    "_ways": 4,
    "_carrying": 4,
    "_walk": 4,
    "_wild_pairs": 4,
    "_wild_singles": 4,
    "_reach": 4,
    "_wild": 4,
    "_plays": 4,
    "_rest": 4,
    "_paths": 4,
    "_bound": 4,
    "_loose": 4,
    "_many_rules": 4,
    "_many": 4,
    "_layers": 4,
    "_many_wings": 4,
    "_chains": 4,
    "_wild_splits": 4,
    "_splits": 4,
    "_game": 4,
    "_choice": 4,
    "_playouts": 4,
    "_features": 4,
    "_douzero_moves": 4,
    "_losers": 4,
    "_sight": 4,
    "_keys": 4,
    "_memory": 4,
    "_dominance": 4,
    "_search": 4,
    "_objects": 5,
    "_view": 5,
    "_state": 5,
    "_simulate": 5,
    "_solve": 5,
    "_vector": 5,
    "game": 5,
    "solving": 5,
    "_calls": 5,
    "_batch": 5,
    "_decomposition": 5,
    "decomposition": 5,
    "scoring": 5,
    "physical": 2,
    "deal": 5,
    "dealers": 5,
    "auction": 5,
    "procedure": 5,
    "procedures": 5,
    "reveal": 5,
    "plays": 5,
    "_douzero": 6,
    "_douzero_infoset": 6,
    "_douzero_game": 6,
    "_douzero_observation": 6,
    "_rlcard_game": 6,
    "adapters": 6,
    "adapters.douzero": 6,
    "adapters.openspiel": 6,
    "adapters.openspiel_game": 6,
    "adapters.rlcard": 6,
    "adapters.rlcard_env": 6,
    "__init__": 6,
    "display": 6,
    "records": 6,
    "puzzles": 6,
    "solve_display": 6,
    "solve_commands": 6,
    "arguments": 6,
    "game_display": 6,
    "game_commands": 6,
    "notes": 6,
    "bench": 6,
    "commands": 6,
    "split_commands": 6,
    "contest": 6,
    "cli": 6,
    "__main__": 6,
    "adapters.botzone": 6,
    "adapters.packages": 6,
    "adapters.seats": 6,
    "adapters.pettingzoo": 6,
    "adapters.gymnasium": 6,
}


def module_name(path: Path) -> str:
    root = CORE if CORE in path.parents else PACKAGE
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts) if parts[-1] != "__init__" or len(parts) == 1 else parts[0]


def imports_of_python(path: Path) -> set[str]:
    package: list[str] = []
    if path.parent != PACKAGE:
        package = [path.parent.name]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found |= {".".join([*base, name]) for name in names}
        elif isinstance(node, ast.Import):
            found |= {"__init__" for alias in node.names if alias.name == "ddz_fast"}
    return found


def imports_of_cython(path: Path) -> set[str]:
    text = path.read_text(encoding="utf-8")
    cimports = set(re.findall(r"^from ddz_fast\.(\w+) cimport", text, re.MULTILINE))
    cimports |= set(re.findall(r"^from ddz_fast cimport (\w+)", text, re.MULTILINE))
    return cimports | set(re.findall(r"^from \.(\w+) import", text, re.MULTILINE))


PYTHON = sorted(PACKAGE.rglob("*.py"))
CYTHON = sorted(path for path in CORE.glob("*.p[yx]*") if path.name != "__init__.pxd")


@pytest.mark.parametrize("path", PYTHON + CYTHON, ids=lambda path: path.name)
def test_no_import_runs_upwards(path):
    name = module_name(path)
    imports = imports_of_python(path) if path.suffix == ".py" else imports_of_cython(path)
    for imported in imports:
        assert FLOORS[imported] <= FLOORS[name], f"{name} imports {imported}"


def test_the_reference_does_not_know_the_core():
    for path in (PACKAGE / "reference").glob("*.py"):
        assert not any(name.startswith("_") for name in imports_of_python(path))


@pytest.mark.parametrize(
    "path",
    [path for path in PYTHON + CYTHON if path.name != "presets.py"],
    ids=lambda path: path.name,
)
def test_no_floor_asks_for_the_name_of_a_rule_set(path):
    names = "|".join(name for name in ddz.rule_names() if name != "classic")
    asked = rf"(==|!=|\bin\b|\bis\b) *[\[(]? *[\"']({names})[\"']"
    assert not re.search(asked, path.read_text(encoding="utf-8"))


def test_the_core_can_be_cimported_from_where_it_is_installed():
    import ddz_fast._plays as core

    folder = Path(core.__file__).parent
    for name in ["__init__.pxd", "bits.h", *(path.name for path in CORE.glob("*.pxd"))]:
        assert (folder / name).is_file(), name


def test_the_core_numbers_kinds_as_the_package_does():
    numbers = dict(
        re.findall(r"^    ([A-Z_]+) = (\d+)", (CORE / "_table.pxd").read_text("utf-8"), re.M)
    )
    shared = {kind.name: str(int(kind)) for kind in ddz.Kind if kind.name in numbers}
    assert len(shared) > 10
    assert {name: numbers[name] for name in shared} == shared
