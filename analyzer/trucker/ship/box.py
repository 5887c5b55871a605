"""What one box holds, what is left of it beside a ship, and what a ship uses more often than the box has it."""

from __future__ import annotations

from collections import Counter
from functools import cache

from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship


@cache
def as_printed(component: Component) -> Component:
    """The component turned as it is printed, so that the same piece always looks the same.

    What faces a side is turned to its printed side, everything else so that its connectors read smallest.
    """
    turns = turned_all_ways(component)
    if component.is_a.faces:
        turns = [turn for turn in turns if turn.facing == component.is_a.printed_facing]
    return min(turns, key=lambda turn: turn.connectors)


def turned_all_ways(component: Component) -> list[Component]:
    """The component in every way in which it can lie, each once."""
    return list(dict.fromkeys(component.turned(quarter) for quarter in range(4)))


@cache
def box_of(edition: str) -> Counter[Component]:
    """How often the box of that edition has each component, as printed, in the order of the table.

    Raises AnalyzerError for an edition that is not there.
    """
    return Counter(as_printed(part) for part in load_edition(edition).box)


def used_by(layout: Layout) -> Counter[Component]:
    """How often the ship uses each component, as printed."""
    return Counter(as_printed(part) for part in layout.components.values())


def left_in_box(layout: Layout) -> Counter[Component]:
    """How often each component, as printed, is left in the box of the ship's edition once the ship is built."""
    return box_of(layout.board.edition) - used_by(layout)


def missing_from_box(layout: ShipLike) -> list[tuple[Component, int, int]]:
    """What the ship uses more often than the box has it: (component as printed, used, in the box); [] if nothing.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.missing_from_box(ship)
    []
    """
    layout = as_ship(layout)
    box = box_of(layout.board.edition)
    return [(part, times, box[part]) for part, times in used_by(layout).items() if times > box[part]]
