"""`analyzer starship fight`: pay or fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.starship.questions.fight.pay_or_fight import PayOrFight

Cannons = Annotated[int, typer.Option(help="Cannon strength: the levels of all cannons.")]
Demand = Annotated[int, typer.Option(help="How many Astro the pirate asks for, 3 or 5.")]
Entered = Annotated[int, typer.Option(help="How many of the 28 reserve cards came into play so far.")]
Gain = Annotated[float, typer.Option(help="What a victory is worth, in Astro: a medal and a good.")]


def fight(
    cannons: Cannons = 1,
    demand: Demand = 3,
    entered: Entered = 28,
    gain: Gain = 0,
    *,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Pay or fight: the odds by strength, what may be believed of it, and the price at which both are equal."""
    from analyzer.starship.questions.fight.pay_or_fight import pay_or_fight

    output.check()
    asked = pay_or_fight(cannons, demand, entered, gain)
    output.tell(of_one(asked, _show))


def _show(asked: PayOrFight) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(asked.shown_heading(), "bold"))
    table = bare_table(gap=2)
    for heading in ("strength", "believed", "you win", "equal at"):
        table.add_column(heading, justify="left" if heading == "strength" else "right")
    for row in asked.rows():
        equal = "always fight" if row["equal_at"] is None else f"{row['equal_at']:.1f} Astro"
        table.add_row(row["strength"], f"{row['believed']:.1%}", f"{row['win']:.1%}", equal)
    console.print(table)
    print_notes(console, asked.notes())
