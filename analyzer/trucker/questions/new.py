"""A new ship file to start from, as text or on disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analyzer.answers.description import Described, Description, Lines
from analyzer.errors import AnalyzerError, as_argument, named_setting
from analyzer.files.places import YAML, check_ending, write_whole
from analyzer.trucker.ship.blank import NAME, new_ship
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship


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


def new(board: str, edition: str | None = None, name: str | None = None, out: Path | None = None) -> NewShip:
    """The file of a ship with nothing but its starting cabin, written to `out` if that is named.

    Without a name the ship is called after the file. Raises AnalyzerError for a board or an edition that is not there,
    a name that cannot be, a file that exists already, and a place where none can be written.
    """
    if out is not None:
        check_ending(out, str(out), YAML)
    if out is not None and out.exists():
        raise AnalyzerError(f"{out}: is there already: name another file, as existing files are never overwritten")
    after_file = NAME if out is None else out.stem.replace("-", " ").replace("_", " ").title()
    text = new_ship(board, edition, name or after_file, out or "")
    ship = parse_ship(text, named_setting("name") if out is None else str(out))
    if out is not None:
        write_whole(out, text)
    return NewShip(ship, text, out)
