"""Stardust: exposed connectors cost flight days (rules: "Besondere Vorkommnisse: Sternenstaub")."""

from __future__ import annotations

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.wrecks.facts import exposed_connectors


def stardust(convoy: Convoy, dice: Dice) -> None:
    """From the last ship to the first, each loses as many days as it has exposed connectors."""
    for ship in convoy.back_to_front():
        exposed = ship.fact(exposed_connectors)
        ship.tell("gathers dust", exposed=exposed)
        fall_back(ship, exposed)


@hears
def hear_gathers_dust(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Exposed connectors in stardust."""
    tale.add(ship, "dust", exposed=facts["exposed"])


@words
def say_dust(facts: Facts) -> str:
    """How many connectors are exposed."""
    return many(facts["exposed"], "exposed connector")


TELLS = Tells(heard={"gathers dust": hear_gathers_dust}, said={"dust": Said(say_dust, of_rivals=say_dust)})
KIND = CardKind(stardust, tells=(TELLS,), place=20)
