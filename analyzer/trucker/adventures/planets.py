"""Planets: one ship on each, goods for days (rules: "Planeten")."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.cargo import gain, load
from analyzer.trucker.convoy.convoy import Convoy, Ship
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.dice import Dice
from analyzer.trucker.edition import Card


def planets(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Front to back each may land on a free planet and load; when all have chosen, the last one moves back first."""
    convoy.state.marked[:] = False
    free = np.ones((len(card.planets), convoy.size), np.bool_)
    for ship in convoy.front_to_back():
        best, gains = best_planet(ship, card, free)
        ship.marked = lands = 100 * gains > card.days * ship.captain.day
        for planet, goods in enumerate(card.planets):
            lander = ship.where(lands & (best == planet))
            load(lander, goods)
            free[planet, lander.flights] = False
    for ship in convoy.back_to_front():
        fall_back(ship.where(ship.marked), card.days)


def best_planet(
    ship: Ship, card: Card, free: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """The free planet with the largest gain (the upper one of equals), and that gain, 0 if none is free."""
    gains = np.stack([gain(ship, goods) for goods in card.planets]) * free[:, ship.flights]
    best = gains.argmax(axis=0)
    return best, gains.max(axis=0)
