"""A folder to begin with: the tables of an edition as they stand, each with lines that explain its columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from importlib.resources import files
from io import StringIO
from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import write_whole
from analyzer.files.places import check_folder
from analyzer.trucker.edition import load_edition, table_of
from analyzer.trucker.edition_key import OWN, base_of
from analyzer.trucker.tables.columns import KEYS, TABLES
from analyzer.trucker.tables.folder import FIELD, HEAD

ABOUT = """\
# An edition of your own. `analyzer edition check {folder}` tells all that is wrong with it,
# `analyzer edition diff {base} {folder}` what it changes; a ship file says `edition: {folder}`,
# seen from where it lies, or a command says --edition {folder}.
from: {base}
# Of these tables nothing is taken from {base}: a row that you delete is gone. Tables that you delete
# whole come from {base} again. A table that is not listed here may hold a few rows only: they take
# the place of rows of the same {keys}, or are added.
complete: [{tables}]
"""


def write_edition(folder: Path, base: str) -> list[Path]:
    """Write all tables and reference ships of an edition into a new folder, and tell the files.

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    load_edition(base)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AnalyzerError(f"{folder}: is there already: name another folder, as existing files are never overwritten")
    check_folder(folder)
    texts = dict(_texts(folder, base))
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return [folder / name for name in texts]


def _texts(folder: Path, base: str) -> Iterator[tuple[str, str]]:
    """By name of its file what is written."""
    keys = ", ".join(dict.fromkeys(KEYS.values()))
    yield HEAD, ABOUT.format(folder=folder.name, base=base_of(base), keys=keys, tables=", ".join(TABLES))
    for table in TABLES:
        yield f"{table}.csv", explained(table, base)
    for name, text in sorted(field_ships(base).items()):
        yield name, re.sub(r"^edition:.*$", "edition: ../..", text, count=1, flags=re.MULTILINE)


def explained(table: str, edition: str) -> str:
    """A table with a line above it for each column."""
    text = StringIO()
    for name, column in TABLES[table].items():
        if column.meaning:
            text.write(f"# {name}: {column.meaning}\n")
    writer = csv.DictWriter(text, list(TABLES[table]), lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    rows = csv.DictReader(table_of(edition, table).splitlines())
    writer.writerows(row for row in rows if not row.get("harder"))
    return text.getvalue()


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
