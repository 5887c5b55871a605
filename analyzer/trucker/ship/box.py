"""Whether a ship can be built from the components of one box, whichever way they are turned."""

from __future__ import annotations

from collections import Counter

from analyzer.trucker.ship.component import Component, Side
from analyzer.trucker.ship.layout import Layout


def as_printed(component: Component) -> Component:
    """The component turned as it is printed, so that the same piece always looks the same.

    What faces a side is turned to its printed side, everything else so that its connectors read smallest.
    """
    turns = [component.turned(quarter) for quarter in range(4)]
    kind = component.is_a
    if kind.faces:
        printed = (Side.FRONT, Side.RIGHT) if kind.shield else (Side.FRONT,) if kind.cannon else (Side.REAR,)
        turns = [turn for turn in turns if turn.facing == printed]
    return min(turns, key=lambda turn: turn.connectors)


def missing_from_box(layout: Layout) -> list[tuple[Component, int, int]]:
    """What the ship uses more often than the box has it: (component as printed, used, in the box); [] if nothing."""
    used = Counter(as_printed(part) for part in layout.components.values())
    box = Counter(as_printed(part) for part in layout.edition.box)
    return [(part, times, box[part]) for part, times in used.items() if times > box[part]]
