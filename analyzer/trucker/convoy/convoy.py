"""Ships in flight: the state of n flights of p ships, as arrays (ships, flights)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captain import Captain
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import Hull

Truth = npt.NDArray[np.bool_]
Which = npt.NDArray[np.intp]
"""Numbers of flights within a convoy."""

ENDINGS = ("arrived", "no_humans", "no_engines", "lapped", "gave_up")
"""How a flight ends; their index is stored."""

Array = npt.NDArray[Any]
Value = TypeVar("Value", bound=Array)


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


@dataclass
class Convoy:
    """Flights of the same ships under the same captains, at the same slot of their decks."""

    hulls: Sequence[Hull]
    captains: Sequence[Captain]
    level: Level
    state: State
    slot: int = 0

    @property
    def size(self) -> int:
        """How many flights."""
        return int(self.state.flight.size)

    def together(self, flights: Which, act: Callable[[Convoy], None]) -> None:
        """Gather some flights, let something happen to them together, and put them back.

        Enumerated dice may have made more of them; then they come after those that were left alone.
        """
        if flights.size == self.size:
            act(self)
        elif flights.size:
            taken = TakenState(self.state, flights)
            some = Convoy(self.hulls, self.captains, self.level, taken, self.slot)
            act(some)
            if some.state is taken:
                taken.put_back()
            else:
                grown = some.state.arrays()
                alone = {name: np.delete(array, flights, axis=-1) for name, array in self.state.arrays().items()}
                self.state = State(**{name: np.concatenate([alone[name], grown[name]], axis=-1) for name in alone})

    def ships(self) -> Iterator[Ship]:
        """Every ship, in all flights in which it still flies."""
        for number, flying in enumerate(self.state.flying):
            everywhere = bool(flying.all())
            yield Ship(self, number, np.arange(self.size) if everywhere else np.flatnonzero(flying), everywhere)

    def marked_ships(self) -> Iterator[Ship]:
        """Every ship, in the flights in which it is marked."""
        for number, marked in enumerate(self.state.marked):
            yield Ship(self, number, np.flatnonzero(marked))

    def front_to_back(self) -> Iterator[Ship]:
        """The ships in flight order: first the leaders of all flights, ship by ship, then the seconds, and so on."""
        return self._in_order(range(len(self.hulls)))

    def back_to_front(self) -> Iterator[Ship]:
        """The ships against flight order: first the last ones."""
        return self._in_order(reversed(range(len(self.hulls))))

    def _in_order(self, ranks: Iterator[int] | range) -> Iterator[Ship]:
        if len(self.hulls) == 1:
            yield from self.ships()
            return
        rank = self.rank()
        for place in ranks:
            for number in range(len(self.hulls)):
                yield Ship(self, number, np.flatnonzero(rank[number] == place))

    def rank(self) -> npt.NDArray[np.int64]:
        """(ships, flights) Place in flight order, 0 for the leader; -1 for ships that no longer fly."""
        rank = np.zeros(self.state.flying.shape, np.int64)
        for position, flying in zip(self.state.position, self.state.flying, strict=True):
            rank += flying & (position > self.state.position)
        return np.where(self.state.flying, rank, -1)

    def several_fly(self) -> Which:
        """The flights in which more than one ship still flies."""
        return np.flatnonzero(self.state.flying.sum(axis=0) > 1)

    def bank(self, flights: Which) -> Counts:
        """(colours, flights) The cubes that lie on no ship; those of ships that gave up are still aboard."""
        cubes = np.array(self.hulls[0].layout.edition.good_cubes)[:, None]
        aboard = np.bitwise_count(self.state.goods[:, :, flights]).sum(axis=1, dtype=np.int64)
        return np.asarray(cubes - aboard)


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

    def __init__(self, convoy: Convoy, number: int, flights: Which, everywhere: bool = False) -> None:
        self.convoy = convoy
        self.number = number
        self.flights = flights
        self.everywhere = everywhere
        self.hull = convoy.hulls[number]
        self.captain = convoy.captains[number]

    def where(self, condition: Truth) -> Ship:
        """The same ship in those of its flights for which the condition (one element a flight) holds."""
        return Ship(self.convoy, self.number, self.flights[condition])

    @cached_property
    def none(self) -> bool:
        """Whether there is nothing to do."""
        return self.flights.size == 0

    @property
    def charges(self) -> Counts:
        """How many batteries are charged."""
        return count(self.charge)


def launch(
    hulls: Sequence[Hull], captains: Sequence[Captain], level: Level, flights: npt.NDArray[np.int64], places: Counts
) -> Convoy:
    """A convoy on the start line, crewed and charged; `places` (ships, flights) is the starting order, 0 first."""
    shape = len(hulls), flights.size

    def full(values: list[np.uint64]) -> Bits:
        return np.repeat(np.array(values, np.uint64)[:, None], flights.size, axis=1)

    state = State(
        flight=flights,
        alive=full([hull.whole[0] for hull in hulls]),
        crew=full([hull.tokens.crew for hull in hulls]),
        charge=full([hull.tokens.charges.full for hull in hulls]),
        goods=np.zeros((len(GOODS), *shape), np.uint64),
        position=(-level.start_gap * places).astype(np.int32),
        flying=np.ones(shape, np.bool_),
        stuck=np.zeros(shape, np.bool_),
        marked=np.zeros(shape, np.bool_),
        aim=np.zeros(flights.size, np.intp),
        ending=np.zeros(shape, np.int8),
        cards_flown=np.zeros(shape, np.int16),
        bounty=np.zeros(shape, np.int32),
    )
    return Convoy(hulls, captains, level, state)
