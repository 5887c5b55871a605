"""`analyzer lorry exact`: best play alone, the whole tree of games counted out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.face import Face
from analyzer.cli.lorry.options import Dice, PositionFile, colours
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.solo_optimum import SoloOptimum

Turns = Annotated[int, typer.Option(help="How many turns are left.")]
Budget = Annotated[int, typer.Option(help="The most states that are looked at; more are refused.")]
Most = Annotated[int, typer.Option(help="How many first draws are told.")]


def exact(
    galaxy: PositionFile,
    *,
    turns: Turns = 3,
    dice: Dice = None,
    budget: Budget = 200_000,
    most: Most = 8,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Best play alone on a tiny galaxy: every roll, every draw, every choice, as fractions."""
    output.check()
    from analyzer.lorry.questions.solo_optimum import exact as ask

    found = ask(galaxy, turns, colours(dice), budget)
    output.tell(Face(found.as_dict, partial(_show, found, most), found.table))


def _show(found: SoloOptimum, most: int) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    for kind, total in found.by_type.items():
        told = "no legal place" if total is None else f"{float(total):.4f} ({_short(total)})"
        console.print(f"  if only {kind} is shown first: {told}", soft_wrap=True)
    console.print()
    table = bare_table(gap=2)
    for heading in ("first draw", "ends", "box", "die", "total", "fraction"):
        table.add_column(heading, justify="right" if heading in ("total", "fraction") else "left", no_wrap=True)
    for one in found.first_draws[:most]:
        box = f"({one.column}, {one.row})"
        table.add_row(one.type, one.ends, box, one.colour, f"{float(one.total):.4f}", _short(one.total))
    console.print(table)
    if len(found.first_draws) > most:
        console.print(f"... of {len(found.first_draws)} draws")
    print_notes(console, found.notes())


def _short(total: object) -> str:
    """A fraction, where it can be read at a glance."""
    told = str(total)
    return told if len(told) <= 24 else "..."
