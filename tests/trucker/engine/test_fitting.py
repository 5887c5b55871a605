"""Fitting of values: known worths are found again, in equations and in flights."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import load_captain, load_ship
from tests.doors.trucker_flights import Experiment, fitting, worth_ahead
from tests.doors.trucker_paper import Route
from tests.places import ROOT
from tests.trucker.scripted import ship

SHIPS = ROOT / "ships"
EPIDEMIC = 24


def test_fit_finds_known_worths() -> None:
    """Credits that follow from worths which change with the cards left: the table has them to a hundredth."""
    random = np.random.default_rng(1)
    worth = np.sort(random.uniform(0, 4, (fitting.TERMS, fitting.SIZE)), axis=1)
    fit = fitting.Fit()
    for left in range(8):
        more = random.normal(size=(fitting.SIZE, 400))
        fit.add(left, more, fitting.terms(left) @ worth @ more)
    values = fit.values(8, ridge=1e-9)
    begin = {what: sum([*fitting.SIZES.values()][:place]) for place, what in enumerate(fitting.SIZES)}
    for left in range(8):
        expected = 100 * (fitting.terms(left) @ worth)
        cargo = expected[begin["cargo"] :]
        charges = expected[begin["charges"] : begin["cargo"]]
        assert np.abs(values.cargo[left] - cargo).max() <= 1
        assert np.abs(values.charges[left][fitting.LOADS] - (charges - charges[0])).max() <= 1
        assert np.abs(values.place[left][fitting.GAPS + 24] - expected[: fitting.GAPS.size]).max() <= 1


def quiet_flights() -> Experiment:
    """Flights of three ships through two epidemics that nobody catches."""
    captains, route = (load_captain("sensible"),) * 3, Route(level_name="II", cards=(EPIDEMIC,) * 2)
    return Experiment((ship("7/6 H3 SC B2"),) * 3, captains, route, 1)


def test_marginal_worths_of_quiet_flight() -> None:
    """A blue cube is worth its price, a charge and one of two humans nothing, a day the place that it loses."""
    worths = dict(fitting.marginal_worths(quiet_flights(), 60))
    assert [*worths] == [1, 0]
    for worth in worths.values():
        assert (worth["cube"].mean, worth["charge"].mean, worth["human"].mean) == (1, 0, 0)
        assert worth["day"].trials == 60
        assert worth["day"].mean >= 0


def test_pilot_finds_worths_of_quiet_flight() -> None:
    """Two epidemics that nobody catches: a place is 2 credits by the rewards, a cube its price, a charge nothing."""
    experiment = quiet_flights()

    def fitted() -> worth_ahead.Values:
        return fitting.pilot(experiment, 120).values(2, ridge=1.0)

    values = fitted()
    here = values.ENTRIES["place"]
    for left in range(2):
        place = dict(zip(here, values.place[left].tolist(), strict=True))
        assert abs(place[1] - place[-1] - 200) < 20
        assert abs(values.cargo[left][0] - 100) < 5
        assert abs(values.charges[left][:3]).max() < 10
    again = fitted()
    assert all(np.array_equal(getattr(values, what), getattr(again, what)) for what in values.ENTRIES)


@pytest.mark.long
def test_fit_starts_without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second fit goes on from the first, not from the table at hand, which holds again afterwards."""
    ships = [load_ship(SHIPS / "2021" / "L" / "early-bird.yaml")]
    fitted, table = fitting.fit_level(ships, flights=12), worth_ahead.values_of("2021", "L")
    assert table is not None
    flat = worth_ahead.Values(*(0 * getattr(table, what) for what in worth_ahead.Values.ENTRIES))
    monkeypatch.setitem(worth_ahead.IN_PLACE, ("2021", "L"), flat)
    again = fitting.fit_level(ships, flights=12)
    assert worth_ahead.values_of("2021", "L") is flat
    assert all(np.array_equal(getattr(fitted, what), getattr(again, what)) for what in worth_ahead.Values.ENTRIES)


@pytest.mark.long
def test_table_is_what_fit_makes() -> None:
    """The table of level L of 2021 follows from its ships, to the last hundredth or two of another library."""
    fitted, table = fitting.fit_level(sorted((SHIPS / "2021" / "L").glob("*.yaml"))), worth_ahead.values_of("2021", "L")
    assert table is not None
    for what in worth_ahead.Values.ENTRIES:
        assert abs(getattr(fitted, what) - getattr(table, what)).max() <= 2, what
