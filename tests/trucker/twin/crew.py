"""Who leaves when crew is asked for (docs/rulings.md "Crew")."""

from __future__ import annotations

from analyzer import Captain
from tests.trucker.twin.fleet import Fleet


def prices(captain: Captain) -> dict[str, int]:
    """The captain's price of each type of crew, in the sequence that settles ties."""
    return {"human": captain.human, "brown": captain.brown, "purple": captain.purple}


def crew_to_give(fleet: Fleet, captain: Captain, asked: int) -> dict[str, int]:
    """How many of each type go: the cheapest first, one human of each ship kept back until nobody else is left."""
    spare = sum(max(0, ship.human_count - 1) for ship in fleet.flying)
    may_go = {"human": spare, "brown": 0, "purple": 0} | dict.fromkeys(fleet.aliens, 1)
    given = {}
    for who in sorted(prices(captain), key=lambda who: prices(captain)[who]):
        given[who] = min(asked, may_go[who])
        asked -= given[who]
    given["human"] += min(asked, fleet.human_count - given["human"])
    return given


def cost_of(given: dict[str, int], captain: Captain, emptied: int = 0) -> int:
    """The sum of the prices of those who go, and of the ships that they leave without humans."""
    return sum(number * prices(captain)[who] for who, number in given.items()) + emptied * captain.ship


def lose_crew(fleet: Fleet, captain: Captain, asked: int) -> None:
    """Give up that many figures, or all there are."""
    given = crew_to_give(fleet, captain, asked)
    fleet.remove_humans(given["human"])
    for ship in fleet.flying:
        ship.aliens = {colour: cabin for colour, cabin in ship.aliens.items() if not given[colour]}
