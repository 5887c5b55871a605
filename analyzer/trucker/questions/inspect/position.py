"""A position as it is inspected: your ship drawn as it is, what is aboard, who flies where, which cards may come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, WORD, Column, Description, Drawing, Labelled, Row, Table
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.captains.captain import CREW_TYPES
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.cards.caveats import caveats_of_learning
from analyzer.trucker.cards.rest import to_come, unmet
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.position.plain import as_plain
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.sayings.phrases import at, crew, listed, many, printed_level
from analyzer.trucker.ship.component import SIDE_NAMES

DRAW = "analyzer.trucker.drawing.draw:draw_in_flight"
TRACK = (
    Column("place", "", COUNT),
    Column("ship", "ship", WORD),
    Column("space", "space", COUNT),
    Column("behind", "behind", COUNT, "spaces behind the leader"),
    Column("components", "components", COUNT),
    Column("crew", "crew", COUNT),
    Column("charges", "charges", COUNT),
    Column("goods", "goods", COUNT),
    Column("credits", "paid", COUNT),
    Column("state", "", WORD),
)
UNKNOWN = "not known: drawn for each flight"


@dataclass(frozen=True, repr=False)
class InspectedPosition(Described):
    """A position, and what follows from it alone."""

    position: Position

    def description(self) -> Description:
        """The drawing of your ship, what is aboard, the track, and the cards."""
        position, own = self.position, self.position.ships[0]
        met, whole = len(position.met), position.route.length
        title = f": {own.ship.name}, level {position.level_name}, after {met} of {many(whole, 'card')}"
        drawing = Drawing("", DRAW, (own.ship, own.lost))
        track = Table("track", TRACK, [*self._track()], "The track, the leader first", labels=2)
        facts = as_plain(position) | {"length": whole}
        parts = (drawing, Labelled(self._aboard(own)), track, Labelled(self._cards()))
        notes = [*position.route.notes(), *caveats_of_learning(position.level)]
        return Description(position.name, title, facts, parts, notes)

    def _aboard(self, own: ShipInFlight) -> Mapping[str, str]:
        people = Counter(who for _, there in own.crew for who in there)
        cubes = Counter(cube for _, there in own.goods for cube in there)
        on = [(square, str(number)) for square, number in own.charges]
        cabins = [(square, crew(Counter(who))) for square, who in own.crew]
        holds = [(square, listed(Counter(there))) for square, there in own.goods]
        return {
            "Lost": " ".join(map(at, own.lost)) or "nothing",
            "Crew": crew({who: people[who] for who in CREW_TYPES}) + _where(cabins),
            "Charges": f"{sum(number for _, number in own.charges)}{_where(on)}",
            "Goods": listed({colour: cubes[colour] for colour in GOODS}) + _where(holds),
        }

    def _track(self) -> Iterator[Row]:
        """Ships in flight order; behind them those of which it is not known where they are, and those that left."""
        ships = self.position.ships
        places = [ship.space for ship in ships if ship.space is not None and not ship.left]
        order = sorted(ships, key=lambda ship: (bool(ship.left), ship.space is None, -(ship.space or 0)))
        for place, ship in enumerate(order, start=1):
            flies = ship.space is not None and not ship.left
            state = ship.left.replace("_", " ") or ("" if ship.known else UNKNOWN)
            values = {
                "place": place if flies else None,
                "ship": ship.ship.name,
                "space": ship.space,
                "behind": max(places) - ship.space if flies and ship.space is not None else None,
                "state": state,
            }
            yield Row(values | _counted(ship), bold=ship is ships[0])

    def _cards(self) -> Mapping[str, str]:
        position = self.position
        cards = {card.id: card for card in position.edition.cards}

        def words(numbers: Iterable[int]) -> str:
            return "\n".join(f"{number} {card_in_words(cards[number])}" for number in numbers)

        hand = {} if position.card is None else {"At hand": words([position.card])}
        rolls = {"Rolled": " ".join(map(str, position.rolls))} if position.rolls else {}
        order = in_order_of_rolls(position.card_at_hand)
        rolls = ({"Order": order} if order else {}) | rolls
        return {"Cards met": words(position.met) or "none", **hand, **rolls, "To come": self._to_come(words)}

    def _to_come(self, words: Any) -> str:
        position, route = self.position, self.position.route
        if position.coming:
            return str(words(position.coming))
        left = route.length - len(position.revealed)
        if position.learning:
            return many(left, "card")
        sorts = [
            f"{number} of level {printed_level(level)}"
            for level, number in to_come(route, position.revealed).items()
            if number
        ]
        known = unmet(route, position.revealed)
        seen = f"; among them from the piles:\n{words(known)}" if known else ""
        return f"{many(left, 'card')}: {' and '.join(sorts) or 'none'}{seen}"


def in_order_of_rolls(card: Card | None) -> str:
    """The meteors or shots of a card in the order in which they are rolled: `1 small meteor (front), 2 ...`."""
    if card is None:
        return ""
    hits = [*card.hits, *(shot for line in card.lines for shot in line.shots)]
    sends = [hazard.replace("_", " ") for hazard in KINDS[card.kind].sends]
    each = (f"{number} {sends[hit.large]} ({SIDE_NAMES[hit.side]})" for number, hit in enumerate(hits, start=1))
    return ", ".join(each)


def _where(on: Iterable[tuple[tuple[int, int], str]]) -> str:
    """By square what lies there, in brackets."""
    named = ", ".join(f"{at(square)} {what}" for square, what in on)
    return f" - {named}" if named else ""


def _counted(ship: ShipInFlight) -> dict[str, int | None]:
    if not ship.known:
        return dict.fromkeys(("components", "crew", "charges", "goods", "credits"))
    return {
        "components": ship.remaining.bit_count(),
        "crew": sum(len(there) for _, there in ship.crew),
        "charges": sum(number for _, number in ship.charges),
        "goods": sum(len(there) for _, there in ship.goods),
        "credits": ship.credits,
    }
