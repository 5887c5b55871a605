"""By how much a forecast changes what is to be expected."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError
from tests.conftest import Said
from tests.doors.trucker_flights import plan, plan_ship
from tests.doors.trucker_questions import changed_by_forecast, view
from tests.facts import untold
from tests.places import ROOT

KNOWING = "forecast"
NOT_KNOWING = "without"

SHIPS = ROOT / "ships" / "2007"
HAULER = str(SHIPS / "II" / "steady-hauler.yaml")
SEEN = "piles:\n  - [28, 3, 31]\n  - [35, ?, 12]\n"


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    path = tmp_path / "seen.yaml"
    path.write_text(SEEN, encoding="utf-8")
    return path


def test_forecast_sides_differ_by_flight(seen: Path) -> None:
    ship = analyzer.load_ship(HAULER)
    found = analyzer.compare_forecast(ship, flights=400, seed=9, forecast=seen, rivals="alone")
    assert found.names == (KNOWING, NOT_KNOWING)
    flown = [plan([ship], seed=9, forecast=forecast).run(0, 400).credits[0] for forecast in (seen, None)]
    expected = [analyzer.Histogram.from_values(credits) for credits in flown]
    assert [result.credits for result in found.results] == expected
    paired = flown[0] - flown[1]
    half = 1.959964 * np.std(paired, ddof=1) / np.sqrt(400)
    expected = (paired.mean(), paired.mean() - half, paired.mean() + half)
    assert found.difference(KNOWING, NOT_KNOWING) == pytest.approx(expected)


@pytest.mark.long
def test_known_planets_pay_credits(tmp_path: Path) -> None:
    """Three piles of planets and stations against three of slavers, smugglers and pirates: the sign must differ."""
    means = []
    for piles in ("[[11, 31, 32], [13, 33, 34], [12, 38, 39]]", "[[0, 20, 21], [1, 22, 28], [2, 30, 29]]"):
        path = tmp_path / "seen.yaml"
        path.write_text(f"piles: {piles}\n", encoding="utf-8")
        found = analyzer.compare_forecast(analyzer.load_ship(HAULER), flights=1000, forecast=path, rivals="alone")
        means.append(found.difference(KNOWING, NOT_KNOWING))
    assert means[0].low > 0 > means[1].high


def test_missing_forecast_is_refused() -> None:
    with pytest.raises(AnalyzerError, match="no forecast"):
        analyzer.compare_forecast(analyzer.load_ship(HAULER), flights=10, rivals="alone")


@pytest.mark.long
def test_fly_tells_forecast_change(command: Callable[..., Said], seen: Path) -> None:
    asked = ("fly", HAULER, "--flights", "60", "--alone")
    said = command(*asked, "--forecast", str(seen))
    assert not said.code, said.err
    assert not untold(said.out, "forecast", "Steady Hauler")
    told = json.loads(command(*asked, "--forecast", str(seen), "--json").out)
    change = {row["metric"]: row for row in told[0]["forecast_changes"]}
    assert change["credits"]["mean_a"] == told[0]["ships"][0]["metrics"]["credits"]["mean"]
    without = json.loads(command(*asked, "--json").out)
    assert change["credits"]["mean_b"] == without[0]["ships"][0]["metrics"]["credits"]["mean"]
    assert "forecast_changes" not in without[0]


@pytest.mark.parametrize("plain", [False, True])
def test_forecast_change_means_are_plain(seen: Path, plain: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """The table above it corrects means of so many flights, unless plain ones are asked for."""
    ship = analyzer.load_ship(HAULER)
    result = analyzer.fly([ship], flights=1500, forecast=seen, rivals="alone", plain=plain)
    change = changed_by_forecast(plan_ship(ship, forecast=seen, rivals="alone"), 50)
    view.view_of([result], [change]).show()
    assert ("Means in this table are plain" in capsys.readouterr().out) == (not plain)


def test_forecast_refuses_unknown_card(command: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "seen.yaml").write_text("piles:\n  - [28, 3, 99]\n", encoding="utf-8")
    said = command("fly", HAULER, "--forecast", "seen.yaml")
    assert said.code == 2
    assert "line 2" in said.err
    assert "99" in said.err
