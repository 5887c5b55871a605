"""Rolls of the sampled dice by their address, without a flight around them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from tests.doors.trucker_paper import Route

WAYS = np.array([6 - abs(total - 7) for total in range(2, 13)])
"""Of 36, for the sums 2 to 12."""


def table(slot: int, flights: int) -> Any:
    """All that dice look at in a convoy: the slot of the card, and the numbers of the flights."""
    return SimpleNamespace(slot=slot, size=flights, numbers=np.arange(flights))


def rolls(seed: int, flights: int, slot: int, number: int, first: int = 0) -> np.ndarray:
    """Sums of one address in many flights, of a route of twelve cards."""
    dice = Route(level_name="II").dice(seed, first, flights)
    return dice.roll(table(slot, flights), number)
