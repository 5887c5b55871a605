"""Broken ship files: every fault is told with its place and its cure, with exit code 2, and nothing is left behind.

What would make these fail: a traceback, a fault without file, line or square, or output beside the fault.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import Said
from tests.places import ROOT
from tests.texts import load_text
from tests.trucker.files.broken_ships import (
    BOTH,
    CABIN,
    GOOD,
    GRID,
    HEAD,
    LISTED,
    MILE,
    SUPPORTED,
    change,
    contents,
    refused,
)


def test_unbroken_ship_files_load(command, tmp_path):
    for number, text in enumerate((GOOD, LISTED, SUPPORTED + "aliens: {brown: [7, 8]}\n")):
        assert load_text(analyzer.load_ship, text).flaws() == []
        (tmp_path / f"{number}.yaml").write_text(text)
        assert command("inspect", f"{number}.yaml").code == 0


BROKEN: dict[str, tuple[str, list[str]]] = {
    "no YAML": (change("name: Small Ship", 'name: "Small Ship'), ["line", "not YAML"]),
    "prose": ("Dear customer service, my ship leaks.\n", ["line 1", "field"]),
    "empty": ("", ["line 1", "field"]),
    "comment only": ("# soon\n", ["line 1", "field"]),
    "list at top": ("- name: x\n- edition: 2007\n", ["line 1", "field"]),
    "two documents": (GOOD + "---\n" + GOOD, ["line 9", "second document"]),
    "control character": (change("Small", "Sm\x07all"), ["line 1"]),
    "tab as indent": (change("  6   .", "\t6   ."), ["line"]),
    "tabs before a key": (HEAD + "aliens:\n\tbrown: [7, 8]\n", ["line 5"]),
    "unclosed list": (LISTED + "  - {square: [7, 8\n", ["line", "not YAML"]),
    "duplicate key": (change("board: I\n", "board: I\nboard: I\n"), ["line 4", "board", "twice"]),
    "unknown field": (change("board: I\n", "board: I\nweight: 5\n"), ["line 4", "weight", "remove"]),
    "misspelt field": (change("board: I\n", "bord: I\n"), ["line 3", "bord", "board is missing"]),
    "missing name": (change("name: Small Ship\n", ""), ["line", "name is missing", "add it"]),
    "missing edition": (change("edition: 2007\n", ""), ["line", "edition is missing", "add it"]),
    "name is a number": (change("Small Ship", "5"), ["line 1", "name", "text"]),
    "name is a list": (change("Small Ship", "[a, b]"), ["line 1", "name", "text"]),
    "name is null": (change("Small Ship", "null"), ["line 1", "name", "text"]),
    "name is empty": (change("Small Ship", '""'), ["line 1", "name", "at least 1"]),
    "name is long": (change("Small Ship", "x" * 500), ["line 1", "name", "60"]),
    "name of two lines": (change("Small Ship", '"one\\ntwo"'), ["line 1", "name"]),
    "half a character": (change("Small Ship", '"\\ud800"'), ["line 1"]),
    "edition is a list": (change("2007", "[2007]"), ["line 2", "edition", "text"]),
    "edition is a float": (change("2007", "2007.5"), ["line 2", "edition"]),
    "unknown edition": (change("2007", "1999"), ["line 2", "1999", "use one of 2007"]),
    "unknown board": (change("board: I\n", "board: IV\n"), ["line 3", "IV", "use one of I, II, III, IIIa"]),
    "board is a number": (change("board: I\n", "board: 1\n"), ["line 3", "no board '1'", "say I for 1"]),
    "grid is a number": (HEAD + "grid: 5\n", ["line 4", "grid", "text"]),
    "grid is a list": (HEAD + "grid: [a]\n", ["line 4", "grid", "text"]),
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
    "small letters": (change("CA0003", "ca0003"), ["line 7", "row 7 column 8", "write CA0003 in place of ca0003"]),
    "three connectors": (change("CA0003", "CA003"), ["line 7", "row 7 column 8", "four connectors"]),
    "five connectors": (change("CA0003", "CA00030"), ["line 7", "row 7 column 8", "four connectors"]),
    "digit 4": (change("CA0003", "CA0004"), ["line 7", "row 7 column 8", "2 double or 3 universal"]),
    "digit 9": (change("CA0003", "CA9003"), ["line 7", "row 7 column 8", "2 double or 3 universal"]),
    "cannon without facing": (change("CN0010^", "CN0010 "), ["line 6", "row 6 column 7", "facing"]),
    "cannon with two facings": (change("CN0010^", "CN0010^>"), ["line 6", "row 6 column 7", "one facing"]),
    "cannon with a doubled facing": (change("CN0010^", "CN0010^^"), ["line 6", "row 6 column 7", "one facing"]),
    "cannon with an open muzzle": (change("CN0010^", "CN1010^"), ["line 6", "row 6 column 7", "muzzle", "0"]),
    "engine with an open nozzle": (change("EN1000", "EN1020"), ["line 8", "row 8 column 7", "nozzle", "0"]),
    "cabin with a facing": (change("CA0003", "CA0003^"), ["line 7", "row 7 column 8", "no facing", "leave it out"]),
    "shield with one side": (change("CA0003", "SH0003^"), ["line 7", "row 7 column 8", "two facing"]),
    "shield with the same side twice": (change("CA0003", "SH0003^^"), ["line 7", "row 7 column 8", "two facing"]),
    "shield with opposite sides": (change("CA0003", "SH0003^v"), ["line 7", "row 7 column 8", "corner"]),
    "engine to the front": (
        change("CN0010^", "EN1000^"),
        ["line 6", "row 6 column 7: EN1000^", "nozzle side (front)", "or remove ^: engines point to the rear"],
    ),
    "unknown arrow": (change("CN0010^", "CN0010A"), ["line 6", "row 6 column 7", "the side it faces"]),
    "unknown kind": (LISTED.replace("starting_cabin", "start_cabin"), ["line 5", "start_cabin", "starting_cabin"]),
    "two on a square": (f"{LISTED}  - {CABIN}\n", ["line 6", "[7, 7]", "two components", "remove"]),
    "square 0": (LISTED.replace("[7, 7]", "[0, 7]"), ["line 5", "square", "1"]),
    "square 14": (LISTED.replace("[7, 7]", "[7, 14]"), ["line 5", "square", "13"]),
    "square of one number": (LISTED.replace("[7, 7]", "[7]"), ["line 5", "square"]),
    "square of words": (LISTED.replace("[7, 7]", "[seven, 7]"), ["line 5", "square", "whole number"]),
    "connectors of three": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 3]"), ["line 5", "connectors"]),
    "connectors of five": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 3, 3, 3]"), ["line 5", "connectors"]),
    "connector 7": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, 7, 3]"), ["line 5", "2 double or 3 universal"]),
    "connector true": (LISTED.replace("[3, 3, 3, 3]", "[3, 3, true, 3]"), ["line 5", "connectors", "whole number"]),
    "unknown side": (LISTED + "  - {square: [6, 7], kind: single_cannon, connectors: [0, 0, 1, 0], facing: up}\n",
                     ["line 6", "facing", "front"]),
    "entry without kind": (LISTED + "  - {square: [6, 7], connectors: [0, 0, 1, 0]}\n", ["line 6", "kind is missing"]),
    "entry with another field": (LISTED.replace("kind:", "colour: red, kind:"), ["line 5", "colour", "remove"]),
    "entry is a word": (LISTED + "  - engine\n", ["line 6", "components, entry 2"]),
    "alien outside the board": (SUPPORTED + "aliens: {brown: [2, 8]}\n", ["line 9", "[2, 8]", "board 2007-I"]),
    "green alien": (SUPPORTED + "aliens: {green: [7, 8]}\n", ["line 9", "green", "brown", "purple"]),
    "both aliens in one cabin": (BOTH, ["line 8", "two aliens in one cabin", "one alien"]),
    "aliens as a list": (SUPPORTED + "aliens: [brown]\n", ["line 9", "aliens", "fields with values"]),
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
def test_broken_ship_file_is_refused(command, tmp_path, case):
    text, words = BROKEN[case]
    (tmp_path / "broken.yaml").write_text(text, encoding="utf-8")
    before = contents(tmp_path)
    begun = time.process_time()
    refused(command("inspect", "broken.yaml"), "broken.yaml", *words)
    assert time.process_time() - begun < 5
    assert contents(tmp_path) == before


@pytest.mark.parametrize("verb", ["strike", "fly", "race"])
def test_every_verb_refuses_broken_file(command, tmp_path, verb):
    (tmp_path / "broken.yaml").write_text(BROKEN["unknown code"][0])
    options = {
        "strike": ["--hazard", "light_fire", "--from", "front", "--roll", "7"],
        "fly": ["--level", "I", "--flights", "5", "--plot", "out", "--json"],
        "race": [MILE, "--level", "I", "--flights", "5", "--plot", "out", "--json"],
    }
    before = contents(tmp_path)
    refused(command(verb, "broken.yaml", *options[verb]), "broken.yaml", "line 7", "row 7 column 8")
    assert contents(tmp_path) == before


def test_all_faults_of_file_named(command, tmp_path):
    text = GOOD.replace("CN0010^", "CN0010").replace("CA0003", "XX0003").replace("EN1000   .", "EN1000")
    (tmp_path / "broken.yaml").write_text(text.replace("board: I\n", "board: V\n"))
    said = command("inspect", "broken.yaml")
    refused(said, "line 3", "board 'V'", "line 6, row 6 column 7", "line 7, row 7 column 8", "line 8", "2 squares")
    assert len(said.err.splitlines()) == 4


def test_all_wrong_fields_are_named(command, tmp_path):
    (tmp_path / "broken.yaml").write_text("name: 5\nedition: 2007\nboard: 7\naliens: []\ngrid: 8\nmood: good\n")
    said = command("inspect", "broken.yaml")
    refused(said, "line 1", "line 3", "line 4", "line 5", "line 6", "name", "board", "aliens", "grid", "mood")


def test_fields_are_judged_at_once(command, tmp_path):
    """Each field as far as it can be judged: what is wrong with one keeps no other from being judged."""
    text = GOOD.replace("Small Ship", "5").replace("board: I\n", "board: V\nmood: good\nreserve: 99\n")
    text = text.replace("CN0010^", "CN0010").replace("CA0003", "XX0003").replace("EN1000   .", "EN1000")
    (tmp_path / "broken.yaml").write_text(text)
    said = command("inspect", "broken.yaml")
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


def test_right_entries_are_judged_too(command, tmp_path):
    """Line 6 has no kind; line 7 is of an unknown one; line 8 lies on a square that is taken; and no such edition."""
    more = "  - {square: [6, 7], connectors: [0, 0, 1, 0]}\n"
    more += "  - {square: [8, 7], kind: cargo_9, connectors: [1, 0, 0, 0]}\n"
    (tmp_path / "broken.yaml").write_text((LISTED + more + f"  - {CABIN}\n").replace("2007", "1999"))
    said = command("inspect", "broken.yaml")
    refused(
        said,
        "line 2: no edition '1999'",
        "line 6: components, entry 2, kind is missing",
        "line 7: ",
        "cargo_9",
        "line 8: ",
    )
    assert len(said.err.splitlines()) == 4


def test_aliens_judged_despite_wrong_name(command, tmp_path):
    (tmp_path / "broken.yaml").write_text(SUPPORTED.replace("Small Ship", "5") + "aliens: {brown: [2, 7]}\n")
    refused(command("inspect", "broken.yaml"), "line 1: name", "line 9: the brown alien cannot live at [2, 7]")


def test_lower_case_codes_are_named(command, tmp_path):
    text = GOOD.replace(GRID, GRID.lower())
    (tmp_path / "broken.yaml").write_text(text)
    said = command("inspect", "broken.yaml")
    refused(said, "write CN0010^", "write H20300", "write SC3333", "write CA0003", "write EN1000")
    assert len(said.err.splitlines()) == 5


def test_long_row_names_its_squares(command, tmp_path):
    (tmp_path / "broken.yaml").write_text(GOOD.replace("EN1000   .", "EN1000   .   ."))
    said = command("inspect", "broken.yaml")
    refused(said, "line 8: row 8 has 4 squares", "one square is too many")
    assert "write ." not in said.told


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
def test_wrong_header_names_the_columns(command, tmp_path, old, new, told):
    """A wrong header names the columns of the board, and the rows are judged all the same."""
    (tmp_path / "broken.yaml").write_text(change(old, new).replace("CA0003", "XX0003"))
    refused(command("inspect", "broken.yaml"), told, "row 7", "unknown code 'XX'")


def test_all_component_faults_are_named(command, tmp_path):
    more = "".join(f"  - {{square: [6, {c}], kind: cargo_9, connectors: [0, 0, 0, {c}]}}\n" for c in (5, 6, 7))
    (tmp_path / "broken.yaml").write_text(LISTED + more)
    refused(command("inspect", "broken.yaml"), "line 6", "line 7", "line 8", "cargo_9", "did you mean cargo_")


def test_faults_of_all_files_named(command, tmp_path):
    (tmp_path / "one.yaml").write_text(BROKEN["unknown code"][0])
    (tmp_path / "two.yaml").write_text(BROKEN["row twice"][0])
    refused(
        command("inspect", "one.yaml", MILE, "two.yaml", "three.yaml"),
        "one.yaml",
        "two.yaml",
        "three.yaml: no such file",
    )


def test_too_many_components_are_refused(command, tmp_path):
    header = " ".join(str(column) for column in range(1, 14))
    rows = "".join(f"  {row} {' '.join(['SC3333'] * 13)}\n" for row in range(1, 14))
    (tmp_path / "huge.yaml").write_text(f"{HEAD}grid: |2\n    {header}\n{rows}")
    refused(command("inspect", "huge.yaml"), "Small Ship", "at most 64")


# What is no text file


def test_missing_file_is_refused(command):
    refused(command("inspect", "nowhere.yaml"), "nowhere.yaml", "no such file")


def test_directory_as_file_is_refused(command):
    refused(command("inspect", "."), ".", "is a directory", "name a file in it")


def test_too_long_name_is_refused(command):
    refused(command("inspect", "x" * 5000 + ".yaml"), "xxx.yaml")


def test_binary_file_is_refused(command, tmp_path):
    (tmp_path / "picture.yaml").write_bytes(bytes(range(256)) * 20)
    refused(command("inspect", "picture.yaml"), "picture.yaml", "UTF-8", "save it")


def test_file_of_zeros_is_refused(command, tmp_path):
    (tmp_path / "noughts.yaml").write_bytes(bytes(1000))
    refused(command("inspect", "noughts.yaml"), "noughts.yaml")


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "cp437"])
def test_wrong_encoding_is_refused(command, tmp_path, encoding):
    (tmp_path / "old.yaml").write_text(GOOD.replace("Small", "Große"), encoding=encoding)
    refused(command("inspect", "old.yaml"), "old.yaml", "UTF-8", "save it")


def test_windows_file_is_read(command, tmp_path):
    """A byte order mark and Windows line ends do no harm."""
    (tmp_path / "windows.yaml").write_bytes(("\ufeff" + GOOD.replace("\n", "\r\n")).encode())
    assert command("inspect", "windows.yaml").code == 0


def test_fifty_megabytes_are_refused(command, tmp_path):
    with (tmp_path / "big.yaml").open("wb") as file:
        file.truncate(50_000_000)
    begun = time.process_time()
    refused(command("inspect", "big.yaml"), "big.yaml", "50.0 MB", "too large", "at most 1 MB")
    assert time.process_time() - begun < 5


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs a file that exists and cannot be read")
def test_unreadable_file_is_refused(command):
    refused(command("inspect", "/proc/self/mem"), "/proc/self/mem", "cannot be read")


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a file without an end")
def test_alias_bomb_is_defused(tmp_path):
    """Ten levels of nine aliases would be three thousand million strings; seconds must do to refuse them."""
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    (tmp_path / "bomb.yaml").write_text("\n".join(levels) + "\n" + GOOD)
    limits = (
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)); resource.setrlimit(resource.RLIMIT_CPU, (8, 8))"
    )
    script = f"import resource; {limits}; from analyzer.cli import main; main()"
    said = subprocess.run(
        [sys.executable, "-c", script, "inspect", "bomb.yaml", "/dev/zero"], capture_output=True, text=True, timeout=60,
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT), "PATH": ""}, check=False,
    )  # fmt: skip
    refused(Said(said.returncode, said.stdout, said.stderr), "bomb.yaml", "/dev/zero")


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        (
            "board: I\n",
            "board: 1\n",
            "line 3: no board '1' in the 2007 edition: use one of I, II, III, IIIa, IVC; say I",
        ),
        ("SC3333", "sc3333", "row 7 column 7: codes have capital letters: write SC3333 in place of sc3333"),
        (
            "grid: |2\n",
            "grid:\n",
            "line 5: the lines of the drawing run together: write `grid: |` above it, not `grid:`",
        ),
    ],
)
def test_slips_are_one_fault_each(was: str, becomes: str, fault: str) -> None:
    text = "name: Bare\nedition: 2007\nboard: I\ngrid: |2\n    6 7 8\n  7 . SC3333 .\n  8 . EN1000 .\n"
    assert load_text(analyzer.load_ship, text).name == "Bare"
    with pytest.raises(AnalyzerError) as refusal:
        load_text(analyzer.load_ship, text.replace(was, becomes))
    (only,) = refusal.value.faults
    assert fault in str(only)
