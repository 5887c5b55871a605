"""`analyzer lorry advise`: which die, and where."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.watch import progress
from analyzer.lorry.command.options import Seed
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.advise.call import Advice
    from analyzer.statistics.estimate import Estimate

PositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) that says what the dice show.", metavar="POSITION")
]
Games = Annotated[int, typer.Option(help="How many games are played after each candidate, at most.")]
Candidates = Annotated[
    int,
    typer.Option(help="How many draws, with the pairs they may score, are tried: the best by the captain's prices."),
]
Goal = Annotated[
    str | None,
    typer.Option(help="By what draws are ranked: margin, won or total; alone always total.", show_default="margin"),
]
Turns = Annotated[int, typer.Option(help="How many turns are left alone, this one included.")]
Captain = Annotated[str, typer.Option(help="Who plays for everybody from then on, and screens the legal draws.")]


def advise(
    position: PositionFile,
    *,
    games: Games = 2_000,
    candidates: Candidates = 20,
    captain: Captain = "steady",
    goal: Goal = None,
    turns: Turns = 40,
    seed: Seed = 1,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """The best die and box by final score and by the chance to win: each is drawn, and the game played on."""
    output.check()
    from analyzer.lorry.questions.advise.call import advise as ask

    with progress(0) as done:
        how: Any = {"captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
        found = ask(position, games, seed, progress=done, **how)
    output.tell(Face(found.as_dict, partial(_show, found), found.table))


def _show(found: Advice) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    pairs = any(one.pair for one in found.choices)
    rivals = found.turns is None
    left = ("type", "box", "ends", *("pair",) * pairs)
    table = bare_table(labels=len(left), gap=2)
    company = ("margin", "won") if rivals else ()
    for heading in (*left, "total", "95% interval", *company, "worse", "interval", "games"):
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=True)
    for one in found.choices:
        first = one is found.choices[0]
        unit = 100 if found.goal == "won" else 1
        worse = ("-", "") if first else (f"{unit * one.worse.mean:.2f}", _range(one.worse, unit))
        draw = (one.type, str(one.box), one.ends, *(f"{one.pair[0]}-{one.pair[1]}" if one.pair else "",) * pairs)
        margin = (f"{one.margin.mean:+.2f}", f"{one.won.mean:.1%}") * rivals
        told = (f"{one.total.mean:.2f}", _range(one.total), *margin, *worse)
        table.add_row(*draw, *told, f"{one.games:,}{'*' * one.dropped}")
    console.print(table)
    what = "percentage points of the chance to win" if found.goal == "won" else f"points of {found.goal}"
    console.print(f"worse: {what} behind the first one, under the same coming dice; *: dropped, surely worse")
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())


def _range(of: Estimate, unit: int = 1) -> str:
    return f"{unit * of.low:.2f} to {unit * of.high:.2f}"
