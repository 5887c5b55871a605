"""What a forecast is worth knowing: the flights it leaves possible against all that there could be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Unpack

from analyzer.answers.comparison import Comparison
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.start import AUTO
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.conditions import Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.shipfile import ShipLike

KNOWING, NOT_KNOWING = "forecast", "without"


def compare_forecast(
    ship: ShipLike,
    level: str | None = None,
    flights: int = 100_000,
    seed: int = 1,
    *,
    workers: Workers = AUTO,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Comparison:
    """By how much a forecast changes what is to be expected: "forecast" and "without", on the same dice.

    `conditions` hold the forecast. Raises AnalyzerError if they do not, or with every reason why this cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/II/tin-kite.yaml")
    >>> analyzer.compare_forecast(ship, flights=50, forecast="ships/2007/forecast-II.yaml").names
    ('forecast', 'without')
    """
    return changed_by_forecast(plan_ship(ship, level, seed, **conditions), flights, workers=workers, progress=progress)


def changed_by_forecast(
    known: Experiment, flights: int, *, workers: Workers = AUTO, progress: Callable[[int], None] | None = None
) -> Comparison:
    """The same for an experiment that is planned already."""
    if known.route.forecast is None:
        raise AnalyzerError("no forecast: give what has been seen of the piles, as forecast=...")
    unknown = replace(known, route=replace(known.route, forecast=None))
    both = {KNOWING: known, NOT_KNOWING: unknown}
    return compare_experiments(both, flights, workers=workers, progress=progress)
