"""`analyzer advise`: what to decide now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.trucker.command.options import SearchOptions, TripOptions
from analyzer.trucker.command.position_options import MOST_AFTER_EACH, JudgingCaptain

PositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) with the card at hand.", metavar="POSITION", show_default=False)
]


def advise(
    position: PositionFile,
    *,
    search: Annotated[SearchOptions, Only("goal"), Says(goal="Rank options by credits, arrived, richest or first.")],
    players: JudgingCaptain,
    trip: Annotated[TripOptions, Only("seed")],
    amount: Annotated[
        AmountOptions,
        Only("flights", "quiet"),
        Trials(4_000, default_text="4,000; thinker: 100"),
        Says(flights=MOST_AFTER_EACH),
    ],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Rank every option of the decision that is open for your ship by flying the rest of the flight after each.

    E.g. analyzer advise ships/2007/which-planet.yaml --flights 1000
    """
    output.check()
    from analyzer.trucker.questions.advise.call import advise as ask

    captain = players.only()
    with amount.progress(0) as done:
        flights = None if amount.flights is None else amount.amount().most()
        answer = ask(position, flights, trip.seed, captain=captain, goal=search.goal, progress=done)
    output.tell(described([answer]))
