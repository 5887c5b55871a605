"""Strength of cannons and engines by batteries spent (rules: "Die Parameter Ihres Schiffes")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.component import MOST_STRENGTH, Side
from analyzer.trucker.ship.stacked import AnyHull

ALIEN_BONUS = 2
"""What a purple or brown alien adds to a strength above 0."""


def double_cannons(hull: AnyHull, alive: Bits) -> tuple[Counts, Counts]:
    """How many double cannons face the front, and how many another side."""
    forward = count(alive & hull.double_cannons[..., Side.FRONT])
    return forward, count(alive & np.bitwise_or.reduce(hull.double_cannons, axis=-1)) - forward


def cannon_halves(hull: AnyHull, alive: Bits, batteries: Counts, purple: npt.NDArray[np.bool_]) -> Counts:
    """Strength of the cannons in halves with at most that many batteries, forward doubles powered first.

    A forward single counts 1, a double 2; facing another side they count half. Kinds of the user's own count as their
    table says, the strongest of those that need a battery first.
    """
    if np.any(hull.uncommon):
        halves = _halves_of_all(hull, alive, batteries)
        return np.asarray(halves + 2 * ALIEN_BONUS * (purple & (halves > 0)))
    forward_doubles, other_doubles = double_cannons(hull, alive)
    forward_powered = np.minimum(batteries, forward_doubles)
    others_powered = np.minimum(batteries - forward_powered, other_doubles)
    singles = count(alive & np.bitwise_or.reduce(hull.single_cannons, axis=-1))
    forward_singles = count(alive & hull.single_cannons[..., Side.FRONT])
    halves = singles + forward_singles + 4 * forward_powered + 2 * others_powered
    return np.asarray(halves + 2 * ALIEN_BONUS * (purple & (halves > 0)))


def engine_strength(hull: AnyHull, alive: Bits, batteries: Counts, brown: npt.NDArray[np.bool_]) -> Counts:
    """Strength of the engines with at most that many batteries: a single 1, a powered double 2."""
    if np.any(hull.uncommon):
        strength = _strength_of_all(hull, alive, batteries)
    else:
        powered = np.minimum(batteries, count(alive & hull.double_engines))
        strength = count(alive & hull.single_engines) + 2 * powered
    return np.asarray(strength + ALIEN_BONUS * (brown & (strength > 0)))


def _halves_of_all(hull: AnyHull, alive: Bits, batteries: Counts) -> Counts:
    """Strength of cannons of any strengths, in halves."""
    strengths = range(1, MOST_STRENGTH + 1)
    halves = {(size, forward): size * (1 + forward) for size in strengths for forward in (0, 1)}
    bare = sum(worth * count(alive & hull.cannons[..., 0, size, way]) for (size, way), worth in halves.items())
    powered = ((worth, hull.cannons[..., 1, size, way]) for (size, way), worth in halves.items())
    return np.asarray(bare + _best_powered(alive, batteries, powered))


def _strength_of_all(hull: AnyHull, alive: Bits, batteries: Counts) -> Counts:
    """Strength of engines of any strengths."""
    strengths = range(1, MOST_STRENGTH + 1)
    bare = sum(size * count(alive & hull.engines[..., 0, size]) for size in strengths)
    return np.asarray(
        bare + _best_powered(alive, batteries, ((size, hull.engines[..., 1, size]) for size in strengths))
    )


def _best_powered(alive: Bits, batteries: Counts, sorts: Iterable[tuple[int, Any]]) -> Counts:
    """What so many batteries add at most: what is worth most is powered first."""
    left, added = batteries, np.zeros((), np.int64)
    for worth, masks in sorted(sorts, key=lambda sort: -sort[0]):
        powered = np.minimum(left, count(alive & masks))
        left, added = left - powered, added + worth * powered
    return added
