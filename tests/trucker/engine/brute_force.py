"""The weight of every outcome: by enumerated dice, and by flying the plain twin through all sums."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyzer import Captain, Layout
from tests.doors.printed import Card, Level
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import EnumeratedDice, settle
from tests.doors.trucker_questions import exact
from tests.trucker.twin import fly_one

WAYS = {roll: 6 - abs(roll - 7) for roll in range(2, 13)}
Weights = Counter[tuple[tuple[int, ...], ...]]


def enumerated(
    ships: Sequence[Layout], who: Sequence[Captain], level: Level, cards: Sequence[Card]
) -> tuple[Weights, int]:
    """How many of 36**k ways lead to each outcome of all ships, by the engine; and k."""
    dice = EnumeratedDice()
    convoy = exact.branch_through([ship.hull for ship in ships], who, level, cards, range(len(ships)), dice)
    assert dice.pruned == 0
    outcome = settle(convoy, np.arange(len(ships))[:, None], [0] * len(ships))
    columns = np.stack([getattr(outcome, metric) for metric in METRICS], axis=-1)
    found: Weights = Counter()
    for flight, weight in enumerate(convoy.state.weight):
        found[tuple(tuple(ship) for ship in columns[:, flight].tolist())] += int(weight)
    return found, int(convoy.state.rolled.max())


def brute_force(
    ships: Sequence[Layout], who: Sequence[Captain], level: Level, cards: Sequence[Card], k: int
) -> Weights:
    """The same by flying the twin through all 11**k sums, each with its number of ways."""
    found: Weights = Counter()
    for sums in itertools.product(WAYS, repeat=k):
        script = list(sums)

        def rolls(slot: int, number: int, script: list[int] = script) -> int:
            return script[sum(rolls_of(card) for card in cards[:slot]) + number]

        end = fly_one(list(ships), list(who), level, list(cards), rolls, list(range(len(ships))))
        ways = int(np.prod([WAYS[roll] for roll in sums]))
        found[tuple(tuple(getattr(ship, metric) for metric in METRICS) for ship in end)] += ways
    return found


def rolls_of(card: Card) -> int:
    return len(card.hits) + sum(len(line.shots) for line in card.lines)


def shortened(card: Card, rolls: int) -> Card:
    """The card with at most so many meteors or shots."""
    lines = tuple(replace(line, shots=line.shots[-rolls:]) for line in card.lines)
    return replace(card, hits=card.hits[-rolls:], lines=lines)
