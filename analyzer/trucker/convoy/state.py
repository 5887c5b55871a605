"""The state of n flights of p ships: every array that changes in flight, (ships, flights)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits

Array = npt.NDArray[Any]
Truth = npt.NDArray[np.bool_]
Which = npt.NDArray[np.intp]
"""Numbers of flights within a convoy."""

ENDINGS = ("arrived", "no_humans", "no_engines", "lapped", "gave_up")
"""How a flight ends; their index is stored."""


class State:
    """Every array that changes in flight.

    `flight` (flights) numbers the flights of the block, the address of their dice. All else is (ships, flights), but
    `goods` (colours, ships, flights). `alive` are squares; `crew`, `charge` and `goods` are tokens (ship/tokens.py);
    `position` counts spaces, the first starter's being 0; `flying` turns false when the flight is given up, for the
    reason in `ending`; `stuck`, `marked` and `aim` belong to the card at hand: who could not move, who is under fire,
    and (flights) the column a saboteur has rolled. With enumerated dice there are `weight` and `rolled` (flights) too.

    A state that was taken from another copies an array when it is first used, and puts back only those.
    """

    flight: npt.NDArray[np.int64]
    alive: Bits
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
    weight: npt.NDArray[Any]
    rolled: npt.NDArray[np.int64]

    def __init__(self, **arrays: Array) -> None:
        self.__dict__.update(arrays)

    def arrays(self) -> dict[str, Array]:
        """All arrays by name."""
        return dict(self.__dict__)


class TakenState(State):
    """Some flights of another state."""

    def __init__(self, source: State, flights: Which) -> None:
        self._source = source
        self._flights = flights

    def __getattr__(self, name: str) -> Array:
        array: Array = getattr(self._source, name).take(self._flights, axis=-1)
        self.__dict__[name] = array
        return array

    def arrays(self) -> dict[str, Array]:
        """All arrays by name."""
        return {name: getattr(self, name) for name in self._source.arrays()}

    def put_back(self) -> None:
        """Write the flights back to where they were taken from."""
        for name, array in self.__dict__.items():
            if not name.startswith("_"):
                whole = getattr(self._source, name)
                rows = whole.reshape(-1, whole.shape[-1])
                for mine, theirs in zip(array.reshape(rows.shape[0], -1), rows, strict=True):
                    theirs[self._flights] = mine
