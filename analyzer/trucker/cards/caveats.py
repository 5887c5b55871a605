"""What the tables under a route do not know for certain, as sentences for whoever reads its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.answers.edition import own_edition_note
from analyzer.answers.names import listed
from analyzer.answers.setting import sentence_begins
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card, Level
from analyzer.trucker.edition_key import OWN
from analyzer.trucker.fleets.class_ivc import class_of

SHAKY = {
    "unconfirmed": "no picture was found of {cards}, whose contents are therefore unconfirmed",
    "stand-in": "{cards} stand in for cards whose contents are unknown",
}
"""Words with which the confidence of a card begins, and what to say of such cards."""


def caveats(route: Route) -> list[str]:
    """Sentences on the level, the bank and the cards that a flight of the route can meet; [] if all is certain."""
    sentences = [*route.level.caveats, *route.rules.caveats]
    cards = list(can_be_met(route))
    for word, sentence in SHAKY.items():
        numbers = [card.id for card in cards if card.confidence.startswith(word)]
        if numbers:
            sentences.append(sentence.format(cards="cards " + ", ".join(map(str, numbers))))
    return [*own_editions(route.editions), *map(_sentence, sentences), *caveats_of_tables(route)]


def own_editions(editions: Iterable[str]) -> Iterator[str]:
    """Which tables of those editions are not those of one that comes with the product."""
    for key in map(OWN.get, editions):
        if key is not None:
            files = [name.rpartition("/")[2] for name, _ in key.rules]
            yield own_edition_note(key, f", with the rules in {listed(files)}" if files else "")


def caveats_of_learning(level: Level) -> list[str]:
    """Sentences on what is not known of the rules of a level on which the learning flight alone is flown."""
    return [*map(_sentence, level.caveats)] if level.learning == "always" else []


def caveats_of_tables(route: Route) -> list[str]:
    """Sentences on the tables of the class of its ships alone."""
    return [*map(_sentence, class_of(route).caveats(route))]


def _sentence(caveat: str) -> str:
    return f"{sentence_begins(caveat)}."


def can_be_met(route: Route) -> Iterable[Card]:
    """The cards that a flight of the route can meet, in the order of the table."""
    if route.cards:
        return [card for card in route.rules.cards if card.id in route.cards]
    if route.learning:
        return [card for card in route.rules.cards if card.learning]
    return filter(route.level.may_reveal, route.rules.cards)
