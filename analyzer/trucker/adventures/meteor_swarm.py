"""Meteor swarm: meteors one after another, each against all ships at once (rules: "Meteoriten")."""

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
    """Resolve the card: each meteor has one roll, which gives its column or row for every ship."""
    for number in range(convoy.card.most_hits):
        convoy.together(convoy.with_hit(number), partial(one_meteor, number=number, dice=dice))


def one_meteor(convoy: Convoy, number: int, dice: Dice) -> None:
    """Resolve the meteor with the given number, counted from 0."""
    roll = dice.roll(convoy, number)
    for ship in convoy.ships():
        meteor(ship, ship.card.hit(number), ship.of_flight(roll))


def phrase_figures(card: Card) -> Iterable[str]:
    """Return the meteors on the card in words, by side and size."""
    return figures(card, sizes=METEORS)


KIND = CardKind(
    meteor_swarm,
    events=(hazards.EVENTS,),
    needs=("hits",),
    sends=SMALL_AND_LARGE,
    figures=phrase_figures,
    place=50,
)
