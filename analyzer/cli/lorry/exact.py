"""`analyzer lorry exact`: best play alone, the whole tree of games counted out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.face import Face
from analyzer.cli.lorry.options import Dice, PositionFile, colours
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.solo_optimum import SoloCaptain, SoloOptimum

Turns = Annotated[int, typer.Option(help="How many turns are left.")]
Budget = Annotated[int, typer.Option(help="The most states that are looked at; more are refused.")]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help="Count out what this captain comes to, too; may be given several times.", show_default=False
    ),
]
Most = Annotated[int, typer.Option(help="How many first draws are told.")]


def exact(
    galaxy: PositionFile,
    *,
    turns: Turns = 3,
    dice: Dice = None,
    captain: Captains = None,
    budget: Budget = 200_000,
    most: Most = 8,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Best play alone on a tiny galaxy: every roll, every draw, every choice, as fractions."""
    output.check()
    from analyzer.lorry.questions.solo_optimum import exact as ask

    found = ask(galaxy, turns, colours(dice), budget)
    played = [found.by(name) for name in captain or ()]

    def facts() -> dict[str, Any]:
        return found.as_dict() | {"captains": [one.as_dict() for one in played]}

    output.tell(Face(facts, partial(_show, found, played, most), found.table))


def _show(found: SoloOptimum, played: list[SoloCaptain], most: int) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    for kind, total in found.by_type.items():
        told = "no legal place" if total is None else f"{float(total):.4f} ({_short(total)})"
        console.print(f"  if only {kind} is shown first: {told}", soft_wrap=True)
    for who in played:
        told = (
            f"captain {who.name}: {float(who.mean):.4f} ({_short(who.mean)}), {float(who.regret):.4f} below best play"
        )
        console.print(told, soft_wrap=True)
        shares = ", ".join(f"{total}: {float(chance):.1%}" for total, chance in who.totals.items())
        console.print(f"  totals {shares}", soft_wrap=True)
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
