"""The text of a drawing, and drawings from texts: a ship file, or its grid alone."""

from __future__ import annotations

import json
import re
from typing import Any

from analyzer.errors import AnalyzerError, Fault
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship

FIELD = re.compile(r"^\s*(name|edition|board|grid|components|notes|aliens|reserve)\s*:", re.MULTILINE)


def ship_in(text: str, ship: Layout) -> Layout:
    """The ship that a text says; a grid alone is one for the board of `ship`, and keeps all else of it.

    Raises AnalyzerError with every fault, its line in the text, and its square.
    """
    if FIELD.search(text):
        return parse_ship(text, "text")
    head = [
        f"name: {json.dumps(ship.name)}",
        f"edition: {json.dumps(str(ship.board.edition))}",
        f"board: {ship.board.name}",
    ]
    lines = [*head, "grid: |2", *(f"  {line}" for line in text.splitlines())]
    try:
        drawn = parse_ship("\n".join(lines) + "\n", "text")
    except AnalyzerError as error:
        above = len(head) + 1
        raise AnalyzerError([_higher(fault, above) for fault in error.faults]) from None
    return ship.rebuilt_of(drawn.components)


def _higher(fault: Fault, above: int) -> Fault:
    line = None if fault.line is None else max(1, fault.line - above)
    return Fault(fault.text, fault.path, line, fault.square)


def plain_faults(error: AnalyzerError) -> list[dict[str, Any]]:
    """Faults with their places, as pages mark them."""
    return [{"line": one.line, "square": one.square, "text": one.text} for one in error.faults]
