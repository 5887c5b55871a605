"""What is kept of a flight that is told: lines, the ship after each card, and the cards in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.ship.aboard import charges_on, crew_on, goods_on
from analyzer.trucker.ship.component import Square

ASKED = 0
"""The number of the ship that is asked about."""
EVERYBODY = -1
"""The `ship` of a line that concerns all."""


@dataclass(frozen=True)
class Line:
    """Something that happened: `event` names it, `ship` whose it is (0 asked, -1 all), `facts` are in plain types.

    Squares are (row, column), crew and goods counted by type; worths, prices and values are in credits.
    """

    event: str
    ship: int
    facts: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """In plain types."""
        return {"event": self.event, "ship": self.ship, **self.facts}


@dataclass(frozen=True)
class ShipState:
    """A ship between two cards; `crew` and `goods` list who and what is on each square, `charges` how many are.

    position: spaces flown, the first starter's being 0 at launch; credits: paid by cards so far; flying: whether it
    has not given up; ships: of a fleet the numbers, from 1, of those that fly; away: the components that left
    with others.
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
        """How many of each type are aboard."""
        return tally(CREW_TYPES, self.crew)

    def count_goods(self) -> dict[str, int]:
        """How many cubes of each colour are aboard."""
        return tally(GOODS, self.goods)

    def as_dict(self) -> dict[str, Any]:
        """In plain types; what lies on squares as lists of [square, what]."""
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
    """A card that the ship took part in: its slot in the deck from 0, what happened, and the ship after it."""

    slot: int
    card: Card
    lines: tuple[Line, ...]
    state: ShipState


def tally(kinds: tuple[str, ...], on: Mapping[Square, tuple[str, ...]]) -> dict[str, int]:
    """How many of each kind lie on all squares together."""
    everything = [one for there in on.values() for one in there]
    return {kind: everything.count(kind) for kind in kinds}


def state_of(convoy: Convoy, number: int) -> ShipState:
    """The state of one ship of a convoy of a single flight."""
    state, hull = convoy.state, convoy.hulls[number]
    ships, away = convoy.formation.still_there(state, number)
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
