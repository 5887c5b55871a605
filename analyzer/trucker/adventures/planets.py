"""Planets: one ship on each, goods in exchange for days (rules: "Planeten")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import after_offer, bank_of, gain_of, load, reds_taken
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import LAND
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray, Indices
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.convoy.worth_ahead import ShipView, where_it_matters, with_values, worth_of_loading
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import IntArray


def planets(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: front to back, each ship may land on the free planet with the largest gain.

    If gains are equal, it takes the upper planet. Some captains set a price on space in special containers. For them,
    the gain is reduced by that price for each red cube. In editions with the switch `planets_chosen_first`, ships load
    only after all have chosen. Days are lost at the end, the last ship first.
    """
    landings: list[tuple[ShipsInFlight, IntArray]] = []
    free = np.ones((len(convoy.card.planets), convoy.size), np.bool_)
    order = [*convoy.front_to_back()]
    cargo = CargoByPlanet(convoy)
    for place, ship in enumerate(order):
        loaded, is_free, some = cargo.after_landing(ship), ship.of_flight(free), with_values(ship)
        if some.size == ship.size:
            worth, price = worth_of_loading(ship, loaded) * is_free, np.zeros(ship.size, np.int64)
        else:
            worth, price = cargo.worth(ship) * is_free, ship.card.days * ship.day
        if 0 < some.size < ship.size:
            price = np.array(np.broadcast_to(price, ship.cells.shape))
            worth[:, some] = worth_of_loading(ship.at(some), loaded.take(some, axis=-1)) * is_free.take(some, axis=-1)
        best, most = best_planet(worth)
        by_values = bool(some.size)
        if by_values:
            some = some.take(where_it_matters(ship.at(some), most.take(some) > 0))
            one = ship.at(some).under_one_captain()
            price[some] = price_of_landing(one, order[place + 1 :], cargo, free, best.take(some), most.take(some))
        lands = most > price
        best, lands = where_to_land(ship, best, lands, ship.of_flight(free))
        ship.marked = lands
        if convoy.log is not None:
            gains = gain_of(ship, loaded) * is_free
            facts = {"gains": gains, "worth": worth, "free": free, "best": best, "lands": lands, "price": price}
            ship.emit("looks at planets", **facts, by_values=by_values)
        lander, planet = ship.where(lands), best[lands]
        landings.append((lander, goods_on(lander, planet)))
        # By these rules a ship loads before the next one chooses, which changes what the bank offers.
        if not convoy.edition.planets_chosen_first:
            cargo.load(*landings.pop(), order[place + 1 :])
        free[planet, lander.flights] = False
    for lander, offered in landings:
        load(lander, offered)
    for ship in convoy.back_to_front():
        lander = ship.where(ship.marked)
        fall_back(lander, lander.card.days)


class CargoByPlanet:
    """Cargo of ships after landing on each planet, and its worth by prices. Both are computed once and kept."""

    def __init__(self, convoy: Convoy) -> None:
        self._convoy = convoy
        self._loaded: dict[ShipsInFlight, IntArray] = {}
        self._worth: dict[ShipsInFlight, IntArray] = {}

    def after_landing(self, ship: ShipsInFlight) -> IntArray:
        """Return the cubes aboard after loading on each planet. Shape (planets, colours, ships)."""
        if ship not in self._loaded:
            self._loaded[ship] = after_offer(ship, ship.card.planets)
        return self._loaded[ship]

    def worth(self, ship: ShipsInFlight) -> IntArray:
        """Return the worth of each planet (see `worth_by_prices`). Shape (planets, ships)."""
        if ship not in self._worth:
            self._worth[ship] = worth_by_prices(ship, self.after_landing(ship))
        return self._worth[ship]

    def load(self, lander: ShipsInFlight, offered: IntArray, behind: list[ShipsInFlight]) -> None:
        """Load cubes; where the bank runs short, compute the known cargo of ships behind anew.

        Args:
            lander: The ships that have landed.
            offered: Cubes offered, by colour. Shape (colours, ships).
            behind: The groups of ships that land later.
        """
        known = [each for each in behind if each in self._loaded]
        before = self._is_short() if known else np.False_
        load(lander, offered)
        if not known:
            return
        short = before | self._is_short()
        for each in known:
            some = short.take(each.flights).nonzero()[0]
            if some.size:
                one = each.at(some)
                self._loaded[each][..., some] = loaded = after_offer(one, one.card.planets)
                if each in self._worth:
                    self._worth[each][:, some] = worth_by_prices(one, loaded)

    def _is_short(self) -> BoolArray:
        """Return whether the bank may lack cubes of a colour that a planet offers. Shape (flights,)."""
        # Level IV may add a cube to an offer.
        most = self._convoy.card.planets.max(axis=0) + bool(self._convoy.level.goods_step)
        return np.asarray((bank_of(self._convoy) < most).any(axis=0))


def best_planet(worth: IntArray) -> tuple[Indices, IntArray]:
    """Return the index of the first planet with the highest worth, and that worth, for each ship.

    Args:
        worth: Worth of each planet. Shape (planets, ships).
    """
    best, most = np.zeros(worth.shape[1], np.intp), worth[0]
    # A few passes over all ships are several times as fast as argmax along so short an axis.
    for planet, each in enumerate(worth[1:], start=1):
        best, most = np.where(each > most, planet, best), np.maximum(most, each)
    return best, most


def worth_by_prices(ship: ShipsInFlight, loaded: IntArray) -> IntArray:
    """Return the worth of each planet, free or not, by the captain's prices. Shape (planets, ships).

    The worth is in hundredths of a credit.

    Args:
        ship: The ships.
        loaded: Cubes aboard after loading on each planet. Shape (planets, colours, ships).
    """
    worth: IntArray = 100 * gain_of(ship, loaded)
    if np.any(ship.captain.special):
        worth = worth - ship.captain.special * reds_taken(ship, loaded)
    return worth


def price_of_landing(
    ship: ShipsInFlight,
    behind: list[ShipsInFlight],
    cargo: CargoByPlanet,
    free: BoolArray,
    best: Indices,
    worth: IntArray,
) -> IntArray:
    """Return the price of landing by fitted values, in hundredths of a credit. Shape (ships,).

    It is the worth of the ship's place on the track if the ship flies on, less that if it lands; at least 0. In both
    cases the ships behind land by their prices on planets that are still free, and all that have landed lose the days.
    If the planet is worth more than any price can be, an upper bound is returned.

    Args:
        ship: The ships, all under captains with values.
        behind: The ships of all flights that choose later.
        cargo: Cargo of the ships after landing on each planet.
        free: Whether each planet is free. Shape (planets, flights).
        best: Index of the planet on which each ship would land. Shape (ships,).
        worth: Worth of that planet, in hundredths of a credit. Shape (ships,).
    """
    landed = ship.convoy.state.marked.take(np.concatenate([ship.cells[None], ship.others()]))
    scene, doubtful, price = ShipView.of(ship).where_in_doubt(ship.card.days, landed, worth)
    if not doubtful.size:
        return price
    ship, best, landed = scene.ships, best.take(doubtful), landed.take(doubtful, axis=1)
    days, lanes = np.broadcast_to(ship.card.days, ship.cells.shape), []
    # What the ships behind look at is the same whether this ship lands or not, so it is gathered once.
    for each, here, rows, columns in scene.behind(behind):
        their_price = np.broadcast_to(each.card.days * each.day, each.cells.shape).take(here)
        lanes.append((rows, columns, cargo.worth(each).take(here, axis=1), their_price))
    falls_by_option = []
    for lands in (False, True):
        open_, falls = np.array(ship.of_flight(free)), landed.copy()
        falls[0] = lands
        if lands:
            open_[best, np.arange(ship.size)] = False
        for rows, columns, theirs, their_price in lanes:
            choice, most = best_planet(theirs * open_.take(columns, axis=1))
            wants = most > their_price
            falls[rows, columns] = wants
            open_[choice[wants], columns[wants]] = False
        falls_by_option.append(falls)
    price[doubtful] = scene.price_of_falls(falls_by_option[0], falls_by_option[1], days)
    return price


def where_to_land(ship: ShipsInFlight, best: Indices, lands: BoolArray, free: BoolArray) -> tuple[Indices, BoolArray]:
    """Return the index of the planet that each ship finally chooses, and whether the ship lands.

    They are `best` and `lands`, unless `convoy.decisions` decides otherwise. If a ship does not land, its index has no
    meaning.

    Args:
        ship: The ships that choose.
        best: Index of the planet that is best to the captain. Shape (ships,).
        lands: Whether the captain wants to land. Shape (ships,).
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
    """Return the number of cubes by colour on the planet where each ship lands. Shape (colours, ships)."""
    # One card for all ships has a last axis of 1; the two indices then broadcast over the ships.
    planets = ship.card.planets
    return np.asarray(planets[planet, :, np.arange(planets.shape[-1])].T)


def on_looks_at_planets(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on the worth of landing on each planet, and on whether the ship lands."""
    best = facts["best"] + 1 if facts["lands"] else None
    gains = {"worth": [worth / 100 for worth in facts["worth"]]} if facts["by_values"] else {"gains": facts["gains"]}
    tale.add(ship, "planets", **gains, free=facts["free"], planet=best, price=facts["price"] / 100)


def phrase_planets(facts: Facts) -> str:
    """Return a phrase for a story on the planets, the gain from each, and the captain's choice."""
    what = "worth" if "worth" in facts else "gains"
    gains = [
        f"planet {number}: {credits(gain) if free else 'taken'}"
        for number, (gain, free) in enumerate(zip(facts[what], facts["free"], strict=True), start=1)
    ]
    told = f"{'worth' if what == 'worth' else 'gain'} of {', '.join(gains)}"
    return f"{told}; the days cost {credits(facts['price'])}: {phrase_landing(facts)}"


def phrase_landing(facts: Facts) -> str:
    """Return the words of a story for a decision to land: `lands on planet 2`, or `flies on` if the ship does not."""
    return "flies on" if facts["planet"] is None else f"lands on planet {facts['planet']}"


EVENTS = Events(
    handlers={"looks at planets": on_looks_at_planets},
    phrases={"planets": Phrase(phrase_planets, of_rivals=phrase_landing)},
)
KIND = CardKind(planets, events=(EVENTS,), needs=("planets",), place=80)
