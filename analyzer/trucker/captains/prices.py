"""The prices of many captains as arrays, so that ships under different captains fly side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

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


class Price:
    """A price: (..., ships), taken from its captains when it is first read."""

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, prices: Prices, _: type) -> Numbers:
        values = prices.captains.array(self.name).take(prices.who, axis=-1)
        prices.__dict__[self.name] = values  # found there from now on
        return values


class Prices:
    """What a `Captain` says, of each of some ships; `who`: the number of the captain who commands it."""

    day = Price()
    lone_day = Price()
    human = Price()
    brown = Price()
    purple = Price()
    battery = Price()
    component = Price()
    stay = Price()
    dread = Price()
    reserve = Price()
    ruin = Price()
    ship = Price()
    doom = Price()
    defends = Price()
    crew_order = Price()
    """(turns, ...) Whom to give up first, second and last."""

    def __init__(self, captains: Captains, who: Numbers) -> None:
        self.captains = captains
        self.who = who
