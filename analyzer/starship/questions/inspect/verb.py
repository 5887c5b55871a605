"""`analyzer starship inspect`: the facts of ships on paper."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.starship.command.options import PositionFiles, TableOptions


def inspect(
    ships: PositionFiles,
    *,
    table: Annotated[TableOptions, Only("switch")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Show speeds, odds against each pirate, what each roll produces, points by source, what builds still need.

    Of a position also what lies on the table, the flight that is on, and what the other player has.
    """
    from analyzer.errors import all_or_faults
    from analyzer.starship.position.in_words import table_in_words
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.ship.report import ShipFacts
    from analyzer.starship.switches import load_switches

    positions = all_or_faults(load_position, ships)
    how = load_switches(table.switches())
    facts = [ShipFacts(now.own, now.ships[1 - now.me], how, table_in_words(now)) for now in positions]
    output.tell(described(facts))
