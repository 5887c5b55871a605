"""Fair dice: sums, neighbouring rolls, neighbouring cards, neighbouring flights."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from tests.doors.trucker_flights import dice as dice_module
from tests.doors.trucker_paper import Route
from tests.proofs.proof import Proven, Share, chi_square, in_turn, rejected
from tests.trucker.engine.sampled_rolls import WAYS, table

BLOCK = 1 << 14
SLOTS = 16
ROLLS_A_FLIGHT = SLOTS * dice_module.ROLLS_IN_A_WORD
SEED = 36
ONE, TWO = WAYS / 36, np.outer(WAYS, WAYS).ravel() / 36**2


def dice_are_fair(rolls: int, share: Share = in_turn) -> Proven:
    """Every address rolls two fair dice.

    Tested are sums by the number of the roll, and neighbouring rolls, cards and flights in pairs that do not overlap.
    The test is chi-square with Holm's correction over all tests at 1%.

    Fails if a die is loaded, if digits are cut in another base than 36, or if a roll tells about the next roll, card or
    flight.
    """
    flights = -(-rolls // ROLLS_A_FLIGHT // 2) * 2
    tallies: dict[str, npt.NDArray[np.int64]] = {}
    for block in blocks(flights):
        for name, tally in told(block):
            tallies[name] = tallies.get(name, 0) + tally
    names = list(tallies)
    values = [chi_square(tallies[name], ONE if tallies[name].size == ONE.size else TWO) for name in names]
    faults = tuple(f"{names[test]}: p = {values[test]:.2g}" for test in rejected(values))
    return Proven(
        f"{flights * ROLLS_A_FLIGHT:,} rolls",
        f"{len(names)} tests: {len(faults)} rejected, smallest p = {min(values):.2g}",
        faults,
    )


def blocks(flights: int) -> Iterator[dice_module.Rolls]:
    """(flights, slots, numbers) Sums of two dice less 2."""
    route = Route(cards=(28,) * SLOTS)
    for first in range(0, flights, BLOCK):
        size = min(BLOCK, flights - first)
        dice = route.dice(SEED, first, size)
        rolls = np.empty((size, SLOTS, dice_module.ROLLS_IN_A_WORD), np.intp)
        for slot in range(SLOTS):
            for number in range(dice_module.ROLLS_IN_A_WORD):
                rolls[:, slot, number] = dice.roll(table(slot, size), number)
        yield rolls - 2


def told(rolls: dice_module.Rolls) -> Iterator[tuple[str, npt.NDArray[np.int64]]]:
    """Tallies by name: of 11 sums, or of 121 pairs of sums."""
    for number in range(dice_module.ROLLS_IN_A_WORD):
        yield f"sums of roll {number}", np.bincount(rolls[:, :, number].ravel(), minlength=11)
    for number in range(dice_module.ROLLS_IN_A_WORD - 1):
        yield f"rolls {number} and {number + 1}", pairs(rolls[:, :, number], rolls[:, :, number + 1])
    yield "cards 2n and 2n + 1", pairs(rolls[:, :-1:2], rolls[:, 1::2])
    yield "cards 2n + 1 and 2n + 2", pairs(rolls[:, 1:-1:2], rolls[:, 2::2])
    yield "flights 2n and 2n + 1", pairs(rolls[:-1:2], rolls[1::2])


def pairs(one: dice_module.Rolls, other: dice_module.Rolls) -> npt.NDArray[np.int64]:
    """How often each sum met each other."""
    return np.bincount((one * 11 + other).ravel(), minlength=121)
