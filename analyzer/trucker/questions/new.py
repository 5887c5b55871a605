"""New ship files to start from, as text or on disk."""

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
    """A new ship: the layout, the text of its file, and the path of the file (None if it was not written)."""

    ship: Layout
    text: str
    file: Path | None

    def description(self) -> Description:
        """Describe the file: its text, or where it was written and what to do with it."""
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
    """Return the file of a ship that has only its starting cabin, and write it to `out` if that is given.

    Args:
        board: name of the board.
        edition: edition of the board.
        name: name of the ship; made from the name of the file if None.
        out: path of the new file.

    Raises:
        AnalyzerError: for a board or edition that does not exist, an invalid name, a file that exists already, and a
            file that cannot be written.
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
