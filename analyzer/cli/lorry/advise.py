"""`analyzer lorry advise`: which die, and where."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.face import Face
from analyzer.cli.lorry.options import Seed
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import bare_table, plain_console, print_notes
from analyzer.cli.watch import progress

if TYPE_CHECKING:
    from analyzer.lorry.questions.advise import Advice

PositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) that says what the dice show.", metavar="POSITION")
]
Games = Annotated[int, typer.Option(help="How many games are played after each candidate, at most.")]
Candidates = Annotated[int, typer.Option(help="How many draws are tried, the captain's best first.")]
Captain = Annotated[str, typer.Option(help="Who plays for everybody from then on, and names the candidates.")]


def advise(
    position: PositionFile,
    *,
    games: Games = 2_000,
    candidates: Candidates = 20,
    captain: Captain = "steady",
    seed: Seed = 1,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """The best die and box by final score and by the chance to win: each is drawn, and the game played on."""
    output.check()
    from analyzer.lorry.questions.advise import advise as ask

    with progress(0) as done:
        found = ask(position, games, seed, captain=captain, candidates=candidates, progress=done)
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Advice) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(labels=3, gap=2)
    for heading in ("type", "box", "ends", "total", "95% interval", "margin", "won", "worse", "interval", "games"):
        table.add_column(heading, justify="left" if heading in ("type", "box", "ends") else "right", no_wrap=True)
    for one in found.choices:
        interval = f"{one.total.low:.2f} to {one.total.high:.2f}"
        worse = (
            ("-", "") if one is found.choices[0] else (f"{one.worse.mean:.2f}", _range(one.worse.low, one.worse.high))
        )
        told = (f"{one.total.mean:.2f}", interval, f"{one.margin.mean:+.2f}", f"{one.won.mean:.1%}", *worse)
        table.add_row(one.type, str(one.box), one.ends, *told, f"{one.games:,}{'*' * one.dropped}")
    console.print(table)
    console.print("worse: points behind the first one, under the same coming dice; *: dropped, surely worse")
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())


def _range(low: float, high: float) -> str:
    return f"{low:.2f} to {high:.2f}"
