"""What fleet rules change: every kind of card flown by the same build as a fleet and as one large ship."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.errors import AnalyzerError, named_setting
from analyzer.runs.amount import HowMuch, parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import ALL
from analyzer.trucker.questions.as_a_fleet.answer import FleetEffects
from analyzer.trucker.questions.as_a_fleet.experiment import AsOne
from analyzer.trucker.questions.insure.call import checked_build
from analyzer.trucker.ship.shipfile import ShipLike

FLIGHTS = 300


def fleet_effects(
    build: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> FleetEffects:
    """What fleet rules change: every kind of card flown by a build as a fleet and as one large ship, side by side.

    `flights` are 300 of every card and sort if None; level, seed and all else are as in `fly`.

    >>> import analyzer
    >>> build = analyzer.load_ship("ships/2007/IVC/four-winds.yaml")
    >>> analyzer.fleet_effects(build, flights=1)["stardust"].cards
    (3, 23)

    Raises AnalyzerError for ships that are no builds of class IVC, and with every reason why this cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    (one,) = as_one([plan_ship(checked_build(build), level, seed, **conditions)], flights, **how_much)
    return one


def as_one(
    experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[FleetEffects]:
    """The same for experiments that are planned already, all kept in one save file if any."""
    for experiment in experiments:
        checked_build(experiment.ships[0])
        if [*experiment.route.outcomes] == [ALL]:
            fixed = ", ".join(map(named_setting, ("joined", "dice", "layout")))
            raise AnalyzerError(f"one large ship against itself: leave out {fixed}")
        if experiment.route.cards or experiment.route.forecast:
            chosen = " and ".join(map(named_setting, ("cards", "forecast")))
            raise AnalyzerError(f"every card of the level is flown by itself: leave out {chosen}")
    return run_each([AsOne(one) for one in experiments], flights, FLIGHTS, **how_much)
