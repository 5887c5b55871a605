"""Contents of a story: lines, the state of the ship after each card, and the cards in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.ship.aboard import charges_on, crew_on, goods_on
from analyzer.trucker.ship.component import Square

OWN_SHIP = 0
"""Index of the ship whose story is told."""
EVERYBODY = -1
"""Value of `Line.ship` that stands for all ships."""


@dataclass(frozen=True)
class Line:
    """An event of a flight, told in one line.

    Squares are (row, column). Crew and goods are counted by type. Worths, prices and values are in credits.

    Attributes:
        event: name of the event.
        ship: index of its ship: 0 for the ship whose story is told, -1 if it concerns all ships.
        facts: facts of the event in plain types.
    """

    event: str
    ship: int
    facts: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Return event, ship and facts of the line in plain types."""
        return {"event": self.event, "ship": self.ship, **self.facts}


@dataclass(frozen=True)
class ShipState:
    """State of a ship after a card, or at launch.

    Attributes:
        alive: squares of the components that remain.
        crew: crew types on each square.
        charges: charges on each square.
        goods: cube colours on each square.
        exposed: number of exposed connectors.
        position: space of the marker on the track, 0 for the first starter at launch.
        credits: credits paid by cards so far.
        flying: whether the ship still flies, i.e. has not left the flight for any reason.
        ships: numbers, from 1, of the ships of a fleet that still fly.
        away: components that left with other ships of the fleet.
    """

    alive: frozenset[Square]
    crew: Mapping[Square, tuple[str, ...]]
    charges: Mapping[Square, int]
    goods: Mapping[Square, tuple[str, ...]]
    exposed: int
    position: int
    credits: int
    flying: bool
    ships: tuple[int, ...] = ()
    away: frozenset[Square] = frozenset()

    def count_crew(self) -> dict[str, int]:
        """Return the number of crew aboard the ship, by type."""
        return tally(CREW_TYPES, self.crew)

    def count_goods(self) -> dict[str, int]:
        """Return the number of cubes aboard the ship, by colour."""
        return tally(GOODS, self.goods)

    def as_dict(self) -> dict[str, Any]:
        """Return the state in plain types; crew, charges and goods become lists of a square and its contents."""
        facts = asdict(self) | {"alive": sorted(list(square) for square in self.alive)}
        ships, away = facts.pop("ships"), facts.pop("away")
        if ships or away:
            facts |= {"ships": list(ships), "away": sorted(list(square) for square in away)}
        for name in ("crew", "charges", "goods"):
            on: Mapping[Square, Any] = getattr(self, name)
            facts[name] = [[list(square), what if name == "charges" else list(what)] for square, what in on.items()]
        return facts


@dataclass(frozen=True)
class ToldCard:
    """A card that the ship of a story met, with all that is told of it.

    Attributes:
        slot: its slot in the deck, from 0.
        card: the card.
        lines: lines on the events at the card.
        state: the ship after the card.
    """

    slot: int
    card: Card
    lines: tuple[Line, ...]
    state: ShipState


def tally(kinds: tuple[str, ...], on: Mapping[Square, tuple[str, ...]]) -> dict[str, int]:
    """Count crew or cubes of each kind on all squares together."""
    everything = [one for there in on.values() for one in there]
    return {kind: everything.count(kind) for kind in kinds}


def state_of(convoy: Convoy, number: int) -> ShipState:
    """Return the state of one ship of a convoy with a single flight."""
    state, hull = convoy.state, convoy.hulls[number]
    ships, away = convoy.formation.ships_still_flying(state, number)
    charges = charges_on(hull, int(state.charge[number, 0]))
    return ShipState(
        alive=frozenset(hull.squares_of(int(state.alive[number, 0]))),
        crew=crew_on(hull, int(state.crew[number, 0])),
        charges={square: len(there) for square, there in charges.items()},
        goods=goods_on(hull, state.goods[:, number, 0].tolist()),
        exposed=int(hull.exposed(state.alive[number])[0]),
        position=int(state.position[number, 0]),
        credits=int(state.bounty[number, 0]),
        flying=bool(state.flying[number, 0]),
        ships=ships,
        away=frozenset(hull.squares_of(away)),
    )
