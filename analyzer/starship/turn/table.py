"""State of games in arrays with one lane a game, and functions on lanes.

Mixed indices (`values[kinds, lanes]`) cost numpy five to ten times as much as one index into contiguous values
(measured). All tricks against that are here.
"""

# Ruff takes `_lasting()` and `_passing()` for shared default values, but they return fields.
# ruff: noqa: RUF009

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, fields
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


def _lasting(kind: type[np.generic], *shape: int) -> Any:
    """Declare an array of `Table` that lasts from turn to turn, by type and shape; lanes are added as last axis."""
    return field(init=False, repr=False, metadata={"array": (shape, kind), "lasts": True})


def _passing(kind: type[np.generic], *shape: int) -> Any:
    """Declare an array of `Table` that lasts for one turn, by type and shape; lanes are added as last axis."""
    return field(init=False, repr=False, metadata={"array": (shape, kind), "lasts": False})


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
    """Games at the same turn, as arrays with one lane a game; first axes of two are players, Moon first.

    Lanes are the last axis, so each row of an array is contiguous. Types are as small as any edition allows.

    Args:
        lanes: number of lanes.
        turn: number of the turn, from 1.
        switches: rules that are changed.
        log: listener that is called with every event, or None.

    Attributes:
        game: number of the game, by which its random words are found.
        which: number of the position, if games of several positions are played side by side.
        stored, want: goods and science aboard, and as many as the captain wants to have.
        wished: builds that were of use when wants were drawn up, a bit for each of `captains.readiness.READY`.
        boosters, boosters_2: boosters of both levels, and those among them of level II; cannons alike.
        sectors, size: cards in each sector as sets without lost planets, and the number of all its cards.
        known, known_lost: cards, and number of lost planets, that a player knows to lie in a sector.
        reserve, stack: cards (adventures) by number, LOST for lost planets; the last `left` (`stack_left`) are still to
            come. The reserve has a row for each of its cards in the tables of the edition.
        open: set of the adventures that lie open.
        counts: see COUNTS.
        done, reached, able: adventures that a player fulfilled, whose planet they met while they were open, and whose
            demands they met then.
        weight: 1 for sampled dice, else the number of ways in which a lane came about.
        limit, allowed: maximum numbers of cards, and of actions, of the flight.
        weighed: whether it is known that turning back does not win.
        far: whether more points are missing than trade and build may give.
        order: cards of the sector by number from the top, LOST for lost planets, HIDDEN if not drawn yet. Places that
            were flown past keep their card even if it was taken.
        hidden, hidden_lost: cards, and number of lost planets, that enumerated dice have not drawn yet.
        turned, came: cards turned up in the flight, and cards that came open from the reserve.
        hope: worth that the captain still expects of the flight, in tenths of an Astro.
        worth: worth of each card by bit, 0 at LOST.
        knew, knew_lost: cards, and number of lost planets, that the captain knew when they chose the sector.
        used: set of the stations used so far in trade and build.
        bought: number of goods that the other was forced to sell.
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

    game: npt.NDArray[np.int64] = _lasting(np.int64)
    which: npt.NDArray[np.int16] = _lasting(np.int16)
    over: Flags = _lasting(np.bool_)
    astro: npt.NDArray[np.int16] = _lasting(np.int16, 2)
    stored: npt.NDArray[np.int8] = _lasting(np.int8, 2, 6)
    want: npt.NDArray[np.int8] = _lasting(np.int8, 2, 6)
    wished: npt.NDArray[np.uint8] = _lasting(np.uint8, 2)
    boosters: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    boosters_2: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    cannons: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    cannons_2: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    colony_ships: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    trade_ships: npt.NDArray[np.int8] = _lasting(np.int8, 2)
    modules: npt.NDArray[np.int8] = _lasting(np.int8, 2, 6)
    owned: Sets = _lasting(np.uint64, 2)
    owned_adventures: npt.NDArray[np.uint16] = _lasting(np.uint16, 2)
    sectors: Sets = _lasting(np.uint64, 4)
    size: npt.NDArray[np.int8] = _lasting(np.int8, 4)
    known: Sets = _lasting(np.uint64, 2, 4)
    known_lost: npt.NDArray[np.int8] = _lasting(np.int8, 2, 4)
    reserve: npt.NDArray[np.uint8] = _lasting(np.uint8, 0)
    left: npt.NDArray[np.int8] = _lasting(np.int8)
    open: npt.NDArray[np.uint16] = _lasting(np.uint16)
    stack: npt.NDArray[np.uint8] = _lasting(np.uint8, len(STANDARD_RULES.adventures))
    stack_left: npt.NDArray[np.int8] = _lasting(np.int8)
    counts: npt.NDArray[np.int16] = _lasting(np.int16, 2, 9)
    done: npt.NDArray[np.uint16] = _lasting(np.uint16, 2)
    reached: npt.NDArray[np.uint16] = _lasting(np.uint16, 2)
    able: npt.NDArray[np.uint16] = _lasting(np.uint16, 2)
    weight: npt.NDArray[np.int64] = _lasting(np.int64)
    roll: npt.NDArray[np.int8] = _passing(np.int8)
    sector: npt.NDArray[np.int8] = _passing(np.int8)
    limit: npt.NDArray[np.int8] = _passing(np.int8)
    cards_flown: npt.NDArray[np.int8] = _passing(np.int8)
    actions: npt.NDArray[np.int8] = _passing(np.int8)
    allowed: npt.NDArray[np.int8] = _passing(np.int8)
    flying: Flags = _passing(np.bool_)
    weighed: Flags = _passing(np.bool_)
    far: Flags = _passing(np.bool_)
    fought: npt.NDArray[np.int8] = _passing(np.int8)
    fighting: Flags = _passing(np.bool_)
    won: Flags = _passing(np.bool_)
    order: npt.NDArray[np.uint8] = _passing(np.uint8, 10)
    hidden: Sets = _passing(np.uint64)
    hidden_lost: npt.NDArray[np.int8] = _passing(np.int8)
    turned: Sets = _passing(np.uint64)
    turned_lost: npt.NDArray[np.int8] = _passing(np.int8)
    came: Sets = _passing(np.uint64)
    came_lost: npt.NDArray[np.int8] = _passing(np.int8)
    hope: npt.NDArray[np.int32] = _passing(np.int32)
    worth: npt.NDArray[np.int16] = _passing(np.int16, 64)
    knew: Sets = _passing(np.uint64)
    knew_lost: npt.NDArray[np.int8] = _passing(np.int8)
    used: Sets = _passing(np.uint64)
    bought: npt.NDArray[np.int8] = _passing(np.int8)

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
        # Lanes taken from the last axis leave gaps between the rows, which a contiguous copy closes.
        for name in LASTING | (PASSING if passing else {}):
            setattr(self, name, np.ascontiguousarray(getattr(self, name)[..., lanes]))
        self.lanes = self.game.size
        for name, (shape, kind) in ({} if passing else PASSING).items():
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


LASTING: dict[str, tuple[tuple[int, ...], type]] = {
    one.name: one.metadata["array"] for one in fields(Table) if one.metadata.get("lasts") is True
}
"""Shape before the lanes, and type, of the arrays that last from turn to turn."""
PASSING: dict[str, tuple[tuple[int, ...], type]] = {
    one.name: one.metadata["array"] for one in fields(Table) if one.metadata.get("lasts") is False
}
"""Shape before the lanes, and type, of the arrays that last for a turn."""
LOGISTICS, COMMAND, SENSOR, TRADE, SCIENCE_MODULE, PRODUCTION = range(6)
MOST_HELD = 4
"""Maximum number of units of a kind that are stored, in any edition."""


@lru_cache(maxsize=512)
def by_level(rules: Rules, module: str, figure: str, without: str = "") -> npt.NDArray[np.int8]:
    """Return a number printed on a module, e.g. its capacity, for each level; level 0 is no module. Shape (levels,).

    Args:
        rules: tables of the edition.
        module: name of the module.
        figure: name of the printed number, a field of Module.
        without: name of the number, in the edition's table `start`, that applies at level 0; "" for 0.
    """
    figures = [int(getattr(rules.modules[module, level], figure)) for level in LEVELS]
    return np.array([rules.start[without] if without else 0, *figures], np.int8)


def capacity(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.int8]:
    """Return the number of units that each bay of a player's ship holds. Shape (rows,)."""
    return np.asarray(
        by_level(table.rules, "logistics", "capacity", "capacity")[table.modules[player, LOGISTICS][rows]]
    )


def ships_of(table: Table, ship: str) -> npt.NDArray[np.int8]:
    """Return the number of colony ships, or of trade ships, in the hangars. Shape (players, lanes)."""
    return {"colony_ship": table.colony_ships, "trade_ship": table.trade_ships}[ship]


def boosters(table: Table, player: int) -> npt.NDArray[np.int8]:
    """Return a player's booster strength. Shape (lanes,)."""
    # Parts of level II are among `boosters` too, so they count double (rules, page 7).
    return np.asarray(table.boosters[player] + table.boosters_2[player])


def cannons(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.int8]:
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
