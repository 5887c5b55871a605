"""Charges for strength: which ships pay, and how strong the fleet is with each number of them.

Rulings: "What captains decide" for one ship; "Class IVC in flight" for several.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer import Captain
from tests.trucker.twin.fleet import Fleet
from tests.trucker.twin.ship import Ship


@dataclass(frozen=True)
class Spending:
    """The strength that charges make, and how many of them each flying ship pays."""

    strength: int
    by_ship: tuple[int, ...]

    @property
    def charges(self) -> int:
        """How many charges in all."""
        return sum(self.by_ship)


def usable(ship: Ship, captain: Captain, doubles: int) -> int:
    """The doubles aboard, or the charges beyond the captain's reserve if these are fewer."""
    return min(doubles, max(0, ship.charge_count - captain.reserve))


def engines(fleet: Fleet, captain: Captain) -> list[Spending]:
    """With 0, 1, 2 ... charges: the weakest ship counts, and the next charge is for the weakest, the first of equals.

    This ends as soon as one of the weakest ships has no charge to use.
    """
    ships = fleet.flying
    most = [usable(ship, captain, ship.power.double_engines) for ship in ships]
    spent = [0] * len(ships)
    found = []
    while True:
        strengths = [ship.engine_power(charges) for ship, charges in zip(ships, spent, strict=True)]
        found.append(Spending(min(strengths), tuple(spent)))
        weakest = [number for number, strength in enumerate(strengths) if strength == min(strengths)]
        if any(spent[number] >= most[number] for number in weakest):
            return found
        spent[weakest[0]] += 1


def cannons(fleet: Fleet, captain: Captain) -> list[Spending]:
    """With 0, 1, 2 ... charges, in halves: all ships count together, and the next charge goes where it adds most.

    Of equals to the ship with most charges not yet spent, then to the first.
    """
    ships = fleet.flying
    most = [usable(ship, captain, len(ship.power.double_cannons)) for ship in ships]
    spent = [0] * len(ships)
    found = [_all_cannons(ships, spent)]
    while able := [number for number in range(len(ships)) if spent[number] < most[number]]:

        def worth(number: int) -> tuple[int, int, int]:
            ship, charges = ships[number], spent[number]
            added = ship.cannon_halves(charges + 1) - ship.cannon_halves(charges)
            return added, ship.charge_count - charges, -number

        spent[max(able, key=worth)] += 1
        found.append(_all_cannons(ships, spent))
    return found


def _all_cannons(ships: list[Ship], spent: list[int]) -> Spending:
    return Spending(sum(map(Ship.cannon_halves, ships, spent)), tuple(spent))


def a_charge_each(fleet: Fleet) -> Spending:
    """One charge for every ship that has no engine strength without, the reserve too."""
    by_ship = tuple(int(ship.engine_power() == 0) for ship in fleet.flying)
    return Spending(min(map(Ship.engine_power, fleet.flying, by_ship)), by_ship)
