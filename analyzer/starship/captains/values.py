"""Values of goods and holdings to a captain, the goods that the captain wants, and the cards they remember."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import BUILDS, Judge, Numbers, Steps, worth_of_astro
from analyzer.starship.captains.readiness import READY, readiness, rows_in, worth_of_good
from analyzer.starship.tables import GOODS, SCIENCE, STANDARD_RULES, Rules
from analyzer.starship.turn.allowed import has_place, parts_of
from analyzer.starship.turn.bits import COLONIES, Sets, count, prices, station_set
from analyzer.starship.turn.points import friendship
from analyzer.starship.turn.table import ALL, MOST_HELD, Table, capacity, some

NONE = -1
"""Number that stands for no good."""
STEP = 16
"""Factor by which values are multiplied when goods are ranked, so that they count before numbers of units."""
ORDER = np.arange(len(GOODS))[::-1].astype(np.int32)[:, None]
"""Last key by which goods are ranked, the largest for the first good. Shape (goods, 1)."""
OF_ORDER = 8
"""Factor by which all other ranking keys are multiplied, so that they count before ORDER; there are fewer goods."""
MANY = 99
"""Number of units that stands for a trade without a limit."""
NOTHING = np.int32(-(1 << 20))
"""Ranking key of goods that may not be chosen, below that of any other."""


def next_units(table: Table, player: int, judge: Judge, rows: Any = ALL) -> Numbers:
    """Return the value of one more unit of each good to a player, in tenths of an Astro. Shape (goods, rows).

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        rows: Numbers of the games.
    """
    if judge.captain.readiness:
        return np.asarray(readiness(judge.rules).next_unit.take(rows_in(table, player, rows), axis=1))
    have, want = some(table.stored[player][: len(GOODS)], rows), some(table.want[player][: len(GOODS)], rows)
    wanted, spare = judge.unit_values[:, : len(GOODS)]
    return np.asarray(np.where(have < want, wanted, spare))


def last_units(table: Table, judge: Judge, rows: Any, have: Numbers) -> Numbers:
    """Return the value of the last unit aboard of each good to the active player, in tenths of an Astro.

    Args:
        table: The games.
        judge: The captain.
        rows: Numbers of the games.
        have: Units aboard, which may differ from those of the table. Shape (goods, rows).

    Returns:
        Values, of shape (goods, rows).
    """
    if judge.captain.readiness:
        return np.asarray(readiness(judge.rules).last_unit.take(rows_in(table, table.me, rows, have), axis=1))
    wanted, spare = judge.unit_values[:, : len(GOODS)]
    return np.asarray(np.where(have <= some(table.want[table.me][: len(GOODS)], rows), wanted, spare))


def best_good(
    table: Table, player: int, judge: Judge, fitting: npt.NDArray[np.bool_], rows: Any = ALL
) -> npt.NDArray[np.intp]:
    """Return the good whose next unit is most valuable to the player, among the allowed ones.

    Ties go to the good with fewer units aboard, then to the first in order.

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        fitting: Whether each good may be chosen, because it fits aboard. Shape (goods, rows).
        rows: Numbers of the games.

    Returns:
        Numbers of goods, of shape (rows,); NONE if no good fits.
    """
    have = some(table.stored[player][: len(GOODS)], rows)
    # One integer orders goods by value, then by fewer units aboard, then by ORDER, which also tells which good it is.
    key = next_units(table, player, judge, rows) * np.int32(STEP) - have
    best = np.where(fitting, key * np.int32(OF_ORDER) + ORDER, NOTHING).max(axis=0)
    return np.where(best == NOTHING, NONE, len(GOODS) - 1 - best % OF_ORDER)


def trade(
    values: tuple[int, int],
    steps: Steps | None,
    have: Numbers,
    want: Numbers,
    room: Numbers,
    purse: Numbers,
    price: Numbers,
    most: int = MANY,
    buys: bool = True,
    sells: bool = True,
    ready: Iterable[Numbers] = (),
) -> tuple[Numbers, Numbers]:
    """Return how many units a captain buys or sells at a price, and what the trade gains.

    The captain takes the number of units with the largest gain. If gains are equal, purchases come before sales, and
    fewer units before more. All arrays broadcast against one another.

    Args:
        values: Values of a wanted unit and of a spare one, in tenths of an Astro.
        steps: Worth of an Astro by how full the purse is, the field `astro` of the captain.
        have: Units aboard.
        want: Units wanted.
        room: Further units that fit aboard.
        purse: Astro that may be spent.
        price: Price of a unit in Astro.
        most: Maximum number of units that may be traded.
        buys: Whether the captain may buy.
        sells: Whether the captain may sell.
        ready: Worths that readiness adds to the first unit, the second one and so on.

    Returns:
        Units, above 0 to buy and below 0 to sell, and the gain in tenths of an Astro.
    """
    wanted, spare = values
    numbers = range(1, min(most, MOST_HELD) + 1)

    def aboard(units: Numbers) -> Numbers:
        """Return the value of all units aboard after a trade, in tenths of an Astro."""
        more = sum(worth * (units > unit) for unit, worth in enumerate(ready))
        return np.asarray(wanted * np.minimum(units, want) + spare * np.maximum(units - want, 0) + more)

    best, gain = np.zeros(have.shape, np.int32), np.zeros(have.shape, np.int32)
    # The order of trials settles ties: purchases first, fewer units first, and only a larger gain replaces another.
    for units in (*numbers, *(-number for number in numbers)):
        astro = np.abs(units * price)
        if units > 0:
            possible = (units <= room) & (astro <= purse) & buys
            change = -worth_of_astro(steps, purse, astro)
        else:
            possible = (-units <= have) & sells
            change = worth_of_astro(steps, purse + astro, astro)
        gained = np.where(possible, aboard(have + units) - aboard(have) + change, 0)
        best, gain = np.where(gained > gain, units, best), np.maximum(gained, gain)
    return best, gain


def purse(table: Table, player: int, judge: Judge, rows: Any = ALL) -> Numbers:
    """Return the Astro that a player may spend on purchases: all but what the captain holds back.

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        rows: Numbers of the games.
    """
    return np.asarray(np.maximum(table.astro[player][rows] - np.int16(judge.captain.held), 0))


UNITS = MOST_HELD + 1
"""Number of values that units aboard, wanted units and room can each take."""
PRICES = int(prices(STANDARD_RULES).max()) + 1
"""Number of prices in Astro, from 0 to the largest that a card of any edition may have."""


def enough(steps: Steps | None) -> int:
    """Return the number of Astro beyond which a larger purse changes no trade; it limits the size of lookup tables.

    Args:
        steps: Field `astro` of the captain.
    """
    return MOST_HELD * (PRICES - 1) + (steps[-1][0] if steps else 0)


@lru_cache(64)
def bargains(
    values: tuple[int, int], steps: Steps | None, most: int = MANY, buys: bool = True, sells: bool = True
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the results of `trade` as two lookup tables, units and gains, indexed by `place`. Shape (places,) each.

    Args:
        values: Values of a wanted unit and of a spare one, in tenths of an Astro.
        steps: Field `astro` of the captain.
        most: Maximum number of units that may be traded.
        buys: Whether the captain may buy.
        sells: Whether the captain may sell.
    """
    # All places at once, in the order of `place`; price 0 only fills the table and counts as 1.
    shape = (UNITS, UNITS, UNITS, enough(steps) + 1, PRICES)
    have, want, room, purse, price = np.indices(shape, np.int16).reshape(5, -1)
    units, gain = trade(values, steps, have, want, room, purse, np.maximum(price, 1), most, buys, sells)
    return units.astype(np.int16), gain.astype(np.int16)


@lru_cache(64)
def ready_bargains(
    rules: Rules, steps: Steps | None, good: int, most: int = MANY, buys: bool = True, sells: bool = True
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the results of `trade` with readiness as two lookup tables, units and gains, indexed by `ready_place`.

    Args:
        rules: Tables of the edition.
        steps: Field `astro` of the captain.
        good: Number of the good.
        most: Maximum number of units that may be traded.
        buys: Whether the captain may buy.
        sells: Whether the captain may sell.
    """
    # Each part of `ready_place` has its own axis, so a term that lacks a part is computed once for all its values.
    have, room, purse, price = np.ix_(*map(np.arange, (UNITS, UNITS, enough(steps) + 1, PRICES)))
    spare, no, paid = worth_of_good(good), np.zeros_like(have), np.maximum(price, 1)
    ready = np.array(readiness(rules).units[good]).T[..., None, None, None, None]
    units, gain = trade((spare, spare), steps, have, no, room, purse, paid, most, buys, sells, ready)
    return units.astype(np.int16).ravel(), gain.astype(np.int16).ravel()


def ready_place(
    steps: Steps | None, kind: Numbers, have: Numbers, room: Numbers, purse: Numbers, price: Numbers | int
) -> npt.NDArray[np.intp]:
    """Return the index of a trade in the tables of `ready_bargains`.

    Args:
        steps: Field `astro` of the captain.
        kind: Index of the series of worths that readiness adds, in `Readiness.units` of the good.
        have: Units aboard.
        room: Further units that fit aboard.
        purse: Astro that may be spent.
        price: Price of a unit in Astro.
    """
    full = enough(steps)
    at = (kind.astype(np.intp) * UNITS + have) * UNITS + room
    return np.asarray((at * (full + 1) + np.minimum(purse, full)) * PRICES + price)


def place(
    steps: Steps | None, have: Numbers, want: Numbers, room: Numbers, purse: Numbers, price: Numbers | int
) -> npt.NDArray[np.uint16]:
    """Return the index of a trade in the tables of `bargains`.

    Args:
        steps: Field `astro` of the captain.
        have: Units aboard.
        want: Units wanted.
        room: Further units that fit aboard.
        purse: Astro that may be spent.
        price: Price of a unit in Astro.
    """
    # Mixed radix: have, want and room in base UNITS, then the purse up to `enough`, then the price.
    # Units fit into int8 (at most 124), and the whole index into uint16, so the arrays of many lanes stay small.
    at = ((have * np.int8(UNITS) + want) * np.int8(UNITS) + room).astype(np.uint16)
    full = enough(steps)
    whole = at * np.uint16(full + 1) + np.minimum(purse, full).astype(np.uint16)
    return np.asarray(whole * np.uint16(PRICES) + np.asarray(price, np.uint16))


SmallNumbers = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Holdings:
    """The holdings of the active player and their values, computed when they are first read.

    Arrays have the shape (lanes,) or (STORED, lanes).

    Attributes:
        table: The games.
        judge: The player's captain.
    """

    table: Table
    judge: Judge

    @cached_property
    def have(self) -> SmallNumbers:
        """Units aboard, of shape (STORED, lanes)."""
        return np.asarray(self.table.stored[self.table.me], np.int16)

    @cached_property
    def room(self) -> SmallNumbers:
        """Further units that fit aboard, of shape (STORED, lanes)."""
        room = capacity(self.table, self.table.me) - self.have
        room[SCIENCE] = np.int16(self.table.rules.start["lab"]) - self.have[SCIENCE]
        return room

    @cached_property
    def next_units(self) -> SmallNumbers:
        """Value of one more unit of each good and of science, in tenths of an Astro. Shape (STORED, lanes)."""
        values = self._values(self.have < self.table.want[self.table.me])
        if self.judge.captain.readiness:
            values[: len(GOODS)] = readiness(self.judge.rules).next_unit.take(self.row, axis=1)
        return values

    @cached_property
    def last_units(self) -> SmallNumbers:
        """Value of the last unit aboard of each good and of science, in tenths of an Astro. Shape (STORED, lanes)."""
        values = self._values(self.have <= self.table.want[self.table.me])
        if self.judge.captain.readiness:
            values[: len(GOODS)] = readiness(self.judge.rules).last_unit.take(self.row, axis=1)
        return values

    @cached_property
    def row(self) -> npt.NDArray[np.intp]:
        """Row of the player in the tables of `Readiness`, of shape (lanes,)."""
        return rows_in(self.table, self.table.me, ALL)

    def _values(self, is_wanted: npt.NDArray[np.bool_]) -> SmallNumbers:
        """Return the value of a unit of each good: of a wanted unit where `is_wanted` is true, else of a spare one."""
        missing, spare = self.judge.unit_values
        return np.asarray(np.where(is_wanted, missing, spare), np.int16)

    @cached_property
    def affordable(self) -> list[SmallNumbers]:
        """Maximum numbers of units that the purse can pay, as a list by price in Astro. Shape (lanes,) each."""
        astro: SmallNumbers = np.asarray(purse(self.table, self.table.me, self.judge), np.int16)
        return [astro // np.int16(price) if price > 1 else astro for price in range(PRICES)]


def known_cards(table: Table, player: int, judge: Judge) -> Sets:
    """Return the cards that a captain believes to lie in each sector, as sets of bits of shape (sectors, lanes).

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain, whose memory counts.
    """
    if judge.captain.remembers == "none":
        return np.zeros_like(table.sectors)
    return table.sectors if judge.captain.remembers == "peek" else table.known[player]


def known_lost(table: Table, player: int, judge: Judge) -> npt.NDArray[np.int8]:
    """Return the number of lost planets that a captain believes to lie in each sector, of shape (sectors, lanes).

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain, whose memory counts.
    """
    if judge.captain.remembers == "none":
        return np.zeros_like(table.size)
    if judge.captain.remembers == "peek":
        return np.asarray(table.size - count(table.sectors))
    return np.asarray(table.known_lost[player])


Flags = npt.NDArray[np.bool_]
ALL_COLONIES = int(COLONIES).bit_count()
"""Number of colonies in the game, with those of the start."""
WANTED_SCIENCE = 2
"""Number of science points that every captain wants."""


def draw_up(table: Table, player: int, judge: Judge, first: Numbers | int = NONE) -> None:
    """Write what the player wants: units of each good and of science into `table.want`, builds into `table.wished`.

    The player wants the goods for the first `plans` builds of their list that are of use now, and for open adventures,
    at most as many as a bay holds. `table.wished` marks all builds of READY that are of use.

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        first: Number in BUILDS of the wished build that comes first: one for each game, or one for all games. NONE if
            no build comes first.
    """
    want = np.zeros((len(GOODS), table.lanes), np.int8)
    table.wished[player] = 0
    # The build put first counts as the first plan, wherever it stands in the captain's list.
    counted = np.zeros(table.lanes, np.int8) + (np.asarray(first) != NONE)
    for build, cost in judge.builds:
        wished, leads = wishes(table, player, judge, build), np.asarray(first) == BUILDS.index(build)
        # Goods are gathered only for the first `plans` wished builds, the most valuable first.
        taken = (wished & (leads | (counted < judge.captain.plans))).view(np.int8)
        counted += wished & ~leads
        if build in READY:
            table.wished[player] |= wished.view(np.uint8) << np.uint8(READY.index(build))
        for good, many in enumerate(cost[:SCIENCE]):
            if many:
                want[good] += taken * np.int8(many)
    want += judge.goods_for_adventures[:, table.open]
    np.minimum(want, capacity(table, player), out=table.want[player, : len(GOODS)])
    table.want[player, SCIENCE] = WANTED_SCIENCE


def wishes(table: Table, player: int, judge: Judge, build: str) -> Flags:
    """Return whether a build would be of use to a captain now, whether or not it can be paid. Shape (lanes,).

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        build: Name of the build.
    """
    rules = table.rules
    free = has_place(table, player, build)
    if build in ("module_1", "module_2"):
        waits = build == "module_1" and judge.captain.raises_first
        return free & ~has_place(table, player, "module_2") if waits else free
    if build in ("colony_ship", "trade_ship"):
        owned = table.owned[0] | table.owned[1]
        if build == "colony_ship":
            few = table.colony_ships[player] < judge.captain.colony_ships
            return np.asarray(free & few & (count(owned & COLONIES) < ALL_COLONIES))
        own, other = friendship(table, player), friendship(table, 1 - player)
        some_left = (owned & station_set(rules)) != station_set(rules)
        # Stations are founded for the special card: three friendship points, and more than the other (rules, page 13).
        return np.asarray(free & (table.trade_ships[player] < 1) & (own <= np.maximum(other, 2)) & some_left)
    if build.endswith("_2"):
        return np.asarray(free & (parts_of(table, player, build)[0] == rules.start["openings"]))
    return free


def first_of(judge: Judge, modules: Flags) -> npt.NDArray[np.intp]:
    """Return the allowed module that the captain wants most; an arbitrary one if none is allowed. Shape (rows,).

    Args:
        judge: The captain.
        modules: Whether each module may be chosen, of shape (modules, rows).
    """
    order = np.array(judge.captain.order_of_modules)
    return np.asarray(order[modules[order].argmax(axis=0)])


def module_to_lose(table: Table, player: int, judge: Judge, rows: Any) -> npt.NDArray[np.intp]:
    """Return the player's least wanted module of level I, else of level II; -1 without any. Shape (rows,).

    Args:
        table: The games.
        player: Number of the player.
        judge: The player's captain.
        rows: Numbers of the games.
    """
    own = some(table.modules[player], rows)
    order = np.array(judge.captain.order_of_modules[::-1])
    one, two = (own[order] == 1), (own[order] == 2)
    chosen = np.where(one.any(axis=0), one.argmax(axis=0), two.argmax(axis=0))
    return np.where((own > 0).any(axis=0), order[chosen], -1)
