"""A folder to begin with: the tables of an edition and its reference ships."""

from __future__ import annotations

import csv
import re
from importlib.resources import files
from pathlib import Path

from analyzer.files.editions.written import write_folder
from analyzer.trucker.edition import load_edition, table_of
from analyzer.trucker.edition_key import OWN, base_of
from analyzer.trucker.tables.folder import FIELD, SHELF


def write_edition(folder: Path, base: str) -> list[Path]:
    """Write all tables and reference ships of an edition into a new folder; the files.

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    load_edition(base)
    ships = {
        name: re.sub(r"^edition:.*$", "edition: ../..", text, count=1, flags=re.MULTILINE)
        for name, text in sorted(field_ships(base).items())
    }
    return write_folder(SHELF, folder, base, "ship", ships)


def field_ships(edition: str) -> dict[str, str]:
    """The reference ships of an edition as ship files, by `field/BOARD/FILE`."""
    shelf = files("analyzer.trucker") / "data" / base_of(edition) / FIELD
    boards = {row["board"] for row in csv.DictReader(table_of(edition, "boards").splitlines())}
    ships = {
        f"{FIELD}/{board.name}/{ship.name}": ship.read_text(encoding="utf-8")
        for board in shelf.iterdir()
        for ship in board.iterdir()
        if board.name in boards
    }
    own = OWN[edition].texts if edition in OWN else ()
    return ships | {name: text for name, text in own if name.startswith(FIELD)}
