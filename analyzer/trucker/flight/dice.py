"""Dice of flights: sampled, scripted and enumerated.

Rules ask `dice.roll` and do not know which kind they have. Sampled dice cut digits from a 64-bit word, and scripted
dice read a list. Enumerated dice branch a convoy into all sums. This works because rules keep in the state of the
convoy all values that must outlast a roll.

An enumerated state carries a whole-number weight and its number of rolls: its chance is weight / 36**rolled, without
rounding. States beyond the budget are dropped, the least likely first. Their total chance is kept as a rigorous bound
on the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.random_words import Words, digit, fractions
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Array, Indices

Rolls = npt.NDArray[np.intp]
"""Sums of two dice, one for each flight of the convoy; 0 for flights without a roll."""

PAIRS = 36
ROLLS_IN_A_WORD = 10
SUMS = np.array([2 + pair // 6 + pair % 6 for pair in range(PAIRS)], np.intp)
"""Sum of each pair of dice, 0 to 35: a digit in base 36."""


class Dice(Protocol):
    """Interface of two dice that rules roll: sampled, scripted or enumerated."""

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the sum of two dice for each flight of a convoy. Shape (flights,).

        Args:
            convoy: The flights.
            number: Number of the roll within the card at hand, from 0.
            flights: Indices of the flights in which the dice are rolled; all if None. Sums of other flights mean
                nothing.
        """


class SampledDice:
    """Dice read from random words (64 random bits each): one word for every card slot and flight.

    The upper 58 bits of a word are a fraction below 1. Its digits in base 36 are the pairs of dice of up to ten rolls.
    The chance of a sequence of k rolls is off by less than 2**-58. Relative to the true chance this is less than 36**k
    / 2**58: 1e-16 for one roll, 3e-7 for the seven of the longest swarm.
    """

    def __init__(self, words: Sequence[Words]) -> None:
        self.fractions = [fractions(of_slot) for of_slot in words]

    @classmethod
    def joined(cls, parts: Sequence[SampledDice]) -> SampledDice:
        """Return the dice of several blocks of flights, one block after the other."""
        dice = cls(())
        dice.fractions = [np.concatenate(slot) for slot in zip(*(one.fractions for one in parts), strict=True)]
        return dice

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the dice sum of roll `number` at the card at hand for every flight, whatever `flights` is.

        Raises:
            IndexError: If `number` is ROLLS_IN_A_WORD or more.
        """
        if number >= ROLLS_IN_A_WORD:
            raise IndexError(f"roll {number}: a card has at most {ROLLS_IN_A_WORD}")
        fraction = self.fractions[convoy.slot].take(convoy.numbers)
        # Digits are below 36, so their bits are the same as signed numbers, and an index needs no copy.
        return SUMS.take(digit(fraction, number, PAIRS).view(np.intp))


class ScriptedDice:
    """Dice with given sums: `script[flight][slot]` lists the sums rolled in a flight at the card in a slot."""

    def __init__(self, script: Sequence[Sequence[Sequence[int]]]) -> None:
        self.script = script
        self.read_addresses: set[tuple[int, int, int]] = set()

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the scripted sum for every flight in which dice are rolled, and 0 for the others.

        Raises:
            AnalyzerError: If the script has no such roll.
        """
        rolls = np.zeros(convoy.size, np.intp)
        for row in range(convoy.size) if flights is None else flights.tolist():
            flight = int(convoy.numbers[row])
            rolls[row] = self._read(flight, convoy.slot, number)
        return rolls

    def _read(self, flight: int, slot: int, number: int) -> int:
        try:
            roll = self.script[flight][slot][number]
        except IndexError:
            raise AnalyzerError(f"the script has no roll {number} for card {slot} of flight {flight}") from None
        self.read_addresses.add((flight, slot, number))
        return roll

    def left_over(self) -> list[tuple[int, int, int]]:
        """Return the places (flight, slot, number) of scripted rolls that the flights never used."""
        written = (
            (flight, slot, number)
            for flight, slots in enumerate(self.script)
            for slot, rolls in enumerate(slots)
            for number in range(len(rolls))
        )
        return [address for address in written if address not in self.read_addresses]


class PartlyRolledDice:
    """Dice for flights in which the first rolls of one card are already known, the same in all flights."""

    def __init__(self, others: Dice, slot: int, sums: Sequence[int]) -> None:
        self.others = others
        self.slot = slot
        self.sums = sums
        self.read = 0

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return the sum of a roll if it is known; otherwise let the other dice roll."""
        if convoy.slot == self.slot and number < len(self.sums):
            self.read = max(self.read, number + 1)
            return np.full(convoy.size, self.sums[number], np.intp)
        return self.others.roll(convoy, number, flights)


ALL_SUMS = np.arange(2, 13)
THROWS = 6 - np.abs(ALL_SUMS - 7)
"""Number of the 36 throws of two dice that give each of ALL_SUMS."""
FITS_64_BITS = 12
"""Largest number of rolls whose 36**12 results fit into a signed 64-bit word; beyond it, Python integers are used."""
BUDGET = 200_000
NO_KEY = {"weight", "rolled", "flight"}
"""State arrays that are ignored when states are compared for merging."""


class EnumeratedDice:
    """Dice that replace each flight by eleven, one for each sum of two dice, with the chances as weights.

    If there are more than `budget` flights before a roll, the least likely ones are dropped.

    Attributes:
        pruned: Total chance of all dropped states. It bounds the error of every probability.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self.budget = budget
        self.pruned = Fraction(0)

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Replace each flight that rolls by one for each sum, and return the sum of each flight of the new convoy.

        The sum is 0 in flights without a roll, e.g. if no ship flies any more. Flights in equal states are merged
        before the roll.
        """
        rolling = np.zeros(convoy.size, np.bool_)
        rolling[slice(None) if flights is None else flights] = True
        # Where nobody flies no roll can matter.
        rolling &= convoy.state.flying[:, convoy.rows].any(axis=0)
        here = {name: array.take(convoy.rows, axis=-1) for name, array in convoy.state.arrays().items()}
        # Merging before the branch keeps the eleven-fold growth small.
        arrays = merge_states(here | {"rolling": rolling})
        arrays = self._within_budget(arrays)
        rolling = arrays.pop("rolling")
        still, branching = np.flatnonzero(~rolling), np.flatnonzero(rolling)
        source = np.concatenate([still, np.repeat(branching, ALL_SUMS.size)])
        rolls = np.concatenate([np.zeros(still.size, np.intp), np.tile(ALL_SUMS, branching.size)])
        weights = np.concatenate([np.ones(still.size, np.int64), np.tile(THROWS, branching.size)])
        arrays = {name: array.take(source, axis=-1) for name, array in arrays.items()}
        arrays["rolled"] = arrays["rolled"] + (rolls > 0)
        arrays["weight"] = roomy(arrays["weight"], arrays["rolled"]) * weights
        convoy.replace(arrays)
        return rolls

    def gather(self, convoy: Convoy) -> None:
        """Merge flights of a convoy that have become equal."""
        convoy.replace(self._within_budget(merge_states(convoy.state.arrays())))

    def _within_budget(self, arrays: dict[str, Array]) -> dict[str, Array]:
        size = arrays["weight"].size
        if size <= self.budget:
            return arrays
        # A stable sort, so that of equally likely flights the same ones are dropped on every machine.
        order = np.argsort(arrays["weight"], kind="stable")
        dropped, heaviest = order[: size - self.budget], np.sort(order[size - self.budget :])
        lost = sum(int(weight) for weight in arrays["weight"][dropped])
        # After merging, all states have been rolled for equally often.
        self.pruned += Fraction(lost, PAIRS ** int(arrays["rolled"].max()))
        return {name: array.take(heaviest, axis=-1) for name, array in arrays.items()}


def weigh(convoy: Convoy, weights: Sequence[int] = (1,)) -> None:
    """Set the weights of the flights of a convoy at the beginning of an enumeration.

    Args:
        convoy: The flights.
        weights: (1,) before any roll. After one roll, the number of the 36 throws that led to each flight.
    """
    convoy.state.weight = np.broadcast_to(np.array(weights, np.int64), convoy.size).copy()
    convoy.state.rolled = np.full(convoy.size, len(weights) > 1, np.int64)


def roomy(weight: npt.NDArray[np.generic], rolled: npt.NDArray[np.int64]) -> npt.NDArray[np.generic]:
    """Return weights in an integer type that can hold 36**rolled: unchanged, or as Python integers beyond 64 bits."""
    return weight.astype(object) if int(rolled.max(initial=0)) > FITS_64_BITS else weight


def merge_states(arrays: dict[str, Array]) -> dict[str, Array]:
    """Return the arrays of a state with equal flights merged into one; its weight is the sum of their weights.

    All weights are first brought to the largest number of rolls: r missing rolls multiply a weight by 36**r.

    Args:
        arrays: Arrays by name, with flights as the last axis.
    """
    most = int(arrays["rolled"].max())
    missing = most - arrays["rolled"]
    weight = roomy(arrays["weight"], np.array([most]))
    factor = np.array([PAIRS ** int(m) for m in range(int(missing.max()) + 1)], weight.dtype)
    weight = weight * factor[missing]
    # Every array row by row, so that states are compared as tuples of numbers.
    rows = [row for name, array in arrays.items() if name not in NO_KEY for row in array.reshape(-1, array.shape[-1])]
    # Rows that are equal in all states cannot tell them apart.
    keys = [row.astype(np.uint64) for row in rows if (row != row[0]).any()]
    order = np.lexsort(keys) if keys else np.arange(weight.size)
    new = np.zeros(order.size, np.bool_)
    new[0] = True
    for key in keys:
        new[1:] |= key[order[1:]] != key[order[:-1]]
    # Equal states are neighbours in `order`, so a sum over each run of them is the weight of the merged one.
    first = np.flatnonzero(new)
    picked = {name: array.take(order[first], axis=-1) for name, array in arrays.items()}
    picked["weight"] = np.add.reduceat(weight[order], first)
    picked["rolled"] = np.full(first.size, most)
    return picked
