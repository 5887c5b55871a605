"""Planets: one ship on each, goods for days (rules: "Planeten")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.cargo import gain, load
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import Counts


def planets(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Front to back each may land on the free planet with the largest gain (the upper one of equals) and load.

    In some editions they load when all have chosen. Then the last one moves back first.
    """
    landings: list[tuple[Ship, Counts]] = []
    convoy.state.marked[:] = False
    goods = np.array(card.planets)
    free = np.ones((len(card.planets), convoy.size), np.bool_)
    for ship in convoy.front_to_back():
        gains = gain(ship, goods[:, :, None]) * free[:, ship.flights]
        best = gains.argmax(axis=0)
        price = card.days * ship.captain.day
        ship.marked = lands = 100 * gains.max(axis=0) > price
        ship.tell("looks at planets", gains=gains, free=free, best=best, lands=lands, price=price)
        lander, planet = ship.where(lands), best[lands]
        landings.append((lander, goods[planet].T))
        if not convoy.edition.planets_chosen_first:
            load(*landings.pop())
        free[planet, lander.flights] = False
    for lander, offered in landings:
        load(lander, offered)
    for ship in convoy.back_to_front():
        fall_back(ship.where(ship.marked), card.days)
