"""Turns that are listened to, sent to a sector, or called back, and games side by side of which some are over."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer import starship
from tests.doors.starship import (
    LASTING,
    PASSING,
    STANDARD_RULES,
    SampledDice,
    Table,
    judges_of,
    new_games,
    play_turn,
    split,
    turn_experiment,
)
from tests.places import ROOT

KNOWN = ROOT / "ships" / "starship" / "known.yaml"
JUDGES = judges_of(STANDARD_RULES, (starship.load_captain("sensible"), starship.load_captain("bold")))


def test_log_hears_every_step() -> None:
    heard = []
    table = new_games(3, 0, 1, JUDGES)
    table.log = lambda where, what, _: heard.append((where is table, what))
    play_turn(table, JUDGES, SampledDice(3, 0, 1))
    flight = ["production", "shuffle", "sector", *["card"] * int(table.cards_flown[0]), "flight"]
    steps = [what for _, what in heard]
    assert all(is_own for is_own, _ in heard)
    assert steps[: len(flight)] == flight
    assert steps[-1] == "trade"
    assert {*steps[len(flight) : -1]} <= {"purchase", "station", "build", "adventure"}


@pytest.mark.parametrize("most", [0, 1, 3])
def test_capped_flight_equals_free_flight(most: int) -> None:
    """A flight with a limit on its cards is the free flight up to that card."""
    free, called = (turn_experiment(KNOWN, 3, sector=2, most=end).run_block(0, 60) for end in (None, most))
    flown = free["cards_flown"][0]
    assert np.array_equal(called["cards_flown"][0], np.minimum(flown, most))
    assert (flown > most).any()
    for name in free:
        assert np.array_equal(free[name][0, flown <= most], called[name][0, flown <= most])


def test_split_separates_finished_games() -> None:
    """Lasting fields go with their game; passing fields begin anew."""
    table = new_games(3, 10, 6, JUDGES)
    play_turn(table, JUDGES, SampledDice(3, 10, 6))
    before = {name: getattr(table, name).copy() for name in LASTING}
    table.over[:] = over = np.array([False, True, False, False, True, True])
    ended = split(table)
    assert (ended.game.tolist(), table.game.tolist()) == ([11, 14, 15], [10, 12, 13])
    for part, which in ((ended, over), (table, ~over)):
        assert part.lanes == 3
        for name in LASTING:
            assert np.array_equal(getattr(part, name), before[name][..., which]) or name == "over"
        fresh = Table(3, STANDARD_RULES)
        for name in PASSING:
            assert np.array_equal(getattr(part, name), getattr(fresh, name))
            assert getattr(part, name).dtype == getattr(fresh, name).dtype
