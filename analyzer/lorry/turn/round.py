"""Rounds until nine routes are scored: all dice are rolled, each trader picks one, the start passes on to the left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from analyzer.lorry.turn.acting import Dice, Judge, Turn
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import play

TURNS_ALONE = 40


def play_round(table: Table, judges: Sequence[Judge], dice: Dice) -> None:
    """One round in all games that are not over; it counts up."""
    rolled = dice.roll(table)
    left = np.ones(rolled.shape, np.bool_)
    going_on = ~table.over
    table.rounds += going_on
    table.emit("round", rolled=rolled)
    acted = np.zeros(table.games, np.bool_)
    traders = table.board.traders
    order = [(table.first + table.round + place) % traders for place in range(traders)]
    for place, trader in enumerate(order):
        following = order[place + 1] if place + 1 < traders else None
        acted |= play(Turn(table, trader, judges[trader], dice, place, following, rolled, left))
        if table.over.all():
            break
    stuck = going_on & ~table.over & ~acted
    table.stuck |= stuck
    table.over |= stuck
    table.round += 1


def play_on(table: Table, judges: Sequence[Judge], dice: Dice, turns_alone: int = TURNS_ALONE) -> Iterator[Table]:
    """Games as they end, in no order: rounds are played until none is left."""
    table.until = turns_alone
    while table.games:
        play_round(table, judges, dice)
        if table.board.traders == 1 and table.round >= turns_alone:
            table.over[:] = True
        if table.over.all():
            yield table
            return
        if table.over.any():
            yield table.take(np.flatnonzero(table.over))
            table = table.take(np.flatnonzero(~table.over))
