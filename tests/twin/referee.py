"""A whole flight, card by card (rules: "Der Verlauf eines Fluges", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import Card, Level
from analyzer.trucker.ship.layout import Layout
from tests.twin.adventures import ADVENTURES
from tests.twin.choices import gives_up
from tests.twin.convoy import GAVE_UP, LAPPED, NO_ENGINES, NO_HUMANS, Convoy, Trucker
from tests.twin.outcome import Outcome, reward_of_place, settle
from tests.twin.rulebook import RULEBOOKS
from tests.twin.ship import launch


def fly_one(
    ships: list[Layout],
    captains: list[Captain],
    level: Level,
    cards: list[Card],
    rolls: Callable[[int, int], int],
    start_order: list[int],
    removed: list[int] | None = None,
) -> list[Outcome]:
    """Fly one route with all ships by the rules of their edition; outcomes in the order of `ships`.

    `rolls(card_slot, roll_slot)` is a sum of two dice; `start_order[0]` is the index of the ship that starts first;
    `removed` counts the components each ship lost before launch by repair.
    """
    places = [start_order.index(number) for number in range(len(ships))]
    truckers = [
        _trucker(layout, captain, level.starts[place], gone)
        for layout, captain, place, gone in zip(ships, captains, places, removed or [0] * len(ships), strict=True)
    ]
    convoy = Convoy(truckers, level.lap, ships[0].edition.good_cubes, RULEBOOKS[ships[0].board.edition])
    for slot, card in enumerate(cards):
        _voluntary_give_ups(convoy, level, cards_left=len(cards) - slot)
        if not convoy.order:
            break
        for trucker in convoy.order:
            trucker.cards_flown += 1
        ADVENTURES[card.kind](convoy, card, partial(rolls, slot))
        _forced_give_ups(convoy)
    return settle(convoy, level)


def _trucker(layout: Layout, captain: Captain, start: int, removed: int) -> Trucker:
    return Trucker(
        launch(layout),
        captain,
        start=start,
        position=start,
        launched=len(layout.components),
        removed=removed + layout.reserve,
    )


def _voluntary_give_ups(convoy: Convoy, level: Level, cards_left: int) -> None:
    """Before a card is revealed; all captains decide at the same instant."""
    leaving = [
        trucker
        for place, trucker in enumerate(convoy.order, start=1)
        if gives_up(trucker, cards_left, reward_of_place(place, level))
    ]
    for trucker in leaving:
        trucker.give_up(GAVE_UP)


def _forced_give_ups(convoy: Convoy) -> None:
    """After the whole card: who is stranded, who has no humans, then who is lapped by the front-most of the rest."""
    for trucker in convoy.order:
        if trucker.stranded:
            trucker.give_up(NO_ENGINES)
    for trucker in convoy.order:
        if trucker.ship.human_count == 0:
            trucker.give_up(NO_HUMANS)
    for trucker in convoy.order[1:]:
        if convoy.lapped(trucker):
            trucker.give_up(LAPPED)
