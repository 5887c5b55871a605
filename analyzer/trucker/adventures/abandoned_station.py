"""Abandoned station: goods for a ship with a large crew (rules: "Verlassene Station")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures import offers
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import after_offer, gain_of, load
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import TAKES, YES_OR_NO
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.convoy.worth_ahead import where_it_matters, with_values, worth_of_loading
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import IntArray, count


def abandoned_station(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: one ship docks, loads goods, and loses the days, but no crew.

    It is the first in flight order with a large enough crew whose captain wants it.
    """
    taken = np.zeros(convoy.size, np.bool_)
    order = [*convoy.front_to_back()]
    for place, every in enumerate(order):
        ship = every.where(~every.of_flight(taken))
        enough = count(ship.crew) >= ship.card.crew_required
        ship.emit("comes by", enough=enough)
        ship = ship.where(enough)
        loaded = after_offer(ship, ship.card.goods)
        value, price = by_prices(ship, loaded)
        some = with_values(ship)
        if some.size:
            price = np.array(np.broadcast_to(price, ship.cells.shape))
            value[some] = worth_of_loading(ship.at(some), loaded.take(some, axis=-1))
            some = some.take(where_it_matters(ship.at(some), value.take(some) > 0))
            one = ship.at(some).under_one_captain()
            price[some] = offers.price_of_taking(one, order[place + 1 :], wants, value.take(some))
        takes = ship.decide(TAKES, value > price, lambda ship: YES_OR_NO)
        ship.emit("is offered", value=value, price=price, takes=takes)
        taker = ship.where(takes)
        load(taker, taker.card.goods)
        fall_back(taker, taker.card.days)
        taken[taker.flights] = True


def by_prices(ship: ShipsInFlight, loaded: IntArray) -> tuple[IntArray, IntArray | int]:
    """Return the gain from loading and the captain's price of the lost days, both in hundredths of a credit.

    The gain is the value of the cubes aboard after loading less that of the cubes aboard before.

    Args:
        ship: The ships to which the offer is made.
        loaded: Cubes aboard after loading. Shape (colours, ships).
    """
    return 100 * gain_of(ship, loaded), ship.card.days * ship.day


def wants(ship: ShipsInFlight) -> BoolArray:
    """Return whether each captain takes the offer, by the captain's prices."""
    value, price = by_prices(ship, after_offer(ship, ship.card.goods))
    return np.asarray((count(ship.crew) >= ship.card.crew_required) & (value > price))


KIND = CardKind(abandoned_station, events=(offers.EVENTS,), place=70)
