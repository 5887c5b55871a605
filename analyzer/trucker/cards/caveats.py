"""What the tables under a route do not know for certain, as sentences for whoever reads its numbers."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card
from analyzer.trucker.fleets.class_ivc import class_of

SHAKY = {
    "unconfirmed": "no picture was found of {cards}: their contents are unconfirmed",
    "stand-in": "{cards} stand in for cards whose contents are unknown",
}
"""Words with which the confidence of a card begins, and what to say of such cards."""


def caveats(route: Route) -> list[str]:
    """Sentences on the level, the bank and the cards that a flight of the route can meet; [] if all is certain."""
    sentences = [*route.level.caveats, *route.rules.caveats, *class_of(route).caveats(route)]
    cards = list(can_be_met(route))
    for word, sentence in SHAKY.items():
        numbers = [card.id for card in cards if card.confidence.startswith(word)]
        if numbers:
            sentences.append(sentence.format(cards="cards " + ", ".join(map(str, numbers))))
    return sentences


def can_be_met(route: Route) -> Iterable[Card]:
    """The cards that a flight of the route can meet, in the order of the table."""
    if route.cards:
        return [card for card in route.rules.cards if card.id in route.cards]
    if route.learning:
        return [card for card in route.rules.cards if card.learning]
    return filter(route.level.may_reveal, route.rules.cards)
