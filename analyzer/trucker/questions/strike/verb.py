"""`analyzer strike`: what one hazard does to one ship."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import Batteries, PlayerOptions, ShipFile, TripOptions, load_ships
from analyzer.trucker.command.reading import read_batteries

Hazard = Annotated[str, typer.Option(help="small_meteor, large_meteor, light_fire or heavy_fire.", show_default=False)]
From = Annotated[str, typer.Option("--from", help="The side it comes from: front, right, rear or left.")]
Roll = Annotated[int, typer.Option(help="What the two dice show, 2 to 12.", show_default=False)]


def strike(
    ship: ShipFile,
    hazard: Hazard,
    side: From,
    roll: Roll,
    *,
    batteries: Batteries = None,
    trip: Annotated[TripOptions, Only("edition")],
    players: PlayerOptions,
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Show what one meteor or shot does to the intact ship.

    Squares are (row, column) with the printed dice numbers.
    """
    from analyzer.trucker.questions.strike.call import report_strike

    (layout,), hazard = load_ships([ship], trip.edition), hazard.replace("-", "_")
    target = fleets.struck(layout)
    charged = read_batteries(target, batteries)
    (captain,) = players.of([layout])
    output.tell(described([report_strike(target, hazard, side, roll, charged, captain)]))
