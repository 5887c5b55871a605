"""`analyzer starship inspect`: the facts of ships on paper."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.starship.command.options import PositionFiles


def inspect(ships: PositionFiles, *, output: Annotated[OutputOptions, Only("as_json")]) -> None:
    """Show speeds, odds against each pirate, what each roll produces, points by source, what builds still need."""
    from analyzer.errors import all_or_faults
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.ship.report import ShipFacts

    positions = all_or_faults(load_position, ships)
    facts = [ShipFacts(position.own, position.ships[1 - position.me]) for position in positions]
    output.tell(described(facts))
