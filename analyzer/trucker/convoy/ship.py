"""Groups of flights, and the ships in them in the form in which rules handle them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains import Captain, Captains, Prices
from analyzer.trucker.convoy.decisions import Decisions, Legal
from analyzer.trucker.convoy.state import (
    COUNTED,
    NO_HAZARD,
    Array,
    BoolArray,
    Formation,
    Indices,
    RevealedCard,
    State,
    writable,
)
from analyzer.trucker.edition import Edition, Level
from analyzer.trucker.ship.bitboard import Bits, IntArray, count
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import FactFunction, Numbers, Table, Wrecks


class Log(Protocol):
    """A listener to the events of flights, e.g. of a flight that is told as a story.

    Most flights have none. Rules then emit nothing, and the facts of events are not computed.

    Attributes:
        tells_each_ship: Whether each event concerns one ship number only; different cards are then resolved one by one.
    """

    tells_each_ship: bool

    def on_event(self, event: str, ship: Any, **facts: Any) -> None:
        """Receive one event, which happened in the flights `ship.flights`.

        `ship.convoy.numbers[ship.flights]` are the numbers of these flights in the block. `ship.convoy.slot` is the
        index of the card in the deck.

        Args:
            event: Name of the event.
            ship: The ships to which the event happened.
            facts: Numbers or arrays, with flights along the last axis.
        """

    def card_over(self, convoy: Any) -> None:
        """Receive notice that the card at `convoy.slot` was resolved in all flights that revealed it."""


@dataclass
class Group:
    """Some flights of a block, all at the same slot of their decks, with their state and rules.

    Attributes:
        captains: All captains who command a ship in any flight.
        level: The level that is flown.
        state: The arrays of all flights of the block.
        rows: Index of each flight in the state. Shape (flights,).
        card: The card that each flight meets.
        formation: The rules in which single ships and fleets differ.
        slot: Index of the card in the deck, from 0.
        cards_left: Number of cards that follow the one at `slot`.
        log: A listener to events, or None.
        decisions: An object that decides in the captains' place, or None.
        basic: Whether the basic rules hold: nobody gives up, no reward is declined, only losses in flight are
            charged.
        written: Names of the columns assigned since the card was revealed.
        in_bank: Cubes that are on no ship, shape (colours, flights); None until it is needed.
        in_order: The ships by place in flight order; None until it is needed, and after markers have moved.
        by_own_rules: Whether a rule of the user resolves the card; assigned values are then checked.
    """

    captains: Captains
    level: Level
    state: State
    rows: Indices
    card: RevealedCard
    formation: Formation
    slot: int = 0
    cards_left: int = 0
    log: Log | None = None
    decisions: Decisions | None = None
    basic: bool = False
    written: set[str] = field(default_factory=set)
    in_bank: IntArray | None = None
    in_order: list[ShipsInFlight] | None = None
    by_own_rules: bool = False

    @property
    def tells_each_ship(self) -> bool:
        """Whether each event concerns one ship number only, because the listener wants that."""
        return self.log is not None and self.log.tells_each_ship

    @property
    def wrecks(self) -> Wrecks:
        """Register that numbers the wrecks of the ships and knows their facts."""
        return self.state.wrecks

    @property
    def size(self) -> int:
        """Number of flights in the group."""
        return self.rows.size

    @property
    def seats(self) -> int:
        """Number of ships in each flight."""
        return len(self.state.flying)

    @cached_property
    def everywhere(self) -> Indices:
        """Indices of all flights within the group: 0 to size - 1."""
        everywhere = np.arange(self.rows.size)
        everywhere.flags.writeable = False
        return everywhere

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Number of each flight in the block. Shape (flights,)."""
        return self.state.flight.take(self.rows)

    def forget_rows(self) -> None:
        """Drop all cached values that depend on the rows, because the rows have changed."""
        for name in ("everywhere", "numbers"):
            self.__dict__.pop(name, None)
        self.in_bank = self.in_order = None

    def forget(self, written: Collection[str]) -> None:
        """Drop cached values that depend on the given columns of the state, because these have been assigned."""
        if "goods" in written or "set_aside" in written:
            self.in_bank = None
        if "position" in written or "flying" in written:
            self.in_order = None

    def column(self, name: str) -> Array:
        """Return an array of the state for the flights of this group; it is not copied if they are all flights."""
        array: Array = getattr(self.state, name)
        return array if self.size == self.state.size else array.take(self.rows, axis=-1)

    @cached_property
    def edition(self) -> Edition:
        """Edition whose rules hold in these flights."""
        return self.wrecks.hulls[0].layout.edition

    @property
    def hulls(self) -> list[Hull]:
        """Hull of each ship number; valid only if it is the same in all flights."""
        return [self.wrecks.hulls[number] for number in self.wrecks.hulls_of(self.state.wreck[..., 0]).tolist()]

    def fact(self, fact: FactFunction) -> Table:
        """Look up a fact (wrecks/facts.py) of every ship's wreck in all flights of a state. Shape (ships, flights)."""
        return self.wrecks.fact(fact, self.state.wreck)

    def rank(self) -> npt.NDArray[np.int8]:
        """Return the place of each ship in flight order, 0 for the leader. Shape (ships, flights).

        Ships that no longer fly have -1.
        """
        flying, positions = self.column("flying"), self.column("position")
        # Comparisons of all pairs: (other ship, ship, flight). The sum over the first axis counts the ships ahead.
        ahead = flying[:, None] & (positions[:, None] > positions)
        rank = np.asarray(ahead.view(np.int8).sum(axis=0, dtype=np.int8))
        rank[~flying] = -1
        return rank

    def mark(self, numbers: Numbers) -> None:
        """Mark one ship of each flight, and unmark all others."""
        with writable(self.state.marked):
            self.state.marked[:, self.rows] = numbers == np.arange(self.seats)[:, None]
        self.wrecks.changes["marked"] += 1
        self.written.add("marked")

    def with_marked(self) -> Indices:
        """Return the indices of the flights in which a ship is marked."""
        return np.flatnonzero(self.column("marked").any(axis=0))

    def with_hit(self, number: int) -> Indices:
        """Return the indices of the flights whose card has a meteor or shot number `number`, counted from 0."""
        coming = self.card.hit(number)
        return self.everywhere if coming.size != self.size else np.flatnonzero(coming != NO_HAZARD)

    def how_many_fly(self) -> npt.NDArray[np.int8]:
        """Return the number of ships that still fly. Shape (flights,)."""
        return np.asarray(self.column("flying").view(np.int8).sum(axis=0, dtype=np.int8))

    def with_several_flying(self) -> Indices:
        """Return the indices of the flights in which more than one ship still flies."""
        if self.seats == 1:
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.how_many_fly() > 1)


Value = TypeVar("Value", bound=Array)


def refuse_what_does_not_fit(column: str, dtype: np.dtype[Any], value: Array | int) -> None:
    """Raise an error if a column of the state cannot hold a value.

    Raises:
        TypeError: If the values are no whole numbers.
        ValueError: If a number is beyond the range of the column.
    """
    values = np.asarray(value)
    if values.dtype.kind not in "biu":
        raise TypeError(f"{column} holds whole numbers, not {values.dtype}")
    if dtype.kind in "iu" and values.size:
        limits = np.iinfo(dtype)
        for number in (int(values.min()), int(values.max())):
            if not limits.min <= number <= limits.max:
                raise ValueError(f"{column} holds numbers from {limits.min} to {limits.max}, not {number}")


class ReadOnlyArray(np.ndarray[Any, np.dtype[Any]]):
    """An array that a user's rule has read; it is a copy, so writing into it raises ValueError.

    `ship.bounty -= 1` makes a new array and assigns that. Arrays computed from it are ordinary ones.
    """

    def __array_wrap__(self, array: Array, context: object = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else array


def _assigning(name: str) -> Any:
    """Return an in-place operator, e.g. `+=`, that makes a new array in place of one that is read-only.

    Python computes `a = a + b` for `a += b` if the in-place operator returns NotImplemented.
    """
    in_place = getattr(np.ndarray, name)

    def act(array: Array, other: Any) -> Any:
        return in_place(array, other) if array.flags.writeable else NotImplemented

    return act


for _sign in ("add", "sub", "mul", "floordiv", "truediv", "mod", "and", "or", "xor", "lshift", "rshift"):
    setattr(ReadOnlyArray, f"__i{_sign}__", _assigning(f"__i{_sign}__"))


class Column(Generic[Value]):
    """Descriptor of a state array with one element for each ship of the group; assigning to it writes into the state.

    A user's rule gets a copy that cannot be written in place.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, ship: ShipsInFlight, _: type) -> Value:
        convoy = ship.convoy
        # A column that was read holds until anybody writes that column, in whatever group of ships.
        changes = convoy.state.wrecks.changes[self.name]
        kept = ship.columns.get(self.name)
        if kept is not None and kept[0] == changes and not convoy.by_own_rules:
            return kept[1]  # type: ignore[no-any-return]
        array: Array = getattr(convoy.state, self.name)
        if array.ndim > 2:
            array = array.reshape(*array.shape[:-2], -1).take(ship.cells, axis=-1)
        else:
            array = array.take(ship.cells)
        if convoy.by_own_rules:
            return ship.seen(array)  # type: ignore[no-any-return]
        array.flags.writeable = False  # all who read it share it
        ship.columns[self.name] = changes, array
        return array  # type: ignore[return-value]

    def __set__(self, ship: ShipsInFlight, value: Value | int) -> None:
        if ship.none:
            return
        array: Array = getattr(ship.convoy.state, self.name)
        if ship.convoy.by_own_rules:
            refuse_what_does_not_fit(self.name, array.dtype, value)
            with writable(array):
                self._assign(array, ship.cells, value)
        else:
            self._assign(array, ship.cells, value)
        ship.convoy.state.wrecks.changes[self.name] += 1
        ship.convoy.written.add(self.name)
        ship.convoy.forget((self.name,))

    @staticmethod
    def _assign(array: Array, cells: Indices, value: Value | int) -> None:
        if array.ndim == 2:
            array.reshape(-1)[cells] = value  # twice as fast as [..., cells]
        else:
            for row, own in zip(array, np.broadcast_to(value, (len(array), cells.size)), strict=True):
                row.reshape(-1)[cells] = own


COUNTERS = {name: Column[IntArray](name) for name in COUNTED}


class ShipsInFlight:
    """A group of ships with arrays over them; mostly one ship of each flight, at the same place in flight order.

    The columns (wreck, crew, ...) have one element for each ship. Assign them, never change them in place. If a
    listener wants each ship by itself, all ships of a group have the same number in the convoy.

    Attributes:
        convoy: The convoy that they belong to.
        cells: Index of each ship in the flattened arrays of the state: ship * flights + flight.
        flights: Index of each ship's flight within the convoy.
        only: The captain of all of them; None if their captains differ.
        basic: Whether the basic rules hold.
        columns: Columns that were read, each with the count of its changes then (see `Register.changes`).
    """

    wreck = Column[Numbers]()
    crew = Column[Bits]()
    charge = Column[Bits]()
    goods = Column[Bits]()
    position = Column[npt.NDArray[np.int32]]()
    flying = Column[BoolArray]()
    stuck = Column[BoolArray]()
    marked = Column[BoolArray]()
    ending = Column[npt.NDArray[np.int8]]()
    cards_flown = Column[npt.NDArray[np.int16]]()
    bounty = Column[npt.NDArray[np.int32]]()
    spent = Column[npt.NDArray[np.int16]]()
    gone = Column[npt.NDArray[np.int8]]()
    left_at = Column[npt.NDArray[np.int16]]()
    withdrawn = Column[Bits]()
    set_aside = Column[npt.NDArray[np.int16]]()

    def __init__(self, convoy: Group, cells: Indices, flights: Indices, only: Captain | None) -> None:
        self.convoy = convoy
        self.cells = cells
        self.flights = flights
        self.only = only
        self.basic = convoy.basic
        self.columns: dict[str, tuple[int, Any]] = {}

    @property
    def size(self) -> int:
        """Number of ships in the group."""
        return self.cells.size

    @property
    def none(self) -> bool:
        """Whether the group is empty, so that a rule has nothing to do."""
        return self.cells.size == 0

    def where(self, condition: BoolArray) -> ShipsInFlight:
        """Return those ships of the group for which a condition holds."""
        return self.at(condition.nonzero()[0])

    def at(self, which: Indices) -> ShipsInFlight:
        """Return the ships at the given indices of the group."""
        if which.size == self.cells.size:
            return self
        return ShipsInFlight(self.convoy, self.cells.take(which), self.flights.take(which), self.only)

    def under_one_captain(self) -> ShipsInFlight:
        """Return the ships, with `only` set if all of them happen to have the same captain."""
        if self.only or self.none:
            return self
        # With one captain, prices are single numbers instead of arrays over the ships.
        who = self.who
        if (who != who[0]).any():
            return self
        return ShipsInFlight(self.convoy, self.cells, self.flights, self.convoy.captains.each[int(who[0])])

    def of_flight(self, array: Array) -> Array:
        """Return the elements of an array over flights that belong to each ship's flight.

        An array with one element for all flights is returned unchanged.
        """
        # An array of one element holds for all flights.
        as_it_is = self.flights is self.convoy.everywhere or array.shape[-1] != self.convoy.size
        return array if as_it_is else array.take(self.flights, axis=-1)

    @cached_property
    def card(self) -> RevealedCard:
        """Card that each ship meets; its printed numbers are arrays over the ships."""
        return self.convoy.card.of(self.flights)

    @cached_property
    def captain(self) -> Captain | Prices:
        """Captain of all these ships, or the prices of each ship's captain."""
        return self.only or Prices(self.convoy.captains, self.who)

    def seen(self, array: Any) -> Any:
        """Return the array, or a read-only view of it while a user's rule resolves the card."""
        if self.convoy.by_own_rules:
            array = array.view(ReadOnlyArray)
            array.flags.writeable = False
        return array

    @property
    def who(self) -> Numbers:
        """Index of each ship's captain; a single element if all have the same one."""
        command = self.convoy.state.command
        return command.reshape(-1) if self.convoy.captains.only else command.take(self.cells)

    @property
    def day(self) -> IntArray | int:
        """Captain's price of a flight day, in hundredths of a credit; it differs for ships that fly alone."""
        day, alone = self.captain.day, self.captain.lone_day
        if self.convoy.seats == 1:
            return alone
        lone = self.of_flight(self.convoy.how_many_fly()) == 1
        return np.where(lone, alone, day) if lone.any() else day

    def fact(self, fact: FactFunction) -> Table:
        """Return a fact (wrecks/facts.py) of each ship's wreck, e.g. its places for cubes, looked up."""
        return self.convoy.wrecks.fact(fact, self.wreck)

    def by_ship(self, fact: FactFunction) -> Table:
        """Return a fact (wrecks/facts.py) of each single ship of a fleet, looked up. Shape (MOST_SHIPS, ships)."""
        return self.convoy.wrecks.table(fact).take(self.wreck)

    @property
    def masks(self) -> Bits:
        """Squares of each ship of a fleet. Shape (MOST_SHIPS, ships)."""
        wrecks = self.convoy.wrecks
        return np.asarray(wrecks.stack.array("ships").take(wrecks.hulls_of(self.wreck), axis=0).T)

    @property
    def launched_squares(self) -> Bits:
        """Components with which each ship was launched, as sets of squares."""
        wrecks = self.convoy.wrecks
        squares: Bits = self.seen(wrecks.stack.array("occupied")[:, 0].take(wrecks.hulls_of(self.wreck)))
        return squares

    def tally(self, counter: str, amount: IntArray | int) -> None:
        """Add an amount to a counter of each ship, e.g. to the credits paid by cards."""
        # Called as a descriptor, because the name of the column is known only here.
        column = COUNTERS[counter]
        column.__set__(self, column.__get__(self, type(self)) + amount)

    def set_of(self, column: str, number: int, value: Array | int) -> None:
        """Write the values of ship `number` of each fleet into a column of fleets, e.g. `wreck` or `gone`.

        Such columns have a row for each ship of a fleet, shape (MOST_SHIPS, ships, flights).
        """
        if self.none:
            return
        array: Array = getattr(self.convoy.state, column)
        if self.convoy.by_own_rules:
            refuse_what_does_not_fit(column, array.dtype, value)
        with writable(array):
            array[number].reshape(-1)[self.cells] = value
        self.convoy.state.wrecks.changes[column] += 1
        self.convoy.written.add(column)

    def others(self) -> Indices:
        """Return the cells (see `cells`) of the other ships in each ship's flight. Shape (seats - 1, ships)."""
        everybody = self.convoy.state.flying.size  # ships x flights
        cells = self.cells + self.convoy.state.size * np.arange(1, self.convoy.seats)[:, None]
        # Cells wrap around, so that each round takes the next ship of the same flight.
        cells -= (cells >= everybody) * everybody
        return cells

    @property
    def numbers(self) -> Numbers:
        """Number of each ship within its convoy."""
        return self.cells // self.convoy.state.size

    @property
    def charges(self) -> IntArray:
        """Number of charges aboard each ship."""
        charges: IntArray = self.seen(count(self.charge))
        return charges

    @property
    def alive(self) -> Bits:
        """Surviving components of each ship, as sets of squares."""
        alive: Bits = self.seen(self.convoy.wrecks.left_of(self.wreck))
        return alive

    @property
    def number(self) -> int:
        """Number within the convoy of the first ship of the group."""
        return int(self.cells[0]) // self.convoy.state.size

    @property
    def hull(self) -> Hull:
        """Hull of the first ship of the group; valid for all if their hulls are equal."""
        return self.convoy.wrecks.hulls[int(self.convoy.wrecks.hulls_of(self.wreck)[0])]

    def decide(self, what: str, choice: Value, legal: Legal) -> Value:
        """Return the decision of each ship: the captain's choice, unless `convoy.decisions` decides otherwise.

        Args:
            what: Kind of decision (convoy/decisions.py).
            choice: The captain's choice.
            legal: Returns everything that the rules allow a ship, given its index.
        """
        decisions = self.convoy.decisions
        if decisions is None or self.none:
            return choice
        decided: Value = decisions.decide(self, what, choice, legal)
        return decided

    def emit(self, event: str, **facts: Any) -> None:
        """Pass an event to the listener, if there is one (see Log.on_event)."""
        if self.convoy.log is not None and self.cells.size:
            self.convoy.log.on_event(event, self, **facts)
