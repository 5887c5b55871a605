"""`analyzer fly`: each ship alone, or each against the same rivals."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, EventsOptions, OutputOptions, RowsOptions
from analyzer.cli.trucker.flying import fly_and_tell
from analyzer.cli.trucker.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    load,
    plan_alone,
)

OtherCaptains = Annotated[
    bool,
    typer.Option(
        "--other-captains/--no-other-captains",
        help="What other captains come to in 1,000 of the flights; not where several captains are given.",
    ),
]


def fly(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: AmountOptions,
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
    other_captains: OtherCaptains = True,
) -> None:
    """Fly each ship alone, or each against the same rivals, and show what it comes to."""
    output.check(amount, rows)
    layouts, conditions = load(ships, trip, deck, players, rivals)
    others = other_captains and len(players.captain or ()) <= 1
    fly_and_tell(plan_alone(layouts, trip, conditions), amount, rows, output, events, others)
