"""`analyzer inspect`: what can be said of ships on paper, drawn and in words."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, ShipFiles, TripOptions, load_ships


def inspect(
    ships: ShipFiles,
    *,
    trip: Annotated[
        TripOptions,
        Only("learning", "repair", "edition"),
        Says(repair="Take components off flawed ships, as `fly --repair` does, and show the ship that is left."),
    ],
    deck: Annotated[DeckOptions, Only("cards", "cards_file")],
    dice: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: Annotated[OutputOptions, Only("as_json", "plot")],
) -> None:
    """Draw ships and list their strengths, flaws with cures, weak points, and which meteors hit which lines.

    Squares are (row, column) with the printed dice numbers. For class IVC: the fleets that the dice may make.
    """
    from analyzer.errors import all_or_faults
    from analyzer.trucker.questions.inspect.call import inspect as inspect_one

    dice.only_for(layouts := load_ships(ships, trip.edition))
    fleets = dice.conditions() | {"tables": dice.own_tables()}
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}
    output.tell(described(all_or_faults(partial(inspect_one, repair=trip.repair, **road, **fleets), layouts)))
