"""Cannons and engines of ships in flight: how strong they are by charges spent, and whose alien helps."""

from __future__ import annotations

from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.fleet_strength import FleetCannons, FleetEngines
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.strength import Strength
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.wrecks.facts import double_cannons, double_engines


def cannons(ship: Ship) -> Strength:
    """Strength of the cannons in halves."""
    if ship.convoy.wrecks.fleets:
        return FleetCannons(ship, cannon_halves, double_cannons, has_purple(ship), "purple")
    return Strength(ship, cannon_halves, double_cannons, has_purple(ship))


def engines(ship: Ship, moving: bool = False) -> Strength:
    """Strength of the engines."""
    if ship.convoy.wrecks.fleets:
        return FleetEngines(ship, engine_strength, double_engines, has_brown(ship), "brown", moving)
    return Strength(ship, engine_strength, double_engines, has_brown(ship), moving)
