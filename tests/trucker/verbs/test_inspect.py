"""`analyzer inspect`: facts of small ships worked out by hand, the same facts in JSON, and what the drawing shows."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import analyzer
from analyzer import Layout, Side, strike
from tests.conftest import Said
from tests.doors.command import app
from tests.doors.present import draw
from tests.doors.printed import SIDE_NAMES
from tests.doors.trucker_flights import phrases
from tests.doors.trucker_paper import facts as facts_module
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text
from tests.trucker.printed_cards import coming
from tests.trucker.shipyard import grow_ship, mutate
from tests.trucker.verbs.small_ships import CREWED, FLAWED, SMALL, saved


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return saved(tmp_path, "small.yaml", SMALL)


def told(*arguments: object) -> str:
    """What is printed, without the blanks at the ends of lines."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return "\n".join(map(str.rstrip, result.stdout.split("\n")))


def facts_in(*arguments: object) -> Any:
    return json.loads(told(*arguments, "--json"))


def drawn(layout: Layout, encoding: str = "utf-8", **marks: Any) -> list[str]:
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    Console(file=file, width=80).print(draw(layout, **marks), crop=False)
    file.seek(0)
    return file.read().splitlines()


def test_small_ship_has_its_facts() -> None:
    facts = facts_module.inspect_ship(load_text(analyzer.load_ship, SMALL))
    assert (facts.edition, facts.board, facts.components) == ("2007", "II", 7)
    assert facts.flaws == ()
    assert facts.exposed == {(7, 9): 1, (8, 7): 1}
    assert facts.cannon_strengths == (1, 3)
    assert facts.engine_strengths == (1,)
    assert facts.cannon_strengths_with_alien is facts.engine_strengths_with_alien is None
    assert (facts.humans, facts.aliens, facts.alien_cabins) == (4, {}, {})
    assert (facts.batteries, facts.containers, facts.special_containers) == (2, 0, 0)
    assert facts.shielded_sides == ("front", "right")


def test_small_ship_has_undefended_lines() -> None:
    facts = facts_module.inspect_ship(load_text(analyzer.load_ship, SMALL))
    assert facts.threats == (
        facts_module.Threat("small_meteor", "front", (), (9,)),
        facts_module.Threat("small_meteor", "right", (), ()),
        facts_module.Threat("small_meteor", "rear", (), ()),
        facts_module.Threat("small_meteor", "left", (8,), ()),
        facts_module.Threat("large_meteor", "front", (6, 8, 9), (5,)),
        facts_module.Threat("large_meteor", "right", (6, 7, 8), ()),
        facts_module.Threat("large_meteor", "rear", (5, 6, 7, 8, 9), ()),
        facts_module.Threat("large_meteor", "left", (6, 7, 8), ()),
    )


def test_weak_points_of_small_ship() -> None:
    points = facts_module.inspect_ship(load_text(analyzer.load_ship, SMALL)).weak_points
    assert [(point.square, point.others) for point in points] == [((7, 7), 4), ((7, 6), 1), ((7, 8), 1)]


def test_aliens_aboard_change_strengths() -> None:
    """Three cannons, two of them to the side; a single and a double engine; both aliens where they may live."""
    facts = facts_module.inspect_ship(load_text(analyzer.load_ship, CREWED))
    assert facts.flaws == ()
    assert facts.cannon_strengths == (2,)
    assert facts.cannon_strengths_with_alien == (4,)
    assert facts.engine_strengths == (1, 3)
    assert facts.engine_strengths_with_alien == (3, 5)
    assert facts.humans == 2
    assert facts.aliens == {"purple": (7, 8), "brown": (7, 6)}
    assert facts.alien_cabins == {(7, 6): ("brown",), (7, 8): ("purple",)}


def test_inspect_counts_missing_components() -> None:
    facts = facts_module.inspect_ship(load_text(analyzer.load_ship, FLAWED))
    tokens = {missing.token: (missing.used, missing.in_box) for missing in facts.missing_from_box}
    assert tokens["B23333"] == (1, 0)
    assert tokens["ST3333"][0] == 2


@pytest.mark.slow(but=7)
@pytest.mark.parametrize("board", ["2007-I", "2007-II", "2007-III", "2007-IIIa"])
@pytest.mark.parametrize("number", range(4))
def test_undefended_lines_match_strike(board: str, number: int) -> None:
    rng = random.Random(number)
    ship = grow_ship(rng, board)
    ship = mutate(rng, ship) if number % 2 else ship
    facts = facts_module.inspect_ship(ship)
    assert facts.exposed_connectors == ship.exposed_connectors()
    for threat in facts.threats:
        for roll in range(2, 13):
            empty = bool(strike(ship, threat.hazard, threat.side, roll, 0).lost)
            assert empty == (roll in threat.undefended + threat.needs_battery)
            if facts.batteries:
                assert bool(strike(ship, threat.hazard, threat.side, roll, 1).lost) == (roll in threat.undefended)


@pytest.mark.parametrize("number", range(8))
def test_weak_points_match_the_pieces(number: int) -> None:
    """A weak point counts the components that its loss separates from the largest piece."""
    ship = grow_ship(random.Random(number), "2007-III")
    points = {point.square: point.others for point in facts_module.inspect_ship(ship).weak_points}
    for square in ship.components:
        left = max(map(len, ship.pieces(without=[square])))
        assert points.get(square, 0) == len(ship.components) - 1 - left
    assert list(points.values()) == sorted(points.values(), reverse=True)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("starting_cabin", "starting cabin"),
        ("life_support_brown", "brown life support"),
        ("cargo_3", "cargo hold (3)"),
        ("special_cargo_1", "special cargo hold (1)"),
        ("structural", "structural component"),
    ],
)
def test_kinds_are_put_in_words(kind: str, words: str) -> None:
    assert phrases.in_words(kind) == words


def test_inspect_tells_the_facts(small: Path) -> None:
    lines = told("inspect", small).splitlines()
    assert lines[0] == "Small [b]Ship[/b] (2007, board II, 7 components)"
    assert "Flaws           none" in lines
    assert "Exposed         2 connectors: (7,9) (8,7)" in lines
    assert "Cannons         1, 3 with 1 charge" in lines
    assert "Crew            4 humans" in lines
    assert "Shields         cover front and right" in lines
    assert not untold(lines, "Weak points", "starting cabin at (7,7)", "4 others")
    explained = [line for line in lines if line.startswith("damage per flight: ")]
    assert len(explained) == 1
    assert "while the ship is intact" in explained[0]
    begin = lines.index("size   from   per flight  no defence    charge needed  damage per flight")
    rows = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in lines[begin + 1 : begin + 9]]
    ways = {
        ("large", "front"): (14, 18, "6, 8, 9 (14)", "5 (4)"),
        ("small", "left"): (5, 5, "8 (5)", "-"),
        ("large", "right"): (16, 16, "6-8 (16)", "-"),
        ("large", "left"): (16, 16, "6-8 (16)", "-"),
        ("small", "front"): (0, 4, "-", "9 (4)"),
        ("small", "right"): (0, 0, "-", "-"),
        ("small", "rear"): (0, 0, "-", "-"),
        ("large", "rear"): (24, 24, "5-9 (24)", "-"),
    }
    assert {(size, side): (*rest,) for size, side, *rest in rows} == {
        of: row_of(coming("II", "-".join(of), "meteor_swarm"), *row) for of, row in ways.items()
    }
    assert rows[-1][:2] == ["large", "rear"]


def row_of(often: Fraction, least: int, most: int, open_lines: str, needing: str) -> tuple[str, ...]:
    """Return the row of a meteor that comes so often and damages in so many of 36 ways, with charges and without."""
    if not often:
        return "never", open_lines, needing, "-"
    low, high = (f"{float(often * ways / 36):.2f}" for ways in (least, most))
    return f"{float(often):.2f}", open_lines, needing, low if low == high else f"{low} to {high}"


def test_harmless_hazard_is_grey_and_last(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    lines = told("inspect", small).splitlines()
    grey = [line for line in lines if "\x1b[90m" in line and "never" in line]
    assert len(grey) == 1
    assert "rear" in grey[0]
    assert "\x1b[90m" not in next(line for line in lines if "large  front" in line)


def test_inspect_tells_the_aliens(tmp_path: Path) -> None:
    text = told("inspect", saved(tmp_path, "crewed.yaml", CREWED))
    words = " ".join(text.split())
    assert "Cannons 4 2 if the purple alien is lost Engines" in words
    assert "Engines 3, 5 with 1 charge 1, 3 with 1 charge if the brown alien is lost Batteries" in words
    assert not untold(text, "2 humans", "purple alien in (7,8)", "brown alien in (7,6)")
    assert "none: shields and doubles do nothing" in text
    assert "CAp" in text
    assert "CAb" in text


def test_inspect_json_tells_the_same(small: Path) -> None:
    [facts] = facts_in("inspect", small)
    ship = facts_module.inspect_ship(load_text(analyzer.load_ship, SMALL))
    assert facts == json.loads(json.dumps(ship.as_dict() | {"notes": []}))
    assert facts["exposed_connectors"] == 2
    assert facts["exposed"] == [{"square": [7, 9], "connectors": 1}, {"square": [8, 7], "connectors": 1}]
    left = next(t for t in facts["threats"] if (t["hazard"], t["side"]) == ("small_meteor", "left"))
    assert left == {
        "hazard": "small_meteor",
        "side": "left",
        "undefended": [{"roll": 8, "ways": 5}],
        "needs_battery": [],
    }
    assert facts["weak_points"][0] == {"square": [7, 7], "kind": "starting_cabin", "others": 4}


def test_inspect_tells_the_flaws(tmp_path: Path) -> None:
    path = saved(tmp_path, "flawed.yaml", FLAWED)
    text, [facts] = told("inspect", path), facts_in("inspect", path)
    kinds = {(flaw["kind"], *flaw["square"]) for flaw in facts["flaws"]}
    assert ("cannon_blocked", 6, 7) in kinds
    assert ("disconnected", 8, 9) in kinds
    assert ("outside_board", 8, 10) in kinds
    assert "row 8 column 10: outside the marked squares" in text


def test_flawed_components_marked_without_colours() -> None:
    lines = drawn(load_text(analyzer.load_ship, FLAWED))
    text = "\n".join(lines)
    assert "!CN^" in text
    assert text.count("!ST") == 2
    assert " SC " in text
    assert "! flawed" in text
    assert "\x1b" not in text


def test_missing_starting_cabin_is_marked() -> None:
    layout = Layout.from_components("2007-I", [{"square": [6, 7], "kind": "cabin", "connectors": [0, 0, 0, 0]}])
    assert "!" in next(line for line in drawn(layout) if line.startswith(" 7"))


def test_connectors_show_in_the_frame() -> None:
    lines = drawn(load_text(analyzer.load_ship, SMALL))
    row = next(number for number, line in enumerate(lines) if line.startswith(" 7 "))
    assert lines[row - 1].strip() == "┌─────┐┌─────┐┌─│││─┐┌─────┐┌─ │ ─┐"
    assert lines[row].split(maxsplit=1)[1] == "│ CD^ ── B2  ≡≡ SC  ≡≡ CA  ══ SH^>│         7"
    assert "CN single cannon" in "\n".join(lines)
    assert "H2" not in "\n".join(lines)


def test_ascii_terminal_gets_ascii_drawing() -> None:
    text = "\n".join(drawn(load_text(analyzer.load_ship, SMALL), encoding="ascii"))
    assert "| CD^ -- B2  ## SC  ## CA  == SH^>|" in text
    assert text.isascii()


@pytest.mark.parametrize(
    ("board", "columns", "rows"),
    [
        ("2007-I", range(5, 10), range(5, 10)),
        ("2007-III", range(3, 12), range(4, 10)),
        ("2007-IIIa", range(5, 10), range(11, 2, -1)),
    ],
)
def test_dice_numbers_stand_around(board: str, columns: range, rows: range) -> None:
    ship = Layout.from_components(board, [{"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}])
    lines = drawn(ship)
    numbered = [line.split() for line in lines if line[:3].strip().isdigit()]
    bottom = len(lines) - 1 - next(n for n, line in enumerate(reversed(lines)) if line.split()[0].isdigit())
    assert [int(word) for word in lines[0].split()] == list(columns)
    assert lines[bottom] == lines[0]
    assert [int(words[0]) for words in numbered] == list(rows)
    assert [int(words[-1]) for words in numbered] == list(rows)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("side", SIDE_NAMES)
def test_arrow_marks_the_incoming_side(side: str) -> None:
    lines = drawn(load_text(analyzer.load_ship, SMALL), incoming=(Side[side.upper()], 7))
    bottom = next(line for line in reversed(lines) if line.split()[0].isdigit())
    row = next(line for line in lines if line.startswith(" 7"))
    seen = ("v 7 v" in lines[0], row.endswith("<7"), "^ 7 ^" in bottom, row.startswith(" 7>"))
    assert seen == tuple(name == side for name in SIDE_NAMES)


def test_far_components_are_drawn() -> None:
    start = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}
    far = {"square": [13, 13], "kind": "cabin", "connectors": [1, 1, 1, 1]}
    near = {"square": [1, 1], "kind": "cabin", "connectors": [1, 1, 1, 1]}
    lines = drawn(Layout.from_components("2007-II", [start, far, near]))
    assert next(line for line in lines if line.startswith("13")).endswith("─CA ─13")
    assert next(line for line in lines if line.startswith(" 1 ")).startswith(" 1 ─CA ─")


def test_inspect_takes_several_ships(small: Path, tmp_path: Path) -> None:
    crewed = saved(tmp_path, "crewed.yaml", CREWED)
    assert [facts["name"] for facts in facts_in("inspect", small, crewed)] == ["Small [b]Ship[/b]", "Crewed"]
    text = told("inspect", small, crewed)
    assert text.index("Small") < text.index("Crewed")


def test_all_faulty_files_are_told(small: Path, tmp_path: Path, command: Callable[..., Said]) -> None:
    """Every faulty file is named at once, and nothing is printed half-way."""
    wrong = saved(tmp_path, "wrong.yaml", SMALL.replace("EN1001", "EX1001"))
    said = command("inspect", *map(str, (small, tmp_path, tmp_path / "none", wrong)))
    assert (said.code, said.out) == (2, "")
    faults = said.err.splitlines()
    assert faults[0].startswith(f"error: {tmp_path}: is a directory")
    assert faults[1] == f"error: {tmp_path / 'none'}: no such file"
    assert faults[2].startswith(f"error: {wrong}, line 8, row 8 column 7: unknown code 'EX'")


@pytest.mark.long
def test_inspect_runs_as_command(small: Path) -> None:
    command = [sys.executable, "-m", "analyzer", "inspect", str(small)]
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=True)
    assert "│ CD^ ── B2  ≡≡ SC  ≡≡ CA  ══ SH^>│" in done.stdout.decode()
    assert b"\x1b" not in done.stdout


def test_importing_the_verbs_is_cheap() -> None:
    rooms = ("verbs.ships", "drawing.draw")
    verbs = ", ".join(f"analyzer.trucker.{room}" for room in rooms)
    code = f"import sys, {verbs}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, text=True, check=True)
    assert not {"numpy", "rich.console", "pandas", "pydantic"} & set(done.stdout.split())


@pytest.mark.long
def test_first_figure_loads_no_scipy() -> None:
    flown = "analyzer.fly('ships/2007/I/first-mile.yaml', flights=200, workers=1)"
    code = f"import sys, analyzer; print({flown}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, text=True, check=True)
    assert not {"scipy", "numpy.ma", "pandas", "matplotlib"} & set(done.stdout.split())
