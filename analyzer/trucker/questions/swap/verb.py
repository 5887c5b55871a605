"""`analyzer swap`: what other components on one square would change, each flown through the same flights."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

import typer

from analyzer.cli.option_records import Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFile,
    SquareAsked,
    TripOptions,
    load,
)
from analyzer.trucker.command.reading import read_square

Top = Annotated[int, typer.Option(min=1, help="How many of the best to show. --json and --export have all.")]


def swap(
    ship: ShipFile,
    square: SquareAsked,
    *,
    top: Top = 15,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[
        AmountOptions,
        Trials(5_000, default_text="5,000; 10 or asked for if a captain thinks", score="gain"),
        Says(
            precision="Fly until the 95% interval of every component's gain is at most plus or minus HALF, e.g. 0.5. "
            "Name another metric to use its interval, e.g. arrived=1%. May be given several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Rank every component that could lie on a square instead, from what the box still holds, in the same flights."""
    output.check(amount)
    from analyzer.present.described import show_descriptions
    from analyzer.present.view import described
    from analyzer.runs.amount import run_each
    from analyzer.trucker.conditions import plan
    from analyzer.trucker.questions.swap.call import FLIGHTS, swapped
    from analyzer.trucker.ship.fitting import checked_square

    (layout,), conditions = load([ship], trip, deck, players, rivals, fleets)
    place = checked_square(layout, read_square(square))
    experiment = swapped(plan([layout], trip.level, trip.seed, **conditions), place)
    units = experiment.variants
    with amount.progress(units) as advance:
        answers = run_each([experiment], amount.flights, FLIGHTS, units=units, progress=advance, **amount.how())
    descriptions = [answer.description(top) for answer in answers]
    output.tell(replace(described(answers), show=partial(show_descriptions, descriptions)))
