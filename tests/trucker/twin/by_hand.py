"""Ships, cards and scripted flights in few words, for cases of the plain twin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from analyzer import Captain, Layout
from tests.doors.printed import Card, Hit, load_edition, side_named
from tests.trucker.twin import Outcome, fly_one

SENSIBLE = Captain("sensible", 50, 100, 200, 250, 50, 200, 1000, 0, 1)
MISER = replace(SENSIBLE, battery=9900, reserve=0)
START = "7 7 starting_cabin 3333"
DART = [START, "6 7 single_cannon 0010 front", "8 7 single_engine 1000"]
"""Cannon strength 1, engine strength 1, two humans, two exposed connectors (left and right of the cabin)."""
BATTERY = "7 6 battery_2 0300"
HOLD = "7 8 cargo_2 0003"
DOUBLE_ENGINE = "8 7 double_engine 1000"
FULL_DART = [*DART, BATTERY, HOLD]
"""The dart with two charges and two containers; nothing exposed."""
BRISK = [START, "8 7 single_engine 1000", "7 6 structural 0310", "7 8 structural 0013"]
BRISK += ["8 6 single_engine 1000", "8 8 single_engine 1000"]
"""Three single engines."""
SAUCER = [START, "6 7 single_cannon 0010 front", "7 8 cabin 0103", "7 9 life_support_purple 0001"]
"""A second cabin joined to purple life support."""
NEVER = 2
"""A roll that meets no column or row of board I."""


def ship(*parts: str, board: str = "2007-I", aliens: dict[str, tuple[int, int]] | None = None) -> Layout:
    """A layout from lines `row column kind connectors [facing ...]`."""
    entries = []
    for part in parts:
        row, column, kind, connectors, *facing = part.split()
        entry = {"square": [int(row), int(column)], "kind": kind, "connectors": [int(digit) for digit in connectors]}
        entries.append(entry | ({"facing": facing} if facing else {}))
    layout = Layout.from_components(board, entries)
    object.__setattr__(layout, "aliens", aliens or {})
    return layout


def card(kind: str, **printed: object) -> Card:
    return Card(id=0, level=1, learning=False, kind=kind, **printed)  # type: ignore[arg-type]


def hits(text: str) -> tuple[Hit, ...]:
    return tuple(Hit(word.startswith("large"), side_named(word.split("-")[1])) for word in text.split())


def dice(*cards: Sequence[int]) -> Callable[[int, int], int]:
    """Scripted rolls, card by card; an unscripted roll is an error of the twin."""
    return lambda card_slot, roll_slot: cards[card_slot][roll_slot]


def fly(
    ships: Sequence[Layout],
    *cards: Card,
    rolls: Callable[[int, int], int] = lambda card_slot, roll_slot: NEVER,
    captains: Sequence[Captain] | None = None,
    level: str = "I",
    **rest: object,
) -> list[Outcome]:
    """A flight of sensible captains on level I that start in the order given."""
    order = rest.pop("start_order", list(range(len(ships))))
    chosen = load_edition("2007").level(level)
    chosen = replace(chosen, **rest.pop("printed", {}))  # type: ignore[arg-type]
    return fly_one(list(ships), list(captains or [SENSIBLE] * len(ships)), chosen, list(cards), rolls, order, **rest)  # type: ignore[arg-type]
