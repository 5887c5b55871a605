"""Stardust: exposed connectors cost flight days (rules: "Besondere Vorkommnisse: Sternenstaub")."""

from __future__ import annotations

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice


def stardust(convoy: Convoy, card: Card, dice: Dice) -> None:
    """From the last ship to the first, each loses as many days as it has exposed connectors."""
    for ship in convoy.back_to_front():
        exposed = ship.hull.exposed(ship.alive)
        ship.tell("gathers dust", exposed=exposed)
        fall_back(ship, exposed)
