"""`analyzer hazards`: the exact chance of damage for every hazard and side, and what happens in every line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.face import Face
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Without
from analyzer.cli.terminal import bare_table, plain_console
from analyzer.cli.trucker.options import Batteries, ShipFile, load_ships

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table

    from analyzer.trucker.questions.hazard_table import HazardTable, Line

LEGEND = (
    ". flies past   o bounces off   s shield for 1 battery   c cannon",
    "b double cannon for 1 battery   1, 2, ... components lost",
)


def hazards(ship: ShipFile, output: Annotated[OutputOptions, Without("plot")], batteries: Batteries = None) -> None:
    """Tell for every hazard and side how likely it does damage to the whole ship, exactly, and where."""
    output.check()
    from analyzer.trucker.questions.hazard_table import hazard_table

    (layout,) = load_ships([ship])
    found = hazard_table(layout, batteries)
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: HazardTable) -> None:
    from rich.text import Text

    console = plain_console()
    have = "1 battery" if found.batteries == 1 else f"{found.batteries} batteries"
    console.print(Text(found.ship.name, "bold"), Text(f": one hazard alone against the whole ship, {have}"), sep="")
    flaws = len(found.ship.flaws())
    if flaws:
        console.print(f"This ship has {'1 flaw' if flaws == 1 else f'{flaws} flaws'}: it cannot be flown like this.")
    console.print()
    console.print(_table(found))
    console.print()
    console.print(*LEGEND, sep="\n")


def _table(found: HazardTable) -> Table:
    """One row a hazard and side: chances of damage of 36, then what happens at each dice sum."""
    from analyzer.trucker.questions.hazard_table import ROLLS

    table = bare_table(labels=2)
    table.add_column("\nhazard", no_wrap=True)
    table.add_column("\nfrom", no_wrap=True)
    for heading in ("damage,\nof 36", "without\nbatteries"):
        table.add_column(heading, justify="right", no_wrap=True)
    for roll in ROLLS:
        table.add_column(f"\n{roll:>2}", justify="right", no_wrap=True)
    for row in found.rows():
        hazard, side = row["hazard"], row["side"]
        signs = [_sign(line) for line in found.lines(hazard, side)]
        first = hazard.replace("_", " ") if side == "front" else ""
        table.add_row(first, side, _of_36(row["chance"]), _of_36(row["chance_unpowered"]), *signs)
    return table


def _of_36(chance: Fraction) -> str:
    return f"{int(chance * 36)} ({float(chance):.0%})"


def _sign(line: Line) -> str:
    """What happens in one line, in a character or the number of components lost."""
    if line.lost:
        return str(len(line.lost))
    signs = {"miss": ".", "bounced": "o", "shielded": "s", "shot_down": "b" if line.batteries_spent else "c"}
    return signs[line.outcome]
