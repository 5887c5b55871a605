"""Captain files of all games: read, written and named in one way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import analyzer
from analyzer import AnalyzerError, lorry, starship
from analyzer.lorry import Thinking
from tests.places import ROOT
from tests.texts import load_text, saved_text

GAMES = pytest.mark.parametrize(("game", "room"), [(analyzer, "trucker"), (starship, "starship"), (lorry, "lorry")])


@GAMES
def test_shipped_captains_round_trip(game: Any, room: str, tmp_path: Path) -> None:
    files = [*(ROOT / "analyzer" / room / "data" / "captains").glob("*.yaml")]
    assert len(files) > 5
    for file in files:
        captain = game.load_captain(file.stem)
        assert captain.name == file.stem
        assert game.load_captain(captain) is game.load_captain(file.stem) is captain
        game.save_captain(captain, tmp_path / "mine.yaml")
        assert game.load_captain(tmp_path / "mine.yaml") == captain


@GAMES
@pytest.mark.parametrize("name", ['"two\\nlines"', '"bell\\a"', "''", "x" * 41, "5"])
def test_captain_name_must_fit_a_line(game: Any, room: str, name: str) -> None:
    text = saved_text(game.save_captain, replace(game.load_captain("expert"), name="mine"))
    with pytest.raises(AnalyzerError, match=r"mine.yaml, line \d: name"):
        load_text(game.load_captain, text.replace('name: "mine"', f"name: {name}"), "mine.yaml")


@GAMES
def test_changed_captain_needs_own_name(game: Any, room: str) -> None:
    """Answers name the captain: with changed prices the name of another one would mislead."""
    text = saved_text(game.save_captain, replace(game.load_captain("expert"), name="mine"))
    renamed = text.replace('name: "mine"', 'name: "thinker"')
    with pytest.raises(AnalyzerError, match=r"mine.yaml, line \d: name thinker: .* choose another"):
        load_text(game.load_captain, renamed, "mine.yaml")


@GAMES
def test_unknown_captains_are_refused(game: Any, room: str) -> None:
    with pytest.raises(AnalyzerError, match=r"'nemo'.*captain file \(.yaml\)"):
        game.load_captain("nemo")
    with pytest.raises(AnalyzerError, match=r"captain 5.*Captain"):
        game.load_captain(5)


@GAMES
@pytest.mark.parametrize("price", ["true", ".inf", ".nan", "-1", "0.125", "word"])
def test_captain_prices_must_be_numbers(game: Any, room: str, price: str) -> None:
    lines = saved_text(game.save_captain, game.load_captain("expert")).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("day:", "point:")))
    lines[first] = f"{lines[first].partition(':')[0]}: {price}"
    with pytest.raises(AnalyzerError, match=rf"mine.yaml, line {first + 1}: (day|point)") as refused:
        load_text(game.load_captain, "\n".join(lines), "mine.yaml")
    assert len(refused.value.faults) == 1


def test_lorry_thinker_has_steady_prices() -> None:
    steady = lorry.load_captain("steady")
    assert lorry.load_captain("thinker") == replace(steady, name="thinker", thinks=Thinking())
