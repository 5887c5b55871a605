"""`analyzer advise`: what to decide now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.trucker.command.options import Seed

PositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) with the card at hand.", metavar="POSITION", show_default=False)
]
Flights = Annotated[int, typer.Option(help="Fly at most this many flights after each option.")]
Goal = Annotated[str, typer.Option(help="Rank options by credits, arrived, richest or first.")]
Captain = Annotated[
    str, typer.Option(help="Who decides for your ship afterwards: sensible, cautious, bold, miser or a .yaml file.")
]


def advise(
    position: PositionFile,
    *,
    flights: Flights = 4_000,
    goal: Goal = "credits",
    captain: Captain = "sensible",
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="flights")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Rank every option of the decision that is open for your ship by flying the rest of the flight after each."""
    output.check()
    from analyzer.trucker.questions.advise.call import advise as ask

    with amount.progress(0) as done:
        answer = ask(position, flights, seed, captain=captain, goal=goal, progress=done)
    output.tell(described([answer]))
