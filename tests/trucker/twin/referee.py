"""A whole flight, card by card (rules: "Der Verlauf eines Fluges", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from analyzer import Captain, Layout
from tests.doors.printed import Card, Level
from tests.trucker.twin.adventures import ADVENTURES
from tests.trucker.twin.ahead import has_values, table_of
from tests.trucker.twin.choices import gives_up, take_out_ships
from tests.trucker.twin.convoy import GAVE_UP, LAPPED, NO_ENGINES, NO_HUMANS, Convoy, Trucker
from tests.trucker.twin.fear import prospect
from tests.trucker.twin.fleet import launch
from tests.trucker.twin.level_iv import as_met
from tests.trucker.twin.outcome import Outcome, reward_of_place, settle
from tests.trucker.twin.rulebook import RULEBOOKS


def fly_one(
    ships: list[Layout],
    captains: list[Captain],
    level: Level,
    cards: list[Card],
    rolls: Callable[[int, int], int],
    start_order: list[int],
    removed: list[int] | None = None,
    learning: bool = False,
    joined: str = "",
) -> list[Outcome]:
    """Fly one route with all ships by the rules of their edition; outcomes in the order of `ships`.

    `rolls(card_slot, roll_slot)` is a sum of two dice; `start_order[0]` is the index of the ship that starts first;
    `removed` counts the components each ship lost before launch by repair; `learning`: it is the learning flight, by
    the rules that the edition has for it. Whoever mended starts last there: that is left to `start_order`.
    `joined`: the borders that grew together, where the ships are builds of class IVC; `cards` are as met there.
    """
    rulebook = RULEBOOKS[ships[0].board.edition].for_flight(learning=learning)
    places = [start_order.index(number) for number in range(len(ships))]
    gone = [taken_off + layout.reserve for layout, taken_off in zip(ships, removed or [0] * len(ships), strict=True)]
    charged = [0] * len(ships) if rulebook.basic else gone
    truckers = []
    for layout, captain, place, lost in zip(ships, captains, places, charged, strict=True):
        start, premium = level.starts[place], layout.insurance if joined else None
        fleet = launch(layout, learning=learning, joined=joined)
        if joined:
            fleet.check_before_start(captain)
        truckers.append(Trucker(fleet, captain, start=start, position=start, removed=lost, premium=premium))
    printed = ships[0].edition.cards
    if joined:
        printed = tuple(map(as_met, printed))
    values = table_of(ships[0].board.edition, level.name)
    convoy = Convoy(truckers, level.lap, ships[0].edition.good_cubes, rulebook, values=values)
    for trucker in truckers:
        if has_values(convoy, trucker):
            trucker.captain = replace(trucker.captain, reserve=0)
    for slot, card in enumerate(cards):
        if not rulebook.basic:
            _before_a_card(convoy, level, cards_left=len(cards) - slot)
        if not convoy.order:
            break
        for trucker in convoy.order:
            trucker.cards_flown += 1
            for ship in trucker.fleet.flying:
                ship.cards += 1
            if len(convoy.order) == 1 and trucker.captain.day_alone is not None:
                trucker.captain = replace(trucker.captain, day=trucker.captain.day_alone)
        convoy.coming = len(cards) - slot - 1
        convoy.prospect = prospect(level, printed, convoy.coming, flying=len(convoy.order))
        ADVENTURES[card.kind](convoy, card, partial(rolls, slot))
        if not rulebook.basic:
            _after_a_card(convoy)
    return settle(convoy, level)


def _before_a_card(convoy: Convoy, level: Level, cards_left: int) -> None:
    """All captains decide at the same instant whether they give up; then who flies on, which ships they take out."""
    leaving = [
        trucker
        for place, trucker in enumerate(convoy.by_rank, start=1)
        if gives_up(trucker, cards_left, reward_of_place(place, level))
    ]
    for trucker in leaving:
        trucker.give_up(GAVE_UP)
    for trucker in convoy.order:
        take_out_ships(trucker.fleet, trucker.captain, cards_left)


def _after_a_card(convoy: Convoy) -> None:
    """After the whole card: who is stranded, who has no humans, then who is lapped by the front-most of the rest.

    Of a fleet with humans those ships leave that have none.
    """
    for trucker in convoy.order:
        if trucker.stranded:
            trucker.give_up(NO_ENGINES)
    for trucker in convoy.order:
        if trucker.fleet.human_count == 0:
            trucker.give_up(NO_HUMANS)
    for trucker in convoy.order:
        trucker.fleet.part_with_unmanned()
    for trucker in convoy.order[1:]:
        if convoy.lapped(trucker):
            trucker.give_up(LAPPED)
