"""Stardust: exposed connectors cost flight days (rules: "Besondere Vorkommnisse: Sternenstaub")."""

from __future__ import annotations

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.wrecks.facts import exposed_connectors


def stardust(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: from last to first, each ship loses as many days as it has exposed connectors."""
    for ship in convoy.back_to_front():
        exposed = ship.fact(exposed_connectors)
        ship.emit("gathers dust", exposed=exposed)
        fall_back(ship, exposed)


def on_gathers_dust(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for the exposed connectors of a ship in stardust."""
    tale.add(ship, "dust", exposed=facts["exposed"])


def phrase_dust(facts: Facts) -> str:
    """Return a phrase for a story on a ship's number of exposed connectors."""
    return many(facts["exposed"], "exposed connector")


EVENTS = Events(
    handlers={"gathers dust": on_gathers_dust}, phrases={"dust": Phrase(phrase_dust, of_rivals=phrase_dust)}
)
KIND = CardKind(stardust, events=(EVENTS,), place=20)
