"""Who leaves when crew is asked for (docs/rulings.md "Crew")."""

from __future__ import annotations

from analyzer.trucker.captains.captain import Captain
from tests.twin.ship import Ship


def prices(captain: Captain) -> dict[str, int]:
    """The captain's price of each type of crew, in the sequence that settles ties."""
    return {"human": captain.human, "brown": captain.brown, "purple": captain.purple}


def crew_to_give(ship: Ship, captain: Captain, asked: int) -> dict[str, int]:
    """How many of each type go: the cheapest first, one human kept back until nobody else is left."""
    may_go = {"human": max(0, ship.human_count - 1), "brown": 0, "purple": 0} | dict.fromkeys(ship.aliens, 1)
    given = {}
    for who in sorted(prices(captain), key=lambda who: prices(captain)[who]):
        given[who] = min(asked, may_go[who])
        asked -= given[who]
    given["human"] += min(asked, ship.human_count - given["human"])
    return given


def cost_of(given: dict[str, int], captain: Captain) -> int:
    """The sum of the prices of those who go."""
    return sum(number * prices(captain)[who] for who, number in given.items())


def lose_crew(ship: Ship, captain: Captain, asked: int) -> None:
    """Give up that many figures, or all there are."""
    given = crew_to_give(ship, captain, asked)
    ship.remove_humans(given["human"])
    ship.aliens = {colour: cabin for colour, cabin in ship.aliens.items() if not given[colour]}
