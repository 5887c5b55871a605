"""State of ships in flight, what rolls have revealed of them, and their formation.

Rules ask the formation wherever ships and fleets differ: `launching.py` answers for a ship, `fleets/in_flight.py` for a
fleet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.by_number import ByNumber, Figures
from analyzer.trucker.edition import GOODS, Card, CombatLine, Hit
from analyzer.trucker.ship.bitboard import Bits, Counts
from analyzer.trucker.ship.component import SIDES
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.wrecks import Fates, Hazard, Numbers, Wrecks

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


Value = TypeVar("Value")

NOTHING_COMES = 0
"""Where other cards still have a meteor or a shot, and this one has none left."""
SMALL = len(SIDES)
COMING = 1 + 2 * len(SIDES)
"""How many numbers of `coming` there are, with NOTHING_COMES."""


def coming(hit: Hit) -> int:
    """The number of a meteor or shot: by side from 1 to SMALL for small ones, behind that for large ones."""
    return 1 + hit.side + SMALL * hit.large


class Figured:
    """The figures on some cards as arrays, cards along the last axis."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = tuple(cards)
        self._figures: dict[str, Figures] = {}

    def of(self, name: str) -> Figures:
        """A figure of all cards; what a card has fewer of than others (planets, hits) is filled up with nothing."""
        if name not in self._figures:
            values = [self._plain(card, name) for card in self.cards]
            narrow = np.int16 if name in ("goods", "planets") else np.int32  # small arrays stay in the cache (measured)
            self._figures[name] = np.ascontiguousarray(np.moveaxis(np.array(values, narrow), 0, -1))
        return self._figures[name]

    def _plain(self, card: Card, name: str) -> object:
        """A figure of one card in numbers."""
        if name == "hits":
            return _filled_up(
                [coming(hit) for hit in card.hits], NOTHING_COMES, max(len(one.hits) for one in self.cards)
            )
        if name == "planets":
            return _filled_up(card.planets, (0,) * len(GOODS), max(len(one.planets) for one in self.cards))
        return len(card.hits) if name == "shots" else getattr(card, name)


def _filled_up(values: Sequence[Value], nothing: Value, size: int) -> list[Value]:
    return [*values, *[nothing] * (size - len(values))]


class Revealed:
    """The card revealed to each of some flights; `which`: its number, a single one where all have the same card."""

    strength = ByNumber()
    crew_required = ByNumber()
    crew_lost = ByNumber()
    goods_lost = ByNumber()
    credits = ByNumber()
    goods = ByNumber()
    """(colours, ...) Cubes."""
    days = ByNumber()
    planets = ByNumber()
    """(planets, colours, ...) Cubes."""
    shots = ByNumber()
    """How many hits."""

    def __init__(self, figured: Figured, which: Which) -> None:
        self.figured = figured
        self.which = which

    def take(self, figure: str) -> Figures:
        """(..., flights) A figure of each card; (..., 1) where all flights have the same."""
        return self.figured.of(figure).take(self.which, axis=-1)

    def of(self, flights: Which) -> Revealed:
        """The cards of some of the flights."""
        return self if self.which.size == 1 else Revealed(self.figured, self.which.take(flights))

    @property
    def most_hits(self) -> int:
        """How many meteors or shots there are on the card that has most."""
        return len(self.figured.of("hits"))

    def hit(self, number: int) -> Figures:
        """What comes as the hit of that number, from 0, as a number of `coming`."""
        return np.asarray(self.figured.of("hits")[number].take(self.which))

    @property
    def lines(self) -> tuple[CombatLine, ...]:
        """The lines of a combat zone, where all revealed cards do the same."""
        return self.figured.cards[int(self.which[0])].lines


Column = npt.NDArray[np.int64]
Insured = tuple[int | Column, int | Column]
"""A premium and the most that is paid for losses then, for all ways of WAYS or one for each."""


class Formation(Protocol):
    """The questions in which a fleet differs; `ship` is a `Ship`, `convoy` a `Convoy` (both know this module)."""

    metrics: Metrics
    """The metrics of a flight."""

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """What the state holds besides; `chosen` (ships, flights): whose hull each is."""

    def set_out(self, convoy: Any) -> None:
        """Before the first card: who does not start, and what falls off."""

    def who_steer(self, ship: Any, /) -> Bits:
        """Those of the crew who can steer."""

    def kept_back(self, ship: Any, humans: Counts) -> Counts:
        """How many of the humans are given up last of all the crew."""

    def humans_left(self, ship: Any, going: Counts, /) -> Bits:
        """The humans left where so many are given up."""

    def left_unsteered(self, ship: Any, humans: Counts, going: Counts) -> Counts:
        """How many of its ships nobody steers any more where so many of the humans are given up."""

    def cannons(self, ship: Any) -> Any:
        """The `Strength` of the cannons in halves."""

    def engines(self, ship: Any, moving: bool) -> Any:
        """The `Strength` of the engines."""

    def defend(self, ship: Any, fate: Fates) -> Truth:
        """Return where a charge helps against a hazard: one is there and the captain spends it (wrecks.py)."""

    def fate(self, ship: Any, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """What comes of a hazard, as a number of `coming`, by dice sum, before the captain decides."""

    def struck(self, ship: Any, position: Numbers) -> Numbers:
        """What is left, a wreck, of the ship that the component at that position belongs to."""

    def with_the_others(self, ship: Any, position: Numbers, left: Numbers) -> Numbers:
        """The wreck of all where that is left of the ship that was struck there."""

    def stowed(self, ship: Any, cubes: Counts) -> Bits:
        """(colours, ships) Where so many cubes of each colour lie."""

    def lost(self, ship: Any) -> Counts:
        """How many components were lost so far."""

    def expel(self, ship: Any, cards: int) -> None:
        """Open space: who leaves at once because it cannot move."""

    def leave_unsteered(self, ship: Any, cards: int, /) -> None:
        """After a card that cost crew: who leaves because nobody steers."""

    def all_leave(self, ship: Any, why: str, cards: int, /) -> None:
        """The figure is taken off the board."""

    def take_out(self, convoy: Any, cards_left: int) -> None:
        """Before a card: who leaves by the captain's will while others fly on."""

    def standing(self, convoy: Any) -> npt.NDArray[np.int8]:
        """(ships, flights) The places that are paid for, 0 for the first; -1 for who no longer flies."""

    def settled(self, convoy: Any, insured: Sequence[Insured]) -> dict[str, Column]:
        """The columns of its metrics that only it has; `insured`: for each trucker."""

    def insure(self, penalty: Counts, insured: Sequence[Insured], settled: Mapping[str, Column]) -> Counts:
        """What is charged for losses by whom is insured so."""

    def looked_at(self, arrived: Truth, settled: Mapping[str, Column]) -> Truth:
        """Who may win the reward for looks."""

    def still_there(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """Of a ship of the first flight the numbers, from 1, of those that fly, and the squares that left, a board."""
