"""`analyzer strike`: what one hazard does to one ship."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.face import Face
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import plain_console
from analyzer.cli.trucker.options import Batteries, PlayerOptions, ShipFile, check_batteries, load_ships

if TYPE_CHECKING:
    from analyzer.trucker.questions.struck import Strike
    from analyzer.trucker.ship.layout import Layout

Hazard = Annotated[str, typer.Option(help="small_meteor, large_meteor, light_fire or heavy_fire.", show_default=False)]
From = Annotated[str, typer.Option("--from", help="The side it comes from: front, right, rear or left.")]
Roll = Annotated[int, typer.Option(help="What the two dice show, 2 to 12.", show_default=False)]

OF_FLEETS = ("ship", "paid_by")
"""What a Strike tells of fleets alone."""
NAMES = {
    "small_meteor": "A small meteor",
    "large_meteor": "A large meteor",
    "light_fire": "Light cannon fire",
    "heavy_fire": "Heavy cannon fire",
}


def strike(
    ship: ShipFile,
    hazard: Hazard,
    side: From,
    roll: Roll,
    *,
    batteries: Batteries = None,
    players: PlayerOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Tell what one meteor or shot does to the whole ship, and draw it.

    Squares are (row, column) with the printed dice numbers.
    """
    from analyzer.trucker.questions.strike import strike as strike_ship

    (layout,), hazard = load_ships([ship]), hazard.replace("-", "_")
    check_batteries(layout, batteries)
    (captain,) = players.of([layout])
    struck = strike_ship(layout, hazard, side, roll, batteries, captain)
    facts = _facts(layout, hazard, side, roll, batteries, captain, struck)
    output.tell(Face(lambda: facts, partial(_show, layout, facts, struck)))


def _facts(
    layout: Layout, hazard: str, side: str, roll: int, batteries: int | None, captain: str, struck: Strike
) -> dict[str, Any]:
    from dataclasses import asdict

    from analyzer.trucker.questions.strike import carried

    given = {"ship": layout.name, "hazard": hazard, "from": side, "roll": roll}
    given |= {"batteries": carried(layout) if batteries is None else batteries, "captain": captain}
    told = {name: value for name, value in asdict(struck).items() if name not in OF_FLEETS}
    return given | told | {"flaws": len(layout.flaws())}


def _show(layout: Layout, facts: dict[str, Any], struck: Strike) -> None:
    from rich.text import Text

    from analyzer.cli.trucker.draw import LOST, STRUCK, draw
    from analyzer.trucker.ship.component import side_named

    marks = dict.fromkeys(struck.lost, LOST) | ({struck.square: STRUCK} if struck.square else {})
    console = plain_console()
    console.print(Text(layout.name, "bold"))
    console.print(Text(_told(layout, facts, struck)), soft_wrap=True)
    if facts["flaws"]:
        flaws = "1 flaw" if facts["flaws"] == 1 else f"{facts['flaws']} flaws"
        console.print(f"This ship has {flaws}: it must be repaired before it really flies.")
    console.print()
    console.print(draw(layout, marks, (side_named(facts["from"]), facts["roll"])), crop=False)


def _told(layout: Layout, facts: dict[str, Any], struck: Strike) -> str:
    """What happens, in one sentence."""
    what = f"{NAMES[facts['hazard']]} from the {facts['from']} at {facts['roll']}"
    if struck.square is None:
        return f"{what} flies past: nothing lies in {_line(facts['from'])} {facts['roll']}."
    from analyzer.trucker.sayings.phrases import in_words

    row, column = struck.square
    target = f"the {in_words(layout.components[struck.square].kind)} at row {row} column {column}"
    return f"{what} {_end(target, struck, len(layout.components))}."


def _end(target: str, struck: Strike, components: int) -> str:
    if struck.outcome == "bounced":
        return f"bounces off the smooth side of {target}"
    if struck.outcome == "shielded":
        return f"flies at {target}: a shield stops it for 1 battery"
    if struck.outcome == "shot_down":
        gun = "double cannon shoots it down for 1 battery" if struck.batteries_spent else "cannon shoots it down"
        return f"flies at {target}: a {gun}"
    return f"hits {target}: destroyed; {_broken_off(len(struck.lost) - 1, components)}"


def _broken_off(others: int, components: int) -> str:
    if others + 1 == components:
        return "nothing is left of the ship"
    if not others:
        return "nothing else breaks off"
    return f"{others} more {'component breaks' if others == 1 else 'components break'} off"


def _line(side: str) -> str:
    return "column" if side in ("front", "rear") else "row"
