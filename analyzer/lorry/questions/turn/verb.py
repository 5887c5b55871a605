"""`analyzer lorry turn`: this turn, exactly: every die and every box."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.lorry.command.options import Dice, PositionFile, colours
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.lorry.questions.turn.call import PointsNow
    from analyzer.lorry.questions.turn.draws import Draw

Trader = Annotated[
    int | None, typer.Option(help="Whose turn it is, from 1; as the file says, if not given.", show_default=False)
]
Budget = Annotated[int, typer.Option(help="How many states are looked at for extra tracks; beyond: lower bounds.")]
Most = Annotated[int, typer.Option(help="How many draws are told for each type of track.")]


def turn(
    position: PositionFile,
    *,
    trader: Trader = None,
    dice: Dice = None,
    most: Most = 3,
    budget: Budget = 2_000,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """This turn, exactly: every die and box, the points each draw scores now, before and after the roll."""
    output.check()
    from analyzer.lorry.position.positionfile import load_position
    from analyzer.lorry.questions.turn.call import points_now

    found = points_now(load_position(position), trader, colours(dice) if dice else None, budget)
    output.tell(of_one(found, partial(_show, most=most)))


def _show(found: PointsNow, most: int) -> None:
    from rich.text import Text

    from analyzer.lorry.galaxy.drawing import drawn
    from analyzer.lorry.tracks import TYPES

    console, now = plain_console(), found.position
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    console.print()
    for line in drawn(now.map_rows(), now.galaxy.round_columns, now.galaxy.round_rows):
        console.print(line, soft_wrap=True)
    console.print()
    colour = {kind: colour for colour, kind in reversed(found.table_dice)}
    for kind in TYPES:
        on_table = f" (on the table: {colour[kind]})" if kind in colour else ""
        places = sum(one.type == kind for one in found.draws)
        console.print(f"{kind}{on_table}: {places} legal draws, {_points(found.by_type[kind])} at once", style="bold")
        _show_draws(console, found, found.ranked(kind, most), found.die_for(kind))
    if found.table_dice:
        best = max(found.by_type[kind] for _, kind in found.table_dice)
        told = ", ".join(f"{colour} {kind}" for colour, kind in found.table_dice)
        console.print(f"on the table: {told}; best now: {_points(best)}", soft_wrap=True)
    dice = ", ".join(found.dice)
    console.print(f"before the roll of {dice}, picking first: {float(found.expected):.3f} points ({found.expected})")
    for die, chances in found.asteroids().items():
        told = ", ".join(f"{kind} {chance}" for kind, chance in chances.items())
        console.print(f"an asteroid rolls the {die} die again: {told}", soft_wrap=True)
    print_notes(console, found.notes())


def _show_draws(console: Console, found: PointsNow, draws: list[Draw], colour: str | None) -> None:
    from analyzer.lorry.questions.turn.call import EXTRAS

    table = bare_table(gap=2)
    for heading in ("box", "ends", "points", "of the pairs", "special box"):
        table.add_column(heading, justify="right" if heading == "points" else "left", no_wrap=True)
    for one in draws:
        pairs = ", ".join(f"{first}-{second} ({boxes})" for (first, second), boxes in one.pairs)
        special = (one.special or "").replace("_", " ")
        turn = found.turn(one, colour)
        if one.special in EXTRAS:
            die = f" with the {colour} die" if one.special == "asteroid" and colour else ""
            special += f", extra tracks {'at least ' * turn.bounded}{float(turn.more):.2f} points{die}"
        table.add_row(f"{one.box}", one.ends, str(one.points), pairs, special)
    if draws:
        console.print(table)


def _points(many: int) -> str:
    return "1 point" if many == 1 else f"{many} points"
