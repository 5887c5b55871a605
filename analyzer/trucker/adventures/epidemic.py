"""Epidemic: neighbouring cabins infect each other (rules: "Epidemie")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import aboard, occupied_cabins, one_of_each
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter, by_type, squares
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import at, crew
from analyzer.trucker.ship.bitboard import ONE, Bits


def epidemic(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: every occupied cabin joined to another occupied cabin loses one crew member, all at once."""
    for ship in convoy.ships():
        occupied = occupied_cabins(ship)
        # All at once: a cabin that loses its last member still infects its neighbours.
        infected = occupied & neighbouring_cabins(ship, occupied)
        victims = one_of_each(ship, infected)
        ship.emit("falls ill", cabins=infected, victims=victims)
        ship.crew = ship.crew & ~victims


def neighbouring_cabins(ship: ShipsInFlight, cabins: Bits) -> Bits:
    """Return the cabins joined to any of the given cabins; a cabin is the bit of its first crew token."""
    wrecks = ship.convoy.wrecks
    joined = wrecks.stack.array("tokens.joined_cabins")
    own = wrecks.hulls_of(ship.wreck)
    neighbours = np.zeros_like(cabins)
    # The bit of a cabin, 0 or 1, times the mask of its neighbours: all of them or none, without a branch.
    for cabin in np.flatnonzero(joined.any(axis=0)).tolist():
        there = (cabins >> np.uint64(cabin)) & ONE
        neighbours |= joined[:, cabin].take(own) * there
    return neighbours


def on_falls_ill(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on who dies of an epidemic, and on the infected cabins."""
    victims = aboard(np.array([facts["victims"]], np.uint64))[:, 0].tolist()
    cabins = int(ship.hull.tokens.crew_squares(np.array([facts["cabins"]], np.uint64))[0])
    tale.add(ship, "epidemic", cabins=squares(ship.hull, cabins), victims=by_type(victims))


def phrase_epidemic(facts: Facts) -> str:
    """Return a phrase for a story on the infected cabins and on who died in them."""
    if not facts["cabins"]:
        return "no occupied cabin is joined to another: nobody falls ill"
    return f"infected cabins: {' '.join(map(at, facts['cabins']))}; {phrase_victims(facts)}"


def phrase_victims(facts: Facts) -> str:
    """Return a phrase for a story on who died of an epidemic."""
    return f"dead: {crew(facts['victims'])}"


EVENTS = Events(
    handlers={"falls ill": on_falls_ill}, phrases={"epidemic": Phrase(phrase_epidemic, of_rivals=phrase_victims)}
)
KIND = CardKind(epidemic, events=(EVENTS,), place=30)
