"""`analyzer crew`: where aliens live best on a ship."""

from __future__ import annotations

from analyzer.cli.export import Export, check_export, export
from analyzer.cli.flying import Flights, Workers
from analyzer.cli.options import AsJson, ShipFile, print_json
from analyzer.cli.shared import FlightOptions
from analyzer.cli.trucker.compare import show_comparison
from analyzer.cli.watch import progress


def crew(
    ship: ShipFile,
    options: FlightOptions,
    flights: Flights = 20_000,
    workers: Workers = 1,
    export_to: Export = None,
    as_json: AsJson = False,
) -> None:
    """Compare every legal placing of aliens, humans only among them, through the same flights."""
    check_export(export_to)
    from analyzer.trucker.questions.crews import compare_crews
    from analyzer.trucker.ship.shipfile import load_ship

    layout = load_ship(ship)
    conditions = options.conditions([layout])
    with progress(flights) as flown:
        found = compare_crews(
            layout, options.level, flights, options.seed, workers=workers, progress=flown, **conditions
        )
    if export_to is not None:
        export(found.ranking_table(), export_to)
    if as_json:
        print_json(found.as_dict())
        return
    show_comparison(found)
