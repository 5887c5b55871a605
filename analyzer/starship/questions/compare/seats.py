"""Ships that change seats: under the other crest, opposite another ship, and whether two can meet at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

from analyzer.starship.position.position import Position, of_ship
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import CRESTS, FIRST_COLONIES


def facing(position: Position, other: Ship) -> Position:
    """The position with another ship on the other side, under the crest that is free."""
    crest = CRESTS[1 - position.me]
    return position.with_ship(1 - position.me, under(other, crest))


def under(ship: Ship, crest: str) -> Ship:
    """The ship under a crest, with the colony of the start that goes with it."""
    if ship.crest == crest:
        return ship
    first, other = FIRST_COLONIES[ship.crest], FIRST_COLONIES[crest]
    colonies = tuple(other if card == first else card for card in ship.colonies)
    return replace(ship, crest=crest, colonies=colonies)


def seated(moon: Ship, sun: Ship) -> Position:
    """Two ships opposite each other, everything else dealt; Moon begins."""
    return facing(of_ship(under(moon, CRESTS[0])), sun)


def why_apart(ships: Sequence[Ship]) -> str:
    """Why some two of these ships cannot meet in one game, e.g. as both have one card; "" if all can."""
    for one, other in permutations(ships, 2):
        flaws = seated(one, other).flaws()
        if flaws:
            return f"{one.name} and {other.name} cannot meet in one game: {flaws[0].text}"
    return ""
