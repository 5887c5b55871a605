"""Flights of many convoys in one stack, each convoy with its own seed, flight numbers and starting places.

A card takes hundreds of array operations, however many flights meet it. These operations take as long as 10,000 flights
(see STACK), so small portions of flights are joined in one stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from analyzer.trucker.convoy.convoy import lost
from analyzer.trucker.convoy.launching import Flown, seat
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import SampledDice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import Outcome, settle
from analyzer.trucker.ship.bitboard import Bits

LARGEST = 1 << 16
"""Largest number of flights of several spans in one stack; larger stacks are hardly faster, and take more memory."""
STACK = 10_000
"""Measured time of all operations on an empty stack of four ships, in flights of one ship against three rivals."""
SLOTS = 12
"""Number of cards in a deck of level II."""
ALONE = 5
"""Number of flights alone that take about as long as one flight against three rivals."""


def cost(flights: int, slots: int, stacks: int = 1, *, alone: bool = False) -> int:
    """Return the approximate time of flights, in units of one flight of a ship against three rivals at level II.

    Args:
        flights: Number of flights.
        slots: Number of cards in a deck.
        stacks: Number of stacks into which they are divided.
        alone: Whether no rivals fly along.
    """
    return (STACK * stacks + flights) * slots // (SLOTS * (ALONE if alone else 1))


class Span(NamedTuple):
    """Consecutive flights of one convoy of ordinary ships, whose captains do not think.

    Attributes:
        experiment: The experiment; all experiments in a stack have the same rules, level and captains.
        first: Number of the first flight.
        flights: Number of flights.
        hulls: The hull of each ship; those of the experiment if empty.
    """

    experiment: Experiment
    first: int
    flights: int
    hulls: Sequence[Flown] = ()


class FlownSpan(NamedTuple):
    """Results of the flights of a span.

    Attributes:
        outcome: The outcome of its flights.
        lost: For each flight a mask of the squares that the first ship has lost. Shape (flights,).
    """

    outcome: Outcome
    lost: Bits


def fly_spans(spans: Sequence[Span]) -> Iterator[FlownSpan]:
    """Yield the results of each span, in order; each flight ends as it would in a run of its own."""
    stack: list[Span] = []
    for span in spans:
        if stack and sum(one.flights for one in stack) + span.flights > LARGEST:
            yield from _fly_stack(stack)
            stack = []
        stack.append(span)
    if stack:
        yield from _fly_stack(stack)


def _fly_stack(spans: Sequence[Span]) -> Iterator[FlownSpan]:
    """Fly spans in one state, and yield the results of each."""
    whole = spans[0].experiment
    # Spans of the same flights share cards, dice and starting places.
    keys = [(one.experiment.route, one.experiment.seed, one.first, one.flights) for one in spans]
    sources = dict(zip(keys, (one.experiment for one in spans), strict=True))
    begins = dict(zip(sources, accumulate((flights for *_, flights in sources), initial=0), strict=False))
    decks = np.concatenate([route.deal(*of) for route, *of in sources])
    dice = SampledDice.joined([route.dice(*of) for route, *of in sources])
    # Decks, dice and places hold each source once. `numbers` says which entry each flight of the stack reads, so spans
    # of one source share them.
    drawn = np.concatenate([one.places(first, flights) for (*_, first, flights), one in sources.items()], axis=1)
    numbers = np.concatenate([np.arange(begins[key], begins[key] + key[-1]) for key in keys])
    flights = [one.flights for one in spans]
    hulls = zip(*(one.hulls or one.experiment.hulls for one in spans), strict=True)
    places = drawn[:, numbers]
    convoy = whole.launched([seat(each, flights) for each in hulls], numbers, places)
    fly_through(convoy, whole.route.rules.cards, decks, dice)
    removed = np.array([one.experiment.removed_counts for one in spans]).T.repeat(flights, axis=1)
    columns, gone = settle(convoy, places, removed).columns(), lost(convoy)[0]
    for end, number in zip(accumulate(flights), flights, strict=True):
        own = slice(end - number, end)
        yield FlownSpan(Outcome(**{name: rows[:, own] for name, rows in columns.items()}), gone[own])
