"""`analyzer crew`: where aliens live best on a ship."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.option_records import Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.present.view import Figures


def crew(
    ship: ShipFile,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[
        AmountOptions,
        Trials(20_000),
        Says(
            precision="Fly until the 95% interval of every pair's difference in credits is at most plus or minus "
            "HALF, e.g. 0.05. Name another metric to use its differences, e.g. arrived=0.1%. May be given "
            "several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Compare every legal placing of aliens, and humans only, in the same flights."""
    output.check(amount)
    from analyzer.present.comparison import view_of
    from analyzer.trucker.questions.crew.call import compare_crews

    (layout,), conditions = load([ship], trip, deck, players, rivals, fleets)
    with amount.progress() as advance:
        compared = compare_crews(
            layout, trip.level, amount.flights, trip.seed, progress=advance, **amount.how(), **conditions
        )
    view = view_of([compared], ranked=True)
    output.tell(replace(view, figures=lambda: chain(view.figures() if view.figures else (), _aliens(compared))))


def _aliens(compared: Comparison) -> Figures:
    """For each colour the ship with what an alien brings in each cabin."""
    from analyzer.trucker.questions.crew.figures import aliens_of, plot_aliens

    for colour in aliens_of(compared):
        yield f"{colour}-alien", partial(plot_aliens, compared, colour)
