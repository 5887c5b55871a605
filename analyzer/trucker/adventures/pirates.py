"""Pirates: they shoot at every ship they have defeated, or bring a bounty (rules: "Fortgeschrittene Feinde")."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.adventures import enemies, hazards
from analyzer.trucker.adventures.enemies import Enemy, attack
from analyzer.trucker.adventures.hazards import fire
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.adventures.slavers import printed_credits, take_bounty
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.ship.bitboard import IntArray


def pirates(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: after all attacks, every defeated ship suffers the same shots with the same rolls."""
    attack(convoy, PIRATES)
    for number in range(convoy.card.most_hits):
        convoy.together(convoy.with_hit(number), partial(one_shot, number=number, dice=dice))


def one_shot(convoy: Convoy, number: int, dice: Dice) -> None:
    """Resolve the shot with the given number, counted from 0, against all defeated ships."""
    roll = dice.roll(convoy, number, convoy.with_marked())
    for ship in convoy.marked_ships():
        fire(ship, ship.card.hit(number), ship.of_flight(roll))


def harm_of_shots(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return the captain's price of `how_many` shots in hundredths of a credit; each counts as one lost component."""
    return np.broadcast_to(how_many * ship.captain.component, ship.cells.shape)


def mark(ship: ShipsInFlight) -> None:
    """Mark the given ships, which were defeated, as targets of the shots that follow."""
    ship.marked = True


PIRATES = Enemy(
    reward=printed_credits,
    collect=take_bounty,
    harm=lambda ship: harm_of_shots(ship, ship.card.shots),
    defeat=mark,
)


KIND = CardKind(pirates, events=(enemies.EVENTS, hazards.EVENTS), needs=("hits",), place=110)
