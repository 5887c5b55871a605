"""Abandoned ship: crew in exchange for credits (rules: "Verlassenes Schiff")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from analyzer.trucker.adventures import offers
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import cost_of_crew, give_up_crew
from analyzer.trucker.convoy.decisions import TAKES, if_there_is_one
from analyzer.trucker.convoy.power import fear_of_selling
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.convoy.worth import earn
from analyzer.trucker.convoy.worth_ahead import price_of_crew, where_it_matters, with_values
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import figures, many
from analyzer.trucker.ship.bitboard import IntArray, count


def abandoned_ship(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: one ship gives up crew, is paid, and loses the days.

    It is the first in flight order with a large enough crew whose captain wants it.
    """
    taken = np.zeros(convoy.size, np.bool_)
    order = [*convoy.front_to_back()]
    for place, every in enumerate(order):
        ship = every.where(~every.of_flight(taken))
        enough, strands, price = by_prices(ship)
        value, some = 100 * ship.card.credits, with_values(ship)
        by_price = enough & ~strands & (value > price)
        by_price[some] = False
        # The risk for the remaining crew takes long to price, so only for captains who would take the offer without it.
        tempted = np.flatnonzero(by_price)
        seller = ship.at(tempted)
        fear = np.zeros(ship.size, np.int64)
        fear[tempted] = fear_of_selling(seller, seller.card.crew_lost)
        price = price + fear
        if some.size:
            # Values price crew first, then days; each step keeps only the ships that may still take the offer.
            some = some.take(where_it_matters(ship.at(some), (enough & ~strands).take(some)))
            price[some] = price_of_crew(one := ship.at(some).under_one_captain(), one.card.crew_lost)
            some = some.take(where_it_matters(one, (value > price).take(some)))
            one = ship.at(some).under_one_captain()
            left = np.broadcast_to(value, ship.cells.shape).take(some) - price.take(some)
            price[some] += offers.price_of_taking(one, order[place + 1 :], wants, left)
        takes = ship.decide(TAKES, enough & ~strands & (value > price), if_there_is_one(enough))
        ship.emit("is offered", value=value, price=price, fear=fear, enough=enough, strands=strands, takes=takes)
        taker = ship.where(takes)
        give_up_crew(taker, taker.card.crew_lost)
        earn(taker, taker.card.credits)
        fall_back(taker, taker.card.days)
        taken[taker.flights] = True


def by_prices(ship: ShipsInFlight) -> tuple[BoolArray, BoolArray, IntArray]:
    """Return whether each crew is large enough for the offer, whether no human would remain, and the offer's price.

    The price is in hundredths of a credit, by the captain's prices. It covers the days and the crew that the offer
    costs.
    """
    cost, strands = cost_of_crew(ship, ship.card.crew_lost)
    return count(ship.crew) >= ship.card.crew_required, strands, ship.card.days * ship.day + cost


def wants(ship: ShipsInFlight) -> BoolArray:
    """Return whether each captain takes the offer by the captain's prices.

    The risk for the remaining crew is left out.
    """
    enough, strands, price = by_prices(ship)
    return np.asarray(enough & ~strands & (100 * ship.card.credits > price))


def phrase_price(card: Card) -> Iterator[str]:
    """Yield one phrase on the crew that the card takes and the credits that it pays, e.g. `3 crew for 4 credits`."""
    yield f"{card.crew_lost} crew for {many(card.credits, 'credit')}"


def phrase_figures(card: Card) -> Iterable[str]:
    """Return the numbers on the card in words: crew for credits, and the days."""
    return figures(card, price=phrase_price)


KIND = CardKind(abandoned_ship, events=(offers.EVENTS,), figures=phrase_figures, place=60)
