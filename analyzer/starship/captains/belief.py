"""Pay or fight: what may be believed of a pirate who was only heard, and whether fighting is worth it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import ASTRO, PAIRS, Judge, wins
from analyzer.starship.captains.memory import known_cards
from analyzer.starship.captains.worths import to_lose
from analyzer.starship.turn.bits import ALL_PIRATES, BY_BIT, STACKS, Rows
from analyzer.starship.turn.table import Table, cannons

KNOWN = 28
"""The weight of a pirate who is known to lie in this sector."""
A_STACK = 7


def fights(table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Whether he fights each pirate that asks for `demand` Astro; never by what the card says besides."""
    can_pay = table.astro[table.me, rows] >= demand
    if judge.captain.pirates == "fight":
        return np.ones(rows.size, np.bool_)
    if judge.captain.pirates == "pay":
        return np.asarray(~can_pay)
    gain, weight = _expected(table, judge, rows, demand)
    return np.asarray(~can_pay | (gain >= -ASTRO * demand.astype(np.int64) * PAIRS * weight))


def _expected(
    table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What fighting comes to, times 36 times the weights of all candidates; and those."""
    me, him = table.me, judge.captain
    known = known_cards(table, me, judge)[:, rows]
    sector = table.sector[rows]
    here = known[sector, np.arange(rows.size)]
    elsewhere = (known[0] | known[1] | known[2] | known[3]) & ~here
    owned = table.owned[0, rows] | table.owned[1, rows]
    out = owned | table.turned[rows]
    shut = out | elsewhere | table.came[rows]
    entered = table.reserve.shape[0] - table.left[rows].astype(np.int64)
    left = (table.limit[rows] - table.flown[rows]).astype(np.int64)
    strength, modules = cannons(table, me, rows), to_lose(table, me)[rows]
    has_cannon = table.cannons[me, rows] > 0
    total, gain = np.zeros(rows.size, np.int64), np.zeros(rows.size, np.int64)
    plain_total, plain_gain = total.copy(), gain.copy()
    for pirate in ALL_PIRATES:
        card = BY_BIT[pirate]
        asks = demand == card.demand
        stack = STACKS.index(card.stack)
        at_large = A_STACK if stack == 0 else np.clip(entered - A_STACK * (stack - 1), 0, A_STACK)
        lies_here = here >> np.uint64(pirate) & np.uint64(1) != 0
        may_be = asks & (shut >> np.uint64(pirate) & np.uint64(1) == 0)
        weight = np.where(may_be, np.where(lies_here, KNOWN, at_large), 0)
        won = wins(strength, card.strength)
        part = np.array([[judge.part(card.loss, has, kind) for kind in range(3)] for has in (False, True)], np.int64)
        lost = him.card * left + part[has_cannon.astype(np.intp), modules]
        each = won * (him.medal + judge.reward(card.demand)) - (PAIRS - won) * lost
        total += weight
        gain += weight * each
        plain = asks & (out >> np.uint64(pirate) & np.uint64(1) == 0)
        plain_total += plain
        plain_gain += plain * each
    return np.where(total > 0, gain, plain_gain), np.where(total > 0, total, plain_total)
