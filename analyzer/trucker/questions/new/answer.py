"""A new ship file: its text, and where it was written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analyzer.answers.described import Described
from analyzer.answers.description import Description, Lines
from analyzer.errors import as_argument
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True, repr=False)
class NewShip(Described):
    """The ship of the file, the file's text, and its place, None where it was not written."""

    ship: Layout
    text: str
    file: Path | None

    def description(self) -> Description:
        """The text, or where it was written and what to do with it."""
        board, file = self.ship.board, self.file
        facts = {
            "name": self.ship.name,
            "edition": board.edition,
            "board": board.name,
            "start": board.start,
            "squares": board.squares,
            "file": None if file is None else str(file),
            "text": self.text,
        }
        written = f"{file}: written; edit it, then look at it: analyzer inspect {as_argument(file)}"
        return Description("", "", facts, [Lines(self.text.splitlines()) if file is None else written])
