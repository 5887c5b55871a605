"""Meteors and shots on one ship or fleet (rules: "Angriff auf ein Schiff", both chapters "Meteoriten", "Kampfzone")."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer import Captain, Side
from tests.doors.printed import Hit, Square
from tests.trucker.twin.fleet import Fleet
from tests.trucker.twin.geometry import first_hit
from tests.trucker.twin.ship import Ship
from tests.trucker.twin.strength import DOUBLE, SINGLE

Charges = Sequence[int]
Strike = tuple[str, Square | None, Ship | None]
"""Outcome, the square in danger, and the ship that pays a charge."""


def strike(
    fleet: Fleet, captain: Captain, hazard: str, side: Side, roll: int, charges: Charges | None = None
) -> Strike:
    """What one hazard does to the first component of the whole fleet in its way, which is not yet taken away.

    `charges`: by flying ship those that may be spent; all that are aboard, if None.
    """
    ships = fleet.flying
    square = first_hit(fleet.board, (at for ship in ships for at in ship.parts), side, roll)
    if square is None:
        return "miss", None, None
    hit = fleet.with_square(square)
    left = [ship.charge_count for ship in ships] if charges is None else charges
    payers = [ship for ship, number in zip(ships, left, strict=True) if number and captain.component > captain.battery]
    payers.sort(key=lambda ship: -left[ships.index(ship)])
    if hazard == "small_meteor" and hit.parts[square].connectors[side] == 0:
        return "bounced", square, None
    if hazard in ("small_meteor", "light_fire"):
        return _shielded(hit, square, side, payers)
    if hazard == "large_meteor":
        return _large_meteor(ships, square, side, roll, payers)
    return "destroyed", square, None


def _shielded(hit: Ship, square: Square, side: Side, payers: list[Ship]) -> Strike:
    """Only a shield of the ship that is hit helps, on that side, for one of its charges."""
    if hit in payers and any(part.is_a.shield and side in part.facing for part in hit.parts.values()):
        return "shielded", square, hit
    return "destroyed", square, None


def _large_meteor(ships: list[Ship], square: Square, side: Side, roll: int, payers: list[Ship]) -> Strike:
    """Only a cannon that covers its line shoots it down, of any ship, a double one for a charge of its own ship.

    Of several ships that could pay it is the one with most charges, the first of equals: so `payers` are sorted.
    """
    if any(SINGLE in _covering(ship, side, roll) for ship in ships):
        return "shot_down", square, None
    for ship in payers:
        if DOUBLE in _covering(ship, side, roll):
            return "shot_down", square, ship
    return "destroyed", square, None


def _covering(ship: Ship, side: Side, roll: int) -> set[int]:
    """Which cannons of the ship cover that line."""
    return {part.is_a.cannon for at, part in ship.parts.items() if _covers(part.facing, at, side, roll)}


def _covers(facing: tuple[Side, ...], at: Square, side: Side, roll: int) -> bool:
    """From the front exactly that column; from a side that row or a neighbouring one; from the rear so too columns."""
    row, column = at
    if side not in facing:
        return False
    if side == Side.FRONT:
        return column == roll
    return abs((column if side == Side.REAR else row) - roll) <= 1


def suffer(fleet: Fleet, captain: Captain, hazard: str, side: Side, roll: int) -> None:
    """One hazard strikes in flight, once for the whole fleet."""
    outcome, square, payer = strike(fleet, captain, hazard, side, roll)
    if payer is not None:
        payer.spend(1)
    if outcome == "destroyed" and square is not None:
        fleet.destroy(square, captain)


def meteor(hit: Hit) -> str:
    """The hazard a meteor on a card is."""
    return "large_meteor" if hit.large else "small_meteor"


def shot(hit: Hit) -> str:
    """The hazard a shot on a card is."""
    return "heavy_fire" if hit.large else "light_fire"
