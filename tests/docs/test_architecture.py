"""Rules of docs/architecture.md that no linter knows; `make lint` checks the arrows by contracts in pyproject.toml.

Also: where tests stand, and which of them `make test WORLD=...` and `make mutants` run.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Container, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Said
from tests.docs.sources import PACKAGE, PATHS, nodes_of, statements, text_of, tree_of
from tests.doors.montecarlo import blocks
from tests.doors.runs import WORLDS
from tests.places import ROOT

FACES = ("cli", "present")
SHARED = ("files", "montecarlo", "statistics", "runs", "answers", "host", "world", "errors", "interrupts")
TESTS = ROOT / "tests"
NO_ROOM = ("docs", "golden", "proofs", "cluster", "benchmarks")
"""Folders of tests that are named after no room of the product."""
OF_A_GAME = ("rules", "twin", "engine", "files", "questions", "verbs", "designer")


def modules() -> dict[str, Path]:
    """Every module of the product by name."""
    found = {}
    for path in PATHS:
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = path
    return found


@cache
def imported() -> dict[str, frozenset[str]]:
    """By module all modules of the product that it imports, wherever in its text, for types alone too."""
    known = modules()
    return {name: frozenset(_imports(path, known)) - {name} for name, path in known.items()}


def _imports(path: Path, known: Container[str], roots: Container[str] = ("analyzer",)) -> Iterator[str]:
    for node in statements(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in roots:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else str(node.module)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)


def room(module: str) -> str:
    """The room of a module: the first folder or file below the product."""
    return module.split(".")[1] if "." in module else ""


def test_imports_of_sources_are_found():
    assert len(imported()) > 150
    assert "analyzer.errors" in imported()["analyzer.cli.app"]


MOST_BRANCHES_ON_FLEETS = 40
"""How often it is asked outside of `trucker/fleets` whether something is a build or a fleet."""


def asks_for_fleets(node: ast.AST) -> bool:
    """Whether it reads a name that tells fleets from lone ships: `ship.is_build`, `route.of_fleets`, ..."""
    match node:
        case ast.Attribute(attr="is_build" | "of_fleets"):
            return True
        case ast.Attribute(value=ast.Attribute(attr="wrecks") | ast.Name(id="wrecks"), attr="fleets"):
            return True
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
            return any(isinstance(name, ast.Name) and name.id == "Fleet" for name in ast.walk(kinds))
        case ast.Compare(left=ast.Attribute(attr="start" | "fleet") as asked, comparators=[ast.Constant(value=None)]):
            return asked.attr == "fleet" or ast.unparse(asked.value).endswith("board")
    return False


def test_few_modules_branch_on_fleets():
    """Elsewhere, ask a formation or the class of the ships (docs/architecture/galaxy-trucker.md)."""
    asked = Counter(
        module
        for module, path in modules().items()
        if module.startswith("analyzer.trucker") and not module.startswith("analyzer.trucker.fleets")
        for node in nodes_of(path)
        if asks_for_fleets(node)
    )
    assert asked.total() <= MOST_BRANCHES_ON_FLEETS, (
        f"ask convoy.formation or experiment.ship_class: {asked.most_common(3)}"
    )


def test_imports_form_no_cycle():
    """Modules can be put in an order in which each imports only those before it."""
    left = {name: set(others) for name, others in imported().items() if name != "analyzer"}
    while free := {name for name, others in left.items() if not others & set(left)}:
        left = {name: others for name, others in left.items() if name not in free}
    assert left == {}, f"these import each other: {sorted(left)}"


def test_only_world_module_names_games():
    naming = {
        module
        for module, path in modules().items()
        if room(module) in SHARED and any(f"analyzer.{world}" in text_of(path) for world in WORLDS)
    }
    assert naming <= {"analyzer.world"}


def test_tests_stand_in_known_folders():
    """Each folder is a room of the product or of its game, or docs, proofs or cluster."""
    folders = {path.relative_to(TESTS).parent.parts for path in TESTS.rglob("test_*.py")}
    assert () not in folders
    assert {first for first, *_ in folders if first not in NO_ROOM and not (PACKAGE / first).is_dir()} == set()
    games = {folder for folder in folders if folder[0] in WORLDS}
    assert {folder for folder in games if len(folder) < 2 or folder[1] not in OF_A_GAME} == set()


PUBLIC = {"analyzer", *(f"analyzer.{name}" for name in (*WORLDS, "plots", "types")), "analyzer.starship.plots"}
OPEN_TO_TWINS = {"tests.doors.montecarlo", "tests.doors.printed"}
"""Doors behind which there is no rule of a game."""


@cache
def imported_by_tests() -> dict[Path, frozenset[str]]:
    """By file of the tests all modules of the product, and all doors, that it imports."""
    known = modules() | {f"tests.doors.{path.stem}": path for path in (TESTS / "doors").glob("*.py")}
    return {path: frozenset(_imports(path, known, ("analyzer", "tests"))) for path in TESTS.rglob("*.py")}


def test_tests_use_public_face_or_doors():
    """A moved module then breaks one line of `tests/doors`."""
    inner = {
        (str(path.relative_to(ROOT)), name)
        for path, names in imported_by_tests().items()
        if path.parent.name != "doors"
        for name in names
        if name.startswith("analyzer") and name not in PUBLIC
    }
    assert inner == set()


def test_only_mistakes_are_planted_anywhere():
    """`tests/doors/mistakes.py` opens every module, so only the files of deliberate mistakes may use it."""
    users = {path.name for path, names in imported_by_tests().items() if "tests.doors.mistakes" in names}
    assert users == {"mistakes.py"}


def test_twins_import_no_engine():
    through = {
        (str(path.relative_to(ROOT)), name)
        for path, names in imported_by_tests().items()
        if path.parent.name == "twin"
        for name in names
        if name.startswith("tests.doors") and name not in OPEN_TO_TWINS
    }
    assert through == set()


NAMES_A_TEST = re.compile(r"(?<!def )\btest_")
"""Whoever imports one does."""


def test_no_module_imports_a_test():
    """Code that two tests need stands in a module of its own."""
    imported = set()
    for path in [*TESTS.rglob("*.py"), *(ROOT / "benchmarks").glob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if NAMES_A_TEST.search(text) else ():
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules_and_names = [getattr(node, "module", None) or "", *(name.name for name in node.names)]
                parts = {part for name in modules_and_names for part in name.split(".")}
                imported |= {(path.relative_to(ROOT), part) for part in parts if part.startswith("test_")}
    assert imported == set()


def test_mutation_tests_name_existing_tests():
    mutmut = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    missing = [place for place in mutmut["source_paths"] if not (ROOT / place).exists()]
    for selected in mutmut["pytest_add_cli_args_test_selection"]:
        place, _, name = selected.partition("::")
        text = (ROOT / place).read_text(encoding="utf-8") if name else ""
        if not (ROOT / place).exists() or (name and f"\ndef {name.split('[')[0]}(" not in text):
            missing.append(selected)
    assert missing == []


PYTEST = "-m pytest -n auto --dist worksteal"


def dry_run(world: str) -> subprocess.CompletedProcess[str]:
    """What `make test` says that it would run."""
    args = ["make", "--no-print-directory", "--dry-run", "test", f"WORLD={world}"]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(args, cwd=ROOT, env=outside, capture_output=True, text=True, check=False)


with_make = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


@with_make
@pytest.mark.parametrize("world", WORLDS)
def test_make_test_runs_one_game(world):
    """Shared rooms are tested too."""
    folders = dry_run(world).stdout.splitlines()[-1].partition(f"{PYTEST} ")[2].split()
    rooms = [*(room for room in SHARED if (PACKAGE / room).is_dir()), "present"]
    shared = {f"{top}/{room}" for top in ("tests", "analyzer") for room in rooms if (ROOT / top / room).is_dir()}
    own = {f"{top}/{world}" for top in ("tests", "analyzer")}
    assert {*folders} - {f"notebooks/{world}"} == shared | own
    assert (f"notebooks/{world}" in folders) == (ROOT / "notebooks" / world).is_dir()


@with_make
def test_make_test_runs_all_or_refuses():
    """Without a game all tests run; an unknown game is refused."""
    assert dry_run("").stdout.splitlines()[-1].endswith(f"{PYTEST} ")
    refused = dry_run("chess")
    assert refused.returncode == 2
    assert f"WORLD=chess: no such game; name one of: {' '.join(WORLDS)}" in refused.stderr


NAMES_OF_FLIGHTS = re.compile(
    r"--flights(-out)?\b|`flights`|^ *flights(?=:)|^flights$|flights=|^ *(>>>|\.\.\.) .*", re.MULTILINE
)
"""Options, arguments and columns that were named after the first game, and examples of it."""


def test_shared_modules_speak_of_trials():
    """The experiment says what a game calls one run (TRIAL): no text of these rooms calls it a flight."""
    wrong = {
        (module, node.value)
        for module, path in modules().items()
        if room(module) in {*FACES, *SHARED} - {"world"}
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if re.search(r"\bflights?\b", NAMES_OF_FLIGHTS.sub("", node.value), re.IGNORECASE)
    }
    assert wrong == set()


class FirstBlock(Exception):
    """Raised in place of the first block; it holds the names of the product's calls that led there."""


def test_page_names_calls_to_first_block(command: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    section = text_of(ROOT / "docs" / "architecture.md").partition("## From a verb to its first block")[2]
    named = re.findall(r"^\d\. `([\w.]+)`", section.partition("\n## ")[0], re.MULTILINE)

    def block(*_: Any) -> Any:
        frame, calls = sys._getframe(1), ["_block"]
        while frame is not None and calls[-1] != "weak":
            # Calls of Python pass the check of misspelt arguments; in one process with them the verb does, too.
            if PACKAGE in Path(frame.f_code.co_filename).parents and frame.f_code.co_name != "call":
                calls.append(frame.f_code.co_qualname)
            frame = frame.f_back
        raise FirstBlock(calls[::-1])

    monkeypatch.setattr(blocks, "_block", block)
    with pytest.raises(FirstBlock) as led:
        command("weak", str(ROOT / "ships/2007/I/first-mile.yaml"), "--flights", "2")
    assert led.value.args[0] == named
    assert len(named) <= 8
