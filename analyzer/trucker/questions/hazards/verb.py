"""`analyzer hazards`: the exact chance of damage for every hazard and side, and what happens in every line."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import Batteries, DeckOptions, ShipFile, TripOptions, load_ships
from analyzer.trucker.command.reading import read_batteries


def hazards(
    ship: ShipFile,
    *,
    trip: Annotated[TripOptions, Only("learning", "edition")],
    deck: Annotated[DeckOptions, Only("cards", "cards_file")],
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: OutputOptions,
    batteries: Batteries = None,
) -> None:
    """For every hazard and side: how many come in a flight, how likely one damages the intact ship, and where."""
    output.check()
    from analyzer.trucker.questions.hazards.call import hazard_table

    (layout,) = load_ships([ship], trip.edition)
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}
    target = fleets.struck(layout)
    table = hazard_table(target, read_batteries(target, batteries), tables=fleets.own_tables(), **road)
    output.tell(described([table]))
