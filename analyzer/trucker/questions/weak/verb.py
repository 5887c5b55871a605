"""`analyzer weak`: what each component of a ship is worth, and how likely it is lost."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load


def weak(
    ship: ShipFile,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[
        AmountOptions,
        Trials(20_000, slow=10, score="cost"),
        Says(
            precision="Fly until the 95% interval of every component's cost is at most plus or minus HALF, e.g. 0.5. "
            "Name another metric to use its interval, e.g. lost=0.1%. May be given several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show what each component is worth: the ship is flown with and without it, in the same flights.

    Also: how often it is lost, from where it is hit first, and what breaks off with it.
    """
    output.check(amount)
    from analyzer.trucker.questions.weak.call import weak_points

    (layout,), conditions = load([ship], trip, deck, players, rivals, fleets)
    with amount.progress(1 + len(layout.components)) as advance:
        result = weak_points(
            layout, trip.level, amount.flights, trip.seed, progress=advance, **amount.how(), **conditions
        )
    output.tell(described([result]))
