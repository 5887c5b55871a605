"""The state of n flights of p ships: every array that changes in flight, (ships, flights)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.edition import GOODS
from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.wrecks.register import Numbers
from analyzer.trucker.wrecks.wrecks import Wrecks

Array = npt.NDArray[Any]
Truth = npt.NDArray[np.bool_]
Which = npt.NDArray[np.intp]
"""Numbers of flights within a convoy."""

ENDINGS = ("arrived", "no_humans", "no_engines", "lapped", "gave_up")
"""How a flight ends; their index is stored."""
LEFT = (
    "flies",
    "not_begun",
    "without_humans",
    "no_humans",
    "no_engines",
    "lapped",
    "gave_up",
    "taken_out",
    "no_such_ship",
)
"""Why a ship of a fleet no longer flies; their index is stored."""


@contextmanager
def writable(array: Array) -> Iterator[None]:
    """Let an array of a state be written, also while it is read-only to a rule of the user's own."""
    is_frozen = not array.flags.writeable
    if is_frozen:
        array.flags.writeable = True
    try:
        yield
    finally:
        if is_frozen:
            array.flags.writeable = False


class State:
    """Every array that changes in flight.

    `flight` (flights) numbers the flights of the block, the address of their dice. All else is (ships, flights), but
    `goods` (colours, ships, flights). `wreck` numbers what is left of a ship (wrecks/wrecks.py); `crew`, `charge` and
    `goods` are tokens (ship/tokens.py); `position` counts spaces, the first starter's being 0; `flying` turns false
    when the flight is given up, for the reason in `ending`, after `cards_flown` cards; `stuck`, `marked` and `aim`
    belong to the card at hand: who could not move and who is under fire, cleared after it, and (flights) the column a
    saboteur has rolled; `command` is the number of the captain of each ship, where there are several (else one element
    for all). With enumerated dice there are `weight` and `rolled` (flights) too, and `spent`, how many charges a ship
    spent.

    Of fleets `wreck` has a number for each ship of the fleet (MOST_SHIPS, ships, flights). Of each of those there are
    also `gone`, why it no longer flies (LEFT), and `left_at`, after how many cards; and for all of them together
    `withdrawn`, the components that left with their ships, and `aside` (colours, ships, flights), the cubes that were
    set aside. Of a lone ship the last two are empty, for all at once.
    """

    flight: npt.NDArray[np.int64]
    wreck: Numbers
    crew: Bits
    charge: Bits
    goods: Bits
    position: npt.NDArray[np.int32]
    flying: Truth
    stuck: Truth
    marked: Truth
    aim: npt.NDArray[np.intp]
    ending: npt.NDArray[np.int8]
    cards_flown: npt.NDArray[np.int16]
    bounty: npt.NDArray[np.int32]
    command: npt.NDArray[np.intp] = np.zeros((1, 1), np.intp)
    gone: npt.NDArray[np.int8]
    left_at: npt.NDArray[np.int16]
    withdrawn: Bits = np.zeros((1, 1), np.uint64)
    aside: npt.NDArray[np.int16] = np.zeros((len(GOODS), 1, 1), np.int16)
    spent: npt.NDArray[np.int16]
    weight: npt.NDArray[Any]
    rolled: npt.NDArray[np.int64]

    def __init__(self, wrecks: Wrecks, **arrays: Array) -> None:
        self.wrecks = wrecks
        self.__dict__.update(arrays)

    def arrays(self) -> dict[str, Array]:
        """All arrays by name."""
        return {name: array for name, array in self.__dict__.items() if name != "wrecks"}

    def freeze(self) -> list[Array]:
        """Make all arrays read-only, but for `writable`; return those that were not."""
        arrays = [array for array in self.arrays().values() if array.flags.writeable]
        for array in arrays:
            array.flags.writeable = False
        return arrays

    def of(self, **arrays: Array) -> State:
        """Other flights of the same ships."""
        return State(self.wrecks, **arrays)

    @property
    def alive(self) -> Bits:
        """(ships, flights) The squares whose components are left."""
        return self.wrecks.left_of(self.wreck)

    @property
    def size(self) -> int:
        """How many flights."""
        return int(self.flight.size)


def thaw(state: Any, before: State, frozen: list[Array]) -> None:
    """Let arrays be written again that a rule could not write: those before it, and those of a state made by it."""
    made = [*state.arrays().values()] if isinstance(state, State) and state is not before else []
    for array in (*frozen, *(one for one in made if isinstance(one, np.ndarray) and one.flags.owndata)):
        array.flags.writeable = True
