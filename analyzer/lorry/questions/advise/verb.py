"""`analyzer lorry advise`: which die, and where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import Candidates, Goal, PlaysOn, Seed, TurnsAlone
from analyzer.present.view import described

PositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) that states what the dice show.", metavar="POSITION")
]
Games = Annotated[int, typer.Option(help="Play at most this many games after each option.")]


def advise(
    position: PositionFile,
    *,
    games: Games = 2_000,
    candidates: Candidates = 20,
    captain: PlaysOn = "steady",
    goal: Goal = None,
    turns: TurnsAlone = 40,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Rank every option of the open decision (die, box, pair, extra track, fill) by playing each game to its end.

    E.g. analyzer lorry advise ships/lorry/late.yaml --games 100
    """
    output.check()
    from analyzer.lorry.questions.advise.call import advise as ask

    with amount.progress(0) as done:
        how: Any = {"captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
        answer = ask(position, games, seed, progress=done, **how)
    output.tell(described([answer]))
