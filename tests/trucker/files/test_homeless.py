"""Aliens in a ship file that live where none can: a flaw with its cure, shown and mended like the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import Said
from tests.doors.trucker_paper import facts as facts_module
from tests.facts import untold
from tests.places import ROOT
from tests.texts import load_text, round_trip, saved_text
from tests.trucker.designer.drawn import lying, says, session, state
from tests.trucker.files.broken_ships import refused

Command = Callable[..., Said]
GRID = """name: Bare
edition: 2007
board: I
grid: |2
      6        7        8        9
  6   .        CN0010^  .        .
  7   SH0100>v SC3333   CA0303   LB0003
  8   .        CA1000   .        .
"""
"""The cabin at row 7 column 8 may house a brown alien, and that at row 8 column 7 none."""
THERE = {
    (7, 7): "the starting cabin carries humans only",
    (7, 6): "the shield is not a cabin",
    (6, 7): "the single cannon is not a cabin",
    (6, 6): "the square is empty",
    (8, 7): "no brown life support is joined to that cabin",
}
"""Why no brown alien can live there."""


def homeless(at: tuple[int, int] = (7, 7), colour: str = "brown") -> analyzer.Layout:
    return load_text(analyzer.load_ship, f"{GRID}aliens: {{{colour}: {list(at)}}}\n")


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The file of a ship whose brown alien is sent to the starting cabin."""
    path = tmp_path / "bare.yaml"
    path.write_text(f"{GRID}aliens: {{brown: [7, 7]}}\n")
    return path


@pytest.mark.parametrize("square", THERE)
def test_homeless_alien_is_a_flaw(square: tuple[int, int]) -> None:
    ship = homeless(square)
    (flaw,) = ship.flaws()
    assert (flaw.kind, flaw.square, flaw.other) == ("alien_homeless", square, None)
    assert str(flaw) == f"row {square[0]} column {square[1]}: the brown alien cannot live there: {THERE[square]}"
    assert not untold(str(analyzer.cures(ship)[flaw]), "brown alien", "(7,8)", "at home")
    assert round_trip(analyzer.save_ship, analyzer.load_ship, ship).aliens == {"brown": square}


def test_homeless_alien_may_stay_home() -> None:
    ship = homeless((7, 8), "purple")
    (cure,) = analyzer.cures(ship).values()
    assert not untold(ship.flawed(), "purple life support", "cabin")
    assert str(cure) == "leave the purple alien at home"


@pytest.mark.parametrize("square", THERE)
def test_repair_leaves_alien_at_home(square: tuple[int, int]) -> None:
    """Three cabins with two humans each."""
    ship = homeless(square)
    mended, removed = analyzer.repair(ship)
    assert (removed, mended.aliens, mended.flaws()) == ((), {}, [])
    assert mended.components == ship.components
    facts = facts_module.inspect_ship(ship)
    assert (facts.humans, facts.aliens) == (6, {})


def test_other_change_keeps_the_flaw() -> None:
    """A change elsewhere leaves the flaw, and a home for the alien mends it."""
    ship = homeless((8, 7))
    assert ship.without([(6, 7)]).aliens == {"brown": (8, 7)}
    assert ship.without([(8, 7)]).aliens == {}
    assert homeless((7, 8)).flaws() == []


def test_inspect_shows_and_repairs_homeless(command: Command, bare: Path) -> None:
    words = " ".join(command("inspect", str(bare)).out.split())
    assert not untold(words, "brown alien", "starting cabin", "humans only")
    assert not untold(words, "cure", "brown alien", "(7,8)", "at home")
    mended = " ".join(command("inspect", str(bare), "--repair").out.split())
    assert "Taken off the brown alien stays at home Flaws none" in mended


def test_json_lists_homeless_alien(command: Command, bare: Path) -> None:
    (facts,) = json.loads(command("inspect", str(bare), "--json").out)
    (flaw,) = facts["flaws"]
    assert (flaw["kind"], flaw["square"]) == ("alien_homeless", [7, 7])
    cure: dict[str, Any] = flaw["cure"]
    assert (cure["how"], cure["square"], cure["alien"]) == ("move", [7, 8], "brown")
    (facts,) = json.loads(command("inspect", str(bare), "--repair", "--json").out)
    assert (facts["removed"], facts["left_at_home"], facts["flaws"]) == ([], ["brown"], [])


def test_flying_verbs_refuse_homeless_alien(command: Command, bare: Path) -> None:
    refused(command("fly", str(bare), "--flights", "10"), "brown alien cannot live there", "--repair")
    assert command("fly", str(bare), "--flights", "10", "--repair").code == 0


def test_build_with_homeless_is_mended(command: Command, tmp_path: Path) -> None:
    """The alien would find a home in no fleet at all."""
    text = saved_text(
        analyzer.save_ship, analyzer.load_ship(ROOT / "ships" / "2007" / "IVC" / "bristling-bow.yaml").without_aliens()
    )
    row, column = next(
        at for at, part in load_text(analyzer.load_ship, text).components.items() if part.kind == "single_cannon"
    )
    path = tmp_path / "build.yaml"
    path.write_text(text + f"aliens: {{purple: [{row}, {column}]}}\n")
    sentence = f"row {row} column {column}: the purple alien cannot live there: the single cannon is not a cabin"
    assert f"{sentence}; cure: " in " ".join(command("inspect", str(path)).out.split())
    refused(command("fly", str(path), "--flights", "10"), sentence, "--repair")
    assert command("fly", str(path), "--flights", "10", "--alone", "--cards", "8", "--repair").code == 0
    mended, removed = analyzer.repair(analyzer.load_ship(path))
    assert (mended.aliens, removed) == ({}, ())


def test_designer_shows_homeless_alien(bare: Path) -> None:
    one = session(bare)
    (flaw,) = state(one)["facts"]["flaws"]
    assert flaw["square"] == (7, 7)
    assert "the brown alien cannot live there" in flaw["text"]
    (answer,) = says(one, "cures").answers
    assert not untold(answer["cures"][0]["cure"], "brown alien", "(7,8)", "at home")
    before = lying(one)
    says(one, "take_off", at=[6, 7])
    assert len(state(one)["facts"]["flaws"]) == 1
    says(one, "undo")
    says(one, "alien", colour="brown", at=[7, 8])
    assert state(one)["facts"]["flaws"] == []
    assert lying(one) == before


def test_square_off_board_is_fault() -> None:
    with pytest.raises(AnalyzerError, match="board 2007-I has no such square"):
        homeless((2, 7))
