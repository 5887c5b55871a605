"""`analyzer lorry rulings`: which open point of the rules matters."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Without
from analyzer.lorry.command.options import GalaxyFile, Seed
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.rulings.call import Rulings

Captain = Annotated[str, typer.Option(help="Who plays trader 1, who is asked about.")]
Against = Annotated[
    list[str] | None, typer.Option(help="The captains of the other traders, one to three.", show_default="steady")
]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals, which is no rule of the game.")]
Margin = Annotated[float, typer.Option(help="Points a game that still count as nothing.")]


def rulings(
    galaxy: GalaxyFile,
    *,
    captain: Captain = "steady",
    against: Against = None,
    alone: Alone = False,
    margin: Margin = 0.5,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Without("precision"), Trials(2_000, "games", score="total")],
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """Set every open point of the rules otherwise, one at a time: which change the numbers at all?"""
    output.check(amount)
    from analyzer.lorry.questions.rulings.call import rulings as ask

    rivals = () if alone else against or ("steady",)
    how = amount.how()
    with amount.progress(1) as done:
        found = ask(
            str(galaxy), amount.flights, seed, captain=captain, against=rivals, margin=margin, progress=done, **how
        )
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Rulings) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(labels=3, gap=2)
    for heading in ("no.", "switch", "value", "total", "interval", "games", "rounds", "won", "says"):
        left = heading in ("no.", "switch", "value", "says")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for one in found.rulings:
        changed = (f"{one.total.mean:+.2f}", f"{one.total.low:+.2f} to {one.total.high:+.2f}", f"{one.differing:,}")
        won = "" if one.won is None else f"{one.won.mean:+.1%}"
        table.add_row(one.points, one.switch, one.value, *changed, f"{one.rounds.mean:+.2f}", won, one.says)
    console.print(table)
    console.print("what each changes against the usual rules; games: those in which trader 1's total differs")
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())
