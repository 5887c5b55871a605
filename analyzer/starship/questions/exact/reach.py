"""Which cards a flight meets, exactly: wanted ones by speed and sensor, the next one by what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

from analyzer.errors import AnalyzerError, brief, whole_number
from analyzer.starship.tables import cards, dice, start


class Reached(Fraction):
    """The chance that at least one wanted card is flown; `counts`: {how many of them are: chance}."""

    counts: dict[int, Fraction]


def reach(booster_strength: int, wanted: int = 1, sensor: int = 0) -> Reached:
    """The chance to meet any of so many wanted cards of a sector of ten, where nothing ends the flight early.

    sensor: how many cards it shows first; wanted ones stay on top, all else goes below. `.counts` has the chance by
    how many of the wanted cards are met.

    >>> from analyzer import starship
    >>> starship.reach(2, wanted=1)
    Reached(2, 5)
    """
    size, faces = start()["places"], dice()["yellow"]
    boosters = whole_number(booster_strength, "booster_strength", 0, 99)
    wanted = whole_number(wanted, "wanted", 0, size)
    looked = whole_number(sensor, "sensor", 0, size)
    counts: dict[int, Fraction] = {}
    for face in faces:
        speed = min(boosters + face, size)
        for on_top in range(min(looked, wanted) + 1):
            chance_on_top = _drawn(size, wanted, looked, on_top)
            behind = min(max(speed - on_top, 0), size - looked)
            for more in range(min(wanted - on_top, behind) + 1):
                chance = chance_on_top * _drawn(size - looked, wanted - on_top, behind, more)
                flown_by = min(on_top, speed) + more
                if chance:
                    counts[flown_by] = counts.get(flown_by, Fraction(0)) + chance / len(faces)
    reached = Reached(1 - counts.get(0, Fraction(0)))
    reached.counts = dict(sorted(counts.items()))
    return reached


def _drawn(things: int, wanted: int, taken: int, hits: int) -> Fraction:
    """The chance that exactly this many of the things drawn from all are wanted ones."""
    return Fraction(comb(wanted, hits) * comb(things - wanted, taken - hits), comb(things, taken))


def next_card(seen: Mapping[int, Iterable[str]] | None = None, sector: int = 1) -> dict[str, Fraction]:
    """At the start of a game, which card a sector shows first: {id: chance}, by what was seen in the sectors.

    A card that was seen in this sector is as likely as any of ten places; the others share what is left.

    >>> from analyzer import starship
    >>> starship.next_card(seen={1: ["BASE38"], 2: ["BASE11"]}, sector=1)["BASE05"]
    Fraction(9, 380)
    """
    sector, places = whole_number(sector, "sector", 1, 4), start()["places"]
    base = [card.id for card in cards() if card.stack == "BASE"]
    if seen is not None and not isinstance(seen, Mapping):
        raise AnalyzerError(f"seen {brief(seen)}: give lists of cards by sector, e.g. {{1: ['BASE38']}}")
    known: dict[str, int] = {}
    faults = []
    for number, ids in (seen or {}).items():
        where = whole_number(number, "sector", 1, 4)
        for card in dict.fromkeys(ids):
            if card not in base:
                faults.append(f"seen {card!r}: at the start only BASE01 to BASE40 lie in the sectors")
            elif card in known:
                faults.append(f"seen: {card} lies in sector {known[card]} and in sector {where}: a card is in one")
            known[card] = where
    here = [card for card, where in known.items() if where == sector]
    for where in (1, 2, 3, 4):
        many = sum(place == where for place in known.values())
        if many > places:
            faults.append(f"seen: {many} cards in sector {where}, which has {places}")
    if faults:
        raise AnalyzerError(faults)
    unseen = [card for card in base if card not in known]
    chances = {card: Fraction(1, places) for card in here}
    if unseen and len(here) < places:
        chances |= {card: Fraction(places - len(here), places * len(unseen)) for card in unseen}
    return chances
