"""Pay or fight: what may be believed of a pirate who was only heard, and whether fighting is worth it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, PAIRS, WINS, Judge
from analyzer.starship.captains.memory import known_cards
from analyzer.starship.captains.worths import to_lose
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import ALL_PIRATES, BY_BIT, DEMAND, STACKS, STRENGTH, Rows, Sets
from analyzer.starship.turn.lanes import each, some
from analyzer.starship.turn.table import Table, cannons

PIRATE_BITS = np.array(ALL_PIRATES, np.uint64)[:, None]
DEMANDS = DEMAND[list(ALL_PIRATES)][:, None]
STRENGTHS = STRENGTH[list(ALL_PIRATES)].astype(np.intp)[:, None]
STACK = np.array([STACKS.index(BY_BIT[pirate].stack) for pirate in ALL_PIRATES])[:, None]
"""(pirates, 1) What is printed on every pirate."""
KNOWN = 28
"""The weight of a pirate who is known to lie in this sector."""
A_STACK = 7


def fights(table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Whether he fights each pirate that asks for `demand` Astro; never by what the card says besides."""
    payable = can_pay(table, table.me, demand, rows)
    if judge.captain.pirates == "fight":
        return np.ones(rows.size, np.bool_)
    if judge.captain.pirates == "pay":
        return np.asarray(~payable)
    gain, weight = _expected(table, judge, rows, demand)
    return np.asarray(~payable | (gain >= -ASTRO * demand.astype(np.int64) * PAIRS * weight))


def _expected(
    table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What fighting comes to, times 36 times the weights of all candidates; and those."""
    me, him = table.me, judge.captain
    known = some(known_cards(table, me, judge), rows)
    here = each(known, table.sector[rows], np.arange(rows.size))
    elsewhere = (known[0] | known[1] | known[2] | known[3]) & ~here
    owned = table.owned[0][rows] | table.owned[1][rows]
    out = owned | table.turned[rows]
    shut = out | elsewhere | table.came[rows]
    entered = np.int64(table.reserve.shape[0]) - table.left[rows]
    left = (table.limit[rows] - table.flown[rows]).astype(np.int64)
    strength, modules = cannons(table, me, rows), to_lose(table, me, rows)
    has_cannon = (table.cannons[me][rows] > 0).astype(np.intp)
    asks = demand == DEMANDS
    at_large = np.where(STACK == 0, A_STACK, np.clip(entered - A_STACK * (STACK - 1), 0, A_STACK))
    weight = np.where(among(here), KNOWN, at_large)
    weight[~asks | among(shut)] = 0
    edge = np.clip(strength - STRENGTHS, -8, 8) + 8
    won = WINS[edge]
    lost = him.card * left + judge.parts[:, has_cannon, modules]
    outcome = won * judge.prizes[:, None] - (PAIRS - won) * lost
    total = weight.sum(axis=0)
    if (total == 0).any():
        weight = np.where(total > 0, weight, asks & ~among(out))
        total = weight.sum(axis=0)
    return np.asarray((weight * outcome).sum(axis=0)), total


def among(cards: Sets) -> npt.NDArray[np.bool_]:
    """(pirates, rows) Which pirates are in those sets."""
    return np.asarray(cards >> PIRATE_BITS & np.uint64(1) != 0)
