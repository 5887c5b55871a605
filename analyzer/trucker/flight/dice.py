"""Dice with addresses: a roll is found by (seed, flight, card slot, number of the roll), never by who rolled before.

Rule code asks `dice.roll` and does not know which kind it has. Sampled dice cut the digits of a 64-bit word, scripted
dice read a list; dice that branch a convoy into all sums can stand behind the same call, because rules keep what must
outlast a roll in the state of the convoy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.digits import Words, digit, fractions
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Which

Rolls = npt.NDArray[np.intp]
"""Sums of two dice, one a flight of the convoy; 0 where none was rolled."""

PAIRS = 36
ROLLS_IN_A_WORD = 10
SUMS = np.array([2 + pair // 6 + pair % 6 for pair in range(PAIRS)], np.intp)


class Dice(Protocol):
    """What rules ask for."""

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """Roll `number` of the card at hand, in those flights (all, if None)."""


class SampledDice:
    """Dice from random words, a row (flights,) of them for every card slot.

    The upper 58 bits of a word are a fraction below 1; its digits in base 36 are the pairs of dice of up to ten rolls.
    Bias: a sequence of k rolls is off its true chance by less than 2**-58, relative to it by less than
    36**k / 2**58: 1e-16 for one roll, 3e-7 for the seven of the longest swarm.
    """

    def __init__(self, words: Sequence[Words]) -> None:
        self.fractions = [fractions(of_slot) for of_slot in words]

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The roll at the address (flight, slot of the card at hand, number)."""
        if number >= ROLLS_IN_A_WORD:
            raise IndexError(f"roll {number}: a card has at most {ROLLS_IN_A_WORD}")
        fraction = self.fractions[convoy.slot].take(convoy.numbers)
        return SUMS.take(digit(fraction, number, PAIRS).view(np.intp))


class ScriptedDice:
    """Dice that show what is written: `script[flight][slot]` lists the sums of that card in that flight.

    Raises AnalyzerError when a rule asks for a roll that is not in the script; `left_over` names those never asked for.
    """

    def __init__(self, script: Sequence[Sequence[Sequence[int]]]) -> None:
        self.script = script
        self.read_addresses: set[tuple[int, int, int]] = set()

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The written roll of every flight that asks."""
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
        """Addresses (flight, slot, number) in the script that no rule asked for."""
        written = (
            (flight, slot, number)
            for flight, slots in enumerate(self.script)
            for slot, rolls in enumerate(slots)
            for number in range(len(rolls))
        )
        return [address for address in written if address not in self.read_addresses]


class BegunDice:
    """Other dice, but for the first rolls of one card, which were rolled already: the same sums in all flights.

    `read`: how many of those were asked for.
    """

    def __init__(self, others: Dice, slot: int, sums: Sequence[int]) -> None:
        self.others = others
        self.slot = slot
        self.sums = sums
        self.read = 0

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """What was rolled, or another roll."""
        if convoy.slot == self.slot and number < len(self.sums):
            self.read = max(self.read, number + 1)
            return np.full(convoy.size, self.sums[number], np.intp)
        return self.others.roll(convoy, number, flights)
