"""One ship of a convoy in some of its flights: what rules read and assign."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.state import Array, Truth, Which
from analyzer.trucker.ship.bitboard import Bits, Counts, count

if TYPE_CHECKING:
    from analyzer.trucker.convoy.group import Group

Value = TypeVar("Value", bound=Array)


class Column(Generic[Value]):
    """An array of the state as a ship sees it: its own row, in its own flights; assigning writes through."""

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, ship: Ship, _: type) -> Value:
        row: Array = getattr(ship.convoy.state, self.name)[..., ship.number, :]
        return row if ship.everywhere else row.take(ship.flights, axis=-1)  # type: ignore[return-value]

    def __set__(self, ship: Ship, value: Value | int) -> None:
        getattr(ship.convoy.state, self.name)[..., ship.number, :][..., ship.flights] = value


class Ship:
    """One ship of a convoy in some of its flights (`everywhere`: in all, which spares copies).

    Its columns have one element a flight; they are to be assigned, never changed in place.
    """

    alive = Column[Bits]()
    crew = Column[Bits]()
    charge = Column[Bits]()
    goods = Column[Bits]()
    position = Column[npt.NDArray[np.int32]]()
    flying = Column[Truth]()
    stuck = Column[Truth]()
    marked = Column[Truth]()
    ending = Column[npt.NDArray[np.int8]]()
    cards_flown = Column[npt.NDArray[np.int16]]()
    bounty = Column[npt.NDArray[np.int32]]()

    def __init__(self, convoy: Group, number: int, flights: Which, everywhere: bool = False) -> None:
        self.convoy = convoy
        self.number = number
        self.flights = flights
        self.everywhere = everywhere
        self.hull = convoy.hulls[number]
        self.captain = convoy.captains[number]
        self.basic = convoy.basic

    def where(self, condition: Truth) -> Ship:
        """The same ship in those of its flights for which the condition (one element a flight) holds."""
        return Ship(self.convoy, self.number, self.flights[condition])

    def tell(self, event: str, **facts: Any) -> None:
        """Let whoever listens to the flight hear of something (see Log.heard)."""
        if self.convoy.log is not None and self.flights.size:
            self.convoy.log.heard(event, self, **facts)

    @cached_property
    def none(self) -> bool:
        """Whether there is nothing to do."""
        return self.flights.size == 0

    @property
    def charges(self) -> Counts:
        """How many batteries are charged."""
        return count(self.charge)
