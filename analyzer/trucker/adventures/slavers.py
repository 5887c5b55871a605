"""Slavers: they take crew, or bring a bounty (rules: "Fortgeschrittene Feinde")."""

from __future__ import annotations

from analyzer.trucker.adventures import enemies
from analyzer.trucker.adventures.enemies import Enemy, attack
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import cost_of_crew, give_up_crew
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.worth import earn
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import IntArray


def slavers(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: defeated ships give up crew of their captain's choice."""
    attack(convoy, SLAVERS)


def printed_credits(ship: ShipsInFlight) -> IntArray:
    """Return the credits that the card at hand pays for beating its enemies, for each ship."""
    return ship.card.credits


def take_bounty(ship: ShipsInFlight) -> None:
    """Pay the credits of the card at hand to ships that beat its enemies, slavers or pirates."""
    earn(ship, ship.card.credits)


def harm_to_crew(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return the captain's price of losing `how_many` crew, in hundredths of a credit.

    It includes the price of having to give up if no human remains.
    """
    cost, strands = cost_of_crew(ship, how_many)
    return cost + ship.captain.stay * strands


SLAVERS = Enemy(
    reward=printed_credits,
    collect=take_bounty,
    harm=lambda ship: harm_to_crew(ship, ship.card.crew_lost),
    defeat=lambda ship: give_up_crew(ship, ship.card.crew_lost),
)


KIND = CardKind(slavers, events=(enemies.EVENTS,), place=100)
