"""What a position at the last card comes to exactly: every sequence of rolls is flown once, and counted by its ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.flight.dice import PAIRS, BegunDice, Dice, Rolls
from analyzer.trucker.flight.enumerated import ALL_SUMS, WAYS
from analyzer.trucker.position.experiment import FromPosition
from analyzer.trucker.position.scripted import OWN

MOST_ROLLS = 4
"""Rolls that are counted out: 11**4 flights."""


class MoreRolls(Exception):
    """More rolls are asked for than are counted out."""


class CountedDice:
    """Dice that show every sequence of so many sums: those of flight f are the digits of f in base 11.

    before: how many rolls of the card come from elsewhere.
    """

    def __init__(self, rolls: int, before: int) -> None:
        self.rolls, self.before = rolls, before

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The sums of a roll; raises MoreRolls for one that is not counted out."""
        if flights is not None and not flights.size:
            return np.zeros(convoy.size, np.intp)
        if number - self.before >= self.rolls:
            raise MoreRolls
        return ALL_SUMS.take(_digit(convoy.numbers, number - self.before)).astype(np.intp)


@dataclass(frozen=True)
class Counted(FromPosition):
    """Flights from a position through every sequence of so many rolls."""

    rolls: int = field(default=0, kw_only=True)

    def dice(self, first: int, flights: int) -> Dice:
        """The rolls that were made, then all that may come."""
        made = self.position.rolls
        return BegunDice(CountedDice(self.rolls, len(made)), self.begun, made)

    @property
    def ways(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """(flights,) In how many of 36**rolls ways each sequence is rolled."""
        flights = np.arange(ALL_SUMS.size**self.rolls)
        digits = [WAYS.take(_digit(flights, place)) for place in range(self.rolls)]
        return np.asarray(np.prod(digits, axis=0, dtype=np.int64)) * np.ones(flights.size, np.int64)


def exact_means(experiment: FromPosition, goals: Iterable[str]) -> dict[str, Fraction]:
    """By goal the exact mean of your ship; {} unless the last card is at hand, with few rolls and ships all known.

    Who thinks draws flights in mind, so nothing is exact for them.
    """
    position = experiment.position
    if any(captain.thinks for captain in experiment.captains):
        return {}
    placed = len(position.ships) == 1 or None not in [ship.start for ship in position.ships]
    known = placed and all(ship.known and ship.space is not None for ship in position.ships)
    if position.card is None or not known or experiment.begun + 1 < experiment.route.length:
        return {}
    for rolls in range(MOST_ROLLS + 1):
        fields = {name: getattr(experiment, name) for name in ("ships", "captains", "route", "seed", "rivals")}
        counted = Counted(**fields, position=position, rolls=rolls)
        try:
            columns = counted.metrics.with_chances(counted.run_block(0, ALL_SUMS.size**rolls))
        except MoreRolls:
            continue
        each = {goal: int((columns[goal][OWN].astype(np.int64) * counted.ways).sum()) for goal in goals}
        return {goal: Fraction(total, PAIRS**rolls) for goal, total in each.items()}
    return {}


def _digit(flights: np.ndarray[tuple[int], np.dtype[np.int64]], place: int) -> Which:
    return np.asarray(flights // ALL_SUMS.size**place % ALL_SUMS.size, np.intp)
