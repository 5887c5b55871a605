"""Smugglers: goods to win, goods to lose (rules: "Feinde", "Fortgeschrittene Feinde")."""

from __future__ import annotations

from analyzer.trucker.adventures import enemies
from analyzer.trucker.adventures.enemies import Enemy, attack
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.cargo import gain, load, lose_goods, printed, worth_of_lost_goods
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice

SMUGGLERS = Enemy(
    reward=lambda ship, card: gain(ship, printed(card.goods)),
    collect=lambda ship, card: load(ship, printed(card.goods)),
    harm=lambda ship, card: worth_of_lost_goods(ship, card.goods_lost),
    defeat=lambda ship, card: lose_goods(ship, card.goods_lost),
)


def smugglers(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Who is defeated loses the dearest goods; who beats them may load theirs."""
    attack(convoy, card, SMUGGLERS)


KIND = CardKind(smugglers, tells=(enemies.TELLS,), place=90)
