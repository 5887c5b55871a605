"""`analyzer lorry advise`: which die, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.watch import progress
from analyzer.lorry.command.options import Seed
from analyzer.present.view import described

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

    with progress(0, called="games") as done:
        how: Any = {"captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
        answer = ask(position, games, seed, progress=done, **how)
    output.tell(described([answer]))
