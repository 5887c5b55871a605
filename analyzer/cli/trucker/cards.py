"""`analyzer cards`: which cards of a level matter to a ship, the most harmful first."""

from __future__ import annotations

from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.trucker.options import (
    DeckOptions,
    FleetOptions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    load,
    plan_by_ship,
)


def cards(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    output: OutputOptions,
) -> None:
    """Tell what meeting each card changes for each ship, in the field, against other rivals or alone.

    Decks are random: flights that have a card are compared with those that have not.
    """
    output.check(amount)
    from analyzer.cli.trucker.faces.cards import face
    from analyzer.trucker.questions.card_effects import sort_by_card

    layouts, conditions = load(ships, trip, deck, players, rivals, fleets)
    experiments = plan_by_ship(layouts, trip, conditions, rivals)
    with amount.progress(len(experiments)) as flown:
        found = sort_by_card(experiments, amount.flights, progress=flown, **amount.how())
    output.tell(face(found))
