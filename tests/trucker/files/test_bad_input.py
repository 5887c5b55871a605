"""Bad input: every fault is told with its place and its cure, with exit code 2, and nothing is left behind.

What would make these fail: a traceback, a fault without file, line, square or flag, output beside the fault, or an
error of another sort than AnalyzerError from the Python face.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer.errors import AnalyzerError
from analyzer.trucker.captains.named import load_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.ship.field import load_field
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship
from tests.conftest import Said
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007"
MILE = str(SHIPS / "I" / "first-mile.yaml")
HORNET = str(SHIPS / "I" / "brass-hornet.yaml")
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
KITE = str(SHIPS / "II" / "tin-kite.yaml")
QUIZ = str(SHIPS / "flawed" / "quiz.yaml")

HEAD = "name: Small Ship\nedition: 2007\nboard: I\n"
GRID = """grid: |2
      6        7        8
  6   .        CN0010^  .
  7   H20300   SC3333   CA0003
  8   .        EN1000   .
"""
GOOD = HEAD + GRID
"""A legal ship: three lines of head, `grid` on line 4, column numbers on line 5, rows 6, 7, 8 on the lines 6, 7, 8."""
CABIN = "{square: [7, 7], kind: starting_cabin, connectors: [3, 3, 3, 3]}"
LISTED = f"{HEAD}components:\n  - {CABIN}\n"
SUPPORTED = GOOD.replace("CA0003", "CA0303").replace("8\n  6", "8        9\n  6").replace("^  .", "^  .        .")
SUPPORTED = SUPPORTED.replace("CA0303", "CA0303   LB0003").replace("EN1000   .", "EN1000   .        .")
"""The cabin at row 7 column 8 may house a brown alien; line numbers as in GOOD, `aliens` to be added behind."""
BOTH = """name: Two Doors
edition: 2007
board: I
grid: |2
      7        8        9
  6   .        LP0010   .
  7   SC3333   CA1303   LB0003
aliens: {brown: [7, 8], purple: [7, 8]}
"""
CAPTAIN = (
    "name: thrifty\nday: 0.5\nhuman: 1\nbrown: 2\npurple: 2\nbattery: 1\ncomponent: 2\nstay: 10\ndread: 0\nreserve: 1\n"
)


@pytest.fixture
def analyze(command: Callable[..., Said]) -> Callable[..., Said]:
    return command


def contents(directory: Path) -> dict[str, int]:
    return {str(path): path.stat().st_size for path in directory.rglob("*")}


def refused(said: Said, *words: str) -> None:
    """The fault is on stderr only, with these words, and without the traces of a crash."""
    assert "Traceback" not in said.err + said.out
    assert said.code == 2, said
    assert said.out == ""
    missing = [word for word in words if word.lower() not in said.told.lower()]
    assert not missing, f"{missing} not in: {said.told}"


def change(old: str, new: str, text: str = GOOD) -> str:
    assert old in text
    return text.replace(old, new)


def test_what_is_broken_below_was_whole(analyze, tmp_path):
    for number, text in enumerate((GOOD, LISTED, SUPPORTED + "aliens: {brown: [7, 8]}\n")):
        assert parse_ship(text).flaws() == []
        (tmp_path / f"{number}.yaml").write_text(text)
        assert analyze("inspect", f"{number}.yaml").code == 0
    assert load_captain_text(tmp_path, CAPTAIN).battery == 100


def load_captain_text(directory: Path, text: str) -> analyzer.Captain:
    path = directory / "captain.yaml"
    path.write_text(text)
    return load_captain(path)


BROKEN: dict[str, tuple[str, list[str]]] = {
    "no YAML": (change("name: Small Ship", 'name: "Small Ship'), ["line", "not YAML"]),
    "prose": ("Dear customer service, my ship leaks.\n", ["line 1", "field"]),
    "empty": ("", ["line 1", "field"]),
    "comment only": ("# soon\n", ["line 1", "field"]),
    "list at top": ("- name: x\n- edition: 2007\n", ["line 1", "field"]),
    "two documents": (GOOD + "---\n" + GOOD, ["line", "not YAML"]),
    "control character": (change("Small", "Sm\x07all"), ["line 1"]),
    "tab as indent": (change("  6   .", "\t6   ."), ["line"]),
    "tabs before a key": (HEAD + "aliens:\n\tbrown: [7, 8]\n", ["line 5"]),
    "unclosed list": (LISTED + "  - {square: [7, 8\n", ["line", "not YAML"]),
    "duplicate key": (change("board: I\n", "board: I\nboard: I\n"), ["line 4", "board", "duplicate"]),
    "unknown field": (change("board: I\n", "board: I\nweight: 5\n"), ["line 4", "weight", "remove"]),
    "misspelt field": (change("board: I\n", "bord: I\n"), ["line 3", "bord", "board is missing"]),
    "missing name": (change("name: Small Ship\n", ""), ["line", "name is missing", "add it"]),
    "missing edition": (change("edition: 2007\n", ""), ["line", "edition is missing", "add it"]),
    "name is a number": (change("Small Ship", "5"), ["line 1", "name", "string"]),
    "name is a list": (change("Small Ship", "[a, b]"), ["line 1", "name", "string"]),
    "name is null": (change("Small Ship", "null"), ["line 1", "name", "string"]),
    "name is empty": (change("Small Ship", '""'), ["line 1", "name", "at least 1"]),
    "name is long": (change("Small Ship", "x" * 500), ["line 1", "name", "60"]),
    "name of two lines": (change("Small Ship", '"one\\ntwo"'), ["line 1", "name"]),
    "half a character": (change("Small Ship", '"\\ud800"'), ["line 1"]),
    "edition is a list": (change("2007", "[2007]"), ["line 2", "edition", "string"]),
    "edition is a float": (change("2007", "2007.5"), ["line 2", "edition"]),
    "unknown edition": (change("2007", "1999"), ["line 2", "1999", "use one of 2007"]),
    "unknown board": (change("board: I\n", "board: IV\n"), ["line 3", "IV", "use one of I, II, III, IIIa"]),
    "board is a number": (change("board: I\n", "board: 1\n"), ["line 3", "board", "string"]),
    "grid is a number": (HEAD + "grid: 5\n", ["line 4", "grid", "string"]),
    "grid is a list": (HEAD + "grid: [a]\n", ["line 4", "grid", "string"]),
    "components is a string": (HEAD + "components: many\n", ["line 4", "components", "list"]),
    "components is a mapping": (HEAD + "components: {a: 1}\n", ["line 4", "components", "list"]),
    "components is empty": (HEAD + "components: []\n", ["line 4", "no components", "starting cabin"]),
    "both drawings": (LISTED + GRID, ["line", "either `grid` or `components`"]),
    "neither drawing": (HEAD, ["line", "either `grid` or `components`"]),
    "empty grid": (HEAD + "grid: |2\n", ["line", "grid is empty", "column numbers"]),
    "header only": (HEAD + "grid: |2\n  6 7 8\n", ["line 4", "no components"]),
    "grid of dots": (HEAD + "grid: |2\n     6 7\n  7  . .\n", ["line 4", "no components"]),
    "header with letters": (change("6        7        8\n", "6        B        8\n"), ["line 5", "column numbers"]),
    "column out of range": (change("6        7        8\n", "6        7        14\n"), ["line 5", "column"]),
    "column with leading noughts": (change("        8\n", "        0001234\n"), ["line 5", "column"]),
    "a number of 5,000 digits": (change("        8\n", "        0001" + "9" * 5000 + "\n"), ["line 5", "column"]),
    "column twice": (change("6        7        8\n", "6        7        7\n"), ["line 5", "column 7", "twice"]),
    "row twice": (change("  8   .", "  7   ."), ["line 8", "row 7", "twice"]),
    "row is a word": (change("  8   .", "  h   ."), ["line 8", "'h'", "number"]),
    "row out of range": (change("  8   .", "  14  ."), ["line 8", "14", "number"]),
    "too few tokens": (change("EN1000   .", "EN1000"), ["line 8", "row 8", "2 squares", "3 columns"]),
    "too many tokens": (change("EN1000   .", "EN1000   . ."), ["line 8", "row 8", "4 squares", "3 columns"]),
    "unknown code": (change("CA0003", "XX0003"), ["line 7", "row 7 column 8", "XX", "use one of", "CA"]),
    "small letters": (change("CA0003", "ca0003"), ["line 7", "row 7 column 8", "ca", "use one of"]),
    "three connectors": (change("CA0003", "CA003"), ["line 7", "row 7 column 8", "four connectors"]),
    "five connectors": (change("CA0003", "CA00030"), ["line 7", "row 7 column 8", "four connectors"]),
    "digit 4": (change("CA0003", "CA0004"), ["line 7", "row 7 column 8", "0, 1, 2, 3"]),
    "digit 9": (change("CA0003", "CA9003"), ["line 7", "row 7 column 8", "0, 1, 2, 3"]),
    "cannon without facing": (change("CN0010^", "CN0010 "), ["line 6", "row 6 column 7", "facing"]),
    "cannon with two facings": (change("CN0010^", "CN0010^>"), ["line 6", "row 6 column 7", "one facing"]),
    "cannon with a doubled facing": (change("CN0010^", "CN0010^^"), ["line 6", "row 6 column 7", "one facing"]),
    "cannon with an open muzzle": (change("CN0010^", "CN1010^"), ["line 6", "row 6 column 7", "muzzle", "0"]),
    "engine with an open nozzle": (change("EN1000", "EN1020"), ["line 8", "row 8 column 7", "nozzle", "0"]),
    "cabin with a facing": (change("CA0003", "CA0003^"), ["line 7", "row 7 column 8", "no facing", "leave it out"]),
    "shield with one side": (change("CA0003", "SH0003^"), ["line 7", "row 7 column 8", "two facing"]),
    "shield with the same side twice": (change("CA0003", "SH0003^^"), ["line 7", "row 7 column 8", "two facing"]),
    "shield with opposite sides": (change("CA0003", "SH0003^v"), ["line 7", "row 7 column 8", "corner"]),
    "unknown arrow": (change("CN0010^", "CN0010A"), ["line 6", "row 6 column 7", "facing"]),
    "unknown kind": (LISTED.replace("starting_cabin", "start_cabin"), ["line 5", "start_cabin", "starting_cabin"]),
    "two on a square": (f"{LISTED}  - {CABIN}\n", ["line 6", "[7, 7]", "two components", "remove"]),
    "square 0": (LISTED.replace("[7, 7]", "[0, 7]"), ["line 5", "square", "1"]),
    "square 14": (LISTED.replace("[7, 7]", "[7, 14]"), ["line 5", "square", "13"]),
    "square of one number": (LISTED.replace("[7, 7]", "[7]"), ["line 5", "square"]),
    "square of words": (LISTED.replace("[7, 7]", "[seven, 7]"), ["line 5", "square", "integer"]),
    "connectors of three": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 3]"), ["line 5", "connectors"]),
    "connectors of five": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 3, 3, 3]"), ["line 5", "connectors"]),
    "connector 7": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 7, 3]"), ["line 5", "0, 1, 2, 3"]),
    "connector true": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, true, 3]"), ["line 5", "connectors", "integer"]),
    "unknown side": (LISTED + "  - {square: [6, 7], kind: single_cannon, connectors: [0, 0, 1, 0], facing: up}\n",
                     ["line 6", "facing", "front"]),
    "entry without kind": (LISTED + "  - {square: [6, 7], connectors: [0, 0, 1, 0]}\n", ["line 6", "kind is missing"]),
    "entry with another field": (LISTED.replace("kind:", "colour: red, kind:"), ["line 5", "colour", "remove"]),
    "entry is a word": (LISTED + "  - engine\n", ["line 6", "components.1"]),
    "alien without life support": (GOOD + "aliens: {brown: [7, 8]}\n", ["line 9", "[7, 8]", "brown life support"]),
    "alien in another cabin": (SUPPORTED + "aliens: {brown: [7, 7]}\n", ["line 9", "[7, 7]", "may live in [[7, 8]]"]),
    "alien of another colour": (SUPPORTED + "aliens: {purple: [7, 8]}\n", ["line 9", "[7, 8]", "purple life support"]),
    "green alien": (SUPPORTED + "aliens: {green: [7, 8]}\n", ["line 9", "green", "brown", "purple"]),
    "both aliens in one cabin": (BOTH, ["line 8", "two aliens in one cabin", "one alien"]),
    "aliens as a list": (SUPPORTED + "aliens: [brown]\n", ["line 9", "aliens", "dictionary"]),
    "alien on one number": (SUPPORTED + "aliens: {brown: 7}\n", ["line 9", "aliens.brown"]),
    "alien outside all squares": (SUPPORTED + "aliens: {brown: [77, 8]}\n", ["line 9", "aliens.brown", "13"]),
    "a tag that runs code": (change("Small Ship", '!!python/object/apply:os.system ["touch hacked"]'), ["line 1"]),
    "a tag that makes an object": (change("Small Ship", "!!python/object:builtins.object {}"), ["line 1"]),
    "an unknown tag": (change("Small Ship", "!secret x"), ["line 1"]),
    "an unknown alias": (change("Small Ship", "*nobody"), ["line 1", "alias"]),
    "an alias of itself": (change("Small Ship", "&a [*a]"), ["line 1"]),
    "brackets ten thousand deep": (change("Small Ship", "[" * 10_000), []),
    "brackets sixty deep": (change("Small Ship", "[" * 60 + "]" * 60), ["line 1", "name"]),
    "keys of all sorts": (HEAD + "? [a, b]\n: 5\n1: 2\n", ["line"]),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_broken_ship_file(analyze, tmp_path, case):
    text, words = BROKEN[case]
    (tmp_path / "broken.yaml").write_text(text, encoding="utf-8")
    before = contents(tmp_path)
    begun = time.perf_counter()
    refused(analyze("inspect", "broken.yaml"), "broken.yaml", *words)
    assert time.perf_counter() - begun < 5
    assert contents(tmp_path) == before


@pytest.mark.parametrize("verb", ["strike", "fly", "race"])
def test_every_verb_refuses_a_broken_file(analyze, tmp_path, verb):
    (tmp_path / "broken.yaml").write_text(BROKEN["unknown code"][0])
    options = {
        "strike": ["--hazard", "light_fire", "--from", "front", "--roll", "7"],
        "fly": ["--level", "I", "--flights", "5", "--plot", "out", "--json"],
        "race": [MILE, "--level", "I", "--flights", "5", "--plot", "out", "--json"],
    }
    before = contents(tmp_path)
    refused(analyze(verb, "broken.yaml", *options[verb]), "broken.yaml", "line 7", "row 7 column 8")
    assert contents(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on processes")
def test_an_alias_bomb_is_defused(analyze, tmp_path):
    """Ten levels of nine aliases would be three thousand million strings; a second must do to refuse them."""
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    script = (
        "import sys, resource; resource.setrlimit(resource.RLIMIT_CPU, (8, 8)); from analyzer.cli import main; main()"
    )
    (tmp_path / "bomb.yaml").write_text("\n".join(levels) + "\n" + GOOD)
    said = subprocess.run(
        [sys.executable, "-c", script, "inspect", "bomb.yaml"], capture_output=True, text=True, timeout=60,
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=False,
    )  # fmt: skip
    refused(Said(said.returncode, said.stdout, said.stderr), "bomb.yaml")


def test_all_faults_of_a_file_are_named(analyze, tmp_path):
    text = GOOD.replace("CN0010^", "CN0010").replace("CA0003", "XX0003").replace("EN1000   .", "EN1000")
    (tmp_path / "broken.yaml").write_text(text.replace("board: I\n", "board: V\n"))
    said = analyze("inspect", "broken.yaml")
    refused(said, "line 3", "board 'V'", "line 6, row 6 column 7", "line 7, row 7 column 8", "line 8", "2 squares")
    assert len(said.err.splitlines()) == 4


def test_all_fields_that_are_wrong_are_named(analyze, tmp_path):
    (tmp_path / "broken.yaml").write_text("name: 5\nedition: 2007\nboard: 7\naliens: []\ngrid: 8\nmood: good\n")
    said = analyze("inspect", "broken.yaml")
    refused(said, "line 1", "line 3", "line 4", "line 5", "line 6", "name", "board", "aliens", "grid", "mood")


def test_schema_edition_board_and_grid_are_judged_at_once(analyze, tmp_path):
    """Each field as far as it can be judged: what is wrong with one keeps no other from being judged."""
    text = GOOD.replace("Small Ship", "5").replace("board: I\n", "board: V\nmood: good\nreserve: 99\n")
    text = text.replace("CN0010^", "CN0010").replace("CA0003", "XX0003").replace("EN1000   .", "EN1000")
    (tmp_path / "broken.yaml").write_text(text)
    said = analyze("inspect", "broken.yaml")
    words = [
        "line 1: name",
        "line 3: no board 'V'",
        "line 4: unknown field 'mood'",
        "line 5: reserve 99",
        "line 8, row 6",
    ]
    refused(said, *words, "line 9, row 7 column 8", "line 10: row 8 has 2 squares")
    lines = [int(re.search(r"line (\d+)", fault)[1]) for fault in said.err.splitlines()]
    assert lines == [1, 3, 4, 5, 8, 9, 10]


def test_entries_that_are_right_are_judged_beside_those_that_are_not(analyze, tmp_path):
    """Line 6 has no kind; line 7 is of an unknown one; line 8 lies on a square that is taken; and no such edition."""
    more = "  - {square: [6, 7], connectors: [0, 0, 1, 0]}\n"
    more += "  - {square: [8, 7], kind: cargo_9, connectors: [1, 0, 0, 0]}\n"
    (tmp_path / "broken.yaml").write_text((LISTED + more + f"  - {CABIN}\n").replace("2007", "1999"))
    said = analyze("inspect", "broken.yaml")
    refused(
        said, "line 2: no edition '1999'", "line 6: components.1.kind is missing", "line 7: ", "cargo_9", "line 8: "
    )
    assert len(said.err.splitlines()) == 4


def test_aliens_are_judged_though_the_name_is_wrong(analyze, tmp_path):
    (tmp_path / "broken.yaml").write_text(SUPPORTED.replace("Small Ship", "5") + "aliens: {brown: [7, 7]}\n")
    refused(analyze("inspect", "broken.yaml"), "line 1: name", "line 9: the brown alien cannot live at [7, 7]")


HEADER = "      6        7        8\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (HEADER, HEADER.replace("7", "B"),
         "line 5: the grid begins with its column numbers, on board I `5 6 7 8 9`: 'B' is none"),
        (HEADER, HEADER.replace("7", "14"), "`5 6 7 8 9`: '14' is none"),
        (HEADER, HEADER.replace("8", "7"), "column 7 is given twice: on board I `5 6 7 8 9`"),
        (HEADER, "", "line 5: the grid begins with its column numbers, on board I `5 6 7 8 9`: give them in a line"),
    ],
)  # fmt: skip
def test_a_wrong_header_tells_the_columns_and_the_rows_are_judged(analyze, tmp_path, old, new, told):
    (tmp_path / "broken.yaml").write_text(change(old, new).replace("CA0003", "XX0003"))
    refused(analyze("inspect", "broken.yaml"), told, "row 7", "unknown code 'XX'")


def test_all_faults_of_all_components_are_named(analyze, tmp_path):
    more = "".join(f"  - {{square: [6, {c}], kind: cargo_9, connectors: [0, 0, 0, {c}]}}\n" for c in (5, 6, 7))
    (tmp_path / "broken.yaml").write_text(LISTED + more)
    refused(analyze("inspect", "broken.yaml"), "line 6", "line 7", "line 8", "cargo_9", "did you mean cargo_")


def test_the_faults_of_all_files_are_named(analyze, tmp_path):
    (tmp_path / "one.yaml").write_text(BROKEN["unknown code"][0])
    (tmp_path / "two.yaml").write_text(BROKEN["row twice"][0])
    refused(
        analyze("inspect", "one.yaml", MILE, "two.yaml", "three.yaml"),
        "one.yaml",
        "two.yaml",
        "three.yaml: no such file",
    )


def test_far_too_many_components(analyze, tmp_path):
    header = " ".join(str(column) for column in range(1, 14))
    rows = "".join(f"  {row} {' '.join(['SC3333'] * 13)}\n" for row in range(1, 14))
    (tmp_path / "huge.yaml").write_text(f"{HEAD}grid: |2\n    {header}\n{rows}")
    refused(analyze("inspect", "huge.yaml"), "Small Ship", "at most 64")


# What is no text file


def test_missing_file(analyze):
    refused(analyze("inspect", "nowhere.yaml"), "nowhere.yaml", "no such file")


def test_directory(analyze):
    refused(analyze("inspect", "."), ".", "is a directory", "name a .yaml file")


def test_a_name_far_too_long(analyze):
    refused(analyze("inspect", "x" * 5000 + ".yaml"), "xxx.yaml")


def test_binary_file(analyze, tmp_path):
    (tmp_path / "picture.yaml").write_bytes(bytes(range(256)) * 20)
    refused(analyze("inspect", "picture.yaml"), "picture.yaml", "UTF-8", "save it")


def test_noughts(analyze, tmp_path):
    (tmp_path / "noughts.yaml").write_bytes(bytes(1000))
    refused(analyze("inspect", "noughts.yaml"), "noughts.yaml")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "cp437"])
def test_wrong_encoding(analyze, tmp_path, encoding):
    (tmp_path / "old.yaml").write_text(GOOD.replace("Small", "Große"), encoding=encoding)
    refused(analyze("inspect", "old.yaml"), "old.yaml", "UTF-8", "save it")


def test_a_byte_order_mark_and_windows_lines_do_no_harm(analyze, tmp_path):
    (tmp_path / "windows.yaml").write_bytes(("\ufeff" + GOOD.replace("\n", "\r\n")).encode())
    assert analyze("inspect", "windows.yaml").code == 0


def test_50_megabytes(analyze, tmp_path):
    with (tmp_path / "big.yaml").open("wb") as file:
        file.truncate(50_000_000)
    begun = time.perf_counter()
    refused(analyze("inspect", "big.yaml"), "big.yaml", "50.0 MB", "too large", "at most 1 MB")
    assert time.perf_counter() - begun < 1


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that exists and cannot be read")
def test_unreadable_file(analyze):
    refused(analyze("inspect", "/proc/self/mem"), "/proc/self/mem", "cannot be read")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_a_file_without_an_end(tmp_path):
    limits = (
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)); resource.setrlimit(resource.RLIMIT_CPU, (8, 8))"
    )
    script = f"import resource; {limits}; from analyzer.cli import main; main()"
    said = subprocess.run(
        [sys.executable, "-c", script, "inspect", "/dev/zero"], capture_output=True, text=True, timeout=60,
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=False,
    )  # fmt: skip
    refused(Said(said.returncode, said.stdout, said.stderr), "/dev/zero")


# Wrong flags

STRIKE = ("strike", MILE)
FLAGS: dict[str, tuple[list[str], list[str]]] = {
    "no such verb": (["sink", MILE], ["sink"]),
    "no such flag": (["inspect", MILE, "--loud"], ["--loud"]),
    "inspect without ships": (["inspect"], ["SHIP", "missing"]),
    "strike without hazard": ([*STRIKE, "--from", "front", "--roll", "7"], ["--hazard", "missing"]),
    "unknown hazard": ([*STRIKE, "--hazard", "smal_meteor", "--from", "front", "--roll", "7"],
                       ["smal_meteor", "did you mean small_meteor"]),
    "unknown side": ([*STRIKE, "--hazard", "light_fire", "--from", "top", "--roll", "7"],
                     ["top", "front, right, rear, left"]),
    "roll 1": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "1"], ["roll 1", "2 to 12"]),
    "roll 13": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "13"], ["roll 13", "2 to 12"]),
    "roll a word": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "six"], ["--roll", "integer"]),
    "three faults in one strike": ([*STRIKE, "--hazard", "hail", "--from", "top", "--roll", "99"],
                                   ["hail", "top", "roll 99"]),
    "batteries -1": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7", "--batteries", "-1"],
                     ["First Mile: batteries -1", "0 to 11"]),
    "batteries 65": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7", "--batteries", "65"],
                     ["First Mile: batteries 65", "0 to 11"]),
    "batteries 12 on a ship of eleven": (["hazards", MILE, "--batteries", "12"], ["batteries 12", "0 to 11"]),
    "first beyond what explain takes": (["fly", MILE, "--flights", "5", "--first", str(2**40 + 1)],
                                        [f"first {2**40 + 1}", f"0 to {2**40}"]),
    "flights that go beyond it": (["race", HAULER, KITE, "--flights", "5", "--first", str(2**40 - 3)],
                                  [f"first {2**40 - 3}", f"begin at {2**40 - 4}"]),
    "flights 1e24": (["fly", HAULER, "--flights", "1e24"], ["--flights", "integer"]),
    "flights 1e24 written out": (["compare", HAULER, KITE, "--flights", "1" + "0" * 24],
                                 ["flights 1,000,", f"at most {2**40:,}"]),
    "a precision of nearly nothing": (["fly", HAULER, "--precision", "1e-300"], ["1e-300", "no run", "at least 1e-09"]),
    "strike under an unknown captain": ([*STRIKE, "--hazard", "light_fire", "--from", "front", "--roll", "7",
                                         "--captain", "boldd"], ["boldd", "did you mean bold"]),
    "level V": (["fly", HAULER, "--level", "V"], ["--level", "V", "I, II, III, IIIa, IV"]),
    "level in small letters": (["race", HAULER, KITE, "--level", "ii"], ["--level", "ii", "I, II, III, IIIa"]),
    "another level's board": (["fly", HAULER, "--level", "III", "--flights", "5"],
                              ["Steady Hauler", "board 2007-II", "2007-III", "fly it at level II"]),
    "race on another board": (["race", HAULER, MILE, "--flights", "5"], ["First Mile", "board 2007-I", "2007-II"]),
    "rivals of another board": (["fly", HAULER, "--rivals", MILE, "--flights", "5"], ["First Mile", "2007-I,"]),
    "flights 0": (["fly", HAULER, "--flights", "0"], ["flights 0", "at least 1"]),
    "flights -5": (["fly", HAULER, "--flights", "-5"], ["flights -5", "at least 1"]),
    "flights 1e6": (["fly", HAULER, "--flights", "1e6"], ["--flights", "integer"]),
    "race with 0 flights": (["race", HAULER, KITE, "--flights", "0"], ["flights 0", "at least 1"]),
    "workers 0": (["fly", HAULER, "--flights", "5", "--workers", "0"], ["workers 0", "at least 1"]),
    "workers -1": (["race", HAULER, KITE, "--flights", "5", "--workers", "-1"], ["workers -1", "at least 1"]),
    "seed -1": (["fly", HAULER, "--flights", "5", "--seed", "-1"], ["seed -1", "0 to 18446744073709551615"]),
    "seed 2**64": (["fly", HAULER, "--flights", "5", "--seed", str(2**64)], ["seed 18446744073709551616", "0 to"]),
    "seed a word": (["fly", HAULER, "--flights", "5", "--seed", "lucky"], ["--seed", "integer"]),
    "unknown card": (["fly", HAULER, "--flights", "5", "--cards", "28,99"], ["99", "0 to 59"]),
    "all unknown cards": (["fly", HAULER, "--flights", "5", "--cards", "60,28,99"], ["card 60", "card 99"]),
    "cards in letters": (["fly", HAULER, "--flights", "5", "--cards", "28,fog"], ["--cards", "fog", "28,29,41"]),
    "no cards": (["fly", HAULER, "--flights", "5", "--cards", ""], ["--cards", "28,29,41"]),
    "a gap in the cards": (["fly", HAULER, "--flights", "5", "--cards", "28,,29"], ["--cards", "28,29,41"]),
    "a negative card": (["fly", HAULER, "--flights", "5", "--cards", "-3"], ["--cards", "28,29,41"]),
    "a card of 5,000 digits": (["fly", HAULER, "--flights", "5", "--cards", "9" * 5000], ["card"]),
    "65 cards": (["fly", HAULER, "--flights", "5", "--cards", ",".join(["3"] * 65)], ["65 cards", "at most 64"]),
    "start 0": (["fly", HAULER, "--flights", "5", "--start", "0"], ["start 0", "1 to 4"]),
    "start 5": (["race", HAULER, KITE, "--flights", "5", "--start", "5"], ["start 5", "1 to 4"]),
    "start beyond the ships": (["race", HAULER, KITE, "--flights", "5", "--start", "3"], ["start 3", "2 ships"]),
    "start 2 alone": (["fly", HAULER, "--flights", "5", "--alone", "--start", "2"], ["start 2", "1 ship"]),
    "unknown captain": (["fly", HAULER, "--captain", "cautios"], ["cautios", "did you mean cautious"]),
    "missing captain file": (["fly", HAULER, "--flights", "5", "--captain", "me.yaml"], ["me.yaml", "no such file"]),
    "captain is a directory": (["fly", HAULER, "--flights", "5", "--captain", "."], ["directory"]),
    "captain with a long name": (["fly", HAULER, "--flights", "5", "--captain", "x" * 5000], ["captain"]),
    "plots in a place with a long name": (["fly", HAULER, "--flights", "5", "--plot", "x" * 5000], ["--plot"]),
    "two captains for three ships": (["fly", HAULER, KITE, HAULER, "--flights", "5", "--captain", "bold", "--captain",
                                      "miser"], ["captain", "2", "3 ships", "one for each"]),
    "two captains for one ship": (["fly", HAULER, "--flights", "5", "--captain", "bold", "--captain", "miser"],
                                  ["captain", "2", "1 ship", "give one"]),
    "three captains in a race of two": (["race", HAULER, KITE, "--flights", "5", *["--captain", "bold"] * 3],
                                        ["captain", "3", "2 ships", "one for each"]),
    "missing rival": (["fly", HAULER, "--flights", "5", "--rivals", "ghost.yaml"], ["ghost.yaml", "no such file"]),
    "rivals without a word": (["fly", HAULER, "--flights", "5", "--rivals"], ["--rivals"]),
    "four rivals": (["fly", HAULER, "--flights", "5", "--rivals", KITE, KITE, KITE, KITE], ["5 ships", "at most 4"]),
    "rivals in a race": (["race", HAULER, KITE, "--rivals", "field"], ["--rivals"]),
    "race of one": (["race", HAULER], ["1 ship", "two to four"]),
    "race of five": (["race", *[HAULER] * 5], ["5 ships", "two to four"]),
    "learning at level II": (["fly", HAULER, "--flights", "5", "--learning"], ["learning", "level I", "II"]),
    "learning with cards": (["fly", MILE, "--level", "I", "--flights", "5", "--learning", "--cards", "3"],
                            ["learning", "cards", "not both"]),
    "flawed ship": (["fly", QUIZ, "--level", "I", "--flights", "5"], ["Quiz", "flaws", "row", "column", "--repair"]),
    "flawed rival": (["fly", MILE, "--level", "I", "--flights", "5", "--rivals", QUIZ], ["Quiz", "flaws", "--repair"]),
    "flawed ship in a race": (["race", MILE, QUIZ, "--level", "I", "--flights", "5"], ["Quiz", "flaws", "--repair"]),
    "no flights but a bad level too": (["fly", HAULER, "--level", "VI", "--flights", "0"], ["--level", "VI"]),
}  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["table", "json"])
@pytest.mark.parametrize("case", FLAGS)
def test_wrong_flag(analyze, tmp_path, case, as_json):
    args, words = FLAGS[case]
    before = contents(tmp_path)
    refused(analyze(*args[:1], *["--json"] * as_json, *args[1:]), *words)
    assert contents(tmp_path) == before


def test_failing_flights_leave_no_plots(analyze, tmp_path):
    refused(analyze("fly", HAULER, "--level", "III", "--flights", "5", "--plot", "plots"), "Steady Hauler")
    assert contents(tmp_path) == {}


CAPTAINS: dict[str, tuple[str, list[str]]] = {
    "missing price": (change("stay: 10\n", "", CAPTAIN), ["line", "stay is missing", "add it"]),
    "unknown price": (CAPTAIN + "hope: 3\n", ["line 11", "hope", "remove"]),
    "negative price": (change("battery: 1", "battery: -1", CAPTAIN), ["line 6", "battery", "0"]),
    "three decimals": (change("day: 0.5", "day: 0.125", CAPTAIN), ["line 2", "day", "two decimals"]),
    "price in words": (change("human: 1", "human: one", CAPTAIN), ["line 3", "human", "number"]),
    "price of truth": (change("human: 1", "human: true", CAPTAIN), ["line 3", "human", "number"]),
    "endless price": (change("human: 1", "human: .inf", CAPTAIN), ["line 3", "human", "finite"]),
    "price of nothing": (change("human: 1", "human: .nan", CAPTAIN), ["line 3", "human", "finite"]),
    "ruin in thousandths": (CAPTAIN + "ruin: 0.125\n", ["line 11", "ruin", "two decimals"]),
    "lone day in words": (CAPTAIN + "day_alone: none\n", ["line 11", "day_alone", "number"]),
    "ruin below nothing": (CAPTAIN + "ruin: -1\n", ["line 11", "ruin", "0"]),
    "price too high": (change("human: 1", "human: 10001", CAPTAIN), ["line 3", "human", "10000"]),
    "half a battery in reserve": (change("reserve: 1", "reserve: 1.5", CAPTAIN), ["line 10", "reserve", "integer"]),
    "reserve -1": (change("reserve: 1", "reserve: -1", CAPTAIN), ["line 10", "reserve", "0"]),
    "no name": (change("name: thrifty\n", "", CAPTAIN), ["line", "name is missing", "add it"]),
    "a list": ("- 1\n- 2\n", ["line 1", "field"]),
    "empty": ("", ["line 1", "field"]),
    "twice": (CAPTAIN + "day: 1\n", ["line 11", "day", "duplicate"]),
    "a ship": (GOOD, ["line 2", "edition", "remove", "day is missing"]),
    "two faults": (CAPTAIN.replace("day: 0.5", "day: -2").replace("stay: 10", "stay: x"), ["line 2", "line 8"]),
}


@pytest.mark.parametrize("case", CAPTAINS)
def test_broken_captain_file(analyze, tmp_path, case):
    text, words = CAPTAINS[case]
    (tmp_path / "me.yaml").write_text(text)
    before = contents(tmp_path)
    refused(analyze("fly", HAULER, "--flights", "5", "--captain", "me.yaml"), "me.yaml", *words)
    assert contents(tmp_path) == before


# Places for plots, and ships that cannot fly


def test_plot_at_a_file(analyze, tmp_path):
    (tmp_path / "taken").write_text("mine")
    refused(analyze("fly", HAULER, "--flights", "5", "--plot", "taken"), "--plot", "taken", "is a file", "directory")
    assert (tmp_path / "taken").read_text() == "mine"


def test_plot_below_a_file(analyze, tmp_path):
    (tmp_path / "taken").write_text("mine")
    refused(
        analyze("fly", HAULER, "--flights", "5", "--plot", "taken/plots"), "--plot", "taken/plots", "cannot be written"
    )
    assert contents(tmp_path) == {str(tmp_path / "taken"): 4}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a place where nobody may write")
@pytest.mark.parametrize("verb", ["fly", "race"])
def test_plot_where_nobody_may_write(analyze, verb):
    refused(analyze(verb, HAULER, KITE, "--flights", "5", "--plot", "/proc/plots"), "--plot", "/proc/plots", "written")


@pytest.mark.parametrize("there", [".", "SC3333   SC3333", "CA3333"])
def test_repair_without_a_starting_cabin_in_place(analyze, tmp_path, there):
    """No cabin at all, or (for an ordinary cabin on its square) none that counts: no removal mends that."""
    text = GOOD.replace("SC3333", there) if " " not in there else GOOD.replace("SC3333   CA0003", ".        SC0003")
    (tmp_path / "headless.yaml").write_text(text)
    said = analyze("fly", "headless.yaml", "--level", "I", "--flights", "5", "--repair")
    refused(said, "Small Ship", "no starting cabin", "[7, 7]", "SC3333")


def test_no_humans_at_launch():
    """A legal ship has two humans in its starting cabin, so only one put together by hand can be without."""
    bare = parse_ship(GOOD)
    ship = Layout(bare.name, bare.board, bare.components)
    ship.hull.tokens.humans.full = ship.hull.tokens.humans.full.dtype.type(0)
    with pytest.raises(AnalyzerError, match=r"Small Ship: no humans at launch: .* cabin"):
        analyzer.fly([ship], level="I", flights=5)


# Without any of this process's patience: the command itself


def command(*args: str, cwd: Path) -> Said:
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *args],
        capture_output=True, text=True, cwd=cwd, env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def test_command_without_arguments(tmp_path):
    """Nothing asked is answered by the list of verbs, and by the exit code of a fault."""
    said = command(cwd=tmp_path)
    assert said.code == 2
    assert all(verb in said.out + said.err for verb in ("Usage", "inspect", "strike", "fly", "race"))
    assert "Traceback" not in said.out + said.err


def test_command_with_a_broken_file(tmp_path):
    (tmp_path / "broken.yaml").write_text(BROKEN["digit 4"][0])
    said = command("fly", "broken.yaml", "--level", "I", "--plot", "out", cwd=tmp_path)
    refused(said, "error: broken.yaml, line 7, row 7 column 8", "0, 1, 2, 3")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.yaml"]


def test_command_with_a_wrong_flag(tmp_path):
    refused(command("race", HAULER, KITE, "--flights", "none", cwd=tmp_path), "--flights", "integer")


# The Python face

HALF = [{"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}]


def entry(**changed: Any) -> list[dict[str, Any]]:
    return [HALF[0] | changed]


ASKED: dict[str, Callable[[], object]] = {
    "load_ship: missing": lambda: analyzer.load_ship("nowhere.yaml"),
    "load_ship: directory": lambda: analyzer.load_ship(SHIPS),
    "load_ship: number": lambda: analyzer.load_ship(5),  # type: ignore[arg-type]
    "load_ship: nothing": lambda: analyzer.load_ship(None),  # type: ignore[arg-type]
    "load_ship: a nought in the name": lambda: analyzer.load_ship("a\0b.yaml"),
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
    "from_components: homeless alien": lambda: Layout.from_components("2007-I", HALF, aliens={"brown": (7, 7)}),
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
    "fly: a ship and no list": lambda: analyzer.fly(mile(), level="I", flights=5),  # type: ignore[arg-type]
    "fly: the name of a ship": lambda: analyzer.fly([MILE], level="I", flights=5),  # type: ignore[list-item]
    "fly: five ships": lambda: analyzer.fly([mile()] * 5, level="I", flights=5),
    "fly: another board": lambda: analyzer.fly([mile()], level="II", flights=5),
    "fly: unknown level": lambda: analyzer.fly([mile()], level="IV", flights=5),
    "fly: level a number": lambda: analyzer.fly([mile()], level=1, flights=5),  # type: ignore[arg-type]
    "fly: level a list": lambda: analyzer.fly([mile()], level=["I"], flights=5),  # type: ignore[arg-type]
    "fly: 0 flights": lambda: analyzer.fly([mile()], level="I", flights=0),
    "fly: half a flight": lambda: analyzer.fly([mile()], level="I", flights=0.5),  # type: ignore[arg-type]
    "fly: many flights": lambda: analyzer.fly([mile()], level="I", flights="many"),  # type: ignore[arg-type]
    "fly: seed -1": lambda: analyzer.fly([mile()], level="I", flights=5, seed=-1),
    "fly: seed 2**64": lambda: analyzer.fly([mile()], level="I", flights=5, seed=2**64),
    "fly: seed nothing": lambda: analyzer.fly([mile()], level="I", flights=5, seed=None),  # type: ignore[arg-type]
    "fly: seed a word": lambda: analyzer.fly([mile()], level="I", flights=5, seed="lucky"),  # type: ignore[arg-type]
    "fly: workers 0": lambda: analyzer.fly([mile()], level="I", flights=5, workers=0),
    "fly: workers a word": lambda: analyzer.fly([mile()], level="I", flights=5, workers="all"),  # type: ignore[arg-type]
    "fly: block 0": lambda: analyzer.fly([mile()], level="I", flights=5, block=0),
    "fly: unknown card": lambda: analyzer.fly([mile()], level="I", flights=5, cards=[99]),
    "fly: card a word": lambda: analyzer.fly([mile()], level="I", flights=5, cards=["28"]),  # type: ignore[list-item]
    "fly: cards text": lambda: analyzer.fly([mile()], level="I", flights=5, cards="28"),  # type: ignore[arg-type]
    "fly: cards a number": lambda: analyzer.fly([mile()], level="I", flights=5, cards=28),  # type: ignore[arg-type]
    "fly: cards in lists": lambda: analyzer.fly([mile()], level="I", flights=5, cards=[[28]]),  # type: ignore[list-item]
    "fly: start 0": lambda: analyzer.fly([mile()], level="I", flights=5, start=0),
    "fly: start 2 alone": lambda: analyzer.fly([mile()], level="I", flights=5, start=2),
    "fly: start a word": lambda: analyzer.fly([mile()], level="I", flights=5, start="1"),  # type: ignore[arg-type]
    "fly: start a half": lambda: analyzer.fly([mile()] * 2, level="I", flights=5, start=1.5),  # type: ignore[arg-type]
    "fly: unknown captain": lambda: analyzer.fly([mile()], level="I", flights=5, captain="nemo"),
    "fly: captain a number": lambda: analyzer.fly([mile()], level="I", flights=5, captain=5),  # type: ignore[arg-type]
    "fly: no captains": lambda: analyzer.fly([mile()], level="I", flights=5, captain=[]),
    "fly: three captains": lambda: analyzer.fly([mile()] * 2, level="I", flights=5, captain=["bold"] * 3),
    "fly: rivals nothing": lambda: analyzer.fly([mile()], level="I", flights=5, rivals=None),  # type: ignore[arg-type]
    "fly: learning with cards": lambda: analyzer.fly([mile()], level="I", flights=5, learning=True, cards=[3]),
    "fly: flawed": lambda: analyzer.fly([analyzer.load_ship(QUIZ)], level="I", flights=5),
    "result: no such ship": lambda: analyzer.fly([mile()], level="I", flights=5)["Last Mile"],
    "result: quantile 2": lambda: analyzer.fly([mile()], level="I", flights=5)["First Mile"].credits.quantile(2),
    "result: interval of 1": lambda: analyzer.fly([mile()], level="I", flights=5)["First Mile"].credits.interval(1),
    "result: interval of 95": lambda: analyzer.fly([mile()], level="I", flights=200)["First Mile"].credits.interval(95),
    "result: unknown ending": lambda: analyzer.fly([mile()], level="I", flights=5)["First Mile"].ending_share("eaten"),
    "route: unknown edition": lambda: Route(edition="1999").length,
    "field: unknown level": lambda: load_field("V"),
    "captain: a ship file": lambda: load_captain(MILE),
    "repair: no starting cabin": lambda: analyzer.repair(Layout.from_components("2007-I", entry(square=[6, 7]))),
    "save_ship: no such directory": lambda: analyzer.save_ship(mile(), "/nowhere/at/all/ship.yaml"),
}  # fmt: skip


def mile() -> Layout:
    return analyzer.load_ship(MILE)


@pytest.mark.parametrize("asked", ASKED)
def test_python_face_raises_analyzer_errors_only(asked):
    with pytest.raises(AnalyzerError) as raised:
        ASKED[asked]()
    assert raised.value.faults
    assert all(fault.strip() for fault in raised.value.faults)


def test_every_fault_of_every_component_is_in_the_error():
    entries = [*HALF, {"square": [1]}, 5, *entry(kind="bathroom"), {"square": [6, 7], "kind": "cabin"}]
    with pytest.raises(AnalyzerError) as raised:
        Layout.from_components("2007-I", entries)
    assert [fault.split(":")[0] for fault in raised.value.faults] == [f"component {number}" for number in (2, 3, 4, 5)]


def test_every_fault_of_a_barrage_is_in_the_error():
    with pytest.raises(AnalyzerError) as raised:
        analyzer.barrage(
            mile(), [("hail", "front", 7), ("light_fire", "top", 7), ("light_fire", "front", 0)], batteries=-1
        )
    assert len(raised.value.faults) == 4


def test_every_reason_why_ships_cannot_fly_is_in_the_error():
    ships = [analyzer.load_ship(QUIZ), analyzer.load_ship(HAULER)]
    with pytest.raises(AnalyzerError) as raised:
        analyzer.fly(ships, level="II", flights=5)
    assert [fault.split(":")[0] for fault in raised.value.faults] == ["Quiz", "Quiz"]


# Fuzzing

SPICE = [*"0123456789.^>v<-:|[]{},&*!#'\"%@`?\t\n ~=\\/",
         "é", "\ufeff", "٣", "½", "\u2028", "\x85", "SC3333", "null", "- "]  # fmt: skip
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(SHIPS.glob("*/*.yaml"))]


def one_change(rng: random.Random, text: str) -> str:
    """Delete, insert, replace, double or move characters, tokens or lines."""
    unit = rng.choice(("", r"\S+|\s+", r"[^\n]*\n"))
    bits = re.findall(unit, text) if unit else list(text)
    at, other = rng.randrange(len(bits) or 1), rng.randrange(len(bits) or 1)
    match rng.randrange(5) if bits else 1:
        case 0:
            del bits[at]
        case 1:
            bits.insert(at, rng.choice(SPICE))
        case 2:
            bits[at] = rng.choice(SPICE)
        case 3:
            bits.insert(at, bits[other])
        case _:
            bits[at], bits[other] = bits[other], bits[at]
    return "".join(bits)


def test_mutated_ship_files_load_or_say_on_which_line_they_fail():
    """1,000 texts, one to six changes each: a layout, or faults that name file and line; each in half a second."""
    rng = random.Random(2007)
    wrong, layouts, faulty = [], 0, 0
    for number in range(1000):
        text = rng.choice(TEXTS)
        for _ in range(rng.randint(1, 6)):
            text = one_change(rng, text)
        begun = time.process_time()
        try:
            layouts += isinstance(parse_ship(text, "fuzz.yaml"), Layout)
        except AnalyzerError as error:
            faulty += 1
            wrong += [f"{number}: {fault}" for fault in error.faults if not re.match(r"fuzz\.yaml, line \d+", fault)]
        except Exception as error:
            wrong.append(f"{number}: {error!r}")
        if time.process_time() - begun > 0.5:
            wrong.append(f"{number}: {time.process_time() - begun:.2f} s")
    assert wrong == []
    assert layouts > 50
    assert faulty > 500
