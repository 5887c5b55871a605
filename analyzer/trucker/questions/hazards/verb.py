"""`analyzer hazards`: the exact chance of damage for every hazard and side, and what happens in every line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import Batteries, DeckOptions, ShipFile, TripOptions, load_ships
from analyzer.trucker.command.reading import read_batteries

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.trucker.questions.hazards.call import HazardTable, Line

WORST = 3
"""How many of the worst are named."""
PAIRS = 36
NEVER = "bright_black"
"""How rows are shown of what no card sends."""
LEGEND = (
    "comes: how many a flight, on average; never: no card of the route sends one",
    "fire comes only to who is beaten or has least in a combat zone: at most so many",
    "of 36: ways to roll damage; empty: the same without batteries",
    "damage: how many of those that come do damage, as long as the ship is whole",
    ". flies past   o bounces off   s shield for 1 battery   c cannon",
    "b double cannon for 1 battery   1, 2, ... components lost",
)


def hazards(
    ship: ShipFile,
    *,
    trip: Annotated[TripOptions, Only("learning")],
    deck: Annotated[DeckOptions, Only("cards", "cards_file")],
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: OutputOptions,
    batteries: Batteries = None,
) -> None:
    """Tell for every hazard and side how many come a flight, and how likely and where one damages the whole ship."""
    output.check()
    from analyzer.trucker.questions.hazards.call import hazard_table

    (layout,) = load_ships([ship])
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}
    target = fleets.struck(layout)
    found = hazard_table(target, read_batteries(target, batteries), tables=fleets.own_tables(), **road)
    output.tell(of_one(found, _show))


def _show(found: HazardTable) -> None:
    from rich.text import Text

    console = plain_console()
    have = "1 battery" if found.batteries == 1 else f"{found.batteries} batteries"
    what = f"fleet ({found.ship.joined} joined)" if found.ship.joined else "ship"
    told = f": one hazard alone against the whole {what}, {have}, {found.route.title}"
    console.print(Text(found.ship.name, "bold"), Text(told), sep="")
    flaws = len(found.ship.flaws())
    if flaws:
        console.print(f"This ship has {'1 flaw' if flaws == 1 else f'{flaws} flaws'}: it cannot be flown like this.")
    console.print()
    console.print(_table(found, "≤" if console.encoding.startswith("utf") else "<"))
    console.print()
    for line in _worst(found):
        console.print(line)
    console.print()
    console.print(*LEGEND, sep="\n")


def _worst(found: HazardTable) -> Iterator[str]:
    """What does most damage of what the cards send: meteors, and apart from them shots, which need not come."""
    for surely, label in ((True, "Most damage a flight"), (False, "If it comes to fire, at most")):
        worst = found.worst(surely)[:WORST]
        told = (
            f"{one['hazard'].replace('_', ' ')} from the {one['side']} {_often(one, 'damage_a_flight')}"
            for one in worst
        )
        yield f"{label}: {', '.join(told) or 'none'}."


def _table(found: HazardTable, at_most: str) -> Table:
    """One row a hazard and side: what comes, chances of damage of 36, then what happens at each dice sum."""
    from analyzer.trucker.questions.hazards.call import ROLLS

    table = bare_table(labels=2)
    for heading in ("hazard", "from"):
        table.add_column(heading, no_wrap=True)
    for heading in ("comes", "of 36", "empty", "damage"):
        table.add_column(heading, justify="right", no_wrap=True)
    for roll in ROLLS:
        table.add_column(f"{roll:>2}", justify="right", no_wrap=True)
    for row in found.rows():
        hazard, side = row["hazard"], row["side"]
        signs = [_sign(line) for line in found.lines(hazard, side)]
        first = hazard.replace("_", " ") if side == "front" or not table.rows else ""
        of_36 = (str(int(row[chance] * PAIRS)) for chance in ("chance", "chance_unpowered"))
        bound = "" if found.coming[hazard, side].surely else at_most
        comes = [_often(row, "a_flight", bound), *of_36, _often(row, "damage_a_flight", bound)]
        table.add_row(first, side, *comes, *signs, style=None if row["a_flight"] else NEVER)
    return table


def _often(row: dict[str, Any], which: str, at_most: str = "") -> str:
    """How many a flight; no zero for what is only rare."""
    if not row["a_flight"]:
        return "never" if which == "a_flight" else "-"
    return f"{at_most}{float(row[which]):.2f}"


def _sign(line: Line) -> str:
    """What happens in one line, in a character or the number of components lost."""
    if line.lost:
        return str(len(line.lost))
    signs = {"miss": ".", "bounced": "o", "shielded": "s", "shot_down": "b" if line.batteries_spent else "c"}
    return signs[line.outcome]
