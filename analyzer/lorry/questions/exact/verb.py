"""`analyzer lorry exact`: best play alone, the whole tree of games counted out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.lorry.command.options import Dice, PositionFile, colours
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.exact.call import Between, SoloCaptain, SoloOptimum

Turns = Annotated[int, typer.Option(help="How many turns are left.")]
Budget = Annotated[int, typer.Option(help="The most states that are looked at; with more best play is bounded.")]
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
    """Best play alone on a tiny galaxy: every roll, every draw, every choice, as fractions; on larger ones bounds."""
    output.check()
    from analyzer.lorry.questions.exact.call import exact as ask

    found = ask(galaxy, turns, colours(dice), budget)
    played = [found.by(name) for name in captain or ()]

    def facts() -> dict[str, Any]:
        return found.as_dict() | {"captains": [one.as_dict() for one in played]}

    output.tell(Face(facts, partial(_show, found, played, most), found.table))


def _show(found: SoloOptimum, played: list[SoloCaptain], most: int) -> None:
    from rich.text import Text

    from analyzer.lorry.questions.exact.call import short

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    least = "" if found.exact else "at least "
    for kind, total in found.by_type.items():
        told = "no legal place" if total is None else f"{least}{float(total):.4f} ({short(total)})"
        console.print(f"  if only {kind} is shown first: {told}", soft_wrap=True)
    for who in played:
        below = f"{float(who.regret):.4f}" if found.exact else _range(who.below)
        console.print(
            f"captain {who.name}: {float(who.mean):.4f} ({short(who.mean)}), {below} below best play", soft_wrap=True
        )
        shares = ", ".join(f"{total}: {float(chance):.1%}" for total, chance in who.totals.items())
        console.print(f"  totals {shares}", soft_wrap=True)
    console.print()
    table = bare_table(gap=2)
    bounded = () if found.exact else ("at most",)
    for heading in ("first draw", "ends", "box", "die", "total" if found.exact else "at least", "fraction", *bounded):
        right = heading in ("total", "at least", "fraction", "at most")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for one in found.first_draws[:most]:
        box = f"({one.column}, {one.row})"
        no_more = () if found.exact else (f"{float(one.at_most):.4f}",)
        table.add_row(one.type, one.ends, box, one.colour, f"{float(one.total):.4f}", short(one.total), *no_more)
    console.print(table)
    if len(found.first_draws) > most:
        console.print(f"... of {len(found.first_draws)} draws")
    print_notes(console, found.notes())


def _range(below: Between) -> str:
    return f"{float(below.least):.4f} to {float(below.most):.4f}"
