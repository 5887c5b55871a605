"""The Python face refuses what makes no sense by AnalyzerError alone, and names every fault."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, Layout, load_captain, load_field
from tests.doors.trucker_paper import Route
from tests.trucker.files.broken_ships import HAULER, MILE, QUIZ, SHIPS

fly_alone = partial(analyzer.fly, rivals="alone")
HALF = [{"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}]


def entry(**changed: Any) -> list[dict[str, Any]]:
    return [HALF[0] | changed]


ASKED: dict[str, Callable[[], object]] = {
    "load_ship: missing": lambda: analyzer.load_ship("nowhere.yaml"),
    "load_ship: directory": lambda: analyzer.load_ship(SHIPS),
    "load_ship: number": lambda: analyzer.load_ship(5),  # type: ignore[arg-type]
    "load_ship: nothing": lambda: analyzer.load_ship(None),  # type: ignore[arg-type]
    "load_ship: a nought in the name": lambda: analyzer.load_ship("a\0b.yaml"),
    "load_ship: edition a number": lambda: analyzer.load_ship(SHIPS / "I/first-mile.yaml", 2007),  # type: ignore[arg-type]
    "load_ship: edition a mapping": lambda: analyzer.load_ship(SHIPS / "I/first-mile.yaml", {}),  # type: ignore[arg-type]
    "load_ship: long name": lambda: analyzer.load_ship("x" * 5000),
    "from_components: unknown board": lambda: Layout.from_components("2007-V", HALF),
    "from_components: board without edition": lambda: Layout.from_components("II", HALF),
    "from_components: board a number": lambda: Layout.from_components(2, HALF),  # type: ignore[arg-type]
    "from_components: no list": lambda: Layout.from_components("2007-I", 5),  # type: ignore[arg-type]
    "from_components: words": lambda: Layout.from_components("2007-I", "cabin"),  # type: ignore[arg-type]
    "from_components: nothing": lambda: Layout.from_components("2007-I", None),  # type: ignore[arg-type]
    "from_components: numbers": lambda: Layout.from_components("2007-I", [1, 2]),  # type: ignore[list-item]
    "from_components: square a number": lambda: Layout.from_components("2007-I", entry(square=7)),
    "from_components: square a word": lambda: Layout.from_components("2007-I", entry(square="77")),
    "from_components: square of halves": lambda: Layout.from_components("2007-I", entry(square=[7.5, 7])),
    "from_components: square of nothing": lambda: Layout.from_components("2007-I", entry(square=[None, None])),
    "from_components: square out of range": lambda: Layout.from_components("2007-I", entry(square=[0, 7])),
    "from_components: kind unknown": lambda: Layout.from_components("2007-I", entry(kind="bathroom")),
    "from_components: kind a list": lambda: Layout.from_components("2007-I", entry(kind=["cabin"])),
    "from_components: connectors short": lambda: Layout.from_components("2007-I", entry(connectors=[3, 3])),
    "from_components: connectors text": lambda: Layout.from_components("2007-I", entry(connectors="3333")),
    "from_components: connectors of 4": lambda: Layout.from_components("2007-I", entry(connectors=[4, 3, 3, 3])),
    "from_components: connectors nested": lambda: Layout.from_components("2007-I", entry(connectors=[[3], 3, 3, 3])),
    "from_components: facing a cabin": lambda: Layout.from_components("2007-I", entry(facing="front")),
    "from_components: facing a number": lambda: Layout.from_components("2007-I", entry(facing=2)),
    "from_components: facing numbers": lambda: Layout.from_components("2007-I", entry(facing=[2])),
    "from_components: unknown field": lambda: Layout.from_components("2007-I", entry(colour="red")),
    "from_components: two on a square": lambda: Layout.from_components("2007-I", HALF + HALF),
    "from_components: alien outside": lambda: Layout.from_components("2007-I", HALF, aliens={"brown": (2, 7)}),
    "from_components: green alien": lambda: Layout.from_components("2007-I", HALF, aliens={"green": (7, 7)}),
    "from_components: alien nowhere": lambda: Layout.from_components("2007-I", HALF, aliens={"brown": 7}),  # type: ignore[dict-item]
    "from_components: aliens a list": lambda: Layout.from_components("2007-I", HALF, aliens=["brown"]),  # type: ignore[arg-type]
    "pieces: no such square": lambda: mile().pieces(without=[(1, 1)]),
    "pieces: no square": lambda: mile().pieces(without=[5]),  # type: ignore[list-item]
    "pieces: no list": lambda: mile().pieces(without=5),  # type: ignore[arg-type]
    "cannon_strength: -1": lambda: mile().cannon_strength(batteries=-1),
    "cannon_strength: words": lambda: mile().cannon_strength(batteries="two"),  # type: ignore[arg-type]
    "engine_strength: -1": lambda: mile().engine_strength(batteries=-1),
    "engine_strength: halves": lambda: mile().engine_strength(batteries=1.5),  # type: ignore[arg-type]
    "strike: unknown hazard": lambda: analyzer.strike(mile(), "hail", "front", 7),
    "strike: hazard a list": lambda: analyzer.strike(mile(), ["small_meteor"], "front", 7),  # type: ignore[arg-type]
    "strike: unknown side": lambda: analyzer.strike(mile(), "light_fire", "above", 7),
    "strike: side nothing": lambda: analyzer.strike(mile(), "light_fire", None, 7),  # type: ignore[arg-type]
    "strike: side a number": lambda: analyzer.strike(mile(), "light_fire", 2, 7),  # type: ignore[arg-type]
    "strike: roll 1": lambda: analyzer.strike(mile(), "light_fire", "front", 1),
    "strike: roll a word": lambda: analyzer.strike(mile(), "light_fire", "front", "7"),  # type: ignore[arg-type]
    "strike: roll a half": lambda: analyzer.strike(mile(), "light_fire", "front", 7.5),  # type: ignore[arg-type]
    "strike: roll nothing": lambda: analyzer.strike(mile(), "light_fire", "front", None),  # type: ignore[arg-type]
    "strike: batteries -1": lambda: analyzer.strike(mile(), "light_fire", "front", 7, batteries=-1),
    "strike: batteries a word": lambda: analyzer.strike(mile(), "light_fire", "front", 7, batteries="1"),  # type: ignore[arg-type]
    "strike: batteries a half": lambda: analyzer.strike(mile(), "light_fire", "front", 7, batteries=1.5),  # type: ignore[arg-type]
    "strike: unknown captain": lambda: analyzer.strike(mile(), "light_fire", "front", 7, captain="nemo"),
    "strike: captain a number": lambda: analyzer.strike(mile(), "light_fire", "front", 7, captain=5),  # type: ignore[arg-type]
    "strike: no ship": lambda: analyzer.strike(None, "light_fire", "front", 7),  # type: ignore[arg-type]
    "barrage: unknown hazard": lambda: analyzer.barrage(mile(), [("hail", "front", 7)]),
    "barrage: pairs": lambda: analyzer.barrage(mile(), [("light_fire", "front")]),  # type: ignore[list-item]
    "barrage: numbers": lambda: analyzer.barrage(mile(), [1, 2]),  # type: ignore[list-item]
    "barrage: no list": lambda: analyzer.barrage(mile(), 7),  # type: ignore[arg-type]
    "fly: no ships": lambda: analyzer.fly([]),
    "fly: the name of a ship": lambda: fly_alone(["First Mile"], level="I", flights=5),
    "fly: the name of one ship": lambda: analyzer.fly("First Mile", level="I", flights=5),
    "race: five ships": lambda: analyzer.race([mile()] * 5, level="I", flights=5),
    "fly: another board": lambda: fly_alone([mile()], level="II", flights=5),
    "fly: unknown level": lambda: fly_alone([mile()], level="IV", flights=5),
    "fly: level a number": lambda: fly_alone([mile()], level=1, flights=5),  # type: ignore[arg-type]
    "fly: level a list": lambda: fly_alone([mile()], level=["I"], flights=5),  # type: ignore[arg-type]
    "fly: 0 flights": lambda: fly_alone([mile()], level="I", flights=0),
    "fly: half a flight": lambda: fly_alone([mile()], level="I", flights=0.5),  # type: ignore[arg-type]
    "fly: many flights": lambda: fly_alone([mile()], level="I", flights="many"),  # type: ignore[arg-type]
    "fly: seed -1": lambda: fly_alone([mile()], level="I", flights=5, seed=-1),
    "fly: seed 2**64": lambda: fly_alone([mile()], level="I", flights=5, seed=2**64),
    "fly: seed nothing": lambda: fly_alone([mile()], level="I", flights=5, seed=None),  # type: ignore[arg-type]
    "fly: seed a word": lambda: fly_alone([mile()], level="I", flights=5, seed="lucky"),  # type: ignore[arg-type]
    "fly: seed a list": lambda: fly_alone([mile()], level="I", flights=5, seed=[]),  # type: ignore[arg-type]
    "fly: learning nothing": lambda: fly_alone([mile()], level="I", flights=5, learning=None),  # type: ignore[arg-type]
    "fly: prognostic a list": lambda: fly_alone([mile()], level="I", flights=5, prognostic=[]),  # type: ignore[arg-type]
    "compare_editions: a number": lambda: analyzer.compare_editions(MILE, editions=5),  # type: ignore[arg-type]
    "fly: workers 0": lambda: fly_alone([mile()], level="I", flights=5, workers=0),
    "fly: workers a word": lambda: fly_alone([mile()], level="I", flights=5, workers="all"),  # type: ignore[arg-type]
    "fly: block 0": lambda: fly_alone([mile()], level="I", flights=5, block=0),
    "fly: unknown card": lambda: fly_alone([mile()], level="I", flights=5, cards=[99]),
    "fly: card a word": lambda: fly_alone([mile()], level="I", flights=5, cards=["28"]),  # type: ignore[list-item]
    "fly: cards text": lambda: fly_alone([mile()], level="I", flights=5, cards="28"),  # type: ignore[arg-type]
    "fly: cards a number": lambda: fly_alone([mile()], level="I", flights=5, cards=28),  # type: ignore[arg-type]
    "fly: cards in lists": lambda: fly_alone([mile()], level="I", flights=5, cards=[[28]]),  # type: ignore[list-item]
    "fly: start 0": lambda: fly_alone([mile()], level="I", flights=5, start=0),
    "fly: start 2 alone": lambda: fly_alone([mile()], level="I", flights=5, start=2),
    "fly: start a word": lambda: fly_alone([mile()], level="I", flights=5, start="1"),  # type: ignore[arg-type]
    "fly: start a half": lambda: analyzer.fly([mile()] * 2, level="I", flights=5, start=1.5),  # type: ignore[arg-type]
    "fly: unknown captain": lambda: fly_alone([mile()], level="I", flights=5, captain="nemo"),
    "fly: captain a number": lambda: fly_alone([mile()], level="I", flights=5, captain=5),  # type: ignore[arg-type]
    "fly: no captains": lambda: fly_alone([mile()], level="I", flights=5, captain=[]),
    "fly: three captains": lambda: analyzer.fly([mile()] * 2, level="I", flights=5, captain=["bold"] * 3),
    "fly: rivals a word": lambda: analyzer.fly([mile()], level="I", flights=5, rivals="feild"),  # type: ignore[arg-type]
    "fly: five in the convoy": lambda: analyzer.fly([mile()], level="I", flights=5, rivals=[mile()] * 4),
    "fly: rivals nothing": lambda: analyzer.fly([mile()], level="I", flights=5, rivals=None),  # type: ignore[arg-type]
    "fly: learning with cards": lambda: fly_alone([mile()], level="I", flights=5, learning=True, cards=[3]),
    "fly: flawed": lambda: fly_alone([analyzer.load_ship(QUIZ)], level="I", flights=5),
    "result: no such ship": lambda: fly_alone([mile()], level="I", flights=5)["Last Mile"],
    "result: quantile 2": lambda: fly_alone([mile()], level="I", flights=5)["First Mile"].credits.quantile(2),
    "result: interval of 1": lambda: fly_alone([mile()], level="I", flights=5)["First Mile"].credits.interval(1),
    "result: interval of 95": lambda: fly_alone([mile()], level="I", flights=200)["First Mile"].credits.interval(95),
    "result: unknown ending": lambda: fly_alone([mile()], level="I", flights=5)["First Mile"].ending_share("eaten"),
    "route: unknown edition": lambda: Route(edition="1999").length,
    "field: unknown level": lambda: load_field("V"),
    "captain: a ship file": lambda: load_captain(MILE),
    "repair: no starting cabin": lambda: analyzer.repair(Layout.from_components("2007-I", entry(square=[6, 7]))),
    "save_ship: below a file": lambda: analyzer.save_ship(mile(), f"{__file__}/at/all/ship.yaml"),
}  # fmt: skip


def mile() -> Layout:
    return analyzer.load_ship(MILE)


@pytest.mark.parametrize("asked", ASKED)
def test_calls_raise_analyzer_errors_only(asked):
    with pytest.raises(AnalyzerError) as raised:
        ASKED[asked]()
    assert raised.value.faults
    assert all(fault.strip() for fault in raised.value.faults)


def test_every_component_fault_is_told():
    entries = [*HALF, {"square": [1]}, 5, *entry(kind="bathroom"), {"square": [6, 7], "kind": "cabin"}]
    with pytest.raises(AnalyzerError) as raised:
        Layout.from_components("2007-I", entries)
    assert [fault.split(":")[0] for fault in raised.value.faults] == [f"component {number}" for number in (2, 3, 4, 5)]


def test_every_barrage_fault_is_told():
    with pytest.raises(AnalyzerError) as raised:
        analyzer.barrage(
            mile(), [("hail", "front", 7), ("light_fire", "top", 7), ("light_fire", "front", 0)], batteries=-1
        )
    assert len(raised.value.faults) == 4


def test_every_flight_fault_is_told():
    ships = [analyzer.load_ship(QUIZ), analyzer.load_ship(HAULER)]
    with pytest.raises(AnalyzerError) as raised:
        analyzer.fly(ships, level="II", flights=5)
    assert [fault.split(":")[0] for fault in raised.value.faults] == ["Quiz", "Quiz"]


@pytest.mark.parametrize("hidden", ["\x1b[31m", "\x9b2J", "\u202e"])
def test_steering_name_is_refused(hidden):
    """A name with characters that steer a terminal is refused, like in files."""
    with pytest.raises(AnalyzerError, match=f"name: character U\\+{ord(hidden[0]):04X} in it"):
        Layout.from_components("2007-I", [], name=f"First{hidden}Mile")
