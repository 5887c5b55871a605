"""A name says what it holds, not how it was come by: no variable, parameter or field is called `told` or `found`.

Rooms that still have such names are listed with how many. A number may go down, never up; a room without any is not
listed, and none comes back to it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from analyzer.world import WORLDS
from tests.places import ROOT

PACKAGE = ROOT / "analyzer"
NAMES = frozenset({"told", "found", "asked", "given", "shown", "kept", "flown"})
MOST = {
    "answers": 26,
    "cli": 16,
    "errors": 3,
    "files": 18,
    "lorry/api": 4,
    "lorry/captains": 30,
    "lorry/columns": 6,
    "lorry/command": 2,
    "lorry/drawing": 14,
    "lorry/experiment": 2,
    "lorry/galaxy": 15,
    "lorry/position": 11,
    "lorry/questions": 73,
    "lorry/records": 5,
    "lorry/result": 2,
    "lorry/story": 3,
    "lorry/switches": 1,
    "lorry/turn": 24,
    "montecarlo": 1,
    "present": 22,
    "runs": 45,
    "starship/api": 2,
    "starship/captains": 4,
    "starship/columns": 3,
    "starship/drawing": 5,
    "starship/encounters": 1,
    "starship/experiment": 1,
    "starship/games": 5,
    "starship/plain": 3,
    "starship/position": 11,
    "starship/questions": 35,
    "starship/records": 5,
    "starship/ship": 11,
    "starship/story": 1,
    "starship/switches": 1,
    "starship/turn": 9,
    "statistics": 4,
    "trucker/drawing": 2,
    "trucker/questions": 98,
    "trucker/story": 4,
    "world": 3,
}
"""By room: how many assignments, parameters and fields may still have one of these names."""


def named_so(source: str) -> list[str]:
    """The name of every assignment, parameter, field, capture and import alias of a source that is one of NAMES."""
    return [name for node in ast.walk(ast.parse(source)) for name in bound(node) if name in NAMES]


def bound(node: ast.AST) -> Iterator[str | None]:
    """The names that a node gives to something."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.arg(arg=name) | ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name):
            yield name
        case ast.alias(asname=name):
            yield name


def rooms() -> Counter[str]:
    """How many such names each room has: a folder of the package, or what lies in the folder of a game."""
    counts: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        first, *inner = path.relative_to(PACKAGE).with_suffix("").parts
        room = f"{first}/{inner[0]}" if first in WORLDS and inner else first
        counts[room] += len(named_so(path.read_text(encoding="utf-8")))
    return counts


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("told = 1", ["told"]),
        ("for found, other in pairs: pass", ["found"]),
        ("def f(asked, *given, **shown): pass", ["asked", "given", "shown"]),
        ("class A:\n    kept: int = 0", ["kept"]),
        ("self.flown = 3", ["flown"]),
        ("x = [told for told in y if (found := told)]", ["found", "told"]),
        ("with a as kept: pass", ["kept"]),
        ("lambda given: 0", ["given"]),
        ("told_below(a.told, told=b['found'])", []),
        ("'told = 1'  # found = 2", []),
    ],
)
def test_such_names_are_noticed(source: str, names: list[str]) -> None:
    assert sorted(named_so(source)) == sorted(names)


def test_no_more_such_names() -> None:
    more = {room: count for room, count in rooms().items() if count > MOST.get(room, 0)}
    assert not more, f"name these after what they hold: {more}"
