"""`analyzer fly`: each ship alone, or each against the same rivals."""

from __future__ import annotations

from analyzer.cli.flying import FlyingOptions
from analyzer.cli.options import ShipFiles
from analyzer.cli.shared import FlightOptions, load_ships


def fly(ships: ShipFiles, options: FlightOptions, flying: FlyingOptions) -> None:
    """Fly each ship alone, or each against the same rivals, and show what it comes to."""
    flying.check()
    from analyzer.trucker.conditions import plan

    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    experiments = []
    for ship, captain in zip(layouts, options.captains(layouts), strict=True):
        conditions["captain"] = captain
        experiments.append(plan([ship], options.level, options.seed, **conditions))
    flying.fly(experiments)
