"""State of games in arrays with one lane a game, and functions on lanes.

Mixed indices (`values[kinds, lanes]`) cost numpy five to ten times as much as one index into contiguous values
(measured). All tricks against that are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import LEVELS, STANDARD_RULES, USUAL, Rules, Switches
from analyzer.starship.turn.bits import Sets

ALL = slice(None)
"""Index of all lanes."""
Values = npt.NDArray[Any]
Which = npt.NDArray[Any]


def some(values: Values, rows: Any) -> Values:
    """Return the values of some lanes. Shape (..., rows)."""
    return values if isinstance(rows, slice) else np.asarray(values.take(rows, axis=-1))


def each(values: Values, kinds: Which | int, rows: Which) -> Values:
    """Return the value of one kind in each row. Shape (rows,).

    Args:
        values: values of all kinds. Shape (kinds, lanes).
        kinds: index of the kind by row, or one for all rows.
        rows: lanes of the rows.
    """
    if isinstance(kinds, int):
        return np.asarray(values[kinds].take(rows))
    return np.asarray(values.take(_places(values, kinds, rows)))


def add(values: Values, kinds: Which | int, rows: Which, change: Any) -> None:
    """Add to the value of one kind in each row.

    Args:
        values: values of all kinds. Shape (kinds, lanes).
        kinds: index of the kind by row, or one for all rows.
        rows: lanes of the rows; none comes twice.
        change: number to add, by row or one for all.
    """
    if isinstance(kinds, int):
        values[kinds][rows] += change
        return
    flat, places = values.reshape(-1, copy=False), _places(values, kinds, rows)
    flat[places] = flat.take(places) + change


def put(values: Values, kinds: Which, rows: Which, new: Any) -> None:
    """Set the value of one kind in each row.

    Args:
        values: values of all kinds. Shape (kinds, lanes).
        kinds: index of the kind by row.
        rows: lanes of the rows.
        new: new value, by row or one for all.
    """
    values.reshape(-1, copy=False)[_places(values, kinds, rows)] = new


def _places(values: Values, kinds: Which, rows: Which) -> npt.NDArray[np.intp]:
    """Return the index, in the flattened values, of one kind in each row. Shape (rows,)."""
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
    "wished": ((2,), np.uint8),
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
    "reserve": ((0,), np.uint8),
    "left": ((), np.int8),
    "open": ((), np.uint16),
    "stack": ((len(STANDARD_RULES.adventures),), np.uint8),
    "stack_left": ((), np.int8),
    "counts": ((2, 9), np.int16),
    "done": ((2,), np.uint16),
    "reached": ((2,), np.uint16),
    "able": ((2,), np.uint16),
    "weight": ((), np.int64),
}
"""Shape before the lanes, and type, of the arrays that last from turn to turn.

First axes of two are players, Moon first. Among them are:

- which: number of the position, if games of several positions are played side by side.
- stored: goods and science aboard.
- wished: builds that were of use when wants were drawn up, a bit for each of `captains.readiness.READY`.
- reserve, stack: cards (adventures) by number, LOST for lost planets; the last `left` (`stack_left`) are still to come.
  The reserve has a row for each of its cards in the tables of the edition.
- known: cards that a player knows to lie in a sector.
- counts: see COUNTS.
- done, reached, able: adventures that a player fulfilled, whose planet they met while they were open, and whose demands
  they met then.
- weight: 1 for sampled dice, else the number of ways in which a lane came about.
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
"""Shape before the lanes, and type, of the arrays that last for a turn.

Among them are:

- weighed: whether it is known that turning back does not win.
- far: whether more points are missing than trade and build may give.
- turned, came: cards turned up in the flight, and cards that came open from the reserve.
- hope: worth that the captain still expects of the flight, in tenths of an Astro.
- worth: worth of each card by bit, 0 at LOST.
- knew: cards that the captain knew when they chose the sector.
- used: set of the stations used so far in trade and build.
- bought: number of goods that the other was forced to sell.
"""
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
    """Games at the same turn, as arrays with one lane a game.

    Args:
        lanes: number of lanes.
        turn: number of the turn, from 1.
        switches: rules that are changed.
        log: listener that is called with every event, or None.
    """

    lanes: int
    rules: Rules = field(repr=False)
    turn: int = 1
    switches: Switches = USUAL
    log: Any = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name, (shape, kind) in (LASTING | PASSING).items():
            setattr(self, name, np.zeros((*shape, self.lanes), kind))
        self.reserve = np.zeros((self.rules.reserve_size, self.lanes), np.uint8)
        self.weight[:] = 1

    game: npt.NDArray[np.int64] = field(init=False, repr=False)
    which: npt.NDArray[np.int16] = field(init=False, repr=False)
    over: Flags = field(init=False, repr=False)
    astro: npt.NDArray[np.int16] = field(init=False, repr=False)
    stored: npt.NDArray[np.int8] = field(init=False, repr=False)
    want: npt.NDArray[np.int8] = field(init=False, repr=False)
    wished: npt.NDArray[np.uint8] = field(init=False, repr=False)
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
        """Number of the active player, whose turn it is; 0 for Moon."""
        return (self.turn - 1) % 2

    def take(self, lanes: Any, passing: bool = True) -> None:
        """Keep only some lanes, in the given order; a lane may be taken several times.

        Args:
            lanes: index of the lanes.
            passing: whether to keep arrays that last for a turn; else they are reset.
        """
        for name in LASTING | (PASSING if passing else {}):
            setattr(self, name, np.ascontiguousarray(getattr(self, name)[..., lanes]))
        self.lanes = self.game.size
        if not passing:
            self._begin()

    def _begin(self) -> None:
        """Create the arrays that last for a turn, filled with 0."""
        for name, (shape, kind) in PASSING.items():
            setattr(self, name, np.zeros((*shape, self.lanes), kind))

    def begin_turn(self) -> None:
        """Reset the arrays that last for a turn."""
        for name in PASSING:
            getattr(self, name)[...] = 0

    def emit(self, event: str, subjects: Any = None) -> None:
        """Report a finished step to the listener, if there is one.

        Args:
            event: name of the step.
            subjects: cards, adventures or build of the step.
        """
        if self.log is not None:
            self.log(self, event, subjects)

    def begin_flight(self, sector: int) -> None:
        """Reset the turn to the start of a flight to a sector (from 0); the roll stays."""
        roll = self.roll.copy()
        self.begin_turn()
        self.roll, self.sector[...] = roll, sector

    def level(self, player: int, module: int) -> npt.NDArray[np.int8]:
        """Return the level of a player's module. Shape (lanes,)."""
        return np.asarray(self.modules[player, module])


LOGISTICS, COMMAND, SENSOR, TRADE, SCIENCE_MODULE, PRODUCTION = range(6)
MOST_HELD = 4
"""Maximum number of units of a kind that are stored, in any edition."""


@lru_cache(maxsize=512)
def by_level(rules: Rules, module: str, figure: str, without: str = "") -> npt.NDArray[np.int8]:
    """Return a printed number of a module by its level, where level 0 means no module. Shape (levels,).

    Args:
        rules: tables of the edition.
        module: name of the module.
        figure: name of the printed number, a field of Module.
        without: name of the number, in the edition's table `start`, that applies at level 0; "" for 0.
    """
    figures = [int(getattr(rules.modules[module, level], figure)) for level in LEVELS]
    return np.array([rules.start[without] if without else 0, *figures], np.int8)


def capacity(table: Table, player: int, rows: Any = slice(None)) -> npt.NDArray[np.int8]:
    """Return the number of units of each good that a bay holds. Shape (rows,)."""
    return np.asarray(
        by_level(table.rules, "logistics", "capacity", "capacity")[table.modules[player, LOGISTICS][rows]]
    )


def ships_of(table: Table, ship: str) -> npt.NDArray[np.int8]:
    """Return the number of colony ships, or of trade ships, in the hangars. Shape (players, lanes)."""
    return {"colony_ship": table.colony_ships, "trade_ship": table.trade_ships}[ship]


def boosters(table: Table, player: int) -> npt.NDArray[np.int8]:
    """Return a player's booster strength. Shape (lanes,)."""
    return np.asarray(table.boosters[player] + table.boosters_2[player])


def cannons(table: Table, player: int, rows: Any = slice(None)) -> npt.NDArray[np.int8]:
    """Return a player's cannon strength. Shape (rows,)."""
    return np.asarray(table.cannons[player][rows] + table.cannons_2[player][rows])


EVERY = (*LASTING, *PASSING)
"""Names of all arrays of a table."""


def copy_lanes(table: Table, lanes: npt.NDArray[np.intp] | None = None, names: Sequence[str] = EVERY) -> Table:
    """Return a copy of some lanes (all if None) without a listener; a lane may come several times.

    Args:
        table: the games.
        lanes: numbers of the lanes, or None.
        names: names of the arrays to copy, `game` among them; the others must not be read from the copy.
    """
    one = copy(table)
    for name in names:
        values = getattr(table, name)
        setattr(one, name, values.copy() if lanes is None else values.take(lanes, axis=-1))
    one.lanes, one.log = one.game.size, None
    return one


def write_back(
    table: Table, lanes: npt.NDArray[np.intp], other: Table, rows: Any = ALL, names: Sequence[str] = EVERY
) -> None:
    """Copy lanes of another table back into this table.

    Args:
        table: the games.
        lanes: numbers of the lanes to write.
        other: the other table.
        rows: numbers of its lanes to copy; all by default.
        names: names of the arrays to copy.
    """
    for name in names:
        getattr(table, name)[..., lanes] = getattr(other, name)[..., rows]


def join_tables(tables: Sequence[Table]) -> Table:
    """Return one table with the games of several tables at the same turn; `which` holds the number of the old table."""
    table = Table(sum(one.lanes for one in tables), tables[0].rules, turn=tables[0].turn, switches=tables[0].switches)
    for name in LASTING:
        setattr(table, name, np.concatenate([getattr(one, name) for one in tables], axis=-1))
    table.which[...] = np.repeat(np.arange(len(tables)), [one.lanes for one in tables])
    return table
