"""The prices of many captains as arrays, so that ships under different captains fly side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.by_number import ByNumber, Figures
from analyzer.trucker.captains.captain import Captain

Numbers = npt.NDArray[np.signedinteger[Any]]


class Captains:
    """The different captains of a convoy, by number; `each[n]` is captain n."""

    def __init__(self, captains: Sequence[Captain]) -> None:
        self.each = tuple(captains)
        self._arrays: dict[str, npt.NDArray[Any]] = {}

    def __iter__(self) -> Iterator[Captain]:
        return iter(self.each)

    @property
    def only(self) -> Captain | None:
        """The one who commands all ships, None where there are several."""
        return self.each[0] if len(self.each) == 1 else None

    def array(self, name: str) -> npt.NDArray[Any]:
        """(..., captains) A price of each."""
        if name not in self._arrays:
            values = np.array([getattr(captain, name) for captain in self.each])
            self._arrays[name] = np.moveaxis(values, 0, -1)
        return self._arrays[name]

    def by_captain(self) -> Prices:
        """The prices of each captain once."""
        return Prices(self, np.arange(len(self.each)))


class Prices:
    """What a `Captain` says, of each of some ships; `who`: the number of the captain who commands it."""

    day = ByNumber()
    lone_day = ByNumber()
    human = ByNumber()
    brown = ByNumber()
    purple = ByNumber()
    battery = ByNumber()
    component = ByNumber()
    stay = ByNumber()
    dread = ByNumber()
    reserve = ByNumber()
    ruin = ByNumber()
    ship = ByNumber()
    doom = ByNumber()
    special = ByNumber()
    defends = ByNumber()
    crew_order = ByNumber()
    """(turns, ...) Whom to give up first, second and last."""

    def __init__(self, captains: Captains, who: Numbers) -> None:
        self.captains = captains
        self.who = who

    def take(self, figure: str) -> Figures:
        """(..., ships) A price of the captain of each."""
        return self.captains.array(figure).take(self.who, axis=-1)
