"""Meteors, one after the other, each against all ships at once (rules: "Meteoriten")."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from analyzer.trucker.adventures import hazards
from analyzer.trucker.adventures.hazards import meteor
from analyzer.trucker.adventures.kind import METEORS as SMALL_AND_LARGE
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import METEORS, figures


def meteor_swarm(convoy: Convoy, dice: Dice) -> None:
    """The leader rolls for each meteor; every ship looks what it would hit there."""
    for number in range(convoy.card.most_hits):
        convoy.together(convoy.with_hit(number), partial(one_meteor, number=number, dice=dice))


def one_meteor(convoy: Convoy, number: int, dice: Dice) -> None:
    """The meteor of that number, from 0."""
    roll = dice.roll(convoy, number)
    for ship in convoy.ships():
        meteor(ship, ship.card.hit(number), ship.of_flight(roll))


def phrase_figures(card: Card) -> Iterable[str]:
    """The meteors by side, small and large ones."""
    return figures(card, sizes=METEORS)


KIND = CardKind(
    meteor_swarm,
    events=(hazards.EVENTS,),
    needs=("hits",),
    sends=SMALL_AND_LARGE,
    figures=phrase_figures,
    place=50,
)
