"""Whole games of Starship Catan in two editions: plain games of each, and a step for each table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from analyzer import AnalyzerError, starship
from tests.conftest import Said
from tests.places import ROOT

QUICK = ROOT / "ships" / "starship" / "quick"
GAMES = 60


@pytest.fixture(scope="module")
def quick() -> starship.TwoEditions:
    return starship.compare_editions(QUICK, GAMES, seed=3, workers=1)


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
    rows = starship.compare_editions(tmp_path, 2, workers=1).changes()
    assert [row["step"] for row in rows] == ["standard", "+ cards, adventures", "+ costs"]


def test_editions_with_equal_tables_are_refused() -> None:
    with pytest.raises(AnalyzerError, match="have the same tables: name two that differ"):
        starship.compare_editions(QUICK, GAMES, against=QUICK)


@pytest.mark.long
def test_editions_command_writes_every_step(
    quick: starship.TwoEditions, command: Callable[..., Said], tmp_path: Path
) -> None:
    table = tmp_path / "steps.csv"
    said = command("starship", "editions", str(QUICK), "--games", "60", "--seed", "3", "--export", str(table))
    steps = [line.split(",") for line in table.read_text().splitlines() if ",turns," in line]
    assert [row[3].strip("'") for row in steps] == [row["step"] for row in quick.changes("turns")]
    assert "Turns of both players together" in said.out
