"""Every public call that takes a ship takes the path of its file too, and one ship where it takes a list."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import analyzer
from analyzer import starship
from tests.places import ROOT

MILE, ARROW = (ROOT / "ships" / "2007" / "I" / f"{name}.yaml" for name in ("first-mile", "paper-arrow"))
BUILD = ROOT / "ships" / "2007" / "IVC" / "paper-lantern.yaml"
KITE = ROOT / "ships" / "2007" / "unfinished" / "half-kite.yaml"
QUIZ = ROOT / "ships" / "2007" / "flawed" / "quiz.yaml"
FEW: dict[str, Any] = {"flights": 2, "rivals": "alone"}
CALLS: dict[str, tuple[Path, Callable[[Any], Any]]] = {
    "fly": (MILE, lambda ship: analyzer.fly(ship, **FEW)),
    "race": (MILE, lambda ship: analyzer.race([ship, ARROW], **FEW)),
    "compare": (MILE, lambda ship: analyzer.compare([ship, ARROW], **FEW)),
    "compare_settings": (MILE, lambda ship: analyzer.compare_settings([ship, ARROW], flights=2)),
    "fly_each": (MILE, lambda ship: analyzer.fly_each(ship, **FEW)["credits"].tolist()),
    "explain": (MILE, lambda ship: analyzer.explain(ship, 7, rivals="alone")),
    "course": (MILE, lambda ship: analyzer.course(ship, **FEW)),
    "card_effects": (MILE, lambda ship: analyzer.card_effects(ship, **FEW)),
    "report": (MILE, lambda ship: analyzer.report(ship, **FEW)),
    "journey": (MILE, lambda ship: analyzer.journey([[ship]], flights=2)),
    "compare_journeys": (MILE, lambda ship: analyzer.compare_journeys([[ship], [ARROW]], flights=2)),
    "exact": (MILE, lambda ship: analyzer.exact(ship, 8)),
    "exact_all": (MILE, lambda ship: analyzer.exact_all(ship)[0]),
    "strike": (MILE, lambda ship: analyzer.strike(ship, "large_meteor", "left", 8)),
    "barrage": (MILE, lambda ship: analyzer.barrage(ship, [("large_meteor", "left", 8)])),
    "hazard_table": (MILE, analyzer.hazard_table),
    "weak_points": (MILE, lambda ship: analyzer.weak_points(ship, **FEW)),
    "swap": (MILE, lambda ship: analyzer.swap(ship, (7, 5), **FEW)),
    "place": (KITE, lambda ship: analyzer.place(ship, ["CA1322"], **FEW).legal_placements),
    "tile_worth": (KITE, lambda ship: analyzer.tile_worth(ship, "CA2110", **FEW)),
    "improve": (MILE, lambda ship: analyzer.improve(ship, rearrange=True, confirm=2, **FEW).found),
    "explore": (MILE, lambda ship: len(analyzer.explore(ship, confirm=2, **FEW))),
    "tune_captain": (MILE, lambda ship: analyzer.tune_captain(ship, flights=2, cards=[8]).captain),
    "compare_crews": (ARROW, lambda ship: analyzer.compare_crews(ship, **FEW)),
    "compare_editions": (MILE, lambda ship: analyzer.compare_editions(ship, **FEW)),
    "in_edition": (MILE, lambda ship: analyzer.in_edition(ship, "2021", learning=True)),
    "cures": (QUIZ, analyzer.cures),
    "repair": (QUIZ, analyzer.repair),
    "missing_from_box": (MILE, analyzer.missing_from_box),
    "parts": (MILE, lambda ship: analyzer.parts(ship=ship, square=(7, 5))),
    "fleet": (BUILD, lambda ship: analyzer.fleet(ship, "F+L")),
    "insure": (BUILD, lambda ship: analyzer.insure(ship, **FEW)),
    "layouts_of": (BUILD, lambda ship: analyzer.layouts_of(ship, change=False, **FEW)),
    "fleet_effects": (BUILD, lambda ship: analyzer.fleet_effects(ship, **FEW)),
}
"""By public call a file that it takes and the call on it; what comes of the file is what comes of its ship."""
SLOW = {"fleet_effects", "improve", "explore", "layouts_of", "tile_worth"}
"""Calls that take seconds: of these only the reading is tried."""
OF_ANOTHER_KIND = {"fix_figure", "save_ship", "compare_forecast", "designer", "balance"}
"""Calls with a ship that are tried elsewhere, or need more than a ship."""
SHIPS = {"ship", "ships", "build", "layout", "begin", "named", "truckers", "journeys"}


def test_all_ship_calls_are_listed():
    calls = {name: getattr(analyzer, name) for name in analyzer.__all__}
    takes = {
        name
        for name, call in calls.items()
        if isinstance(call, FunctionType) and SHIPS & {*inspect.signature(call).parameters}
    }
    assert takes <= {*CALLS} | OF_ANOTHER_KIND


@pytest.mark.parametrize("name", sorted(CALLS.keys() - SLOW))
def test_path_equals_its_ship(name):
    path, call = CALLS[name]
    assert call(path) == call(analyzer.load_ship(path))


@pytest.mark.parametrize("name", CALLS)
def test_missing_path_is_refused(name):
    with pytest.raises(analyzer.AnalyzerError, match=r"^missing\.yaml: .*no such file"):
        CALLS[name][1]("missing.yaml")


@pytest.mark.parametrize("name", CALLS)
def test_wrong_ship_is_named(name):
    with pytest.raises(analyzer.AnalyzerError, match=r"5: give .*the path of a ship file"):
        CALLS[name][1](5)


def test_one_ship_equals_a_list():
    assert analyzer.fly(MILE, **FEW) == analyzer.fly([MILE], **FEW)
    assert analyzer.fly(MILE, flights=2, rivals=ARROW) == analyzer.fly([MILE], flights=2, rivals=[ARROW])
    assert analyzer.fly((path for path in [MILE]), **FEW) == analyzer.fly([MILE], **FEW)


def test_comparing_needs_two_ships():
    for call in (analyzer.compare, analyzer.race):
        with pytest.raises(analyzer.AnalyzerError, match=r"1 ship: a (comparison|race) takes two"):
            call(MILE, flights=2)
    with pytest.raises(analyzer.AnalyzerError, match="a list of ships for each trucker"):
        analyzer.journey(str(MILE))


def test_fly_takes_a_position_path():
    path = ROOT / "ships" / "2007" / "at-the-table.yaml"
    assert analyzer.fly(path, flights=2) == analyzer.fly(analyzer.load_position(path), flights=2)


def test_faults_of_all_files_come():
    with pytest.raises(analyzer.AnalyzerError) as caught:
        analyzer.fly(["missing-1.yaml", "missing-2.yaml"])
    assert len(caught.value.faults) == 2


def test_misspelt_rivals_are_no_file():
    with pytest.raises(analyzer.AnalyzerError, match="rivals 'feild': give"):
        analyzer.fly(MILE, flights=1, rivals="feild")


def test_save_ship_takes_a_path(tmp_path):
    analyzer.save_ship(MILE, tmp_path / "copy.yaml", "components")
    assert analyzer.load_ship(tmp_path / "copy.yaml") == analyzer.load_ship(MILE)


def test_starship_calls_take_paths(tmp_path):
    path = ROOT / "ships" / "starship" / "moon-start.yaml"
    ship = starship.load_ship(path)
    other = starship.Ship(crest="sun", colonies=("START02",))
    assert starship.exact_production(path) == starship.exact_production(ship)
    assert starship.points(path, other) == starship.points(ship, other)
    starship.save_ship(path, tmp_path / "copy.yaml")
    assert starship.load_ship(tmp_path / "copy.yaml") == ship
    with pytest.raises(analyzer.AnalyzerError, match=r"ship 5.*path"):
        starship.exact_production(5)


def test_ship_name_is_no_path():
    for call in (analyzer.fly, analyzer.weak_points, analyzer.exact_all):
        with pytest.raises(analyzer.AnalyzerError, match=r"ships? 'First Mile': give a Layout"):
            call("First Mile")
