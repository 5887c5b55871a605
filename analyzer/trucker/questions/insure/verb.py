"""`analyzer insure`: what each premium comes to for a fleet, by layout, and which of them to take."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials, run
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFiles, TripOptions, load

Money = Annotated[
    int | None,
    typer.Option(
        help="Credits held before the flight (default: enough for everything). Nobody pays more than they hold.",
        metavar="N",
        show_default=False,
    ),
]


def insure(
    builds: ShipFiles,
    *,
    money: Money = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: Annotated[FleetOptions, Without("insurance")],
    amount: Annotated[
        AmountOptions,
        Trials(20_000, score="difference"),
        Says(
            precision="Fly until the 95% interval of every difference from no insurance, in every layout, is at most "
            "plus or minus HALF, e.g. 0.1."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show what each insurance premium costs on average, by layout and before the dice fall, and which to take.

    All premiums are priced on the same flights. Captains fly the same whatever is insured; only payments differ.
    """
    output.check(amount)
    from analyzer.errors import all_or_faults
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.insure.call import checked_build, insured

    layouts, conditions = load(builds, trip, deck, players, rivals, fleets)
    all_or_faults(checked_build, layouts)
    experiments = [insured(one, money) for one in plan_by_ship(layouts, trip.level, trip.seed, **conditions)]
    output.tell(described(run(experiments, amount)))
