"""Moments of simulated flights of Galaxy Trucker, as the positions that a file would state."""

from __future__ import annotations

from dataclasses import replace

from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.states import position_of_convoy
from analyzer.types import Position


def position_after(experiment: Experiment, flight: int, cards: int, *, knowing_deck: bool = False) -> Position:
    """Return the position of one flight after a number of cards, before any decision about the next card.

    Args:
        experiment: the experiment; fleets have no positions.
        flight: number of the flight.
        cards: number of cards resolved.
        knowing_deck: whether the position states all cards still to come.
    """
    convoy = experiment.on_the_start_line(flight, 1)
    route = experiment.route
    deck = route.deal(experiment.seed, flight, 1)
    dice = route.dice(experiment.seed, flight, 1)
    fly_through(convoy, route.rules.cards, deck, dice, range(cards))
    numbers = tuple(route.rules.cards[index].id for index in deck[0].tolist())
    position = position_of_convoy(convoy, experiment, experiment.places(flight, 1), numbers[:cards])
    return replace(position, coming=numbers[cards:]) if knowing_deck else position
