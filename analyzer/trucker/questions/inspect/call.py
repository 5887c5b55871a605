"""Inspecting a ship or a build of class IVC: all that can be said of it before it flies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analyzer.trucker.cards.coming import road
from analyzer.trucker.fleets.facts import inspect_build
from analyzer.trucker.fleets.tables import FleetTables, fleet_tables
from analyzer.trucker.questions.inspect.answer import Inspected
from analyzer.trucker.questions.inspect.fleets import InspectedBuild
from analyzer.trucker.ship.facts import inspect_ship
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.repair import repair as without_flaws


def inspect(
    ship: Layout,
    repair: bool = False,
    *,
    learning: bool = False,
    cards: Sequence[int] = (),
    cards_file: str | Path | None = None,
    joined: str | None = None,
    dice: Sequence[int] | None = None,
    tables: FleetTables | None = None,
) -> Inspected | InspectedBuild:
    """What can be said of a ship on paper, flawed or not, or of what a `repair` leaves of it.

    Meteors are those of the level of the ship's board; learning, cards, cards_file: as in `Conditions`.
    Of a build of class IVC it is every fleet that the dice may make, or the one that `joined` or `dice` name, by
    `tables` if those are not ours.

    Raises AnalyzerError for a ship without components or with more than 64 squares, and as `fleet` does.
    """
    layout, removed = without_flaws(ship) if repair else (ship, None)
    if ship.is_build:
        tables = tables or fleet_tables()
        return InspectedBuild(layout, inspect_build(layout, joined, dice, tables), tables, removed)
    return Inspected(layout, inspect_ship(layout, road(layout, learning, cards, cards_file)), ship, removed)
