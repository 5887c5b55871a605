"""`analyzer race`: all ships in one convoy."""

from __future__ import annotations

from analyzer.cli.flying import FlyingOptions
from analyzer.cli.options import ShipFiles
from analyzer.cli.shared import RouteOptions, load_ships
from analyzer.errors import AnalyzerError


def race(ships: ShipFiles, options: RouteOptions, flying: FlyingOptions) -> None:
    """Fly two to four ships in one convoy; --start is the first ship's place."""
    flying.check()
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.conditions import plan

    layouts = load_ships(ships)
    flying.fly([plan(layouts, options.level, options.seed, **options.conditions(layouts))])
