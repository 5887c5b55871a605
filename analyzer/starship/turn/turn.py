"""One turn, phase by phase."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.wants import draw_up
from analyzer.starship.encounters.pirate import settle
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.flight import fly, meet
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.production import produce
from analyzer.starship.turn.resume import resume
from analyzer.starship.turn.sectors import choose, look, remember
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.trading import trade_and_build

Judges = tuple[Judge, Judge]


def play_turn(
    table: Table,
    judges: Judges,
    dice: Dice,
    stage: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
    sector: int | None = None,
    most: int | None = None,
) -> None:
    """The turn of `table.me` from that stage on, which a position that was laid is at; the number of the turn stays.

    stage: production, sector or trade, and in flight looked_at (before the sensor is used), card (at hand), fought
    (after the dice of a fight), flight (before the next card) or landed (when it has ended); done: the turn is over;
    roll: (lanes,) of the yellow die, thrown where 0 or None; sector: where to fly, the captain's
    choice if None; most: after how many cards to turn back at the latest.
    """
    begin(table, judges, dice, stage, roll)
    go_on(table, judges, dice, stage, sector, most)


def begin(
    table: Table, judges: Judges, dice: Dice, stage: str = "production", roll: npt.NDArray[np.int8] | None = None
) -> None:
    """What comes first: points are looked at, wants drawn up, the die rolled, a flight that is on taken up."""
    if stage == "production":
        table.begin_turn()
    look_for_end(table)
    for player, each in enumerate(judges):
        draw_up(table, player, each)
    dice.yellow(table)
    if roll is not None:
        table.roll[...] = np.where(roll > 0, roll, table.roll)
    if stage in ("looked_at", "card", "fought", "flight"):
        resume(table, judges[table.me], dice)


def go_on(
    table: Table, judges: Judges, dice: Dice, stage: str, sector: int | None = None, most: int | None = None
) -> None:
    """All that comes from that stage on."""
    judge = judges[table.me]
    if stage == "done":
        return
    if stage == "production":
        produce(table, judges)
        table.emit("production")
    if stage in ("production", "sector"):
        choose(table, judge, sector)
        dice.shuffle(table)
        table.emit("shuffle")
    if stage in ("production", "sector", "looked_at"):
        look(table, judge, dice)
        table.emit("sector")
    if stage == "card":
        meet(table, judge, np.flatnonzero(table.flying), dice)
        table.emit("card")
    if stage == "fought":
        settle(table, judge)
    if stage not in ("trade", "landed"):
        fly(table, judge, dice, most)
        table.emit("flight")
    if stage != "trade":
        remember(table)
    trade_and_build(table, judge)
    table.emit("trade")
