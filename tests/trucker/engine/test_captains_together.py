"""Captains who fly side by side decide as if each flew by themselves: engine against engine, and against the twin."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from analyzer import Captain, load_captain
from tests.doors.trucker_flights import COLUMNS, Experiment, fly_through, launch
from tests.doors.trucker_flights import experiment as experiment_module
from tests.doors.trucker_flights import flight as flight_module
from tests.doors.trucker_paper import NAMED
from tests.doors.trucker_paper import captains as captains_module
from tests.trucker.engine.against_twin import play_twin
from tests.trucker.engine.convoys import ODD, any_captain, convoy_2007, convoy_2021
from tests.trucker.engine.convoys_of_fleets import convoy_of_fleets, fleet_captain

CONVOYS = {
    "2007": (convoy_2007, (5, 6, 7, 10, 14, 15)),
    "2021": (convoy_2021, (5, 22, 7, 10, 14, 15)),
    "fleets": (convoy_of_fleets, (3, 24, 105, 124, 185, 224)),
}
"""Of one to four ships each; the third one is asked of the twin."""
EACH = [(edition, number) for edition, (_, numbers) in CONVOYS.items() for number in numbers]


def under_captains(edition: str, number: int, many: int) -> list[Experiment]:
    """The same ships under other captains, some of whom command several of them."""
    experiment = CONVOYS[edition][0](number)
    rng = random.Random(number)
    pool = [(fleet_captain if edition == "fleets" else any_captain)(rng) for _ in range(many)] + [ODD]
    crews = [tuple(rng.choice(pool) for _ in experiment.ships) for _ in range(many)]
    return [replace(experiment, captains=captains) for captains in crews]


@pytest.mark.long
@pytest.mark.slow(but=5)
@pytest.mark.parametrize(("edition", "number"), EACH)
def test_captains_in_one_block_match_solo(edition, number, monkeypatch):
    """One to four ships, every column of every flight; all of them in a single block."""
    experiments = under_captains(edition, number, 7)
    alone = [experiment.run_block(3, 10) for experiment in experiments]
    sizes = []

    def noting(convoy, *rest):  # type: ignore[no-untyped-def]
        sizes.append(convoy.size)
        fly_through(convoy, *rest)

    monkeypatch.setattr(experiment_module, "fly_through", noting)
    together = [*Experiment.run_side_by_side(experiments, 3, 10)]
    assert sizes == [7 * 10]
    for own, columns in zip(alone, together, strict=True):
        assert columns.keys() == own.keys()
        assert [name for name in own if not np.array_equal(own[name], columns[name])] == []
    assert len({own["credits"].tobytes() for own in alone}) > 1


@pytest.mark.long
@pytest.mark.parametrize("edition", CONVOYS)
def test_captains_in_one_block_match_twin(edition):
    experiments = under_captains(edition, CONVOYS[edition][1][2], 4)
    for experiment, columns in zip(experiments, Experiment.run_side_by_side(experiments, 0, 8), strict=True):
        plain = play_twin(experiment, 8)
        for metric in COLUMNS:
            expected = [[getattr(ship, metric) for ship in flight] for flight in plain]
            assert columns[metric].T.tolist() == expected, metric


def test_prices_follow_each_ships_captain():
    """The order in which crew is given up, and what follows from several prices, too."""
    captains = [*map(load_captain, NAMED), ODD]
    who = [5, 0, 4, 3, 1, 2]
    prices = captains_module.Prices(captains_module.Captains(captains), np.array(who))
    for name in ("day", "lone_day", "battery", "defends", "ruin", "foresees"):
        assert getattr(prices, name).tolist() == [getattr(captains[number], name) for number in who]
    assert prices.crew_order.T.tolist() == [list(captains[number].crew_order) for number in who]


def test_launch_takes_captains_per_share():
    """Three shares of two flights; the second ship is commanded by one captain throughout."""
    experiment = convoy_2007(5)
    bold, miser = load_captain("bold"), load_captain("miser")
    places = np.array([[0] * 6, [1] * 6])
    convoy = launch(experiment.hulls, [(bold, miser, bold), ODD], experiment.route.level, np.arange(6), places)
    each = [[convoy.captain_of(seat * 6 + flight) for flight in range(6)] for seat in range(2)]
    assert each == [[bold, bold, miser, miser, bold, bold], [ODD] * 6]


def test_shared_captain_is_no_array():
    experiment = replace(convoy_2007(7), captains=(ODD,) * 4)
    convoy, _ = experiment.simulate(experiment.hulls, 0, 5)
    assert [ship.captain for ship in convoy.ships()] == [ODD]
    assert isinstance(convoy.captain_of(0), Captain)


def test_flights_apart_write_back():
    """A card moves the ships of the second flight alone, in copies of its arrays; then the order in flight is new."""
    experiment = replace(convoy_2007(7), captains=(ODD,) * 4)
    places = np.arange(4)[:, None] + np.zeros((1, 3), np.int64)
    convoy = launch(experiment.hulls, (ODD,) * 4, experiment.route.level, np.arange(3), places)
    before, leaders = convoy.state.position.copy(), next(convoy.front_to_back()).numbers.tolist()

    def last_overtakes(some):  # type: ignore[no-untyped-def]
        *_, last = some.front_to_back()
        last.position = last.position + 50
        assert some.state.size == 1

    convoy.together(np.array([1]), last_overtakes, copies=True)
    moved = convoy.state.position - before
    assert moved.tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 50, 0]]
    assert leaders == [0, 0, 0]
    assert next(convoy.front_to_back()).numbers.tolist() == [0, 3, 0]


@pytest.mark.parametrize("edition", ["2021", "fleets"])
def test_copies_change_no_flight(edition, monkeypatch):
    """Large states are copied card by card; here a small one is."""
    experiment = under_captains(edition, CONVOYS[edition][1][2], 1)[0]
    whole = experiment.run_block(0, 20)
    monkeypatch.setattr(flight_module, "LARGE", 0)
    copied = experiment.run_block(0, 20)
    assert [name for name in whole if not np.array_equal(whole[name], copied[name])] == []
