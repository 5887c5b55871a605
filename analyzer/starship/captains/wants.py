"""Which builds a captain wishes for, which module they would take or give, and which goods are wanted for that."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.tables import GOODS, SCIENCE, start
from analyzer.starship.turn.allowed import has_place, parts_of
from analyzer.starship.turn.bits import COLONIES, count, station_set
from analyzer.starship.turn.lanes import some
from analyzer.starship.turn.points import friendship
from analyzer.starship.turn.table import Table, capacity

Flags = npt.NDArray[np.bool_]
ALL_COLONIES = int(COLONIES).bit_count()
WANTED_SCIENCE = 2


def draw_up(table: Table, player: int, judge: Judge) -> None:
    """What is wanted of each good: for the first wished builds and open adventures, at most what the bay holds."""
    want = np.zeros((len(GOODS), table.lanes), np.int8)
    counted = np.zeros(table.lanes, np.int8)
    for build, cost in judge.builds:
        wished = wishes(table, player, judge, build)
        taken = (wished & (counted < judge.captain.plans)).view(np.int8)
        counted += wished
        for good, many in enumerate(cost[:SCIENCE]):
            if many:
                want[good] += taken * np.int8(many)
    want += judge.asked_for[:, table.open]
    np.minimum(want, capacity(table, player), out=table.want[player, : len(GOODS)])
    table.want[player, SCIENCE] = WANTED_SCIENCE


def wishes(table: Table, player: int, judge: Judge, build: str) -> Flags:
    """Whether a build would be of use now, goods aside."""
    free = has_place(table, player, build)
    if build in ("module_1", "module_2"):
        return free if build == "module_2" else free & ~has_place(table, player, "module_2")
    if build in ("colony_ship", "trade_ship"):
        owned = table.owned[0] | table.owned[1]
        if build == "colony_ship":
            few = table.colony_ships[player] < judge.captain.colony_ships
            return np.asarray(free & few & (count(owned & COLONIES) < ALL_COLONIES))
        own, other = friendship(table, player), friendship(table, 1 - player)
        some_left = (owned & station_set()) != station_set()
        return np.asarray(free & (table.trade_ships[player] < 1) & (own <= np.maximum(other, 2)) & some_left)
    if build.endswith("_2"):
        return np.asarray(free & (parts_of(table, player, build)[0] == start()["openings"]))
    return free


def first_of(judge: Judge, modules: Flags) -> npt.NDArray[np.intp]:
    """(rows,) Of some modules (modules, rows) the dearest; any where there is none."""
    order = np.array(judge.captain.order_of_modules)
    return np.asarray(order[modules[order].argmax(axis=0)])


def module_to_lose(table: Table, player: int, judge: Judge, rows: Any) -> npt.NDArray[np.intp]:
    """(rows,) The cheapest of level I, else of level II; -1 without modules."""
    own = some(table.modules[player], rows)
    order = np.array(judge.captain.order_of_modules[::-1])
    one, two = (own[order] == 1), (own[order] == 2)
    chosen = np.where(one.any(axis=0), one.argmax(axis=0), two.argmax(axis=0))
    return np.where((own > 0).any(axis=0), order[chosen], -1)
