"""One turn, phase by phase."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.wants import draw_up
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.flight import fly
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.production import produce
from analyzer.starship.turn.sectors import choose, look, remember
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.trading import trade_and_build

PHASES = ("production", "sector", "trade")
Judges = tuple[Judge, Judge]


def play_turn(
    table: Table,
    judges: Judges,
    dice: Dice,
    phase: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
    sector: int | None = None,
    most: int | None = None,
) -> None:
    """The turn of `table.me` from that phase on; the number of the turn stays.

    roll: (lanes,) of the yellow die, thrown where 0 or None; sector: where to fly, the captain's
    choice if None; most: after how many cards to turn back at the latest.
    """
    table.begin_turn()
    judge = judges[table.me]
    look_for_end(table)
    for player, each in enumerate(judges):
        draw_up(table, player, each)
    dice.yellow(table)
    if roll is not None:
        table.roll[...] = np.where(roll > 0, roll, table.roll)
    if phase == "production":
        produce(table, judges)
        table.emit("production")
    if phase != "trade":
        choose(table, judge, sector)
        dice.shuffle(table)
        table.emit("shuffle")
        look(table, judge, dice)
        table.emit("sector")
        fly(table, judge, dice, most)
        table.emit("flight")
        remember(table)
    trade_and_build(table, judge)
    table.emit("trade")
