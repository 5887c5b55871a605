"""`analyzer review`: how good the decisions of a record were."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.errors import AnalyzerError
from analyzer.present.view import described
from analyzer.trucker.command.options import PlayerOptions, SearchOptions, TripOptions

RecordFile = Annotated[Path, typer.Argument(help="Record file (.yaml).", metavar="RECORD", show_default=False)]
CAPTAIN = "Who decides for your ship afterwards: sensible (default), cautious, bold, miser or a .yaml file."
FLIGHTS = "Fly at most this many flights after each option."


def review(
    record: RecordFile,
    *,
    search: Annotated[SearchOptions, Only("goal"), Says(goal="Judge options by credits, arrived, richest or first.")],
    players: Annotated[PlayerOptions, Says(captain=CAPTAIN)],
    trip: Annotated[TripOptions, Only("seed")],
    amount: Annotated[AmountOptions, Only("flights", "quiet"), Trials(1_000), Says(flights=FLIGHTS)],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge every decision of yours in a record against all other options, by what was known when it was made."""
    output.check()
    from analyzer.trucker.questions.review.call import review as ask

    captain, *others = players.captain or ["sensible"]
    if others:
        raise AnalyzerError(f"--captain: {1 + len(others)} captains for your ship: give one")
    with amount.progress(0) as done:
        flights = amount.amount().most()
        answer = ask(record, flights, trip.seed, captain=captain, goal=search.goal, progress=done)
    output.tell(described([answer]))
