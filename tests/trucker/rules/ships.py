"""Small ships that many rules are tried on."""

from __future__ import annotations

from analyzer import Layout
from tests.trucker.scripted import ship

SEALED = ship("6/7 CN^; 7/6 H2 SC H2; 8/7 EN")
"""No exposed connector anywhere; cannon 1, engine 1, two humans."""
PLUS = ship("6/7 ST3333; 7/6 ST3333 SC ST3333; 8/7 ST3333")
"""Exposed connectors to every side."""


def runner(engines: int, board: str = "II") -> Layout:
    """Two humans and that many single engines (at most 5)."""
    return ship(f"7/7 SC; 8/{7 - (engines - 1) // 2} {'EN ' * engines}", board)


def gunner(cannons: int) -> Layout:
    """Two humans, a hold of three and that many forward single cannons (at most 5)."""
    return ship(f"6/{7 - (cannons - 1) // 2} {'CN^ ' * cannons}; 7/7 SC H3")
