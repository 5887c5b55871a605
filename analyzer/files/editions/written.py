"""A folder to begin with: the tables of an edition as they stand, each with lines that explain its columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

from analyzer.errors import AnalyzerError, as_argument
from analyzer.files.atomic import write_whole
from analyzer.files.editions.folder import HEAD
from analyzer.files.editions.shelf import Shelf
from analyzer.files.places import check_folder
from analyzer.files.yamlfile import as_scalar

ABOUT = """\
# An edition of your own. `{command} check {folder}` lists what is wrong with it,
# `{command} diff {base} {folder}` what it changes. To use it, write `edition: {in_yaml}` in a {file}
# file (a path from that file's folder), or give --edition {folder} to a command.
from: {base}
# The tables listed here are complete: a row that you delete is gone. Delete a whole table to take it
# from {base} again. A table that is not listed may hold just a few rows: each replaces the row of
# the same {keys}, or is added.
complete: [{tables}]
"""


def write_folder(shelf: Shelf, folder: Path, base: str, file: str, beside: Mapping[str, str]) -> list[Path]:
    """Write all tables of an edition, and what is beside them, into a new folder; the files.

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AnalyzerError(f"{folder}: is there already: name another folder, as existing files are never overwritten")
    check_folder(folder)
    texts = dict(_texts(shelf, folder, base, file)) | dict(beside)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return [folder / name for name in texts]


def _texts(shelf: Shelf, folder: Path, base: str, file: str) -> Iterator[tuple[str, str]]:
    """By name of its file what is written."""
    keys = ", ".join(dict.fromkeys(shelf.keys.values()))
    about = ABOUT.format(
        command=shelf.command,
        folder=as_argument(folder.name),
        in_yaml=as_scalar(folder.name),
        base=shelf.own.base_of(base),
        file=file,
        keys=keys,
        tables=", ".join(table for table in shelf.tables if table not in shelf.fixed),
    )
    yield HEAD, about
    for table in shelf.tables:
        yield f"{table}.csv", explained(shelf, table, base)


def explained(shelf: Shelf, table: str, edition: str) -> str:
    """A table with a line above it for each column."""
    text = StringIO()
    for name, column in shelf.tables[table].items():
        if column.meaning:
            text.write(f"# {name}: {column.meaning}\n")
    writer = csv.DictWriter(text, list(shelf.tables[table]), lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows(shelf.rows(edition, table))
    return text.getvalue()
