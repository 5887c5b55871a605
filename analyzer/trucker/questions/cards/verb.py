"""`analyzer cards`: which cards of a level matter to a ship, the most harmful first."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFiles, TripOptions, load

Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        help="Class IVC: compare the fleet, card by card, with the same build as one large ship (default 300 flights "
        "for each card).",
        metavar="one-large",
        show_default=False,
    ),
]
ONE_LARGE = "one-large"


def cards(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    output: OutputOptions,
    one_large: Against = None,
) -> None:
    """Measure what each card changes for each ship: in the field, against other rivals or alone.

    Decks are random, so flights with a card are compared with flights without it. Class IVC with --against one-large:
    the fleet and one large ship each meet every card by itself.
    """
    output.check(amount)
    if one_large is not None:
        _as_one(one_large, ships, trip, deck, players, rivals, fleets, amount, output)
        return
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.cards.call import sort_by_card

    layouts, conditions = load(ships, trip, deck, players, rivals, fleets)
    experiments = plan_by_ship(layouts, trip.level, trip.seed, **conditions)
    with amount.progress(len(experiments)) as watch:
        effects = sort_by_card(experiments, amount.flights, progress=watch, **amount.how())
    output.tell(described(effects))


def _as_one(
    against: str,
    ships: list[Path],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    output: OutputOptions,
) -> None:
    """What it changes to be a fleet."""
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.as_a_fleet.call import as_one
    from analyzer.trucker.questions.insure.call import checked_build

    if against.replace("_", "-").lower() != ONE_LARGE:
        raise AnalyzerError(f"--against {against[:40]}: a fleet is compared with {ONE_LARGE}")
    layouts, conditions = load(ships, trip, deck, players, rivals, fleets)
    all_or_faults(checked_build, layouts)
    experiments = plan_by_ship(layouts, trip.level, trip.seed, **conditions)
    with amount.progress(len(experiments)) as watch:
        effects = as_one(experiments, amount.flights, progress=watch, **amount.how())
    output.tell(described(effects))
