"""`analyzer place`: what to do with one to four components in hand."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.multiword_options import Several, separated
from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    SearchOptions,
    ShipFile,
    TripOptions,
    load,
)

Tiles = Annotated[
    list[str],
    typer.Option(
        "--tile",
        help="One to four components in hand, written as in a ship file (CN0121^) or as printed (CN0121).",
        metavar="TOKEN...",
        show_default=False,
    ),
    Several(),
]


def place(
    ship: ShipFile,
    tile: Tiles,
    *,
    search: Annotated[SearchOptions, Only("goal")],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        Trials(4_000),
        Says(
            flights="Number of flights of the ship as it is, and of each of the best ways; with --precision, at "
            "most this "
            "many."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Find what to do with one to four components in hand: fly and rank every legal way to lay them.

    Each may go on any free square where its connectors fit, turned any way, or be laid aside.
    """
    output.check(amount)
    from analyzer.trucker.questions.place.call import place as what_to_do

    (layout,), conditions = load([ship], trip, deck, players, rivals)
    with amount.progress(0) as advance:
        answer = what_to_do(
            layout,
            separated(tile),
            trip.level,
            amount.flights,
            trip.seed,
            goal=search.goal,
            progress=advance,
            **amount.how(),
            **conditions,
        )
    output.tell(described([answer]))
