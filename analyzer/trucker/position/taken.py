"""The position of a simulated flight after some of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.position import Position, ShipInFlight, charged, in_order, things
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.story.lines import ShipState, state_of


def position_after(experiment: Experiment, flight: int, cards: int, *, knowing_deck: bool = False) -> Position:
    """Where a flight of an experiment is after so many cards, before anybody decides what to do about the next.

    knowing_deck: the position tells all cards that are still to come. Ships of fleets have no positions.
    """
    convoy = experiment.on_the_start_line(flight, 1)
    route = experiment.route
    deck = route.deal(experiment.seed, flight, 1)
    dice = route.dice(experiment.seed, flight, 1)
    fly_through(convoy, route.rules.cards, deck, dice, range(cards))
    numbers = tuple(route.rules.cards[index].id for index in deck[0].tolist())
    position = position_of_convoy(convoy, experiment, experiment.places(flight, 1), numbers[:cards])
    return replace(position, coming=numbers[cards:]) if knowing_deck else position


def position_of_convoy(convoy: Convoy, experiment: Experiment, places: Counts, met: Sequence[int]) -> Position:
    """The position of a convoy of one flight; `places` (ships, 1): those in the starting order, from 0."""
    route = experiment.route
    ships = tuple(
        _in_flight(ship, state_of(convoy, number), int(places[number, 0]) + 1, int(convoy.state.ending[number, 0]))
        for number, ship in enumerate(experiment.ships)
    )
    return Position(
        ships,
        route.level_name,
        route.learning,
        route.prognostic,
        tuple(met),
        piles=route.forecast,
        deck=route.cards,
        own_cards=route.replaced,
    )


def _in_flight(ship: Layout, state: ShipState, start: int, ending: int) -> ShipInFlight:
    return ShipInFlight(
        ship,
        tuple(in_order(ship, {*ship.components} - state.alive)),
        things(ship, state.crew),
        charged(ship, state.charges),
        things(ship, state.goods),
        space=state.position,
        start=start,
        credits=state.credits,
        left="" if state.flying else ENDINGS[ending],
    )
