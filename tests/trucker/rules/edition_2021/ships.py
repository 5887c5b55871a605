"""Ships of the 2021 boards that many of its rules are tried on."""

from __future__ import annotations

from analyzer import Layout
from tests.doors.printed import Square
from tests.trucker import scripted
from tests.trucker.scripted import captain

EAGER = captain(day=0)
"""Lands wherever there is something to gain."""


def ship(drawing: str, board: str = "II", legal: bool = True, reserve: int = 0, **aliens: Square) -> Layout:
    """The ship so drawn on a board of the 2021 edition."""
    return scripted.ship(drawing, board, legal, edition="2021", reserve=reserve, **aliens)


def bare(board: str = "II") -> Layout:
    """The starting cabin and nothing else: two humans, four exposed connectors."""
    return ship("7/7 SC", board)


def sealed(board: str = "II") -> Layout:
    """No exposed connector anywhere; cannon 1, engine 1, two humans, four containers."""
    return ship("6/7 CN^; 7/6 H2 SC H2; 8/7 EN", board)


def plus(board: str = "II", reserve: int = 0) -> Layout:
    """Five components, exposed connectors to every side, no engine."""
    return ship("6/7 ST3333; 7/6 ST3333 SC ST3333; 8/7 ST3333", board, reserve=reserve)


def runner(engines: int, board: str = "II") -> Layout:
    """Two humans and that many single engines (at most 5)."""
    return ship(f"7/7 SC; 8/{7 - (engines - 1) // 2} {'EN ' * engines}", board)


def carrier(engines: int, board: str = "II") -> Layout:
    """Two humans, a hold of two, and that many single engines (at most 3)."""
    return ship(f"7/7 SC H2; 8/{7 - (engines - 1) // 2} {'EN ' * engines}", board)
