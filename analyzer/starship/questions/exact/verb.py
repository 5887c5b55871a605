"""`analyzer starship exact`: a turn in a known sector, every order and every die counted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes
from analyzer.starship.command.options import PlayerOptions, PositionFile, TableOptions

if TYPE_CHECKING:
    from analyzer.starship.questions.exact.call import Exact

Sector = Annotated[int, typer.Option(help="Where to fly, 1 to 4; all its cards must be known.")]
Most = Annotated[
    int | None, typer.Option(help="Turn back after so many cards, if not before.", metavar="CARDS", show_default=False)
]


def exact(
    ship: PositionFile,
    *,
    sector: Sector = 1,
    most: Most = None,
    players: PlayerOptions,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """One turn in a sector whose cards are known: every order and every die counted, as fractions."""
    output.check()
    from analyzer.starship.questions.exact.call import exact as ask

    found = ask(
        ship,
        sector,
        table.seed,
        captain=players.captain,
        other=players.other,
        most=most,
        switches=table.switches(),
    )
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Exact) -> None:
    from rich.text import Text

    from analyzer.starship.metrics import OF_TURNS

    console = plain_console()
    console.print(Text(found.heading(), "bold"))
    table = bare_table(gap=2)
    for heading in ("", "mean", "fraction"):
        table.add_column(heading, justify="left" if not heading else "right", no_wrap=heading == "mean")
    for title, block in OF_TURNS.blocks.items():
        table.add_heading(title)
        for metric in block:
            mean = found.means[metric.name]
            told = f"{float(mean):.4%}" if metric.is_chance else f"{float(mean):.4f}"
            if metric.shown:
                table.add_row(f"  {metric.label}", told, _fraction(mean))
    console.print(table)
    print_notes(console, found.notes())


def _fraction(mean: object) -> str:
    """As it is where it can be read at a glance."""
    told = str(mean)
    return told if len(told) <= 24 else "..."
