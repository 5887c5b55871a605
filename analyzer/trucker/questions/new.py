"""New ship files, as text or on disk: with only a starting cabin, or made of a ship of another program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.answers.description import Described, Description, Lines
from analyzer.errors import STANDARD_INPUT, AnalyzerError, as_argument, named_setting
from analyzer.files.places import STDIN, STDOUT, YAML, check_ending, path_of, write_whole
from analyzer.trucker.editions import named_edition
from analyzer.trucker.ship.blank import NAME, new_ship
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import PRINTED, parse_ship, ship_of, write_ship
from analyzer.trucker.ship.tile_list import as_ship_file, load_mapping, read_tiles


@dataclass(frozen=True, repr=False)
class NewShip(Described):
    """A new ship: the layout, the text of its file, and the path of the file (None if it was not written)."""

    ship: Layout
    text: str
    file: Path | None

    def description(self) -> Description:
        """Describe the new file: its text, or its path and how to look at the ship."""
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
    out = None if str(out) == STDOUT else out
    _check_new(out)
    after_file = NAME if out is None else out.stem.replace("-", " ").replace("_", " ").title()
    text = new_ship(board, edition, name or after_file, out or "")
    ship = parse_ship(text, named_setting("name") if out is None else str(out))
    if out is not None:
        write_whole(out, text)
    return NewShip(ship, text, out)


def _check_new(out: Path | None) -> None:
    """Raise AnalyzerError if a ship file cannot be written anew at a path."""
    if out is None:
        return
    check_ending(out, str(out), YAML)
    if out.exists():
        raise AnalyzerError(f"{out}: exists already: name another file, because existing files are never overwritten")


@dataclass(frozen=True, repr=False)
class ImportedShip(Described):
    """A ship of another program: the layout, the text of its ship file, and how the other file was read.

    Attributes:
        ship: The layout.
        text: Text of the ship file.
        file: Path of the ship file; None if it was not written.
        read_as: Sentences on what the other file did not say: its edition, its board.
    """

    ship: Layout
    text: str
    file: Path | None
    read_as: tuple[str, ...]

    def description(self) -> Description:
        """Describe the ship file, by its text or its path, and how the file of the other program was read."""
        flaws = [str(flaw) for flaw in self.ship.flaws()]
        facts = {
            "name": self.ship.name,
            "edition": self.ship.board.edition,
            "board": self.ship.board.name,
            "components": len(self.ship.components),
            "flaws": flaws,
            "read_as": self.read_as,
            "file": None if self.file is None else str(self.file),
            "text": self.text,
        }
        if self.file is None:
            comments = [f"# {line}" for line in (*self.read_as, *flaws)]
            return Description("", "", facts, [Lines([*comments, *self.text.splitlines()])])
        written = f"{self.file}: written, {len(self.ship.components)} components on board {self.ship.board.title}; "
        written += f"look at it: analyzer inspect {as_argument(self.file)}"
        return Description("", "", facts, [written, *self.read_as, *flaws])


def import_ship(
    file: str | Path,
    edition: str | None = None,
    *,
    board: str | None = None,
    mapping: str | Path | Mapping[str, Any] | None = None,
    name: str | None = None,
    out: str | Path | None = None,
) -> ImportedShip:
    """Return a ship of another program, and write its ship file to `out` if that is given.

    The file lists tiles, each with its number in the box, its rotation and its row and column.

    Args:
        file: Path of the file: JSON, YAML or a CSV table.
        edition: Edition by whose box the tiles are numbered; if None, the one that the numbers fit.
        board: Board of the ship; if None, the smallest one that holds all tiles.
        mapping: Path or fields of a mapping file, which names the fields and words of the other program.
        name: Name of the ship.
        out: Path of the ship file.

    Raises:
        AnalyzerError: With every fault of the file, each with its line; and for an `out` that exists.

    >>> import analyzer
    >>> analyzer.import_ship("ships/2007/imported/first-mile.json").ship.name
    'First Mile'
    """
    path = None if out is None or str(out) == STDOUT else Path(out)
    _check_new(path)
    words = None if mapping is None else load_mapping(mapping)
    source = path_of(file, "a file of another program")
    key = None if edition is None else named_edition(edition)
    where = STANDARD_INPUT if str(source) == STDIN else str(source)
    read = as_ship_file(read_tiles(source), where, key, board, words)
    ship = ship_of(read.fields, where)
    ship = ship if name is None else replace(ship, name=name)
    text = write_ship(ship, file=path or PRINTED)
    if path is not None:
        write_whole(path, text)
    return ImportedShip(ship, text, path, tuple(read.notes))
