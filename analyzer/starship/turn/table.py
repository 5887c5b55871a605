"""Tables of games in arrays, their lanes and copies.

Mixed indices (`values[kinds, lanes]`) cost numpy five to ten times as much as one index into values that lie in a row
(measured), so all tricks with that are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import LEVELS, USUAL, Rules, Switches
from analyzer.starship.turn.bits import Sets

ALL = slice(None)
"""All lanes."""
Values = npt.NDArray[Any]
Which = npt.NDArray[Any]


def some(values: Values, rows: Any) -> Values:
    """(..., rows) Of values (..., lanes) those of some lanes."""
    return values if isinstance(rows, slice) else np.asarray(values.take(rows, axis=-1))


def each(values: Values, kinds: Which | int, rows: Which) -> Values:
    """(rows,) Of values (kinds, lanes) that of a kind in each lane; `kinds`: by row, or one for all."""
    if isinstance(kinds, int):
        return np.asarray(values[kinds].take(rows))
    return np.asarray(values.take(_places(values, kinds, rows)))


def add(values: Values, kinds: Which | int, rows: Which, change: Any) -> None:
    """Change those values by `change`, by row or one for all; no lane comes twice."""
    if isinstance(kinds, int):
        values[kinds][rows] += change
        return
    flat, places = values.reshape(-1, copy=False), _places(values, kinds, rows)
    flat[places] = flat.take(places) + change


def put(values: Values, kinds: Which, rows: Which, new: Any) -> None:
    """Set those values."""
    values.reshape(-1, copy=False)[_places(values, kinds, rows)] = new


def _places(values: Values, kinds: Which, rows: Which) -> npt.NDArray[np.intp]:
    """Where they lie in memory."""
    places = kinds.astype(np.intp)
    places *= values.shape[-1]
    places += rows
    return places


Flags = npt.NDArray[np.bool_]

LASTING: dict[str, tuple[tuple[int, ...], type]] = {
    "game": ((), np.int64),
    "which": ((), np.int16),
    "over": ((), np.bool_),
    "astro": ((2,), np.int16),
    "stored": ((2, 6), np.int8),
    "want": ((2, 6), np.int8),
    "boosters": ((2,), np.int8),
    "boosters_2": ((2,), np.int8),
    "cannons": ((2,), np.int8),
    "cannons_2": ((2,), np.int8),
    "colony_ships": ((2,), np.int8),
    "trade_ships": ((2,), np.int8),
    "modules": ((2, 6), np.int8),
    "owned": ((2,), np.uint64),
    "owned_adventures": ((2,), np.uint16),
    "sectors": ((4,), np.uint64),
    "size": ((4,), np.int8),
    "known": ((2, 4), np.uint64),
    "known_lost": ((2, 4), np.int8),
    "reserve": ((28,), np.uint8),
    "left": ((), np.int8),
    "open": ((), np.uint16),
    "stack": ((12,), np.uint8),
    "stack_left": ((), np.int8),
    "counts": ((2, 9), np.int16),
    "done": ((2,), np.uint16),
    "reached": ((2,), np.uint16),
    "able": ((2,), np.uint16),
    "weight": ((), np.int64),
}
"""(shape before the lanes, type) What lasts from turn to turn; first axes of two are players, Moon first.

which: of several positions whose games are played side by side; stored: goods and science; reserve: the cards by bit,
LOST for lost planets, the last `left` of them are still to come, likewise stack; known: cards that a player knows to
lie in a sector; counts: see COUNTS; done, reached, able: adventures that a player fulfilled, whose planet they met
while they were open, and for which they then had what is needed; weight: of 1 where dice are thrown, else in how many
ways a lane came about.
"""
PASSING: dict[str, tuple[tuple[int, ...], type]] = {
    "roll": ((), np.int8),
    "sector": ((), np.int8),
    "limit": ((), np.int8),
    "cards_flown": ((), np.int8),
    "actions": ((), np.int8),
    "allowed": ((), np.int8),
    "flying": ((), np.bool_),
    "weighed": ((), np.bool_),
    "far": ((), np.bool_),
    "fought": ((), np.int8),
    "fighting": ((), np.bool_),
    "won": ((), np.bool_),
    "order": ((10,), np.uint8),
    "hidden": ((), np.uint64),
    "hidden_lost": ((), np.int8),
    "turned": ((), np.uint64),
    "turned_lost": ((), np.int8),
    "came": ((), np.uint64),
    "came_lost": ((), np.int8),
    "hope": ((), np.int32),
    "worth": ((64,), np.int16),
    "knew": ((), np.uint64),
    "knew_lost": ((), np.int8),
    "used": ((), np.uint64),
    "bought": ((), np.int8),
}
"""What lasts for a turn. weighed: whether it was seen that turning back does not win; far: whether more points are
missing than trade and build may give; turned, came: cards turned up in the flight, and come open from the reserve;
hope: what the captain still expects of the flight, by `worth` of the cards (0 at LOST) they `knew` when they chose the
sector; used, bought: in trade and build the stations used so far, and how many goods the other was forced to sell."""
COUNTS = (
    "cards_flown",
    "actions",
    "met",
    "paid",
    "beaten",
    "fights_lost",
    "adventures_done",
    "cannons_lost",
    "modules_lost",
)
(FLOWN, ACTIONS, MET, PAID, BEATEN, LOST_FIGHTS, DONE, CANNONS_LOST, MODULES_LOST) = range(len(COUNTS))


@dataclass
class Table:
    """Games at the same turn. me: who is at turn, 0 for Moon; log: called with every event, if it is not None."""

    lanes: int
    rules: Rules = field(repr=False)
    turn: int = 1
    switches: Switches = USUAL
    log: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name, (shape, kind) in (LASTING | PASSING).items():
            setattr(self, name, np.zeros((*shape, self.lanes), kind))
        self.weight[:] = 1

    game: npt.NDArray[np.int64] = field(init=False, repr=False)
    which: npt.NDArray[np.int16] = field(init=False, repr=False)
    over: Flags = field(init=False, repr=False)
    astro: npt.NDArray[np.int16] = field(init=False, repr=False)
    stored: npt.NDArray[np.int8] = field(init=False, repr=False)
    want: npt.NDArray[np.int8] = field(init=False, repr=False)
    boosters: npt.NDArray[np.int8] = field(init=False, repr=False)
    boosters_2: npt.NDArray[np.int8] = field(init=False, repr=False)
    cannons: npt.NDArray[np.int8] = field(init=False, repr=False)
    cannons_2: npt.NDArray[np.int8] = field(init=False, repr=False)
    colony_ships: npt.NDArray[np.int8] = field(init=False, repr=False)
    trade_ships: npt.NDArray[np.int8] = field(init=False, repr=False)
    modules: npt.NDArray[np.int8] = field(init=False, repr=False)
    owned: Sets = field(init=False, repr=False)
    owned_adventures: npt.NDArray[np.uint16] = field(init=False, repr=False)
    sectors: Sets = field(init=False, repr=False)
    size: npt.NDArray[np.int8] = field(init=False, repr=False)
    known: Sets = field(init=False, repr=False)
    known_lost: npt.NDArray[np.int8] = field(init=False, repr=False)
    reserve: npt.NDArray[np.uint8] = field(init=False, repr=False)
    left: npt.NDArray[np.int8] = field(init=False, repr=False)
    open: npt.NDArray[np.uint16] = field(init=False, repr=False)
    stack: npt.NDArray[np.uint8] = field(init=False, repr=False)
    stack_left: npt.NDArray[np.int8] = field(init=False, repr=False)
    counts: npt.NDArray[np.int16] = field(init=False, repr=False)
    done: npt.NDArray[np.uint16] = field(init=False, repr=False)
    reached: npt.NDArray[np.uint16] = field(init=False, repr=False)
    able: npt.NDArray[np.uint16] = field(init=False, repr=False)
    weight: npt.NDArray[np.int64] = field(init=False, repr=False)
    roll: npt.NDArray[np.int8] = field(init=False, repr=False)
    sector: npt.NDArray[np.int8] = field(init=False, repr=False)
    limit: npt.NDArray[np.int8] = field(init=False, repr=False)
    cards_flown: npt.NDArray[np.int8] = field(init=False, repr=False)
    actions: npt.NDArray[np.int8] = field(init=False, repr=False)
    allowed: npt.NDArray[np.int8] = field(init=False, repr=False)
    flying: Flags = field(init=False, repr=False)
    weighed: Flags = field(init=False, repr=False)
    far: Flags = field(init=False, repr=False)
    fought: npt.NDArray[np.int8] = field(init=False, repr=False)
    fighting: Flags = field(init=False, repr=False)
    won: Flags = field(init=False, repr=False)
    order: npt.NDArray[np.uint8] = field(init=False, repr=False)
    hidden: Sets = field(init=False, repr=False)
    hidden_lost: npt.NDArray[np.int8] = field(init=False, repr=False)
    turned: Sets = field(init=False, repr=False)
    turned_lost: npt.NDArray[np.int8] = field(init=False, repr=False)
    came: Sets = field(init=False, repr=False)
    came_lost: npt.NDArray[np.int8] = field(init=False, repr=False)
    hope: npt.NDArray[np.int32] = field(init=False, repr=False)
    worth: npt.NDArray[np.int16] = field(init=False, repr=False)
    knew: Sets = field(init=False, repr=False)
    knew_lost: npt.NDArray[np.int8] = field(init=False, repr=False)
    used: Sets = field(init=False, repr=False)
    bought: npt.NDArray[np.int8] = field(init=False, repr=False)

    @property
    def me(self) -> int:
        """Who is at turn."""
        return (self.turn - 1) % 2

    def take(self, lanes: Any, passing: bool = True) -> None:
        """Go on with these lanes alone, in this order, some of them several times."""
        for name in LASTING | (PASSING if passing else {}):
            setattr(self, name, np.ascontiguousarray(getattr(self, name)[..., lanes]))
        self.lanes = self.game.size
        if not passing:
            self._begin()

    def _begin(self) -> None:
        for name, (shape, kind) in PASSING.items():
            setattr(self, name, np.zeros((*shape, self.lanes), kind))

    def begin_turn(self) -> None:
        """Forget what lasted for the last turn."""
        for name in PASSING:
            getattr(self, name)[...] = 0

    def emit(self, event: str, subjects: Any = None) -> None:
        """Tell the listener, if there is one, that a step is done; subjects: the cards, adventures or build of it."""
        if self.log is not None:
            self.log(self, event, subjects)

    def begin_flight(self, sector: int) -> None:
        """Set out to a sector (from 0); what was rolled stays."""
        roll = self.roll.copy()
        self.begin_turn()
        self.roll, self.sector[...] = roll, sector

    def level(self, player: int, module: int) -> npt.NDArray[np.int8]:
        """(lanes,) The level of a module."""
        return np.asarray(self.modules[player, module])


LOGISTICS, COMMAND, SENSOR, TRADE, SCIENCE_MODULE, PRODUCTION = range(6)
MOST_HELD = 4
"""The most of anything that is stored, in any edition."""


@lru_cache(maxsize=512)
def by_level(rules: Rules, module: str, figure: str, without: str = "") -> npt.NDArray[np.int8]:
    """(levels,) A figure of a module by its level; `without`: what of the start it is without the module, else 0."""
    figures = [int(getattr(rules.modules[module, level], figure)) for level in LEVELS]
    return np.array([rules.start[without] if without else 0, *figures], np.int8)


def capacity(table: Table, player: int, rows: Any = slice(None)) -> npt.NDArray[np.int8]:
    """How many of each good a bay holds."""
    return np.asarray(
        by_level(table.rules, "logistics", "capacity", "capacity")[table.modules[player, LOGISTICS][rows]]
    )


def ships_of(table: Table, ship: str) -> npt.NDArray[np.int8]:
    """(players, lanes) How many colony ships, or trade ships, are in the hangars."""
    return {"colony_ship": table.colony_ships, "trade_ship": table.trade_ships}[ship]


def boosters(table: Table, player: int) -> npt.NDArray[np.int8]:
    """Booster strength."""
    return np.asarray(table.boosters[player] + table.boosters_2[player])


def cannons(table: Table, player: int, rows: Any = slice(None)) -> npt.NDArray[np.int8]:
    """Cannon strength."""
    return np.asarray(table.cannons[player][rows] + table.cannons_2[player][rows])


def copied(table: Table, lanes: npt.NDArray[np.intp] | None = None) -> Table:
    """Those lanes once more, some of them several times; all if None. Nobody listens to the copy."""
    one = copy(table)
    for name in LASTING | PASSING:
        values = getattr(table, name)
        setattr(one, name, values.copy() if lanes is None else values.take(lanes, axis=-1))
    one.lanes, one.log = one.game.size, None
    return one


def write_back(table: Table, lanes: npt.NDArray[np.intp], some: Table) -> None:
    """Put lanes that went on as another table back where they were."""
    for name in LASTING | PASSING:
        getattr(table, name)[..., lanes] = getattr(some, name)


def joined(tables: Sequence[Table]) -> Table:
    """The games of several tables at the same turn, one after the other; `which` numbers the tables."""
    table = Table(sum(one.lanes for one in tables), tables[0].rules, turn=tables[0].turn, switches=tables[0].switches)
    for name in LASTING:
        setattr(table, name, np.concatenate([getattr(one, name) for one in tables], axis=-1))
    table.which[...] = np.repeat(np.arange(len(tables)), [one.lanes for one in tables])
    return table
