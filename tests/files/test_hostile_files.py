"""Any file is read or refused at once, in an error of a page at most: what is none, is huge, or is slow to read."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, load_captain, load_forecast, load_titles, lorry, merge, starship, sweep
from analyzer.lorry import load_captain as load_lorry_captain
from analyzer.lorry import load_record as load_lorry_record
from analyzer.starship import load_captain as load_starship_captain
from analyzer.starship import load_record
from tests.doors.files import HIDDEN, parse_mapping
from tests.doors.trucker_paper import cardsfile
from tests.doors.trucker_questions import budget_module
from tests.facts import untold
from tests.places import ROOT

LARGEST = 1000000
MOST_ENTRIES = 20000

SHIP = (ROOT / "ships" / "2007" / "I" / "first-mile.yaml").read_text(encoding="utf-8")
READERS: dict[str, Callable[[str], object]] = {
    "ship": analyzer.load_ship,
    "captain": load_captain,
    "titles": lambda path: load_titles(path, "2007"),
    "forecast": lambda path: load_forecast(path, "2007"),
    "cards": lambda path: cardsfile.load_cards(path, "2007"),
    "sweep": sweep,
    "search": lambda path: budget_module.SearchFile(path, {}),
    "merge": lambda path: merge([path]),
    "plot a run": lambda path: analyzer.read(Path(path)),
    "starship ship": starship.load_ship,
    "starship position": starship.load_position,
    "starship captain": load_starship_captain,
    "starship record": load_record,
    "galaxy": lorry.load_galaxy,
    "lorry position": lorry.load_position,
    "lorry captain": load_lorry_captain,
    "lorry record": load_lorry_record,
}
SUFFIXES = (".csv", ".json", ".parquet")
TABLES = ("board", "dice", "insurance", "layouts", "level_iv", "switches")
BEYOND = 3.0
"""Seconds of processor time; what is tested took 5 to 70, and takes a tenth."""


def refused(read: Callable[[Any], object], what: Any) -> str:
    """What the refusal says, which is no longer than a page and can be printed."""
    begun = process_time()
    with pytest.raises(AnalyzerError) as error:
        read(what)
    text = str(error.value)
    assert process_time() - begun < BEYOND
    assert len(text.encode()) < 20_000
    assert len(error.value.lines) <= 51
    assert not HIDDEN.search(text.replace("\n", ""))
    return text


# What is no file


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.parametrize("kind", READERS)
def test_special_files_are_refused(kind, tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as place:
        place.bind(str(tmp_path / "socket.yaml"))
        for name in ("pipe", "folder", "zero", "socket"):
            path = str(tmp_path / f"{name}.yaml")
            text = refused(READERS[kind], path)
            assert path in text
            assert ("directory" if name == "folder" else "not a file that can be") in text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_pipe_is_no_table(tmp_path, suffix):
    os.mkfifo(tmp_path / f"pipe{suffix}")
    assert "not a file that can be" in refused(analyzer.read, tmp_path / f"pipe{suffix}")


@pytest.mark.parametrize("table", TABLES)
def test_pipe_is_no_fleet_table(tmp_path, table):
    os.mkfifo(tmp_path / f"{table}.csv")
    assert "not a file that can be" in refused(analyzer.fleet_tables, tmp_path)


def test_pipe_in_place_is_refused(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "ship.yaml")
    monkeypatch.setattr("analyzer.files.places.check_kind", lambda _: None)
    refused(analyzer.load_ship, tmp_path / "ship.yaml")


@pytest.mark.parametrize("kind", [kind for kind in READERS if kind not in ("merge", "plot a run")])
def test_endless_file_is_refused_unread(kind, tmp_path):
    with (tmp_path / "large.yaml").open("wb") as large:
        large.truncate(1 << 40)
    assert "far too large" in refused(READERS[kind], str(tmp_path / "large.yaml"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("moon: {}\n", starship.load_position),
        ("game: starship\nposition: {}\n", load_record),
        ("game: lorry\ngalaxy: {}\n", lorry.load_position),
    ],
)
@pytest.mark.parametrize("named", ["../../..", "/dev/zero", "x" * 5000, "a\\x00b", "pipe", "/proc/self/mem"])
def test_named_special_file_is_refused(tmp_path, text, read, named):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "it.yaml").write_text(text.format(f'"{named}"'))
    refused(read, tmp_path / "it.yaml")


# What is slow to read


def filled(unit: str, end: str = "") -> str:
    return unit * ((LARGEST - len(end)) // len(unit)) + end


SLOW = {
    "a field again and again": filled("name: abc\n"),
    "anchors": "".join(f"a{number}: &b{number} x\n" for number in range(50_000)),
    "tags": "".join(f"a{number}: !t x\n" for number in range(50_000)),
    "a long list": f"a: [{filled('1,', '1]')}\n",
    "a list that is not closed": f"a: [{filled('[],')}",
    "lists over lines": f"a: [\n{filled('1,' + chr(10), '1]')}",
    "merges": filled("<<: {a: 1}\n"),
    "carriage returns": filled("name: abc\r\n"),
    "few lines, many anchors": "a: " + filled("&a "),
    "few lines, many brackets": "a: " + filled("[ "),
    "a key that is a list": "? [a]\n: b\n" + filled("k: [1]\n"),
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_slow_text_is_refused_quickly(text):
    assert len(text) <= LARGEST + 10
    refused(lambda text: parse_mapping(text, "it.yaml"), text)


UNITS = ("k{}: b\n", "k{}: &b x\n", "k{}: [1, [2]]\n", "- b\n", "? [a]\n: b\n", "<<: {{a: 1}}\n")


@pytest.mark.slow(but=3)
@pytest.mark.parametrize("unit", UNITS)
def test_longest_text_is_read_at_once(unit):
    many = (MOST_ENTRIES - 2) // (unit.count("\n") + unit.count(","))
    text = "a: it's 'quoted\n" + "".join(unit.format(number) for number in range(many))
    begun = process_time()
    with nullcontext() if "k{}" in unit else pytest.raises(AnalyzerError):
        parse_mapping(text, "it.yaml")
    assert process_time() - begun < BEYOND


def test_repeated_field_is_refused_with_line():
    plain = "".join(f"k{number}: {number}\n" for number in range(5_000))
    text = refused(lambda text: parse_mapping(text, "it.yaml"), plain + "k7: 1\n")
    assert not untold(text, "it.yaml, line 5001", "k7", "twice")


def test_carriage_returns_end_lines():
    data = parse_mapping("".join(f"k{number}: {number}\r\n" for number in range(9_000)), "it.yaml")
    assert data["k8999"] == 8999


TOLD_AT_ONCE = ("merge", "search", "plot a run", "cards", "starship record", "lorry record")
"""Readers that say what such a file is not, in place of its faults."""


@pytest.mark.slow(but=5)
@pytest.mark.parametrize("kind", [kind for kind in READERS if kind not in TOLD_AT_ONCE])
def test_many_faults_fit_a_page(kind, tmp_path):
    (tmp_path / "it.yaml").write_text("".join(f"k{number}: 1\n" for number in range(5_000)))
    text = refused(READERS[kind], str(tmp_path / "it.yaml"))
    assert text.splitlines()[-1].startswith("and 4,9")
    assert text.endswith(" more")


WITHIN = {
    "components": "components:\n" + "  - {a: 1}\n" * 3_000,
    "aliens": "aliens:\n" + "".join(f"  k{number}: {number}\n" for number in range(3_000)),
    "grid": "grid: |\n" + "  x y z\n" * 3_000,
}


@pytest.mark.parametrize("entry", WITHIN.values(), ids=WITHIN)
def test_many_ship_faults_fit_a_page(entry, tmp_path):
    (tmp_path / "it.yaml").write_text(f"name: a\nedition: 2007\nboard: II\n{entry}")
    assert " more" in refused(analyzer.load_ship, tmp_path / "it.yaml")


@pytest.mark.parametrize("field", ["name", "edition", "board", "joined", "grid"])
def test_long_values_are_cut(field, tmp_path):
    (tmp_path / "it.yaml").write_text(f"{field}: {'x' * 900_000}\n")
    refused(analyzer.load_ship, tmp_path / "it.yaml")


# Tables


HEADS = {
    "board": "row,column,part",
    "dice": "low,high,ways,joined",
    "insurance": "premium,cap",
    "layouts": "layout,alternative_ways",
    "level_iv": "change,value",
    "switches": "switch,value",
}
BROKEN = {
    "other columns": "a,b\n1,2\n",
    "a column less": "{first},source\n1,2\n2,3\n",
    "a column twice": "{head},{head}\n",
    "thousands of columns": "a," * 400_000,
    "thousands of rows": "{head}\n" + "1,x\n" * 200_000,
    "hundreds of rows": "{head}\n" + "1,x\n" * 900,
    "a long field": "{head}\n1," + "x" * 140_000,
    "a long field over lines": '{head}\n1,"' + "x" * 9_000 + ("\n" + "x" * 9_000) * 20,
    "quotes": '"' * 100_000,
    "nothing": "",
}


@pytest.mark.slow(but=31)
@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("table", HEADS)
def test_broken_tables_of_fleets_are_refused(table, broken, tmp_path):
    head = HEADS[table]
    (tmp_path / f"{table}.csv").write_text(broken.format(head=head, first=head.split(",")[0]))
    assert f"{table}.csv" in refused(analyzer.fleet_tables, tmp_path)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_broken_tables_of_cards_are_refused(broken, tmp_path):
    (tmp_path / "it.csv").write_text(broken.format(head="id,kind", first="id"))
    refused(lambda path: cardsfile.load_cards(path, "2007"), tmp_path / "it.csv")


def test_wrong_columns_are_named(tmp_path):
    (tmp_path / "insurance.csv").write_text("premium,capp\n0,\n1,5\n")
    text = refused(analyzer.fleet_tables, tmp_path)
    assert not untold(text, "insurance.csv, line 1", "'capp'", "cap?", "premium, cap, source, confidence")
    assert not untold(text, "insurance.csv, line 1", "cap", "missing")


# What is printed


def test_names_of_files_are_printed_visibly(command):
    said = command("inspect", "a\x1b[31m\u202e\x9bb\n.yaml")
    assert said.code == 2
    assert said.err == "error: a\\x1b[31m\\u202e\\x9bb\\n.yaml: no such file\n"


def test_error_prints_fifty_faults():
    error = AnalyzerError(f"fault {number}" for number in range(1_284))
    assert len(error.faults) == 1_284
    assert str(error).splitlines()[-2:] == ["fault 49", "and 1,234 more"]
    assert str(AnalyzerError("x" * 500)) == "x" * 500


@pytest.mark.long
def test_the_command_tells_as_many(command, tmp_path):
    (tmp_path / "it.yaml").write_text("".join(f"k{number}: 1\n" for number in range(9_000)))
    said = command("inspect", "it.yaml")
    assert len(said.err.splitlines()) == 51
    assert said.err.splitlines()[-1].startswith("error: and 8,9")
