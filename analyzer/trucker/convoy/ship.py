"""Ships of a convoy, one in each flight."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains import Captain, Captains, Prices
from analyzer.trucker.convoy.decisions import Decisions, Legal
from analyzer.trucker.convoy.state import NOTHING_COMES, Array, Formation, Revealed, State, Truth, Which, writable
from analyzer.trucker.edition import Edition, Level
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import Numbers, Table, WorkOut, Wrecks


class Log(Protocol):
    """A listener. Nobody listens to most flights; then rules emit nothing, and nothing is worked out for it.

    `tells_each_ship`: whether it gets the events of each ship by itself; flights that meet different cards are then
    resolved one by one.
    """

    tells_each_ship: bool

    def on_event(self, event: str, ship: Any, **facts: Any) -> None:
        """Hear of an event in `ship.flights`; facts are numbers or arrays, flights along their last axis.

        `ship.convoy.numbers[ship.flights]` are the flights' numbers in the block, `ship.convoy.slot` the card's.
        """

    def card_over(self, convoy: Any) -> None:
        """The card at `slot` of the Convoy was resolved in every flight that met it."""


@dataclass
class Group:
    """Some flights of a state, of as many ships each, at the same slot of their decks.

    `captains`: all who command a ship in any flight; `rows` are the flights' places in the state, `card` what they
    meet; `formation`: lone ships or fleets. `cards_left`: how many cards come after the one at `slot`.
    `basic`: flown by the basic rules: nobody gives up, no reward is declined, nothing but what is lost in flight is
    charged. `decisions`: who decides in the captains' place. `written`: the columns that ships assigned since the card
    was revealed; `in_bank` (colours, flights): the cubes that lie on no ship, None until somebody asks.
    `by_own_rules`: whether a rule of the user's own resolves the card, so that what ships assign is looked at.
    """

    captains: Captains
    level: Level
    state: State
    rows: Which
    card: Revealed
    formation: Formation
    slot: int = 0
    cards_left: int = 0
    log: Log | None = None
    decisions: Decisions | None = None
    basic: bool = False
    written: set[str] = field(default_factory=set)
    in_bank: Counts | None = None
    by_own_rules: bool = False

    @property
    def tells_each_ship(self) -> bool:
        """Whether the events of each ship are emitted by itself."""
        return self.log is not None and self.log.tells_each_ship

    @property
    def wrecks(self) -> Wrecks:
        """What is known of what is left of ships."""
        return self.state.wrecks

    @property
    def size(self) -> int:
        """How many flights."""
        return self.rows.size

    @property
    def seats(self) -> int:
        """How many ships fly in each of them."""
        return len(self.state.flying)

    @cached_property
    def everywhere(self) -> Which:
        """The numbers of all flights within the convoy."""
        everywhere = np.arange(self.rows.size)
        everywhere.flags.writeable = False
        return everywhere

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """(flights) Their numbers in the block."""
        return self.state.flight.take(self.rows)

    def forget_rows(self) -> None:
        """The rows are others now: drop what was worked out from them."""
        for name in ("everywhere", "numbers"):
            self.__dict__.pop(name, None)
        self.in_bank = None

    @property
    def edition(self) -> Edition:
        """The edition whose rules hold."""
        return self.wrecks.hulls[0].layout.edition

    @property
    def hulls(self) -> list[Hull]:
        """The hull of each ship, where it is the same in all flights."""
        return [self.wrecks.hulls[number] for number in self.wrecks.hulls_of(self.state.wreck[..., 0]).tolist()]

    def fact(self, what: WorkOut) -> Table:
        """(ships, flights) What follows from every wreck of the state."""
        return self.wrecks.fact(what, self.state.wreck)

    def rank(self) -> npt.NDArray[np.int8]:
        """(ships, flights) Place in flight order, 0 for the leader; -1 for ships that no longer fly."""
        flying, positions = (array.take(self.rows, axis=1) for array in (self.state.flying, self.state.position))
        ahead = flying[:, None] & (positions[:, None] > positions)
        rank = np.asarray(ahead.view(np.int8).sum(axis=0, dtype=np.int8))
        rank[~flying] = -1
        return rank

    def mark(self, numbers: Numbers) -> None:
        """Mark one ship of each flight, by its number, and no other."""
        with writable(self.state.marked):
            self.state.marked[:, self.rows] = numbers == np.arange(self.seats)[:, None]
        self.written.add("marked")

    def with_marked(self) -> Which:
        """The flights in which a ship is marked."""
        return np.flatnonzero(self.state.marked[:, self.rows].any(axis=0))

    def with_hit(self, number: int) -> Which:
        """The flights whose card has that many hits and one more."""
        coming = self.card.hit(number)
        return self.everywhere if coming.size != self.size else np.flatnonzero(coming != NOTHING_COMES)

    def how_many_fly(self) -> npt.NDArray[np.int8]:
        """(flights) How many ships still fly."""
        return np.asarray(self.state.flying.take(self.rows, axis=1).view(np.int8).sum(axis=0, dtype=np.int8))

    def several_fly(self) -> Which:
        """The flights in which more than one ship still flies."""
        if self.seats == 1:
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.how_many_fly() > 1)


Value = TypeVar("Value", bound=Array)


def refuse_what_does_not_fit(column: str, dtype: np.dtype[Any], value: Array | int) -> None:
    """Raises TypeError for fractions in a column, ValueError for numbers beyond those that it can hold."""
    values = np.asarray(value)
    if values.dtype.kind not in "biu":
        raise TypeError(f"{column} holds whole numbers, not {values.dtype}")
    if dtype.kind in "iu" and values.size:
        limits = np.iinfo(dtype)
        for number in (int(values.min()), int(values.max())):
            if not limits.min <= number <= limits.max:
                raise ValueError(f"{column} holds numbers from {limits.min} to {limits.max}, not {number}")


class ReadOnly(np.ndarray[Any, np.dtype[Any]]):
    """An array that a rule of the user's own has read: writing into it raises ValueError, as it would change a copy.

    `ship.bounty -= 1` makes a new array and assigns that. What is worked out from it is an ordinary array.
    """

    def __array_wrap__(self, array: Array, context: object = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else array


def _assigning(name: str) -> Any:
    in_place = getattr(np.ndarray, name)

    def act(array: Array, other: Any) -> Any:
        return in_place(array, other) if array.flags.writeable else NotImplemented

    return act


for _sign in ("add", "sub", "mul", "floordiv", "truediv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(ReadOnly, f"__i{_sign}__", _assigning(f"__i{_sign}__"))


class Column(Generic[Value]):
    """An array of the state as ships see it, one element each; assigning writes through.

    A rule of the user's own gets it as one that cannot be written in place.
    """

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, ship: ShipsInFlight, _: type) -> Value:
        array: Array = getattr(ship.convoy.state, self.name)
        if array.ndim == 2:
            return ship.seen(array.take(ship.cells))  # type: ignore[no-any-return]
        return ship.seen(array.reshape(*array.shape[:-2], -1).take(ship.cells, axis=-1))  # type: ignore[no-any-return]

    def __set__(self, ship: ShipsInFlight, value: Value | int) -> None:
        if ship.none:
            return
        array: Array = getattr(ship.convoy.state, self.name)
        if ship.convoy.by_own_rules:
            refuse_what_does_not_fit(self.name, array.dtype, value)
        with writable(array):
            array.reshape(*array.shape[:-2], -1)[..., ship.cells] = value
        ship.convoy.written.add(self.name)
        if self.name in ("goods", "aside"):
            ship.convoy.in_bank = None


class ShipsInFlight:
    """Ships, each in one flight: mostly those of one place in flight order, whichever they are.

    `cells` are where they stand in the arrays of the state, laid flat: ship * flights + flight; `flights` the numbers
    of their flights within the convoy. Columns have one element a ship; they are to be assigned, never changed in
    place. Where somebody listens, all are the same ship. `only`: the captain of all of them, None where they differ.
    """

    wreck = Column[Numbers]()
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
    spent = Column[npt.NDArray[np.int16]]()
    gone = Column[npt.NDArray[np.int8]]()
    left_at = Column[npt.NDArray[np.int16]]()
    withdrawn = Column[Bits]()
    aside = Column[npt.NDArray[np.int16]]()

    def __init__(self, convoy: Group, cells: Which, flights: Which, only: Captain | None) -> None:
        self.convoy = convoy
        self.cells = cells
        self.flights = flights
        self.only = only
        self.basic = convoy.basic

    @property
    def size(self) -> int:
        """How many they are."""
        return self.cells.size

    @property
    def none(self) -> bool:
        """Whether there is nothing to do."""
        return self.cells.size == 0

    def where(self, condition: Truth) -> ShipsInFlight:
        """Those for which the condition (one element a ship) holds."""
        return self.at(condition.nonzero()[0])

    def at(self, which: Which) -> ShipsInFlight:
        """Those of these numbers."""
        if which.size == self.cells.size:
            return self
        return ShipsInFlight(self.convoy, self.cells.take(which), self.flights.take(which), self.only)

    def of_flight(self, array: Array) -> Array:
        """What an array says of their flights: it has one element a flight of the convoy, or one for all."""
        as_it_is = self.flights is self.convoy.everywhere or array.shape[-1] != self.convoy.size
        return array if as_it_is else array.take(self.flights, axis=-1)

    @cached_property
    def card(self) -> Revealed:
        """What stands on the card that each of them meets."""
        return self.convoy.card.of(self.flights)

    @cached_property
    def captain(self) -> Captain | Prices:
        """Who commands them: one captain, or the prices of the captain of each."""
        return self.only or Prices(self.convoy.captains, self.who)

    def seen(self, array: Any) -> Any:
        """The array; one that cannot be written while a rule of the user's own resolves the card."""
        if self.convoy.by_own_rules:
            array = array.view(ReadOnly)
            array.flags.writeable = False
        return array

    @property
    def who(self) -> Numbers:
        """The number of the captain who commands each; one element where it is the same for all flights."""
        command = self.convoy.state.command
        return command.reshape(-1) if self.convoy.captains.only else command.take(self.cells)

    @property
    def day(self) -> Counts | int:
        """What a flight day is worth to the captain; who flies alone may see it otherwise."""
        day, alone = self.captain.day, self.captain.lone_day
        if self.convoy.seats == 1:
            return alone
        lone = self.of_flight(self.convoy.how_many_fly()) == 1
        return np.where(lone, alone, day) if lone.any() else day

    def fact(self, what: WorkOut) -> Table:
        """What follows from their wrecks."""
        return self.convoy.wrecks.fact(what, self.wreck)

    def by_ship(self, what: WorkOut) -> Table:
        """(MOST_SHIPS, ships) The same of each ship of a fleet by itself."""
        return self.convoy.wrecks.table(what).take(self.wreck)

    @property
    def masks(self) -> Bits:
        """(MOST_SHIPS, ships) The squares of each ship of a fleet."""
        wrecks = self.convoy.wrecks
        return np.asarray(wrecks.stack.array("ships").take(wrecks.hulls_of(self.wreck), axis=0).T)

    @property
    def whole(self) -> Bits:
        """The components that it was launched with."""
        wrecks = self.convoy.wrecks
        whole: Bits = self.seen(wrecks.stack.array("whole")[:, 0].take(wrecks.hulls_of(self.wreck)))
        return whole

    def set_of(self, column: str, number: int, value: Array | int) -> None:
        """Write a column of that ship of each fleet alone."""
        if self.none:
            return
        array: Array = getattr(self.convoy.state, column)
        if self.convoy.by_own_rules:
            refuse_what_does_not_fit(column, array.dtype, value)
        with writable(array):
            array[number].reshape(-1)[self.cells] = value
        self.convoy.written.add(column)

    def others(self) -> Which:
        """(ships less one, ships) The cells of the other ships of their flights, one round after the other."""
        everybody = self.convoy.state.flying.size
        cells = self.cells + self.convoy.state.size * np.arange(1, self.convoy.seats)[:, None]
        cells -= (cells >= everybody) * everybody
        return cells

    @property
    def numbers(self) -> Numbers:
        """The number of each ship within the convoy."""
        return self.cells // self.convoy.state.size

    @property
    def charges(self) -> Counts:
        """How many batteries are charged."""
        charges: Counts = self.seen(count(self.charge))
        return charges

    @property
    def alive(self) -> Bits:
        """The squares whose components are left."""
        alive: Bits = self.seen(self.convoy.wrecks.left_of(self.wreck))
        return alive

    @property
    def number(self) -> int:
        """The number within the convoy of the ship that somebody listens to."""
        return int(self.cells[0]) // self.convoy.state.size

    @property
    def hull(self) -> Hull:
        """Its hull."""
        return self.convoy.wrecks.hulls[int(self.convoy.wrecks.hulls_of(self.wreck)[0])]

    def decide(self, what: str, choice: Value, legal: Legal) -> Value:
        """What is decided: the captain's choice, unless somebody decides in their place (convoy/decisions.py)."""
        decisions = self.convoy.decisions
        if decisions is None or self.none:
            return choice
        decided: Value = decisions.decide(self, what, choice, legal)
        return decided

    def emit(self, event: str, **facts: Any) -> None:
        """Pass an event to whoever listens to the flight (see Log.on_event)."""
        if self.convoy.log is not None and self.cells.size:
            self.convoy.log.on_event(event, self, **facts)
