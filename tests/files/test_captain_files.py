"""Captain files of all games: read, written and named in one way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyzer import AnalyzerError
from analyzer.lorry import Thinking
from tests.doors.files import CaptainFiles
from tests.doors.lorry import captain_module as of_lorry
from tests.doors.starship import captain as of_starship
from tests.doors.trucker_paper import captains as of_trucker

GAMES = pytest.mark.parametrize("files", [of_trucker.FILES, of_starship.FILES, of_lorry.FILES])


@GAMES
def test_shipped_captains_round_trip(files: CaptainFiles[Any], tmp_path: Path) -> None:
    for name in files.names:
        captain = files.load(name)
        assert captain.name == name
        assert files.load(captain) is files.load(name) is captain
        files.save(captain, tmp_path / "mine.yaml")
        assert files.load(tmp_path / "mine.yaml") == files.captain_of(captain.as_prices()) == captain


@GAMES
@pytest.mark.parametrize("name", ['"two\\nlines"', '"bell\\a"', "''", "x" * 41, "5"])
def test_captain_name_must_fit_a_line(files: CaptainFiles[Any], name: str) -> None:
    text = files.write(replace(files.load(files.names[0]), name="mine"))
    with pytest.raises(AnalyzerError, match=r"mine.yaml, line \d: name"):
        files.parse(text.replace('name: "mine"', f"name: {name}"), "mine.yaml")


@GAMES
def test_unknown_captains_are_refused(files: CaptainFiles[Any]) -> None:
    with pytest.raises(AnalyzerError, match=r"'nemo'.*captain file \(.yaml\)"):
        files.load("nemo")
    with pytest.raises(AnalyzerError, match=r"captain 5.*Captain"):
        files.load(5)


@GAMES
@pytest.mark.parametrize("price", ["true", ".inf", ".nan", "-1", "0.125", "word"])
def test_captain_prices_must_be_numbers(files: CaptainFiles[Any], price: str) -> None:
    lines = files.write(files.load(files.names[0])).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(("day:", "point:")))
    lines[first] = f"{lines[first].partition(':')[0]}: {price}"
    with pytest.raises(AnalyzerError, match=rf"mine.yaml, line {first + 1}: (day|point)") as refused:
        files.parse("\n".join(lines), "mine.yaml")
    assert len(refused.value.faults) == 1


def test_lorry_thinker_has_steady_prices() -> None:
    steady = of_lorry.load_captain("steady")
    assert of_lorry.load_captain("thinker") == replace(steady, name="thinker", thinks=Thinking())
