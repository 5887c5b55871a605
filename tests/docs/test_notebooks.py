"""Conclusions of notebooks are computed: printed by a cell, from an interval, and not turned round by other seeds."""

from __future__ import annotations

import ast
import json
import os
import re
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

import analyzer
from tests.conftest import all_but
from tests.places import ROOT

FOLDER = ROOT / "notebooks"
TRUCKER = sorted(path.name for path in FOLDER.glob("*.ipynb"))
STARSHIP = sorted(f"starship/{path.name}" for path in FOLDER.glob("starship/*.ipynb"))
LORRY = sorted(f"lorry/{path.name}" for path in FOLDER.glob("lorry/*.ipynb"))
NOTEBOOKS = [*TRUCKER, *STARSHIP, *LORRY]
SEEDS = tuple(map(int, os.environ.get("ANALYZER_SEEDS", "2").split(",")))
"""Others than that of the full run; more of them take longer."""
LINES = 15
"""The longest cell of code; what is longer is two steps."""
FLIGHTS = 40
GAMES = 10
"""In place of flights, where notebooks play whole games."""
LONG = {
    "03-where-does-it-break.ipynb",
    "04-is-insurance-real.ipynb",
    "05-how-much-is-a-flight-day-worth.ipynb",
    "06-which-cards-decide-the-game.ipynb",
    "07-a-balance-report.ipynb",
    "08-what-the-second-edition-changed.ipynb",
    "09-four-ships-or-one.ipynb",
    "10-cheap-safe-or-rich.ipynb",
    "11-did-the-dice-lose-my-flight.ipynb",
    "12-is-the-edition-in-balance.ipynb",
    "13-one-evening-three-games.ipynb",
    "starship/04-the-best-first-module.ipynb",
    "starship/05-who-begins-wins.ipynb",
    "starship/06-what-is-memory-worth.ipynb",
    "starship/07-is-the-handicap-fair.ipynb",
    "starship/08-which-way-to-ten-points.ipynb",
    "lorry/02-trunk-or-sprint.ipynb",
}
"""Those of which even few flights take seconds."""
ABOUT_ANY = {("good", "bad"), ("better than plain", "worse than plain")}
"""What is said of cards, in the order of their effects, and of components in a table: which, depends on numbers."""
NAMES = {analyzer.load_ship(path).name for path in (FOLDER.parent / "ships").glob("20*/*I*/*.yaml")}
CAPTAINS = {path.stem for path in Path(analyzer.__file__).parent.glob("starship/data/captains/*.yaml")}
IN_STARSHIP = CAPTAINS | {"Logistics", "Command", "Sensor", "Trade", "Science", "Production"}
JUDGES = re.compile(r"\b(better|best|worse|worst|most|earns|leads|ahead|behind|stronger|weaker|safest|twice)\b", re.I)
MEASURED = re.compile(r"\d+\.\d+|\d+%")
NOT_MEASURED = {"95%", "5%", "50%", "32%"}
"""Numbers in the text that no run gives: of intervals and quantiles, and one over the square root of ten."""


@dataclass
class Ran:
    """What a notebook said in a run: (above, below) with what the interval said, in order, and all that it printed."""

    claims: list[tuple[tuple[str, str], str]] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)

    def sides(self) -> dict[tuple[str, str, int], str]:
        """By claim which side was said."""
        met: dict[tuple[str, str], int] = {}
        sides = {}
        for key, side in self.claims:
            met[key] = met.get(key, 0) + 1
            sides[(*key, met[key])] = side
        return {key: side for key, side in sides.items() if key[:2] not in ABOUT_ANY}


def cells(name: str, kind: str) -> list[str]:
    """The sources of a notebook's cells of that kind."""
    notebook = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


@cache
def ran(name: str, seed: int) -> Ran:
    """The notebook run in this process; its pictures are drawn, and shown to nobody."""
    run = Ran()
    says = analyzer.Estimate.in_words

    def heard(self: analyzer.Estimate, above: str, below: str, unsure: str, than: float = 0.0) -> str:
        said = says(self, above, below, unsure, than)
        side = "above" if self.low > than else "below" if self.high < than else "unsure"
        run.claims.append(((above, below), side))
        assert said == {"above": above, "below": below, "unsure": unsure}[side]
        return said

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir((FOLDER / name).parent)
        patch.setenv("ANALYZER_FLIGHTS", str(FLIGHTS if name in TRUCKER else GAMES))
        patch.setenv("ANALYZER_SEED", str(seed))
        patch.setattr(analyzer.Estimate, "in_words", heard)
        patch.setattr(analyzer.Report, "html", lambda report: "")
        mpl.use("Agg")
        space: dict[str, Any] = {"display": lambda *objects: run.printed.extend(map(str, objects))}
        for number, source in enumerate(cells(name, "code")):
            run_cell(source, f"{name}, code cell {number}", space, run)
    import matplotlib.pyplot as plt

    plt.close("all")
    return run


def run_cell(source: str, where: str, space: dict[str, Any], run: Ran) -> None:
    """One cell; the value of its last line is printed, as a notebook does."""
    tree = ast.parse("\n".join(line for line in source.splitlines() if not line.startswith("%")))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), space)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), where, "eval"), space)
        whole = getattr(value, "to_string", None)
        run.printed.append(whole() if whole else str(getattr(value, "data", value)))


@pytest.mark.long
@pytest.mark.parametrize("name", all_but(LONG, NOTEBOOKS))
def test_conclusions_hold_for_other_seeds(name):
    """Every phrase that an interval chose is printed; no two seeds say the opposite, nor does the file's own run."""
    runs = [ran(name, seed) for seed in SEEDS]
    outputs = stored(name)
    for run in runs:
        assert run.claims, "nothing is concluded"
        text = "\n".join(run.printed)
        for (above, below), side in run.claims:
            said, opposite = (above, below) if side == "above" else (below, above)
            if side != "unsure" and (above, below) not in ABOUT_ANY:
                assert said in text
                assert said in outputs or opposite not in outputs or len(opposite.split()) == 1
    for one, other in combinations((run.sides() for run in runs), 2):
        assert not [key for key in one if {one[key], other.get(key)} == {"above", "below"}]


def stored(name: str) -> str:
    """The sentences that the full run left in the file."""
    return "\n".join("".join(output.get("data", {}).get("text/markdown", "")) for output in outputs_of(name))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_asks_and_shows_picture(name):
    """Its title asks, its first cell says what a reader will learn, a picture is in it, and no cell of code is long."""
    first, *_ = json.loads((FOLDER / name).read_text(encoding="utf-8"))["cells"]
    assert first["cell_type"] == "markdown"
    title, _, text = "".join(first["source"]).partition("\n")
    assert title.startswith("# ")
    assert title.endswith("?")
    assert re.search(r"\b[Yy]ou will learn\b", text)
    assert "image/png" in {kind for output in outputs_of(name) for kind in output.get("data", {})}
    assert {source: lines for source in cells(name, "code") if (lines := len(source.splitlines())) > LINES} == {}


def outputs_of(name: str) -> list[dict[str, Any]]:
    """What the full run left in the file."""
    notebook = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_text_draws_no_conclusions(name):
    """No measured number stands in the text, and no ship is judged there: cells say such things."""
    judged = NAMES | IN_STARSHIP if name in STARSHIP else NAMES
    for text in cells(name, "markdown"):
        assert set(MEASURED.findall(text)) <= NOT_MEASURED, text
        for sentence in re.split(r"(?<=[.:!?])\s", " ".join(text.split())):
            if not sentence.endswith("?") and any(one in sentence for one in judged):
                assert not JUDGES.search(sentence), sentence


def test_notebooks_cover_editions_levels_box():
    """Between them they load ships of both editions and of levels I to III of each, and all but few ask the box."""
    code = {name: "\n".join(cells(name, "code")) for name in TRUCKER}
    everything = "\n".join(code.values())
    for wanted in (
        '"../ships/2007',
        '"../ships/2021',
        "2007/I/",
        "2007/II/",
        "2021/III/",
        'CAPS = {"I"',
        '"III": load("III"',
    ):
        assert wanted in everything
    assert all("missing_from_box" in source for source in code.values())


def test_every_notebook_takes_the_seed():
    """All flights and races of the trucker and lorry notebooks are run under the seed that is given."""
    assert len(LORRY) == 2
    for name in (*TRUCKER, *LORRY):
        assert "seed=SEED" in "\n".join(cells(name, "code")), name


def test_starship_notebooks_draw_and_take_seed():
    """Eight of them; each draws, and plays under the seed that it is given."""
    code = {name: "\n".join(cells(name, "code")) for name in STARSHIP}
    assert len(code) == 8
    assert all("pictures.plot_" in source for source in code.values())
    assert all("SEED" in source.replace("SEED = ", "") for source in code.values())
