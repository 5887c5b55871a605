"""Smugglers: they take goods, or have goods to win (rules: "Feinde", "Fortgeschrittene Feinde")."""

from __future__ import annotations

from analyzer.trucker.adventures import enemies
from analyzer.trucker.adventures.enemies import Enemy, attack
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import gain, load, lose_goods, worth_of_lost_goods
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.flight.dice import Dice

SMUGGLERS = Enemy(
    reward=lambda ship: gain(ship, ship.card.goods),
    collect=lambda ship: load(ship, ship.card.goods),
    harm=lambda ship: worth_of_lost_goods(ship, ship.card.goods_lost),
    defeat=lambda ship: lose_goods(ship, ship.card.goods_lost),
)


def smugglers(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: defeated ships lose their dearest goods, a winner may load those on the card."""
    attack(convoy, SMUGGLERS)


KIND = CardKind(smugglers, events=(enemies.EVENTS,), place=90)
