"""Positions in which this turn decides the game: Moon has nine points, and Sun has ten and wins when their turn comes.

So the chance to win is the chance of one more point in this turn, which can be counted out by hand.
"""

from __future__ import annotations

from typing import Any

NINE = {
    "name": "Mine",
    "astro": 0,
    "goods": {},
    "science": 0,
    "boosters": [1, 1],
    "cannons": [1],
    "hangar": {},
    "modules": {"command": 2, "trade": 2, "science": 2, "production": 2},
    "colonies": ["START01", "BASE05", "BASE06"],
    "adventures": ["monument", "epidemic"],
}
"""Three colonies, four modules II, two adventures."""
TEN = {
    "name": "Theirs",
    "astro": 0,
    "goods": {},
    "science": 0,
    "hangar": {},
    "modules": {"logistics": 2, "sensor": 2},
    "colonies": ["START02", "BASE07", "BASE08", "BASE09", "BASE10", "II03"],
    "stations": ["BASE13", "BASE14", "BASE15"],
    "pirates": ["BASE11", "I05", "I06"],
}
"""Six colonies, two modules II, most friendship points, most medals."""
LOST = ("I01", "I02", "II01", "II02", "III01", "III02", "IV01", "IV02", "IV03", "IV04")
PLANETS = tuple(f"BASE{number}" for number in range(18, 38))
"""Trade planets, at which nobody can do anything who has neither Astro nor goods."""
FREE = ("II04", "III03", "III04")
"""Colonies that nobody owns."""


def sector(*cards: str, fill: int) -> list[str]:
    """A sector of ten with those cards, the others from a heap of planets that bring nothing (0 or 1)."""
    return [*cards, *PLANETS[10 * fill : 10 * fill + 10 - len(cards)]]


def last_chance(**more: Any) -> dict[str, Any]:
    """The fields of such a position; by default nothing lies anywhere that would bring a point."""
    ships = {"moon": NINE | more.pop("moon", {}), "sun": TEN | more.pop("sun", {})}
    sectors = {1: sector(fill=0), 2: sector(fill=1), 3: [*LOST[:8], "BASE39"], 4: [*LOST[8:], "BASE38"]}
    position = {"game": "starship", "name": "Last chance", "turn": "moon", "roll": 1, "phase": "sector"}
    return position | ships | {"open": [], "stack": [], "sectors": sectors | more.pop("sectors", {})} | more


def in_flight(*row: str, **flight: Any) -> dict[str, Any]:
    """What makes of it a position within a flight through sector 1."""
    return {"phase": "flight", "flight": {"sector": 1, "row": [*row]} | flight}
