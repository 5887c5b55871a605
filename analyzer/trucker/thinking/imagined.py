"""Flights that are imagined from a moment of real ones on: copies of their state, other cards and dice behind it.

Cards that were revealed and rolls that were made are the same; all else comes from a seed apart. What cards and dice a
flight still holds is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.rest import deal_rest
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, GOODS, Legal
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Array, Which
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD, Dice, Rolls, SampledDice
from analyzer.trucker.flight.flight import fly_through

IN_MIND, A_THOUGHT, SEEDS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 1 << 64
"""What seeds of imagined flights differ by from those of real ones, and from thought to thought."""
SORTS = 4
"""The most numbers that make up a decision: cubes of each colour."""
History = npt.NDArray[np.int64]
"""(decisions, SORTS, ships, flights) What was decided at the card at hand, in order."""


@dataclass
class AtCard:
    """What has happened at the card at hand in every flight of a block.

    state: the arrays as they were when it was revealed; rolled (rolls, flights) and read (flights): the sums that were
    rolled, and how many; decided and made (ships, flights): what was decided, and how often; loaded (SORTS, ships,
    flights) and is_loaded (ships, flights): the cubes aboard after loading, where a position says them.
    """

    state: dict[str, Array]
    rolled: npt.NDArray[np.int64]
    read: npt.NDArray[np.int64]
    decided: History
    made: npt.NDArray[np.int64]
    loaded: npt.NDArray[np.int64]
    is_loaded: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, state: dict[str, Array], ships: int, flights: int) -> AtCard:
        """Nothing has happened yet."""
        zeros = np.zeros
        return cls(
            {name: array.copy() for name, array in state.items()},
            zeros((ROLLS_IN_A_WORD, flights), np.int64),
            zeros(flights, np.int64),
            zeros((0, SORTS, ships, flights), np.int64),
            zeros((ships, flights), np.int64),
            zeros((SORTS, ships, flights), np.int64),
            zeros((ships, flights), bool),
        )

    def note(self, ships: Which, flights: Which, value: Any) -> None:
        """Something was decided by ships in flights; value: (flights,), or (sorts, flights)."""
        times = self.made[ships, flights]
        if times.size and times.max() >= len(self.decided):
            self.decided = np.concatenate([self.decided, np.zeros((1, *self.decided.shape[1:]), np.int64)])
        rows = np.atleast_2d(np.asarray(value))
        for sort, row in enumerate(rows):
            self.decided[times, sort, ships, flights] = row
        self.made[ships, flights] += 1

    def note_cubes(self, ships: Which, flights: Which, cubes: Any) -> None:
        """A position says what ships have aboard after loading; cubes: (SORTS, flights)."""
        self.loaded[:, ships, flights] = cubes
        self.is_loaded[ships, flights] = True


class Listening:
    """Dice of real flights, whose rolls are noted in `at_card`."""

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.at_card: AtCard | None = None

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The roll of the others."""
        rolls = self.others.roll(convoy, number, flights)
        if self.at_card is not None and convoy.size:
            who = convoy.everywhere if flights is None else flights
            rows = convoy.rows.take(who)
            self.at_card.rolled[number, rows] = rolls.take(who)
            self.at_card.read[rows] = np.maximum(self.at_card.read[rows], number + 1)
        return rolls


@dataclass(frozen=True)
class Copies:
    """Imagined flights: of each the flight of the block that it goes on from, and the number of its cards and dice."""

    of: Which
    number: Which

    @property
    def size(self) -> int:
        """How many."""
        return self.of.size


class ImaginedDice:
    """Dice of a seed apart, but for the rolls that were made already at the card at hand."""

    def __init__(self, others: SampledDice, slot: int, copies: Copies, at_card: AtCard) -> None:
        self.others, self.slot, self.copies, self.at_card = others, slot, copies, at_card

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """What was rolled, or another roll."""
        rolls = self.others.roll(convoy, number, flights)
        if convoy.slot != self.slot:
            return rolls
        flights_of = self.copies.of.take(convoy.rows)
        known = number < self.at_card.read.take(flights_of)
        return np.where(known, self.at_card.rolled[number].take(flights_of), rolls).astype(np.intp)


class Settled:
    """What was decided at the card at hand is decided again, then the option that is tried; from there on prices.

    option: (SORTS, imagined flights), of the ship with that number.
    """

    def __init__(self, slot: int, copies: Copies, at_card: AtCard, ship: Which, option: npt.NDArray[np.int64]) -> None:
        self.slot, self.copies, self.at_card, self.ship, self.option = slot, copies, at_card, ship, option
        self.made = np.zeros((len(at_card.made), copies.size), np.int64)
        self.has_loaded = np.zeros(self.made.shape, bool)

    def card_revealed(self, convoy: Convoy) -> None:
        """Nothing to note."""

    def decide(self, ship: Ship, what: str, choice: Any, legal: Legal) -> Any:
        """What was decided, what is tried, or what the captain thinks."""
        if ship.convoy.slot != self.slot:
            return choice
        rows, numbers = ship.convoy.rows.take(ship.flights), ship.numbers
        if what == GOODS:
            return self._loaded(rows, numbers, choice)
        times = self.made[numbers, rows]
        self.made[numbers, rows] += 1
        flights = self.copies.of.take(rows)
        before = times < self.at_card.made[numbers, flights]
        tried = (times == self.at_card.made[numbers, flights]) & (numbers == self.ship.take(rows))
        if not (before.any() or tried.any()):
            return choice
        decided = np.array(choice)
        for sort, values in enumerate(np.atleast_2d(decided)):  # views into decided
            if before.any():
                places = before.nonzero()[0]
                values[places] = self.at_card.decided[times[places], sort, numbers[places], flights[places]]
            values[tried] = self.option[sort, rows[tried]]
        return decided

    def _loaded(self, rows: Which, numbers: Which, choice: Any) -> Any:
        """The cubes that the position says, the first time that a ship loads; else those of the captain."""
        flights = self.copies.of.take(rows)
        again = self.at_card.is_loaded[numbers, flights] & ~self.has_loaded[numbers, rows]
        self.has_loaded[numbers, rows] = True
        return np.where(again, self.at_card.loaded[:, numbers, flights], choice) if again.any() else choice


def imagine(
    convoy: Convoy,
    at_card: AtCard,
    copies: Copies,
    ship: Which,
    option: npt.NDArray[np.int64],
    decks: Decks,
    dice: SampledDice,
    route: Route,
    what: str,
) -> Convoy:
    """Imagined flights at their ends; each tries its option (SORTS, imagined flights) for a ship by number.

    decks, dice: by `copies.number`; what: the decision that is open.
    """  # fmt: skip
    now = convoy.state.arrays() if what == GIVES_UP else at_card.state
    arrays = {name: array.take(copies.of, axis=-1) for name, array in now.items()} | {"flight": copies.number}
    flying = copy(convoy)
    flying.state, flying.rows = convoy.state.of(**arrays), np.arange(copies.size)
    flying.forget_rows()
    flying.log, flying.written = None, set()
    slot = convoy.slot
    flying.decisions = Settled(slot, copies, at_card, ship, option)
    rolls = ImaginedDice(dice, slot, copies, at_card)
    slots = range(slot, decks.shape[1])
    fly_through(flying, route.rules.cards, decks, rolls, slots, is_revealed=what != GIVES_UP)
    return flying


def seed_of(seed: int, thought: int) -> int:
    """The seed of the imagined flights of a thought."""
    return ((seed ^ IN_MIND) + A_THOUGHT * thought) % SEEDS


def imagined_decks(
    route: Route, seed: int, decks: Decks, known: int, flights: Sequence[int], first: int, each: int
) -> Decks:
    """(flights * each, slots) Decks that begin like those of some flights of a block, whose first one is `first`."""
    if route.cards:
        return decks.take(np.repeat(np.asarray(flights), each), axis=0)
    ids = np.array([card.id for card in route.rules.cards])
    dealt = [
        deal_rest(route, tuple(ids[decks[flight, :known]].tolist()), seed, (first + flight) * each, each)
        for flight in flights
    ]
    return np.concatenate(dealt)
