"""Caveats about cards and routes, for notes under answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from analyzer.answers.note import Importance, Note
from analyzer.answers.numbers import join_names
from analyzer.answers.origin import sentence_begins
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import OWN, Card, Level
from analyzer.trucker.fleets.class_ivc import class_of


def kinds_sparing_lone_ships() -> list[str]:
    """Return the names of the kinds of cards that have no effect on a ship that flies alone."""
    return sorted(name for name, kind in KINDS.items() if kind.spares_the_lone)


def flown_alone() -> str:
    """Return a sentence on the cards that have no effect on a ship that flies alone."""
    return f"{_who_does_not_strike()}."


def several(name: str) -> str:
    """Return the name of several cards of a kind, e.g. `combat zones`."""
    phrase = KINDS[name].several
    return phrase() if phrase else f"{name.replace('_', ' ')} cards"


def all_of_flying_alone() -> str:
    """Return a sentence on all differences between a flight alone and one with rivals."""
    return (
        f"{_who_does_not_strike()}, nobody takes planets or beats enemies first, and the rewards for order and looks "
        "are those of a ship that arrives alone."
    )


def _who_does_not_strike() -> str:
    *others, last = map(several, kinds_sparing_lone_ships())
    spared = f"{', '.join(others)} and {last}" if others else last
    return f"Flown alone: {spared} do not strike"


SHAKY = {
    "unconfirmed": "no picture was found of {cards}, whose contents are therefore unconfirmed",
    "stand-in": "{cards} stand in for cards whose contents are unknown",
}
"""Sentence about uncertain cards, by the first word of their column `confidence`."""


def caveats(route: Route) -> list[str]:
    """Return notes on uncertain facts about a route: its level, its edition, its cards, and tables of class IVC.

    Notes on the user's own editions come first. The list is empty if there is nothing to say.
    """
    sources = map(weak_source, [*route.level.caveats, *route.rules.caveats])
    sentences, cards = list[str](), list(can_be_met(route))
    for word, sentence in SHAKY.items():
        numbers = [card.id for card in cards if card.confidence.startswith(word)]
        if numbers:
            sentences.append(sentence.format(cards="cards " + ", ".join(map(str, numbers))))
    uncertain = (Note("", _sentence(one), importance=Importance.METHOD) for one in sentences)
    return [*own_editions(route.editions), *sources, *uncertain, *caveats_of_tables(route)]


def own_editions(editions: Iterable[str]) -> Iterator[str]:
    """Yield a note for each of the user's own editions: on tables that differ from its base, and on its rules files."""
    for key in map(OWN.get, editions):
        if key is not None:
            from analyzer.answers.edition import own_edition_note

            files = [name.rpartition("/")[2] for name, _ in key.rules]
            yield own_edition_note(key, f", with the rules in {join_names(files)}" if files else "")


def caveats_of_learning(level: Level) -> list[str]:
    """Return notes on uncertain rules of a level that is only for learning flights; [] for other levels."""
    return [*map(weak_source, level.caveats)] if level.learning == "always" else []


def caveats_of_tables(route: Route) -> list[str]:
    """Return notes on uncertain entries in the tables of the route's class of ships; [] for classes I to III."""
    return [*map(weak_source, class_of(route).caveats(route))]


def weak_source(caveat: str) -> Note:
    """Return a note on a table of the rules that rests on a weak source."""
    return Note("source", _sentence(caveat), importance=Importance.SOURCE)


def _sentence(caveat: str) -> str:
    return f"{sentence_begins(caveat)}."


def can_be_met(route: Route) -> Iterable[Card]:
    """Return the cards that a flight of the route can meet, in the order of the table."""
    if route.cards:
        return [card for card in route.rules.cards if card.id in route.cards]
    if route.learning:
        return [card for card in route.rules.cards if card.learning]
    return filter(route.level.may_reveal, route.rules.cards)
