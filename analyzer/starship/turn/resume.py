"""Taking up a flight that was laid on a table: the rest of the sector is shuffled below what is known of its order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.memory import known_cards, known_lost
from analyzer.starship.captains.worths import worths
from analyzer.starship.turn.bits import HIDDEN, LOST, bit, cards_in_play, count
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.sectors import set_out
from analyzer.starship.turn.table import Table, boosters


def resume(table: Table, judge: Judge, dice: Dice) -> None:
    """Shuffle what is left of the sector below what is known of its order, and see what the captain expects of it."""
    lane = np.arange(table.lanes)
    known, cards_left = table.order.copy(), table.limit.copy()
    taken, lost = _placed(known, cards_left)
    dice.shuffle(table)
    if (table.order == HIDDEN).any():
        table.order[...] = known
        table.hidden &= ~taken
        table.hidden_lost -= lost
    else:
        table.order[...] = _filled(known, table.order, taken, lost)
    set_out(table)
    table.limit[...] = np.minimum(boosters(table, table.me) + table.roll, cards_left) * table.flying
    worths(table, judge)
    here = each(known_cards(table, table.me, judge), table.sector, lane)
    table.knew[...] = here & ~taken_of(known, table.cards_flown)
    table.knew_lost[...] = each(known_lost(table, table.me, judge), table.sector, lane)
    coming = np.maximum(table.knew_lost - table.turned_lost, 0)
    unknown = cards_left - table.cards_flown - count(table.knew) - coming
    table.hope[...] = unknown.astype(np.int32) * judge.captain.card
    for card in range(len(cards_in_play())):
        table.hope += (table.knew >> np.uint64(card) & np.uint64(1)).astype(np.int32) * table.worth[card]


def taken_of(known: npt.NDArray[np.uint8], many: npt.NDArray[np.int8]) -> npt.NDArray[np.uint64]:
    """(lanes,) The cards at the first places, as sets."""
    sets = np.zeros(known.shape[1], np.uint64)
    for place, row in enumerate(known):
        sets |= np.where((place < many) & (row != HIDDEN), bit(row), np.uint64(0))
    return sets


def _placed(
    known: npt.NDArray[np.uint8], end: npt.NDArray[np.int8]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int8]]:
    """(lanes,) The cards whose places are known, as sets, and how many lost planets are among them."""
    place = np.arange(len(known))[:, None]
    is_lost = (known == LOST) & (place < end)
    return taken_of(known, end), is_lost.sum(axis=0, dtype=np.int8)


def _filled(
    known: npt.NDArray[np.uint8],
    shuffled: npt.NDArray[np.uint8],
    taken: npt.NDArray[np.uint64],
    lost: npt.NDArray[np.int8],
) -> npt.NDArray[np.uint8]:
    """The known order, with the other cards of the sector at its hidden places in their shuffled order."""
    is_lost = shuffled == LOST
    is_placed = (bit(shuffled) & taken != 0) | (is_lost & (is_lost.cumsum(axis=0) <= lost))
    others = np.take_along_axis(shuffled, is_placed.argsort(axis=0, kind="stable"), axis=0)
    hidden = known == HIDDEN
    return np.where(hidden, np.take_along_axis(others, np.maximum(hidden.cumsum(axis=0) - 1, 0), axis=0), known)
