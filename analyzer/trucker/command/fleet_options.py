"""The options of class IVC: what is settled of builds before the dice fall, and what the verbs make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from analyzer.errors import AnalyzerError
from analyzer.trucker.command.reading import read_dice, read_premiums

if TYPE_CHECKING:
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.ship.layout import Layout

FLEETS = "Class IVC"
"""The panel of these options."""

Joined = Annotated[
    str | None,
    typer.Option(
        help="Borders that grew together: F front, B behind, L left, R right, e.g. F+L.",
        metavar="BORDERS",
        show_default=False,
    ),
]
Dice = Annotated[
    str | None,
    typer.Option(help="Result of the two dice that join the quarters, e.g. 1,2.", metavar="N,N", show_default=False),
]
LayoutName = Annotated[
    str | None,
    typer.Option(
        "--layout",
        help="Only flights with this layout: two_behind, two_beside, three, one_large or L_and_tiny.",
        metavar="LAYOUT",
        show_default=False,
    ),
]
Insurance = Annotated[
    list[str] | None,
    typer.Option(
        "--insurance",
        help="Premium to pay: 0, 2, 5 or 8 (default: that of the ship file); or `advised`: for each layout "
        "the one "
        "that `analyzer insure` finds cheapest, in flights of its own. Give one for all ships or one for each.",
        metavar="CREDITS|advised",
        show_default=False,
    ),
]
Tables = Annotated[
    Path | None,
    typer.Option(
        help="Folder with tables of your own: board.csv, dice.csv, insurance.csv and so on.",
        metavar="FOLDER",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class FleetOptions:
    """What is settled of builds of class IVC: what the dice made, by which tables, and the insurance."""

    PANEL: ClassVar = FLEETS

    joined: Joined = None
    dice: Dice = None
    layout: LayoutName = None
    insurance: Insurance = None
    tables: Tables = None

    def only_for(self, layouts: Sequence[Layout]) -> None:
        """Raises AnalyzerError where none of the ships is such a build, and one of the options was given."""
        options = [f"--{name}" for name in self.conditions()]
        if options and not any(layout.is_build for layout in layouts):
            raise AnalyzerError(f"{', '.join(options)}: is for builds on board 2007-IVC alone: leave it out")

    def conditions(self) -> dict[str, Any]:
        """Those that were given, as the keyword arguments of all calls that fly."""
        read: dict[str, Any] = {"joined": self.joined, "layout": self.layout, "tables": self.tables}
        read["dice"] = None if self.dice is None else read_dice(self.dice)
        read["insurance"] = read_premiums(self.insurance) if self.insurance else None
        return {name: value for name, value in read.items() if value is not None}

    def own_tables(self) -> FleetTables | None:
        """The tables that are not ours, if any are given."""
        from analyzer.trucker.fleets.tables import fleet_tables

        return None if self.tables is None else fleet_tables(self.tables)

    def settled(self, layout: Layout) -> Layout:
        """The ship, a build with the borders that options or its file say grow together, if any do."""
        from dataclasses import replace

        from analyzer.trucker.fleets.conditions import ways_that_may_come
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        conditions = self.conditions()
        tables = fleet_tables(self.tables)
        ways = ways_that_may_come([layout], conditions.get("joined"), conditions.get("dice"), None, tables)
        return replace(layout, joined=ways[0]) if ways else layout

    def struck(self, layout: Layout) -> Layout | Fleet:
        """The ship, or the one fleet that the options or its file make of a build."""
        from analyzer.trucker.fleets.conditions import the_fleet
        from analyzer.trucker.fleets.tables import fleet_tables

        self.only_for([layout])
        if not layout.is_build:
            return layout
        conditions = self.conditions()
        return the_fleet(layout, conditions.get("joined"), conditions.get("dice"), fleet_tables(self.tables))
