"""`analyzer lorry dice`: what the dice of a round show, and what each seat can have of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.dice.drafts import Drafts

Players = Annotated[int, typer.Option(help="How many traders, 2 to 4.")]
OfGalaxy = Annotated[
    Path | None,
    typer.Option("--galaxy", help="Whose dice are rolled; the default if not given.", show_default=False),
]


def dice(
    *,
    players: Players = 2,
    galaxy: OfGalaxy = None,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """The chance of each type at each place in the picking order, by dice set: two white or two orange."""
    output.check()
    from analyzer.lorry.galaxy.galaxyfile import load_galaxy
    from analyzer.lorry.questions.dice.drafts import drafts

    found = drafts(players, None if galaxy is None else load_galaxy(galaxy))
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Drafts) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    rows = found.seats()
    for dice in found.sets:
        console.print()
        console.print(", ".join(dice), style="bold")
        table = bare_table(labels=2, gap=2)
        for heading in ("picks", "type", "surely", "at random", "at most"):
            table.add_column(heading, justify="left" if heading in ("picks", "type") else "right", no_wrap=True)
        for one in (one for one in rows if one.dice == dice):
            chances = (one.surely, one.at_random, one.at_most)
            table.add_row(f"{one.seat}.", one.type, *(f"{float(chance):.1%}" for chance in chances))
        console.print(table)
        rolls = list(found.rolls(dice).items())[:3]
        told = "; ".join(f"{', '.join(kinds)} {float(chance):.1%}" for kinds, chance in rolls)
        console.print(f"most often shown: {told}", soft_wrap=True)
    print_notes(console, found.notes())
