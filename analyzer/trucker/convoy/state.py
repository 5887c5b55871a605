"""State of ships in flight, the cards revealed to them, and the interface of their formation.

Rules ask the formation wherever single ships and fleets differ. `launching.py` answers for single ships,
`fleets/in_flight.py` for fleets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.by_number import ByNumber, Figures
from analyzer.trucker.edition import GOODS, Card, CombatLine, Hit
from analyzer.trucker.ship.bitboard import Bits, IntArray
from analyzer.trucker.ship.component import SIDES
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import Fates, Hazard, Numbers, Wrecks

Array = npt.NDArray[Any]
BoolArray = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
"""Numbers of flights within a convoy."""

ENDINGS = ("arrived", "no_humans", "no_engines", "lapped", "gave_up")
"""Reasons for which a flight ends; the state stores the index of the reason."""
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
"""Reasons for which a ship of a fleet no longer flies; the state stores the index of the reason."""


COUNTED = ("bounty",)
"""Counters of each ship, from 0. Rules raise them with `ship.tally`, metrics of their names show them."""


@contextmanager
def writable(array: Array) -> Iterator[None]:
    """Make an array of a state writable within a `with` block, even while a user's rule runs."""
    is_frozen = not array.flags.writeable
    if is_frozen:
        array.flags.writeable = True
    try:
        yield
    finally:
        if is_frozen:
            array.flags.writeable = False


class State:
    """All arrays that change in flight, in shape (ships, flights) unless another shape is given.

    Of a fleet, `wreck`, `gone` and `left_at` have an entry for each ship of the fleet: (MOST_SHIPS, ships, flights).

    Attributes:
        flight: Number of each flight in the block, the address of its dice. Shape (flights,).
        wreck: Number of the ship's wreck (wrecks/wrecks.py).
        crew: Crew aboard, as tokens (ship/tokens.py).
        charge: Charges aboard, as tokens.
        goods: Cubes aboard, as tokens. Shape (colours, ships, flights).
        position: Space of the ship's marker on the track; the first starter begins at 0.
        flying: Whether the ship still flies.
        stuck: Whether the ship could not move at the card at hand.
        marked: Whether the ship suffers next at the card at hand, e.g. as the weakest, or under the shots of pirates.
        aim: Column that saboteurs have rolled at the card at hand. Shape (flights,).
        ending: Why the ship no longer flies (index into ENDINGS).
        cards_flown: Number of cards after which the ship left the flight; 0 while it flies.
        bounty: Credits that cards have paid.
        command: Index of each ship's captain; a single element if there is only one captain.
        gone: Why a ship of a fleet no longer flies (index into LEFT); 0 if it does.
        left_at: Number of cards after which a ship of a fleet left.
        withdrawn: Components that left together with ships of the fleet; one empty set for single ships.
        set_aside: Cubes set aside by ships that left. Shape (colours, ships, flights).
        spent: Charges spent; only with enumerated dice.
        weight: Weight of each flight; only with enumerated dice. Shape (flights,).
        rolled: Number of rolls that led to each flight, whose chance is weight / 36**rolled; only with enumerated dice.
            Shape (flights,).
    """

    flight: npt.NDArray[np.int64]
    wreck: Numbers
    crew: Bits
    charge: Bits
    goods: Bits
    position: npt.NDArray[np.int32]
    flying: BoolArray
    stuck: BoolArray
    marked: BoolArray
    aim: npt.NDArray[np.intp]
    ending: npt.NDArray[np.int8]
    cards_flown: npt.NDArray[np.int16]
    bounty: npt.NDArray[np.int32]
    command: npt.NDArray[np.intp] = np.zeros((1, 1), np.intp)
    gone: npt.NDArray[np.int8]
    left_at: npt.NDArray[np.int16]
    withdrawn: Bits = np.zeros((1, 1), np.uint64)
    set_aside: npt.NDArray[np.int16] = np.zeros((len(GOODS), 1, 1), np.int16)
    spent: npt.NDArray[np.int16]
    weight: npt.NDArray[Any]
    rolled: npt.NDArray[np.int64]

    def __init__(self, wrecks: Wrecks, **arrays: Array) -> None:
        self.wrecks = wrecks
        self.__dict__.update(arrays)

    def arrays(self) -> dict[str, Array]:
        """Return all arrays of the state by name."""
        return {name: array for name, array in self.__dict__.items() if name != "wrecks"}

    def freeze(self) -> list[Array]:
        """Make all arrays read-only, except within `writable`; return the arrays that were writable before."""
        arrays = [array for array in self.arrays().values() if array.flags.writeable]
        for array in arrays:
            array.flags.writeable = False
        return arrays

    def of(self, **arrays: Array) -> State:
        """Return a state with the given arrays and the same register of wrecks."""
        return State(self.wrecks, **arrays)

    @property
    def alive(self) -> Bits:
        """Surviving components of each ship, as sets of squares. Shape (ships, flights)."""
        return self.wrecks.left_of(self.wreck)

    @property
    def size(self) -> int:
        """Number of flights in the state."""
        return int(self.flight.size)


class PartOfState(State):
    """State of some flights of a larger state; an array is copied out of the larger one when it is first read.

    A card reads an array many times, ship by ship. The copy lies close together in memory, which makes that much faster
    than picking cells of all flights of a block.

    Args:
        whole: The larger state.
        rows: Index of each flight in the larger state.
    """

    def __init__(self, whole: State, rows: Indices) -> None:
        self._whole, self._rows = whole, rows
        # Arrays that a state may lack have a default in the class, so `__getattr__` would not be asked for them.
        there = vars(whole)
        super().__init__(whole.wrecks, **{name: self._copy(name) for name in vars(State) if name in there})

    def __getattr__(self, name: str) -> Array:
        if name not in vars(self._whole):
            raise AttributeError(name)
        array = self.__dict__[name] = self._copy(name)
        return array

    def _copy(self, name: str) -> Array:
        array: Array = getattr(self._whole, name)
        return array.take(self._rows, axis=-1)

    def arrays(self) -> dict[str, Array]:
        """Return all arrays of the state by name, copied out of the larger state."""
        return {name: getattr(self, name) for name in self._whole.arrays()}

    def put_back(self, written: Iterable[str]) -> None:
        """Copy the given arrays of these flights back into the larger state."""
        for name in written:
            self.wrecks.changes[name] += 1  # columns read from the larger state are out of date
            array: Array = getattr(self._whole, name)
            # Row by row: for arrays of shape (ships, flights) twice as fast as [..., rows].
            whole, part = (each.reshape(-1, each.shape[-1]) for each in (array, getattr(self, name)))
            for row, changed in zip(whole, part, strict=True):
                row[self._rows] = changed


def thaw(state: Any, before: State, frozen: list[Array]) -> None:
    """Make arrays writable again that were frozen while a user's rule ran.

    Args:
        state: The state after the rule; its arrays are made writable if the rule has replaced the state.
        before: The state before the rule.
        frozen: The arrays that were frozen.
    """
    # A view cannot be made writable while its base is frozen, so only owners of data are thawed.
    made = [*state.arrays().values()] if isinstance(state, State) and state is not before else []
    for array in (*frozen, *(one for one in made if isinstance(one, np.ndarray) and one.flags.owndata)):
        array.flags.writeable = True


Value = TypeVar("Value")

NO_HAZARD = 0
"""Number that stands for no hazard, on cards that have fewer hits than others."""
SMALL = len(SIDES)
"""Largest `hazard_number` of a small meteor or light fire."""


def hazard_number(hit: Hit) -> int:
    """Return the number that stands for a meteor or shot: 1 to 4 by side for small ones, 5 to 8 for large ones.

    With NO_HAZARD, these are the ROWS of the tables of fates (wrecks/wrecks.py).
    """
    return 1 + hit.side + SMALL * hit.large


class CardNumbers:
    """The printed numbers of several cards as arrays, with cards along the last axis."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self._figures: dict[str, Figures] = {}

    def of(self, name: str) -> Figures:
        """Return the number with the given name, e.g. `days`, as printed on each card. Shape (..., cards).

        Lists of planets or hits that are shorter than on other cards are filled up with empty entries.
        """
        if name not in self._figures:
            values = [self._plain(card, name) for card in self.cards]
            narrow = np.int16 if name in ("goods", "planets") else np.int32  # small arrays stay in the cache (measured)
            # Cards along the last axis, where the numbers of all flights are picked at once.
            self._figures[name] = np.ascontiguousarray(np.moveaxis(np.array(values, narrow), 0, -1))
        return self._figures[name]

    def _plain(self, card: Card, name: str) -> object:
        """Return a printed number (or list of numbers) of one card, filled up to the length that all cards need."""
        if name == "hits":
            return _filled_up(
                [hazard_number(hit) for hit in card.hits], NO_HAZARD, max(len(one.hits) for one in self.cards)
            )
        if name == "planets":
            return _filled_up(card.planets, (0,) * len(GOODS), max(len(one.planets) for one in self.cards))
        return len(card.hits) if name == "shots" else getattr(card, name)


def _filled_up(values: Sequence[Value], nothing: Value, size: int) -> list[Value]:
    return [*values, *[nothing] * (size - len(values))]


class RevealedCard:
    """The card revealed in each flight; its printed numbers (e.g. `days`) are attributes.

    Arrays have flights along the last axis, with a single element if all flights have the same card.

    Attributes:
        printed: The different cards.
        which: Index in `printed` of each flight's card; a single element if all flights have the same card.
    """

    strength = ByNumber()
    crew_required = ByNumber()
    crew_lost = ByNumber()
    goods_lost = ByNumber()
    credits = ByNumber()
    goods = ByNumber()
    """Cubes by colour. Shape (colours, flights)."""
    days = ByNumber()
    planets = ByNumber()
    """Cubes on each planet by colour. Shape (planets, colours, flights)."""
    shots = ByNumber()
    """Number of meteors or shots."""

    def __init__(self, printed: CardNumbers, which: Indices) -> None:
        self.printed = printed
        self.which = which

    def take(self, printed_number: str) -> Figures:
        """Return a printed number of each flight's card. Shape (..., flights), or (..., 1) for one card."""
        return self.printed.of(printed_number).take(self.which, axis=-1)

    def of(self, flights: Indices) -> RevealedCard:
        """Return the revealed cards of some of the flights, given by their indices."""
        return self if self.which.size == 1 else RevealedCard(self.printed, self.which.take(flights))

    @property
    def most_hits(self) -> int:
        """Largest number of meteors or shots on any of the cards."""
        return len(self.printed.of("hits"))

    def hit(self, number: int) -> Figures:
        """Return the `hazard_number` of one meteor or shot of each flight's card; NO_HAZARD if the card has fewer.

        The shape is (flights,), or (1,) if all flights have the same card.

        Args:
            number: Index of the meteor or shot on the card, from 0.
        """
        return np.asarray(self.printed.of("hits")[number].take(self.which))

    @property
    def lines(self) -> tuple[CombatLine, ...]:
        """Lines of the combat zone; valid only if the revealed cards of all flights have the same effect."""
        return self.printed.cards[int(self.which[0])].lines


Column = npt.NDArray[np.int64]
Insured = tuple[int | Column, int | Column]
"""A premium, and the cap on the charge for losses that it buys, in credits.

Each is one number, or an array with a number for each of the JOININGS in which the quarters of a build join.
"""


class Formation(Protocol):
    """Interface of the rules in which single ships and fleets differ.

    `ship` is a ShipsInFlight and `convoy` a Convoy. They are typed as Any because both import this module.
    """

    metrics: Metrics
    """Metrics of a flight."""

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """Return the arrays of the state that only this formation has.

        Args:
            hulls: The different hulls.
            chosen: Index in `hulls` of each ship's hull. Shape (ships, flights).
        """

    def set_out(self, convoy: Any) -> None:
        """Take out ships of a fleet that do not start, and components that are not connected, before the first card."""

    def steering_crew(self, ship: Any, /) -> Bits:
        """Return the tokens of the crew who can steer each ship."""

    def kept_back(self, ship: Any, humans: IntArray) -> IntArray:
        """Return the number of humans that each ship or fleet gives up only after all other crew."""

    def humans_left(self, ship: Any, going: IntArray, /) -> Bits:
        """Return the tokens of the humans who remain when each ship or fleet gives up `going` humans.

        The formation's rules say which humans go first.
        """

    def left_unsteered(self, ship: Any, humans: IntArray, going: IntArray) -> IntArray:
        """Return the number of ships of a fleet that lose their last human if `going` of its `humans` are given up."""

    def cannons(self, ship: Any) -> Any:
        """Return the `Strength` of each ship's cannons by number of charges, in halves."""

    def engines(self, ship: Any, moving: bool) -> Any:
        """Return the `Strength` of each ship's engines by number of charges."""

    def defend(self, ship: Any, fate: Fates) -> BoolArray:
        """Spend a charge if it averts a hazard and the captain wants that; return whether each ship spent one."""

    def fate(self, ship: Any, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Return the fate of each ship under a hazard, before its captain decides on a defence.

        A fate is a number that codes what the hazard meets and what can avert it (see `_entry` in wrecks/wrecks.py).

        Args:
            ship: The ships.
            small: Rule of small hazards.
            large: Rule of large hazards.
            coming: The hazard, a `hazard_number`.
            roll: Dice sum of each hazard.
        """

    def wreck_hit(self, ship: Any, position: Numbers) -> Numbers:
        """Return the wreck number of the ship that is hit.

        Of a fleet, that is the ship to which the component at `position` belongs.
        """

    def wrecks_after_hit(self, ship: Any, position: Numbers, left: Numbers) -> Numbers:
        """Return the wreck numbers after a hit: `left` for the ship that was hit, unchanged for others of its fleet."""

    def tokens_of_cubes(self, ship: Any, cubes: IntArray) -> Bits:
        """Return the container tokens that cubes occupy, given their number by colour. Shape (colours, ships)."""

    def lost(self, ship: Any) -> IntArray:
        """Return the number of components that each ship or fleet has lost so far."""

    def expel(self, ship: Any, cards: int) -> None:
        """Remove the ships that cannot move in open space from their fleet."""

    def leave_unsteered(self, convoy: Any, cards: int) -> None:
        """Remove the ships that nobody can steer from their fleets, after a card."""

    def all_leave(self, ship: Any, why: str, cards: int, /) -> None:
        """Record the end of flights: the markers of the given ships leave the board.

        Args:
            ship: The ships.
            why: The reason, one of ENDINGS.
            cards: Number of cards flown.
        """

    def take_out(self, convoy: Any, cards_left: int) -> None:
        """Let captains withdraw single ships from a fleet before a card is revealed, while its other ships fly on."""

    def final_places(self, convoy: Any) -> npt.NDArray[np.int8]:
        """Return the places that decide order rewards, 0 for the first. Shape (ships, flights).

        Ships that no longer fly have -1.
        """

    def extra_columns(self, convoy: Any, insured: Sequence[Insured]) -> dict[str, Column]:
        """Return the columns of results that only this formation has.

        Args:
            convoy: The flights after their last card.
            insured: Premium and cap of each trucker; empty if ships cannot be insured.
        """

    def insure(self, penalty: IntArray, insured: Sequence[Insured], extra_columns: Mapping[str, Column]) -> IntArray:
        """Return the charge for losses after insurance, in credits.

        Args:
            penalty: The charge without insurance.
            insured: Premium and cap of each trucker; empty if ships cannot be insured.
            extra_columns: The columns that the method `extra_columns` returned.
        """

    def eligible_for_looks(self, arrived: BoolArray, extra_columns: Mapping[str, Column]) -> BoolArray:
        """Return which ships may win the reward for looks."""

    def ships_still_flying(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """Return which ships of a trucker's fleet still fly in the first flight, and the squares of its other ships.

        Returns:
            Numbers of the ships, counted from 1, and a mask of squares.
        """
