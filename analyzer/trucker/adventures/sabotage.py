"""Sabotage: something explodes on the ship with the smallest crew (rules: "Sabotage")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures.combat_zone import mark_weakest
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.damage import destroy
from analyzer.trucker.dice import Dice
from analyzer.trucker.edition import Card
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.component import Side

TRIES = 3


def sabotage(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Up to three times a column and a row are rolled; the first component found there is lost. Nobody strikes a lone ship."""
    several = convoy.several_fly()
    struck = convoy.take(several)
    mark_weakest(struck, crews(struck))
    for attempt in range(TRIES):
        still = np.flatnonzero(struck.state.marked.any(axis=0))
        column = dice.roll(struck, 2 * attempt, still)
        row = dice.roll(struck, 2 * attempt + 1, still)
        for ship in struck.marked_ships():
            lines = ship.hull.lines
            there = lines[Side.FRONT][column[ship.flights]] & lines[Side.LEFT][row[ship.flights]] & ship.alive
            found = there != 0
            destroy(ship.where(found), there[found])
            ship.marked = ~found
    convoy.state.put(several, struck.state)


def crews(convoy: Convoy) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """(ships, flights) How large the crews are."""
    return count(convoy.state.crew)
