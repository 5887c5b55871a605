"""`analyzer strike`: what one hazard does to one ship."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.terminal import plain_console
from analyzer.present.view import View
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import Batteries, PlayerOptions, ShipFile, load_ships
from analyzer.trucker.command.reading import read_batteries

if TYPE_CHECKING:
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.questions.strike.answer import Strike
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
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Tell what one meteor or shot does to the whole ship, and draw it.

    Squares are (row, column) with the printed dice numbers.
    """
    from analyzer.trucker.questions.strike.call import strike as strike_ship

    (layout,), hazard = load_ships([ship]), hazard.replace("-", "_")
    target = fleets.struck(layout)
    charged = read_batteries(target, batteries)
    (captain,) = players.of([layout])
    struck = strike_ship(target, hazard, side, roll, charged, captain)
    facts = _facts(target, hazard, side, roll, charged, captain, struck)
    output.tell(View(lambda: facts, partial(_show, target, facts, struck)))


def _facts(
    target: Layout | Fleet,
    hazard: str,
    side: str,
    roll: int,
    batteries: int | list[int] | None,
    captain: str,
    struck: Strike,
) -> dict[str, Any]:
    from dataclasses import asdict

    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.questions.strike.call import carried, carried_by_ship

    given = {"ship": target.name, "hazard": hazard, "from": side, "roll": roll}
    told = asdict(struck)
    if isinstance(target, Fleet):
        carry: Any = carried_by_ship(target)
        hit, payer = told.pop("ship"), told.pop("paid_by")
        given |= {"joined": target.joined, "hit_ship": hit, "paid_by": payer}
    else:
        carry = carried(target)
        told = {name: value for name, value in told.items() if name not in OF_FLEETS}
    given |= {"batteries": carry if batteries is None else batteries, "captain": captain}
    return given | told | {"flaws": len(target.flaws())}


def _show(layout: Layout | Fleet, facts: dict[str, Any], struck: Strike) -> None:
    from rich.text import Text

    from analyzer.trucker.drawing.draw import LOST, STRUCK, draw
    from analyzer.trucker.ship.component import side_named

    marks = dict.fromkeys(struck.lost, LOST) | ({struck.square: STRUCK} if struck.square else {})
    console = plain_console()
    console.print(Text(layout.name, "bold"), Text(f", {facts['joined']} joined" if "joined" in facts else ""), sep="")
    console.print(Text(_told(layout, facts, struck)), soft_wrap=True)
    if facts["flaws"]:
        flaws = "1 flaw" if facts["flaws"] == 1 else f"{facts['flaws']} flaws"
        console.print(f"This ship has {flaws}: it must be repaired before it really flies.")
    console.print()
    console.print(draw(layout, marks, (side_named(facts["from"]), facts["roll"])), crop=False)


def _told(layout: Layout | Fleet, facts: dict[str, Any], struck: Strike) -> str:
    """What happens, in one sentence."""
    what = f"{NAMES[facts['hazard']]} from the {facts['from']} at {facts['roll']}"
    if struck.square is None:
        return f"{what} flies past: nothing lies in {_line(facts['from'])} {facts['roll']}."
    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.in_words import quarters_in_words
    from analyzer.trucker.sayings.phrases import in_words

    row, column = struck.square
    target = f"the {in_words(layout.components[struck.square].kind)} at row {row} column {column}"
    if struck.ship is not None and isinstance(layout, Fleet) and layout.apart:
        target += f" of ship {struck.ship + 1} ({quarters_in_words(layout.quarters[struck.ship])})"
    return f"{what} {_end(target, struck, len(layout.components))}."


def _end(target: str, struck: Strike, components: int) -> str:
    paid = "" if struck.paid_by is None else f" of ship {struck.paid_by + 1}"
    if struck.outcome == "bounced":
        return f"bounces off the smooth side of {target}"
    if struck.outcome == "shielded":
        return f"flies at {target}: a shield stops it for 1 battery{paid}"
    if struck.outcome == "shot_down":
        gun = f"double cannon shoots it down for 1 battery{paid}" if struck.batteries_spent else "cannon shoots it down"
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
