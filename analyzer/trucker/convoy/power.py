"""Cannons and engines of ships in flight: how strong they are by charges spent, and whose alien helps."""

from __future__ import annotations

from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.strength import Strength


def cannons(ship: Ship) -> Strength:
    """Strength of the cannons in halves."""
    strength: Strength = ship.convoy.formation.cannons(ship)
    return strength


def engines(ship: Ship, moving: bool = False) -> Strength:
    """Strength of the engines."""
    strength: Strength = ship.convoy.formation.engines(ship, moving)
    return strength
