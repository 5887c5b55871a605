"""Meteors and shots that the cards of a route send, with their mean number in a flight, from the tables alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from analyzer.trucker.adventures import KINDS
from analyzer.trucker.adventures.kind import FIRE, METEORS
from analyzer.trucker.cards.cardsfile import load_cards
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.edition import Card, Hit
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.ship.component import SIDE_NAMES
from analyzer.trucker.ship.plan import Plan

HAZARD_NAMES = (*METEORS, *FIRE)


@dataclass(frozen=True, slots=True)
class IncomingHazard:
    """Meteors or shots of one type, from one side, that the cards of a route send.

    Attributes:
        hazard: Name of the hazard, e.g. "small_meteor".
        side: Side from which it comes.
        a_flight: Mean number in a flight. For shots it is an upper bound, because only some ships are shot at: those
            beaten by an enemy, and the weakest at a line of a combat zone.
        cards: Numbers of the cards that can send it.
    """

    hazard: str
    side: str
    a_flight: Fraction
    cards: tuple[int, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the hazard comes at every ship that flies, as meteors do and shots do not."""
        return self.hazard in METEORS


def home_route(
    ship: Plan,
    learning: bool = False,
    cards: Sequence[int] = (),
    cards_file: str | Path | None = None,
    tables: FleetTables | None = None,
) -> Route:
    """Return the route of the level that a ship's board is made for.

    Args:
        ship: The ship.
        learning: Whether the flight is the learning flight.
        cards: Numbers of chosen cards, in order.
        cards_file: File of cards that replace printed ones.
        tables: Tables of class IVC; those of the program if None.
    """
    replaced = () if cards_file is None else load_cards(cards_file, ship.board.edition)
    texts = tables.texts if tables else ()
    return Route(ship.board.edition, home_level(ship), learning, tuple(cards), replaced=replaced, tables=texts)


def hazards_of_route(route: Route) -> Mapping[tuple[str, str], IncomingHazard]:
    """Return an `IncomingHazard` for each hazard and side, including hazards that no card of the route sends."""
    by_side: dict[tuple[str, str], list[tuple[int, Fraction]]] = {
        (hazard, side): [] for hazard in HAZARD_NAMES for side in SIDE_NAMES
    }
    for card, often in how_often(route):
        for hazard, hit in hits_of(card) if often else ():
            by_side[hazard, SIDE_NAMES[hit.side]].append((card.id, often))
    return {
        key: IncomingHazard(
            *key, sum((often for _, often in sent), Fraction()), tuple(dict.fromkeys(one for one, _ in sent))
        )
        for key, sent in by_side.items()
    }


def hits_of(card: Card) -> Iterator[tuple[str, Hit]]:
    """Yield every meteor or shot of a card with the name of its hazard; lines of a combat zone come last."""
    for hit in card.hits:
        yield KINDS[card.kind].sends[hit.large], hit
    for line in card.lines:
        for shot in line.shots:
            yield FIRE[shot.large], shot


def how_often(route: Route) -> Iterator[tuple[Card, Fraction]]:
    """Yield each card of the edition with the mean number of times that a flight reveals it."""
    known = route.forecast.known if route.forecast else ()
    dealt = {} if route.learning or route.cards else route.piles.dealt()
    for card in route.rules.cards:
        if route.cards:
            yield card, Fraction(route.cards.count(card.id))
        elif route.learning:
            yield card, Fraction(card.learning)
        elif card.id in known:
            yield card, Fraction(1)
        else:
            # Unknown cards of a level are equally likely, so each has the chance (places left) / (cards left).
            stack = [one for one in route.rules.cards if one.level == card.level]
            seen = sum(one.id in known for one in stack)
            yield card, Fraction(max(0, dealt.get(card.level, 0) - seen), max(1, len(stack) - seen))
