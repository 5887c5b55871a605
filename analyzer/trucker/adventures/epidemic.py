"""Epidemic: neighbours infect each other (rules: "Epidemie")."""

from __future__ import annotations

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import partners


def epidemic(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Every occupied cabin joined to another occupied cabin loses one of its crew, all at the same time."""
    for ship in convoy.ships():
        occupied = ship.hull.tokens.crew_squares(ship.crew)
        infected = occupied & partners(occupied, ship.hull.joins)
        victims = ship.hull.tokens.one_of_each(ship.crew, infected)
        ship.tell("falls ill", cabins=infected, victims=victims)
        ship.crew = ship.crew & ~victims
