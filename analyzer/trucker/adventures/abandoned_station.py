"""Abandoned station: goods for a ship with a large crew (rules: "Verlassene Station")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures import offers
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import gain, load
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import TAKES, YES_OR_NO
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import count


def abandoned_station(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: one ship docks, loads goods, and loses the days, but no crew.

    It is the first in flight order with a large enough crew whose captain wants it.
    """
    taken = np.zeros(convoy.size, np.bool_)
    for every in convoy.front_to_back():
        ship = every.where(~every.of_flight(taken))
        enough = count(ship.crew) >= ship.card.crew_required
        ship.emit("comes by", enough=enough)
        ship = ship.where(enough)
        value, price = 100 * gain(ship, ship.card.goods), ship.card.days * ship.day
        takes = ship.decide(TAKES, value > price, lambda ship: YES_OR_NO)
        ship.emit("is offered", value=value, price=price, takes=takes)
        taker = ship.where(takes)
        load(taker, taker.card.goods)
        fall_back(taker, taker.card.days)
        taken[taker.flights] = True


KIND = CardKind(abandoned_station, events=(offers.EVENTS,), place=70)
