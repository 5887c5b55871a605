"""What each component of a ship is worth in flight, how likely it is lost, and from where it is hit first.

The ship is flown whole and without the component under the same seed: both meet the same cards and the same dice, and
what is reported are differences flight by flight, whose interval is far narrower than that of two separate means.
"""

from __future__ import annotations

from typing import Unpack

from analyzer.runs.amount import parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_ship
from analyzer.trucker.questions.weak.answer import Weakness
from analyzer.trucker.questions.weak.experiment import WithoutEach
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

FLIGHTS = 20_000


def weak_points(
    ship: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Weakness:
    """What losing each component before launch would cost, and how likely it is lost in flight.

    `flights` are 20,000 if None, or with `precision` (the half-width of every mean cost, or of {"lost": ...}) at most
    100,000,000; level, seed, first, save and `conditions` are those of `fly`; `progress` is called with the number of
    flights just flown, of `flights` for the whole ship and for each component.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/paper-arrow.yaml")
    >>> weak_points(ship, flights=10)[7, 7].cost is None
    True

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError with every reason why
    this cannot be flown.
    """
    ship = as_ship(ship)
    how_much, conditions = parted(options, Conditions)
    experiment = WithoutEach(plan_ship(ship, level, seed, **conditions))
    result: Weakness = run_each([experiment], flights, FLIGHTS, units=experiment.variants, **how_much)[0]
    return result
