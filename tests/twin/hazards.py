"""Meteors and shots on one ship (rules: "Angriff auf ein Schiff", both chapters "Meteoriten", "Kampfzone")."""

from __future__ import annotations

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import Hit
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import Side, side_named
from analyzer.trucker.ship.layout import Layout
from tests.twin.geometry import first_hit
from tests.twin.ship import Ship, launch
from tests.twin.strength import DOUBLE, SINGLE

Strike = tuple[str, Square | None, int]
"""Outcome, the square in danger, and the charges spent."""


def strike(ship: Ship, captain: Captain, hazard: str, side: Side, roll: int, *, charges: int) -> Strike:
    """What one hazard does to the ship, before the component is taken away."""
    square = first_hit(ship.board, ship.parts, side, roll)
    if square is None:
        return "miss", None, 0
    powered = charges > 0 and captain.component > captain.battery
    if hazard == "small_meteor":
        return _small_meteor(ship, square, side, powered)
    if hazard == "large_meteor":
        return _large_meteor(ship, square, side, roll, powered)
    if hazard == "light_fire":
        return _light_fire(ship, square, side, powered)
    return "destroyed", square, 0


def _small_meteor(ship: Ship, square: Square, side: Side, powered: bool) -> Strike:
    """It bounces off a smooth side; against a connector only a shield helps."""
    if ship.parts[square].connectors[side] == 0:
        return "bounced", square, 0
    return _light_fire(ship, square, side, powered)


def _light_fire(ship: Ship, square: Square, side: Side, powered: bool) -> Strike:
    """Only a shield on that side helps, for one charge."""
    if powered and any(part.is_a.shield and side in part.facing for part in ship.parts.values()):
        return "shielded", square, 1
    return "destroyed", square, 0


def _large_meteor(ship: Ship, square: Square, side: Side, roll: int, powered: bool) -> Strike:
    """Only a cannon that covers its line shoots it down, a double one for a charge."""
    covering = {part.is_a.cannon for at, part in ship.parts.items() if _covers(part.facing, at, side, roll)}
    if SINGLE in covering:
        return "shot_down", square, 0
    if DOUBLE in covering and powered:
        return "shot_down", square, 1
    return "destroyed", square, 0


def _covers(facing: tuple[Side, ...], at: Square, side: Side, roll: int) -> bool:
    """From the front exactly that column; from a side that row or a neighbouring one; from the rear so too columns."""
    row, column = at
    if side not in facing:
        return False
    if side == Side.FRONT:
        return column == roll
    return abs((column if side == Side.REAR else row) - roll) <= 1


def suffer(ship: Ship, captain: Captain, hazard: str, side: Side, roll: int) -> None:
    """One hazard strikes the ship in flight."""
    outcome, square, spent = strike(ship, captain, hazard, side, roll, charges=ship.charge_count)
    ship.spend(spent)
    if outcome == "destroyed" and square is not None:
        ship.destroy(square, captain)


def meteor(hit: Hit) -> str:
    """The hazard a meteor on a card is."""
    return "large_meteor" if hit.large else "small_meteor"


def shot(hit: Hit) -> str:
    """The hazard a shot on a card is."""
    return "heavy_fire" if hit.large else "light_fire"


def strike_plain(
    layout: Layout, captain: Captain, hazard: str, side: str, roll: int, charges: int
) -> tuple[str, Square | None, int, frozenset[Square]]:
    """One hazard on a ship as launched: outcome, square in danger, charges spent, squares lost."""
    ship = launch(layout)
    outcome, square, spent = strike(ship, captain, hazard, side_named(side), roll, charges=charges)
    if outcome != "destroyed" or square is None:
        return outcome, square, spent, frozenset()
    return outcome, square, spent, ship.destroy(square, captain)
