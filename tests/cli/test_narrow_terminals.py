"""Down to 50 columns no verb loses anything: what is too wide for a terminal goes on below."""

from __future__ import annotations

import json
import re
from collections import Counter
from io import StringIO
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

import analyzer
from analyzer import Estimate
from tests.conftest import ALL
from tests.doors.answers import INTERVAL, WORD, Column, Row, StoryStep, Table
from tests.doors.present import print_notes, print_step, sheet, terminal
from tests.doors.runs import tuning
from tests.places import ROOT

PROSE = 18

pytestmark = pytest.mark.usefixtures("flown_once")

SHIPS = ROOT / "ships" / "2007"
MILE, ARROW = (str(SHIPS / "I" / f"{name}.yaml") for name in ("first-mile", "paper-arrow"))
HAULER, POST = str(SHIPS / "II" / "steady-hauler.yaml"), str(SHIPS / "IIIa" / "needle-post.yaml")
RANKED = [str(path) for path in sorted((SHIPS / "II").glob("*.yaml"))]
WIDTHS = (50, 60, 80, 120, 200)
VERBS = {
    "inspect": (HAULER,),
    "fly": (MILE, "--flights", "20"),
    "race": (MILE, ARROW, "--flights", "20"),
    "journey": (MILE, HAULER, "--flights", "20", "--against", ARROW, HAULER),
    "compare": (MILE, ARROW, "--flights", "20"),
    "editions": (MILE, "--flights", "20"),
    "cards": (MILE, "--flights", "30"),
    "hazards": (HAULER,),
    "exact": (MILE, "--all"),
    "weak": (ARROW, "--flights", "10"),
    "crew": (POST, "--flights", "10"),
    "captain": (MILE, "--flights", "4"),
}
OTHERS = [("compare", *RANKED, "--flights", "50"), ("exact", HAULER, "--card", "28")]


@pytest.fixture
def cells(monkeypatch):
    """All cells of all tables that a command made."""
    added: list[tuple[str, bool]] = []
    add_row = terminal.Sheet.add_row

    def hear(self, *row, **how):
        added.extend(
            (cell, column.no_wrap or len(cell) <= PROSE) for cell, column in zip(row, self.columns, strict=False)
        )
        add_row(self, *row, **how)

    monkeypatch.setattr(terminal.Sheet, "add_row", hear)
    return added


def times(word: str, text: str) -> int:
    return len(re.findall(rf"(?<!\S){re.escape(word)}(?!\S)", text))


@pytest.mark.long
@pytest.mark.slow(but=3)
@pytest.mark.parametrize("args", [*((verb, *args) for verb, args in VERBS.items()), *OTHERS], ids=lambda args: args[0])
def test_cells_are_whole_at_every_width(command, monkeypatch, cells, args):
    monkeypatch.setattr(tuning, "FACTORS", (2,))
    said = {}
    for width in WIDTHS if args[0] != "captain" else (50,):
        monkeypatch.setenv("COLUMNS", str(width))
        cells.clear()
        ran = command(*args)
        assert ran.code == 0, ran.err
        assert cells
        assert "…" not in ran.out
        for cell, often in Counter(cell.strip() for cell, whole in cells if whole and cell.strip()).items():
            assert times(cell, ran.out) >= often, (width, cell)
        for cell in (cell for cell, whole in cells if not whole):
            assert all(word in ran.out for word in cell.split()), (width, cell)
        said[width] = Counter(cell for cell, _ in cells)
    assert len({frozenset(told.items()) for told in said.values()}) == 1


@pytest.mark.slow(but=2)
@pytest.mark.parametrize("width", WIDTHS)
def test_ranking_is_whole_at_every_width(command, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    told = command("compare", *RANKED, "--flights", "50").out
    for row in json.loads(command("compare", *RANKED, "--flights", "50", "--json").out)["ranking"]:
        lines = [line for line in told.splitlines() if line.startswith(f"{row['rank']} {row['ship']}")]
        own = " ".join(lines)
        assert f"{row['low']:.2f} to {row['high']:.2f}" in own
        assert f"{row['behind_low']:.2f} to {row['behind_high']:.2f}" in own or row["rank"] == 1
        assert times(row["groups"], own)
        assert max(map(len, lines)) <= width


@pytest.mark.long
@settings(
    max_examples=100 if ALL else 12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
@given(
    st.lists(st.integers(1, 20), min_size=2, max_size=12),
    st.integers(1, 4),
    st.integers(1, 2),
    st.integers(50, 130),
)
def test_sheet_cuts_no_cell(lengths, rows, labels, width):
    """Cells that are all different, in columns of any width."""
    numbers = count(10_000)
    sheet = terminal.Sheet(labels)
    for number in range(len(lengths)):
        sheet.add_column(f"heading {number}", no_wrap=True)
    made = [[f"{next(numbers)}{'x' * length}" for length in lengths] for _ in range(rows)]
    for row in made:
        sheet.add_row(*row)
    out = StringIO()
    Console(file=out, width=width).print(sheet)
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    for cell in (cell for row in made for cell in row):
        assert times(cell, out.getvalue()), cell


def test_ranking_columns_come_first_when_split():
    """Ranking columns follow the labels where not all fit; otherwise columns keep their order."""
    columns = [Column(name, name, WORD, interval=INTERVAL * (name == "worse")) for name in ("way", "points", "worse")]
    row = Row({"way": "w" * 30, "points": "p" * 20, "worse": Estimate(1.5, 1.0, 2.0)})
    table = Table("", columns, [row], ranked_by=("worse",))
    for width, order in ((100, ["way", "points", "worse"]), (60, ["way", "worse", "way", "points"])):
        out = StringIO()
        Console(file=out, width=width).print(sheet(table))
        assert re.findall("way|points|worse", out.getvalue()) == order


@pytest.mark.parametrize("is_terminal", [True, False])
def test_notes_wrap_in_terminals_only(is_terminal):
    out = StringIO()
    console = Console(file=out, width=50, force_terminal=is_terminal)
    print_notes(console, ["many words " * 8])
    lines = out.getvalue().splitlines()
    assert (max(map(len, lines)) <= 50) is is_terminal
    assert [line.split() for line in lines].count(["note:", *["many", "words"] * 8]) == (not is_terminal)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_story_lines_wrap_in_terminals_only(is_terminal):
    out = StringIO()
    console = Console(file=out, width=30, force_terminal=is_terminal)
    print_step(console, StoryStep("a title", ("loses one thing after another thing",), ("",)))
    wrapped = ["  loses one thing after", "    another thing"]
    lines = [re.sub("\x1b\\[[0-9]*m", "", line) for line in out.getvalue().splitlines()]
    assert lines == ["a title", *(wrapped if is_terminal else ["  loses one thing after another thing"])]


def test_words_wrap_long_names_become_lists():
    name = "The Unbelievably Long Name of a Ship that " + "never" * 12 + " ends"
    sheet = terminal.Sheet()
    for heading in ("ship", "what is told of it", "number"):
        sheet.add_column(heading, no_wrap=heading == "number")
    sheet.add_row(name, "in words that are not short at all", "12345")
    out = StringIO()
    Console(file=out, width=50).print(sheet)
    assert out.getvalue().replace("\n", "").replace(" ", "").startswith(name.replace(" ", ""))
    assert "  number: 12345\n" in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 50


def test_bars_and_ships_fit_50_columns(command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    bars = [line for line in command("fly", MILE, "--flights", "20").out.splitlines() if "█" in line]
    assert len(bars) > 5
    assert max(map(len, bars)) <= 50
    for verb in (("inspect",), ("strike", "--hazard", "large_meteor", "--from", "left", "--roll", "8")):
        for path in (MILE, HAULER, POST, str(SHIPS / "III" / "vault-door.yaml")):
            drawn = command(verb[0], path, *verb[1:]).out
            lines = [line for line in drawn.splitlines() if set(line) & set("│┌└≡═")]
            assert lines
            assert max(map(len, lines)) <= 50, drawn
            layout = analyzer.load_ship(path)
            middles = " ".join(line for line in lines if not set(line) & set("┌└"))
            for code in {part.is_a.code for part in layout.components.values()} - {"SH"}:
                assert middles.count(code) >= sum(part.is_a.code == code for part in layout.components.values())
