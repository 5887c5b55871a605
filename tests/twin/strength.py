"""Strength of cannons and engines (rules: "Die Parameter Ihres Schiffes", "Die Funktionen der Aliens")."""

from __future__ import annotations

from analyzer.trucker.ship.component import Component, Side
from analyzer.trucker.ship.layout import Layout
from tests.twin.geometry import Parts

SINGLE, DOUBLE = 1, 2


def cannons(parts: Parts, size: int) -> list[Component]:
    """The single or double cannons aboard."""
    return [component for component in parts.values() if component.is_a.cannon == size]


def engines(parts: Parts, size: int) -> list[Component]:
    """The single or double engines aboard."""
    return [component for component in parts.values() if component.is_a.engine == size]


def cannon_halves(parts: Parts, charges: int, purple: bool) -> int:
    """Cannon strength in halves: singles always count, doubles only with a charge each, forward ones first."""
    doubles = sorted((_halves(cannon) for cannon in cannons(parts, DOUBLE)), reverse=True)
    strength = sum(_halves(cannon) for cannon in cannons(parts, SINGLE)) + sum(doubles[: max(0, charges)])
    return strength + 4 if purple and strength else strength


def _halves(cannon: Component) -> int:
    """A cannon that points forward counts whole, any other half."""
    forward = Side.FRONT in cannon.facing
    return cannon.is_a.cannon * (2 if forward else 1)


def engine_power(parts: Parts, charges: int, brown: bool) -> int:
    """Engine strength: a single 1, a double 2 with a charge; the brown alien adds 2 to what is not 0."""
    strength = len(engines(parts, SINGLE)) + 2 * min(len(engines(parts, DOUBLE)), max(0, charges))
    return strength + 2 if brown and strength else strength


def cannon_plain(layout: Layout, batteries: int = 0, purple: bool = False) -> float:
    """Cannon strength of a layout with at most that many batteries, whatever it carries."""
    return cannon_halves(layout.components, batteries, purple) / 2


def engine_plain(layout: Layout, batteries: int = 0, brown: bool = False) -> int:
    """Engine strength of a layout with at most that many batteries, whatever it carries."""
    return engine_power(layout.components, batteries, brown)
