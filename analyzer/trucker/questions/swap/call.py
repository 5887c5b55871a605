"""What else could lie on a square: each component that fits there, flown through the same decks and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.errors import AnalyzerError
from analyzer.runs.amount import parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.swap.answer import Swaps, others
from analyzer.trucker.questions.swap.experiment import SwappedExperiment
from analyzer.trucker.ship.fitting import checked_square
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

FLIGHTS = 5_000


def swap(
    ship: ShipLike,
    square: Sequence[int],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Swaps:
    """What each component that may lie on the square would change, from what one box holds beside the ship.

    In every way that leaves a legal ship; the square may be empty. `flights` are 5,000 if None, or with `precision`
    (the half-width of every mean gain, or of {"arrived": ...}) at most 100,000,000; level, seed, first, save and
    `conditions` are those of `fly`; `progress` is called with the number of flights just flown, of `flights` for the
    ship as it is and for each component.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.swap(ship, (8, 7), flights=50).own.kind
    'double_engine'

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError with every reason why
    this cannot be flown, and where nothing else fits.
    """
    ship = as_ship(ship)
    place = checked_square(ship, square)
    how_much, conditions = parted(options, Conditions)
    experiment = swapped(plan_ship(ship, level, seed, **conditions), place)
    result: Swaps = run_each([experiment], flights, FLIGHTS, units=experiment.variants, **how_much)[0]
    return result


def swapped(experiment: Experiment, square: tuple[int, int]) -> SwappedExperiment:
    """The experiment with each component on the square of its first ship; raises AnalyzerError where nothing fits."""
    parts = others(experiment.ships[0], square)
    if not parts:
        raise AnalyzerError(
            f"{experiment.ships[0].name}: nothing else that is left in the box fits at {square[0]},{square[1]}: "
            "name another square"
        )
    return SwappedExperiment(experiment, square, parts)
