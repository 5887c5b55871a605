"""Production: both players take one good of one colony with the number rolled, and what their modules make."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.values import NONE, best_good
from analyzer.starship.edition import per_edition
from analyzer.starship.tables import CRESTS, GOODS, SCIENCE, STORED, modules, start
from analyzer.starship.turn.bits import Rows, colony_sets
from analyzer.starship.turn.lanes import add
from analyzer.starship.turn.table import PRODUCTION, SCIENCE_MODULE, Table, capacity
from analyzer.starship.turn.winning import produce_to_win

MADE = {"science": (SCIENCE_MODULE, SCIENCE), "production": (PRODUCTION, STORED.index("trade_good"))}


@per_edition
def makes() -> dict[tuple[str, int], npt.NDArray[np.bool_]]:
    """(levels, faces) Whether a module makes something on a roll, by its name and the crest."""
    return {
        (name, crest): np.array(
            [[level > 0 and roll in modules()[name, level].numbers[crest] for roll in range(4)] for level in range(3)]
        )
        for name in MADE
        for crest in range(len(CRESTS))
    }


def produce(table: Table, judges: tuple[Judge, Judge]) -> None:
    """Both players produce by `table.roll`, each captain choosing among their colonies."""
    offered = goods_offered(table, table.me)
    for player, judge in enumerate(judges):
        good = best_good(table, player, judge, goods_offered(table, player))
        if player == table.me:
            made = good
        make(table, player, np.flatnonzero((good != NONE) & ~table.over), good)
        make_by_modules(table, player)
    produce_to_win(table, judges[table.me], made, offered)


def goods_offered(table: Table, player: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """(goods, lanes) Goods of colonies with the number rolled that fit."""
    room = table.stored[player, : len(GOODS)] < capacity(table, player)
    made = (colony_sets()[:, table.roll] & table.owned[player]) != 0
    return np.asarray(made & room)


def make(table: Table, player: int, rows: Rows, good: np.ndarray[tuple[int], np.dtype[np.intp]]) -> None:
    """One unit of `good` (lanes) in those rows."""
    add(table.stored[player], good[rows], rows, 1)


def make_by_modules(table: Table, player: int) -> None:
    """What Science and Production make, as far as it fits."""
    for name, (module, kind) in MADE.items():
        made = makes()[name, player][table.modules[player, module], table.roll] & ~table.over
        limit = start()["lab"] if kind == SCIENCE else capacity(table, player)
        table.stored[player, kind] += made & (table.stored[player, kind] < limit)
