"""Meteors, one after the other, each against all ships at once (rules: "Meteoriten")."""

from __future__ import annotations

from analyzer.trucker.adventures.hazards import meteor
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice


def meteor_swarm(convoy: Convoy, card: Card, dice: Dice) -> None:
    """The leader rolls for each meteor; every ship looks what it would hit there."""
    for number, hit in enumerate(card.hits):
        roll = dice.roll(convoy, number)
        for ship in convoy.ships():
            meteor(ship, hit, roll[ship.flights])
