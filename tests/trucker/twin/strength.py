"""Strength of cannons and engines (rules: "Die Parameter Ihres Schiffes", "Die Funktionen der Aliens")."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer import Component, Side
from tests.trucker.twin.geometry import Parts

SINGLE, DOUBLE = 1, 2


@dataclass(frozen=True)
class Power:
    """What shoots and drives aboard: cannons in halves, the doubles from the best; engines by number."""

    single_cannons: int
    double_cannons: tuple[int, ...]
    single_engines: int
    double_engines: int

    def cannon_halves(self, charges: int, purple: bool) -> int:
        """Cannon strength in halves: singles always count, doubles only with a charge each, forward ones first."""
        strength = self.single_cannons + sum(self.double_cannons[: max(0, charges)])
        return strength + 4 if purple and strength else strength

    def engine_power(self, charges: int, brown: bool) -> int:
        """Engine strength: a single 1, a double 2 with a charge; the brown alien adds 2 to what is not 0."""
        strength = self.single_engines + 2 * min(self.double_engines, max(0, charges))
        return strength + 2 if brown and strength else strength


def power_of(parts: Parts) -> Power:
    """What shoots and drives among those components."""
    aboard = list(parts.values())
    cannons = {size: [_halves(part) for part in aboard if part.is_a.cannon == size] for size in (SINGLE, DOUBLE)}
    engines = [part.is_a.engine for part in aboard]
    return Power(
        sum(cannons[SINGLE]),
        tuple(sorted(cannons[DOUBLE], reverse=True)),
        engines.count(SINGLE),
        engines.count(DOUBLE),
    )


def _halves(cannon: Component) -> int:
    """A cannon that points forward counts whole, any other half."""
    forward = Side.FRONT in cannon.facing
    return cannon.is_a.cannon * (2 if forward else 1)
