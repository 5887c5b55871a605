"""`analyzer lorry routes`: which pairs of planets pay, alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import Dice, EdgeOptions, GalaxyFile, colours
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.routes.call import Routes

Turns = Annotated[int, typer.Option(help="Within how many turns the chance is told.")]


def routes(
    galaxy: GalaxyFile,
    *,
    dice: Dice = None,
    turns: Turns = 10,
    edges: EdgeOptions,
    output: OutputOptions,
) -> None:
    """Every pair of planets: boxes, expected turns alone, the chance in so many turns, points a turn; counted out."""
    output.check()
    from analyzer.lorry.questions.routes.call import routes as ask

    found = ask(edges.galaxy(galaxy), colours(dice), turns)
    output.tell(of_one(found, _show))


def _show(found: Routes) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    within = f"in {found.turns} turns"
    headings = ("pair", "boxes", "turns", "both ends", within, f"{within}, both", "points a turn")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "pair" else "right", no_wrap=True)
    for row in found.rows():
        pair = f"{row['first']}-{row['second']}"
        if row["turns"] is None:
            table.add_row(pair, "no way", *["-"] * 5)
            continue
        chances = (f"{row['within']:.2%}", f"{row['both_within']:.2%}")
        cells = (f"{row['turns']:.3f}", f"{row['both_heads']:.3f}", *chances)
        table.add_row(pair, str(row["boxes"]), *cells, f"{row['points_a_turn']:.3f}")
    console.print(table)
    print_notes(console, found.notes())
