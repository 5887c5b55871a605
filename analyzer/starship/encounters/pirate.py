"""A pirate: heard before he is seen, paid or fought; beaten he is a medal, else he ends the flight and takes parts."""

from __future__ import annotations

import numpy as np

from analyzer.starship.captains.belief import fights
from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.wants import module_to_lose
from analyzer.starship.turn.acting import Cards, gain_goods, win
from analyzer.starship.turn.bits import DEMAND, LOSS, LOSSES, STRENGTH, Rows, bit
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.losses import lose_cannon, lose_module
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import BEATEN, LOST_FIGHTS, MET, PAID, Table

CANNON, MODULE = LOSSES.index("cannon"), LOSSES.index("module")


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Pay or fight; who cannot pay fights. No action."""
    me, demand = table.me, DEMAND[cards]
    table.counts[me, MET][rows] += 1
    fought = fights(table, judge, rows, demand)
    table.turned[rows] |= bit(cards)
    pay(table, rows[~fought], demand[~fought])
    table.fighting[...] = False
    table.fighting[rows[fought]] = True
    if not fought.any():
        return
    dice.fight(table, STRENGTH)
    beaten = np.flatnonzero(table.fighting & table.won)
    lost = np.flatnonzero(table.fighting & ~table.won)
    if beaten.size:
        beat(table, beaten)
        reward(table, judge, beaten)
        look_for_end(table, beaten)
    if lost.size:
        be_beaten(table, judge, lost)


def facing(table: Table, rows: Rows) -> Cards:
    """(rows,) The card that was turned up last."""
    return each(table.order, table.flown[rows] - np.int8(1), rows)


def pay(table: Table, rows: Rows, demand: np.ndarray[tuple[int], np.dtype[np.int16]]) -> None:
    """What was asked for."""
    table.astro[table.me][rows] -= demand
    table.counts[table.me, PAID][rows] += 1


def beat(table: Table, rows: Rows) -> None:
    """The card is a medal, and is replaced."""
    table.counts[table.me, BEATEN][rows] += 1
    win(table, rows, facing(table, rows))


def reward(table: Table, judge: Judge, rows: Rows) -> None:
    """A good of choice, or what the switch says."""
    if table.switches.pirate_reward == "good":
        gain_goods(table, judge, rows, 1)
    elif table.switches.pirate_reward == "astro":
        table.astro[table.me][rows] += DEMAND[facing(table, rows)]


def be_beaten(table: Table, judge: Judge, rows: Rows) -> None:
    """The flight is over, and by the card a cannon or a module goes."""
    table.counts[table.me, LOST_FIGHTS][rows] += 1
    table.flying[rows] = False
    loss = LOSS[facing(table, rows)]
    lose_cannon(table, rows[loss == CANNON])
    without = rows[loss == MODULE]
    if without.size:
        lose_module(table, without, module_to_lose(table, table.me, judge, without))
