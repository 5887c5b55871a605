"""A ship file to start from, as text or written to a new file."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import AnalyzerError, named_setting
from analyzer.files.apart import YAML, check_ending
from analyzer.files.atomic import write_whole
from analyzer.trucker.questions.new.answer import NewShip
from analyzer.trucker.ship.blank import NAME, new_ship
from analyzer.trucker.ship.shipfile import parse_ship


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
