"""Faults are records: file, line, square and text, put into words once; programs of users go on with the words."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from analyzer.lorry import load_record
from tests.doors.files import Fault, all_or_faults, flaws, parse_mapping
from tests.places import ROOT

SHIPS = ROOT / "ships"
WHOLE = Fault("no such code: use CA", "ship.yaml", 9, (5, 6))


def faults_in(load, path: Any) -> tuple[Fault, ...]:
    with pytest.raises(AnalyzerError) as refused:
        load(path)
    return refused.value.faults


def edited(tmp_path: Path, source: str, before: str, after: str) -> Path:
    text = (SHIPS / source).read_text(encoding="utf-8")
    assert text.count(before) == 1
    path = tmp_path / "mine.yaml"
    path.write_text(text.replace(before, after), encoding="utf-8")
    return path


def line_with(path: Path, word: str) -> int:
    return next(n for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if word in line)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (Fault("nothing"), "nothing"),
        (Fault("nothing", "a.yaml"), "a.yaml: nothing"),
        (Fault("nothing", line=3), "line 3: nothing"),
        (Fault("nothing", square=(5, 6)), "row 5 column 6: nothing"),
        (WHOLE, "ship.yaml, line 9, row 5 column 6: no such code: use CA"),
    ],
)
def test_fault_equals_its_whole_message(fault, message):
    assert (fault, str(fault), f"{fault}", json.dumps(fault)) == (message, message, message, json.dumps(message))


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_fault_survives_copy_and_pickle(again):
    for fault in (again(WHOLE), again(AnalyzerError([WHOLE])).faults[0]):
        place = fault.path, fault.line, fault.square
        assert (fault, fault.text, place) == (WHOLE, "no such code: use CA", ("ship.yaml", 9, (5, 6)))


def test_error_accepts_strings_and_faults():
    error = AnalyzerError(["a: b", WHOLE])
    assert error.faults == ("a: b", str(WHOLE))
    assert "\n".join(error.faults) == str(error)
    assert [fault.line for fault in error.faults] == [None, 9]
    assert AnalyzerError("alone").faults[0].text == "alone"


def test_collected_faults_keep_their_lines():
    def refuse(line):
        raise AnalyzerError(Fault("x", "a", line))

    with pytest.raises(AnalyzerError) as refused:
        all_or_faults(refuse, [3, 2, 3])
    assert [fault.line for fault in refused.value.faults] == [3, 2]


def test_drawing_fault_knows_its_square(tmp_path):
    path = edited(tmp_path, "2007/I/first-mile.yaml", "SC3333", "SX3333")
    (fault,) = faults_in(analyzer.load_ship, path)
    assert (fault.path, fault.line, fault.square) == (str(path), line_with(path, "SX3333"), (7, 7))
    assert fault.text.startswith("unknown code 'SX'")


def test_square_outside_columns_is_counted(tmp_path):
    path = edited(tmp_path, "2007/I/first-mile.yaml", "SC3333", ".  SX3333")
    marked = [fault for fault in faults_in(analyzer.load_ship, path) if "SX" in fault.text]
    assert [(fault.square, fault.text[:14]) for fault in marked] == [(None, "row 7 square 4")]


@pytest.mark.parametrize(
    ("said", "line"),
    [("joined: Q\ndice: [9, 9]", 4), ("joined: F+L\ndice: [9, 9]", 5), ("dice: [1, 1]\njoined: F+L", 5)],
)
def test_fleet_field_fault_names_line(tmp_path, said, line):
    path = tmp_path / "mine.yaml"
    path.write_text(f"name: Mine\nedition: 2007\nboard: IVC\n{said}\ncomponents: []\n", encoding="utf-8")
    assert [fault.line for fault in faults_in(analyzer.load_ship, path)] == [line, 6]


def test_reserve_and_alien_faults_name_lines(tmp_path):
    text = (SHIPS / "2007/I/first-mile.yaml").read_text(encoding="utf-8")
    path = tmp_path / "mine.yaml"
    path.write_text(f"reserve: 99\naliens: {{purple: [1, 1]}}\n{text}", encoding="utf-8")
    assert [fault.line for fault in faults_in(analyzer.load_ship, path)] == [1, 2]


def test_copied_field_faults_name_lines(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("game: starship\nsun:\n  goods:\n    ore: many\nturn: 0\nphase: trade\n", encoding="utf-8")
    assert [fault.line for fault in faults_in(starship.load_position, path)] == [4, 5]
    path.write_text("game: lorry\nwrap: none\nmap: |\n  1 . 2\nfilled:\n  - [2, x]\n", encoding="utf-8")
    assert [fault.line for fault in faults_in(lorry.load_position, path)] == [6]
    path.write_text("game: lorry\nmap: |\n  1 . 2\nwrap: none\nrounds:\n  - roll: 3\n", encoding="utf-8")
    assert [fault.line for fault in faults_in(load_record, path)] == [6, 6]


def test_faults_of_dicts_have_no_lines():
    with pytest.raises(AnalyzerError) as refused:
        lorry.load_position({"map": "1 x\n. 2", "fuel": 3})
    assert {fault.line for fault in refused.value.faults} == {None}
    assert all(fault.path == "position" for fault in refused.value.faults)


@pytest.mark.parametrize(
    ("load", "fields", "place"),
    [
        (starship.load_position, {"moon": {"goods": {"ore": "many"}}, "turn": 1}, "moon.goods.ore"),
        (starship.load_position, {"turn": "noon"}, "turn"),
        (lorry.load_position, {"map": "1 2", "wrap": "none", "filled": [[1, "x"]]}, "filled, entry 1, entry 2"),
        (lorry.load_galaxy, {"map": "1 2", "dice": {"white": {"straight": 7}}}, "dice.white"),
        (analyzer.load_position, {"ship": str(SHIPS / "2007/I/first-mile.yaml"), "met": [99]}, "met, entry 1"),
        (load_record, {"map": "1 2", "wrap": "none", "rounds": [{"roll": "curve", "draws": []}]}, "rounds, entry 1"),
    ],
)
def test_faults_of_dicts_name_fields(load, fields, place):
    assert any(fault.text.startswith(place) for fault in faults_in(load, fields))


@pytest.mark.parametrize(("source", "kind"), [("known", "a position"), ("example-record", "a record")])
def test_starship_ship_names_other_kind(source, kind):
    (fault,) = faults_in(starship.load_ship, SHIPS / f"starship/{source}.yaml")
    assert f"is {kind}" in fault.text
    assert "try `analyzer starship" in fault.text


@pytest.mark.parametrize("entry", ["[]", "0", "no", "3"])
def test_position_refuses_odd_ship(entry, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(f"game: starship\nturn: moon\nmoon: {entry}\n", encoding="utf-8")
    (fault,) = faults_in(starship.load_position, path)
    assert fault.line in (3, None)


def test_line_of_fields_entries_and_drawings():
    data = parse_mapping("a: 1\nplanets:\n  1: [2, 3]\n  2: [4, 5]\ngrid: |\n  x\n  y\n", "f")
    paths = [(), ("a",), ("planets", 2), ("planets", "2"), ("planets", "7"), ("grid", 1), ("none",)]
    assert [flaws.line_of(data, path) for path in paths] == [1, 1, 4, 4, 2, 7, 1]
    twice = [flaws.Flaw(("grid", 1), "b", (1, 2)), flaws.Flaw(("a",), "c"), flaws.Flaw(("grid", 1), "b", (1, 2))]
    assert flaws.by_line(flaws.in_file(twice, data, "f")) == ["f, line 1: c", "f, line 7, row 1 column 2: b"]
    assert flaws.in_file(twice[1:2], {}, "f") == ["f: a: c"]


def without_margin(source: Path) -> str:
    """The text of a file whose drawing does not say how far it is indented, with its first line indented most."""
    text = source.read_text(encoding="utf-8").replace("grid: |2", "grid: |")
    for field in ("grid: |\n", "map: |\n"):
        before, found, drawing = text.partition(field)
        text = before + found + (" " * 9 if found else "") + drawing
    return text


@pytest.mark.parametrize(
    ("source", "load", "like"),
    [
        ("lorry/late.yaml", lorry.load_position, lambda one: (one.tracks, one.scored)),
        ("lorry/sixteen-by-ten.yaml", lorry.load_galaxy, lambda one: one.map_rows()),
        ("2007/II/steady-hauler.yaml", analyzer.load_ship, lambda one: one.components),
    ],
)
def test_drawing_may_indent_first_line(source, load, like, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(without_margin(SHIPS / source).replace("galaxy: ", f"galaxy: {SHIPS}/lorry/"), encoding="utf-8")
    assert like(load(path)) == like(load(SHIPS / source))


def test_indented_drawing_in_position_and_record(tmp_path):
    """A ship that a position or a record writes out, in a list of rivals too, is read as in a file of its own."""
    lines = without_margin(SHIPS / "2007/II/steady-hauler.yaml").splitlines()
    own = "ship:\n" + "".join(f"  {line}\n" for line in lines)
    rival = "rivals:\n  - ship:\n" + "".join(f"      {line}\n" for line in lines)
    path = tmp_path / "mine.yaml"
    path.write_text(f"level: II\n{own}{rival}cards: []\n", encoding="utf-8")
    whole = analyzer.load_ship(SHIPS / "2007/II/steady-hauler.yaml").components
    for position in (analyzer.load_position(path), analyzer.load_record(path).start):
        assert [one.ship.components for one in position.ships] == [whole, whole]


def test_fault_below_drawing_keeps_line(tmp_path):
    path = tmp_path / "mine.yaml"
    text = without_margin(SHIPS / "lorry/late.yaml").replace("galaxy: ", f"galaxy: {SHIPS}/lorry/")
    path.write_text(text.replace("2, 8, Uli, 7", "2, 8, Max, 7"), encoding="utf-8")
    (fault,) = faults_in(lorry.load_position, path)
    assert fault.line == line_with(path, "Max")
