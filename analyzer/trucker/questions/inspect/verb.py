"""`analyzer inspect`: what can be said of ships on paper, drawn and in words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, ShipFiles, TripOptions

if TYPE_CHECKING:
    from analyzer.answers.described import Described
    from analyzer.trucker.position.position import Position
    from analyzer.trucker.ship.layout import Layout


def inspect(
    ships: ShipFiles,
    *,
    trip: Annotated[
        TripOptions,
        Only("learning", "repair", "edition"),
        Says(
            learning="Show what the ship faces in the learning flight: level I with the eight starred cards.",
            repair="Take components off flawed ships, as `fly --repair` does, and show the ship that remains.",
        ),
    ],
    deck: Annotated[
        DeckOptions,
        Only("cards", "cards_file"),
        Says(cards="Show what the ship faces on these cards alone, e.g. 28,29,41."),
    ],
    dice: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: Annotated[OutputOptions, Only("as_json", "plot")],
) -> None:
    """Draw ships and list their strengths, flaws with cures, weak points, and which meteors hit which lines.

    Squares are (row, column) with the printed dice numbers. For class IVC: the fleets that the dice may make.
    For a position file: the ship as it is now, the track, and the cards.
    """
    from analyzer.errors import all_or_faults
    from analyzer.trucker.position.position import Position
    from analyzer.trucker.position.positionfile import load_ship_or_position
    from analyzer.trucker.questions.inspect.call import inspect as inspect_one
    from analyzer.trucker.questions.inspect.position import InspectedPosition

    output.check()
    loaded = all_or_faults(partial(load_ship_or_position, edition=trip.edition), ships)
    dice.only_for([one for one in loaded if not isinstance(one, Position)])
    fleets = dice.conditions() | {"tables": dice.own_tables()}
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}

    def inspected(one: Layout | Position) -> Described:
        if isinstance(one, Position):
            return InspectedPosition(one)
        return inspect_one(one, repair=trip.repair, **road, **fleets)

    output.tell(described(all_or_faults(inspected, loaded)))
