"""Planets: one ship on each, goods in exchange for days (rules: "Planeten")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import gain, load, reds_taken
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import LAND
from analyzer.trucker.convoy.events import Events, Facts, Phrase, Tale
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray, Indices
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import IntArray


def planets(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: front to back, each ship may land on the free planet with the largest gain.

    Of equal planets it takes the upper one. Captains with a price for special containers subtract it for red cubes.
    In editions with the switch `planets_chosen_first`, ships load only when all have chosen. Days are lost at the
    end, the last ship first.
    """
    landings: list[tuple[ShipsInFlight, IntArray]] = []
    free = np.ones((len(convoy.card.planets), convoy.size), np.bool_)
    for ship in convoy.front_to_back():
        gains = gain(ship, ship.card.planets) * ship.of_flight(free)
        worth = 100 * gains
        if np.any(ship.captain.special):
            worth = worth - ship.captain.special * reds_taken(ship, ship.card.planets) * ship.of_flight(free)
        best = worth.argmax(axis=0)
        price = ship.card.days * ship.day
        lands = worth.max(axis=0) > price
        best, lands = where_to_land(ship, best, lands, ship.of_flight(free))
        ship.marked = lands
        ship.emit("looks at planets", gains=gains, free=free, best=best, lands=lands, price=price)
        lander, planet = ship.where(lands), best[lands]
        landings.append((lander, goods_on(lander, planet)))
        # By these rules a ship loads before the next one chooses, which changes what the bank offers.
        if not convoy.edition.planets_chosen_first:
            load(*landings.pop())
        free[planet, lander.flights] = False
    for lander, offered in landings:
        load(lander, offered)
    for ship in convoy.back_to_front():
        lander = ship.where(ship.marked)
        fall_back(lander, lander.card.days)


def where_to_land(ship: ShipsInFlight, best: Indices, lands: BoolArray, free: BoolArray) -> tuple[Indices, BoolArray]:
    """Return the planet on which each ship lands, and whether it lands at all.

    Args:
        ship: The ships that choose.
        best: Index of the best planet by the captain's prices, for each ship.
        lands: Whether each ship's captain wants to land.
        free: Whether each planet is free. Shape (planets, ships).
    """
    if ship.convoy.decisions is None:
        return best, lands
    printed = ship.card.planets.any(axis=1)

    def legal(number: int) -> list[int]:
        there = free[:, number] & np.broadcast_to(printed, free.shape)[:, number]
        return [0, *(there.nonzero()[0] + 1).tolist()]

    planet = ship.decide(LAND, np.where(lands, best + 1, 0), legal)
    return np.maximum(planet - 1, 0), planet > 0


def goods_on(ship: ShipsInFlight, planet: Indices) -> IntArray:
    """Return the cubes on the planet where each ship lands. Shape (colours, ships)."""
    planets = ship.card.planets
    return np.asarray(planets[planet, :, np.arange(planets.shape[-1])].T)


def on_looks_at_planets(tale: Tale, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a line on what each planet would bring, and whether the ship lands."""
    best = facts["best"] + 1 if facts["lands"] else None
    tale.add(ship, "planets", gains=facts["gains"], free=facts["free"], planet=best, price=facts["price"] / 100)


def phrase_planets(facts: Facts) -> str:
    """Describe the planets, the gain from each, and the choice."""
    gains = [
        f"{number}: {credits(gain) if free else 'taken'}"
        for number, (gain, free) in enumerate(zip(facts["gains"], facts["free"], strict=True), start=1)
    ]
    return f"gain by planet {'; '.join(gains)}; the days cost {credits(facts['price'])}: {phrase_landing(facts)}"


def phrase_landing(facts: Facts) -> str:
    """Describe the planet on which the ship lands, if any."""
    return "flies on" if facts["planet"] is None else f"lands on planet {facts['planet']}"


EVENTS = Events(
    handlers={"looks at planets": on_looks_at_planets},
    phrases={"planets": Phrase(phrase_planets, of_rivals=phrase_landing)},
)
KIND = CardKind(planets, events=(EVENTS,), needs=("planets",), place=80)
