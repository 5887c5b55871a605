"""Whole games of Starship Catan in two editions: plain games of each, and a step for each table."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from tests.conftest import Said
from tests.facts import untold
from tests.places import ROOT

QUICK, STARS = ROOT / "ships" / "starship" / "quick", ROOT / "ships" / "lorry" / "bright-stars"
GAMES = 60


@pytest.fixture(scope="module")
def quick() -> starship.TwoEditions:
    return starship.compare_editions(QUICK, GAMES, seed=3, captain="sensible", workers=1)


@pytest.mark.long
@pytest.mark.parametrize("end", [0, -1])
def test_ends_are_plain_games(quick: starship.TwoEditions, end: int) -> None:
    """Each end has the games that the captain plays by the tables of that edition."""
    sensible = starship.load_captain("sensible")
    with starship.load_edition(("standard", QUICK)[end]):
        games = starship.play((sensible, sensible), GAMES, seed=3)
    for metric in ("turns", "won"):
        assert quick.changes(metric)[end]["mean"] == getattr(games["sensible, Moon"], metric).mean


@pytest.mark.long
def test_steps_bring_each_table(quick: starship.TwoEditions) -> None:
    rows = quick.changes("turns")
    assert [row["step"] for row in rows] == ["standard", "+ cards", "+ costs", "+ start"]
    assert sum(row["difference"] for row in rows) == pytest.approx(quick.difference("turns").mean)
    assert [*quick.leading("turns")][:1] == ["+ start"]


@pytest.mark.long
def test_contradicting_tables_come_together(tmp_path: Path) -> None:
    """An adventure names its planet, so a planet with another name needs the table of adventures too."""
    (tmp_path / "edition.yaml").write_text("from: standard\n")
    (tmp_path / "cards.csv").write_text("id,name\nBASE01,Nowhere\n")
    printed = [row for row in starship.load_edition("standard").rules.rows("adventures") if row["planet"] == "Hades"]
    moved = "".join(f"{row['id']},Nowhere\n" for row in printed)
    (tmp_path / "adventures.csv").write_text(f"id,planet\n{moved}")
    (tmp_path / "costs.csv").write_text("build,fuel\nbooster,1\n")
    rows = starship.compare_editions(tmp_path, 2, captain="sensible", workers=1).changes()
    assert [row["step"] for row in rows] == ["standard", "+ cards, adventures", "+ costs"]


def test_editions_with_equal_tables_are_refused() -> None:
    with pytest.raises(AnalyzerError, match="have the same tables: name two that differ"):
        starship.compare_editions(QUICK, GAMES, against=QUICK)


@pytest.mark.long
def test_open_steps_are_counted_only(quick: starship.TwoEditions, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that is not clear is counted and not named, because few games make every interval wide."""
    steps = {"+ start": analyzer.Estimate(-7.0, -8.0, -6.0), "+ cards": analyzer.Estimate(1.0, -9.0, 11.0)}
    monkeypatch.setattr(starship.TwoEditions, "leading", lambda self, metric: steps)
    told = quick.in_words()[0]
    assert not untold(told, "the table start (-7.00) clearly changes it", "1 more step")
    assert "cards" not in told
    steps["+ cards"] = analyzer.Estimate(-6.5, -8.0, -5.0)
    assert "the tables start (-7.00) and cards (-6.50) clearly change it" in quick.in_words()[0]
    steps.pop("+ cards")
    assert "the table start (-7.00) changes it most" in quick.in_words()[0]


@pytest.mark.long
def test_figures_show_every_step(quick: starship.TwoEditions) -> None:
    assert [*quick.figures()] == ["steps-turns", "steps-won", "steps-unfinished"]
    labels = [text.get_text() for text in quick.plot("steps-turns").axes[0].get_yticklabels()]
    assert labels == ["+ cards", "+ costs", "+ start", "all steps: quick minus standard"]


@pytest.mark.long
def test_saved_comparison_continues(command: Callable[..., Said], tmp_path: Path) -> None:
    asked = ("lorry", "editions", str(STARS), "--workers", "1", "--json", "--captain", "steady")
    asked += ("--save", str(tmp_path / "games.save"))
    command(*asked, "--games", "20")
    saved = json.loads(command(*asked, "--games", "40").out)
    whole = lorry.compare_editions(STARS, 40, captain="steady", workers=1)
    assert saved["trials"] == 40
    assert saved["differences"] == whole.differences()


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("standard", "--edition", str(QUICK)), "--edition: leave it out"),
        ((str(QUICK), "standard", "--save", "games.save"), "--save: a file holds one comparison"),
    ],
)
def test_editions_refuses_doubtful_arguments(command: Callable[..., Said], args: tuple[str, ...], fault: str) -> None:
    said = command("starship", "editions", *args)
    assert said.code == 2
    assert fault in said.told


@pytest.mark.long
def test_editions_command_writes_every_step(
    quick: starship.TwoEditions, command: Callable[..., Said], tmp_path: Path
) -> None:
    table = tmp_path / "steps.csv"
    asked = ("--games", "60", "--seed", "3", "--captain", "sensible", "--export", str(table))
    said = command("starship", "editions", str(QUICK), *asked)
    steps = [line.split(",") for line in table.read_text().splitlines() if ",turns," in line]
    assert [row[3].strip("'") for row in steps] == [row["step"] for row in quick.changes("turns")]
    assert "Turns of both players together" in said.out
