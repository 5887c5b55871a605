"""`analyzer fly`: each ship alone, or each against the same rivals."""

from __future__ import annotations

from analyzer.cli.flying import Flights, Plot, Workers, check_plot_dir, progress, show
from analyzer.cli.options import AsJson, ShipFiles
from analyzer.cli.shared import FlightOptions, load_ships


def fly(
    ships: ShipFiles,
    options: FlightOptions,
    flights: Flights = 100_000,
    workers: Workers = 1,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Fly each ship alone, or each against the same rivals, and show what it comes to."""
    check_plot_dir(plot)
    from analyzer.trucker.fly import fly as fly_many

    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    results = []
    with progress(flights * len(layouts)) as flown:
        for ship, captain in zip(layouts, options.captains(layouts), strict=True):
            conditions["captain"] = captain
            results.append(
                fly_many([ship], options.level, flights, options.seed, workers=workers, progress=flown, **conditions)
            )
    show(results, as_json, plot)
