"""The way of ships on its way out of the command: who still flies after each card, and what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.face import Face
from analyzer.present.terminal import bare_table
from analyzer.trucker.drawing.by_ship import by_ship

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.trucker.questions.course.answer import Course, ShipCourse


def face(found: Sequence[Course]) -> Face:
    """What happens to each ship on the way."""
    return by_ship(found, _table)


def _table(ship: ShipCourse) -> Table:
    """A row a card: who still flies, and components left."""
    table = bare_table()
    for heading in ("card", "flying", "95% interval", "left", "5%", "50%", "95%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for card in ship.cards:
        (share, low, high), left = ship.flying(card), ship.left(card)
        quantiles = (str(left.quantile(q)) for q in (0.05, 0.5, 0.95))
        table.add_row(str(card), f"{share:.2%}", f"{low:.2%} to {high:.2%}", f"{left.mean:.2f}", *quantiles)
    return table
