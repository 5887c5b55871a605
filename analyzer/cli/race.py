"""`analyzer race`: all ships in one convoy."""

from __future__ import annotations

from analyzer.cli.flying import Flights, Plot, Workers, check_plot_dir, progress, show
from analyzer.cli.options import AsJson, ShipFiles
from analyzer.cli.shared import RouteOptions, load_ships
from analyzer.errors import AnalyzerError


def race(
    ships: ShipFiles,
    options: RouteOptions,
    flights: Flights = 100_000,
    workers: Workers = 1,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Fly two to four ships in one convoy; --start is the first ship's place."""
    check_plot_dir(plot)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.fly import fly

    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    with progress(flights) as flown:
        result = fly(layouts, options.level, flights, options.seed, workers=workers, progress=flown, **conditions)
    show([result], as_json, plot)
