"""A folder of tables as an edition: read, laid over the edition that it stands on, judged as a whole."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault, one_of
from analyzer.files.csvfile import parse_rows
from analyzer.files.yamlfile import check, parse_mapping, read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import EDITIONS, table_of
from analyzer.trucker.edition_key import FOLDERS, OWN, OwnEdition, Texts, base_of
from analyzer.trucker.tables.columns import EMPTY, KEYS, PROVENANCE, TABLES
from analyzer.trucker.tables.judged import Line, faults_of, rows_by_key

HEAD, FIELD = "edition.yaml", "field"
MOST_SHIPS = 64
"""Reference ships of one edition."""
DEEPEST = 8
"""Editions that stand on one another."""
NumberOrText = Annotated[StrictStr, BeforeValidator(lambda value: str(value) if type(value) is int else value)]


class EditionFile(BaseModel):
    """The schema of `edition.yaml`."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    base: Annotated[NumberOrText, Field(alias="from")]
    """The edition it stands on: 2007, 2021, or another folder; what the folder lacks is taken from there."""
    name: Annotated[StrictStr, Field(pattern=r"^\w[\w.-]{0,39}$")] | None = None
    """What it is called; by default the name of the folder."""
    complete: list[StrictStr] = Field(default_factory=list)
    """Tables that are whole: of these nothing is taken from `from`."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


@dataclass(frozen=True)
class Folder:
    """What a folder says: its name, the edition it stands on, and its tables row by row over that edition's.

    `tables`: by name all rows, each with its line in the folder's file, None where it is of `base`; `ships`: texts of
    reference ships by `field/BOARD/FILE`; `faults`: all that is wrong, in the order of the files.
    """

    path: Path
    name: str
    base: str
    tables: Mapping[str, list[Line]]
    own: Sequence[str]
    ships: Texts = ()
    faults: list[Fault] = field(default_factory=list)

    def where(self, table: str) -> str:
        """The file of a table."""
        return str(self.path / f"{table}.csv")


def named_edition(name: str, where: str | Path = "") -> str:
    """The name or key of that edition: one that comes with the product, or a folder, seen from the file `where` on.

    Raises AnalyzerError for an edition that is neither, and with every fault of a folder.
    """
    if name in EDITIONS or name in OWN or not isinstance(name, str):
        return OWN.get(name, name)
    for path in _places(name, where):
        if os.path.isdir(path):
            return read_edition(path)
    known = [key for key in OWN.values() if key.name == name]
    if not known and (os.sep in name or name.startswith(".")):
        raise AnalyzerError(f"edition {name[:80]!r}: there is no such folder: name one with {HEAD} in it")
    return known[-1] if known else name


def _places(name: str, where: str | Path) -> Iterator[Path]:
    """Where the folder may be: seen from the file and from here; a bare name also in the folders above the file."""
    if where:
        near = Path(os.path.abspath(where)).parent
        yield near / name
        if name == os.path.basename(name):
            yield from (above / name for above in near.parents)
    yield Path(name)


def read_edition(path: str | Path) -> OwnEdition:
    """The edition in a folder; raises AnalyzerError with every fault of every table, each with its line and cure."""
    folder = read_folder(Path(path))
    if folder.faults:
        raise AnalyzerError(folder.faults)
    key = OwnEdition(folder.name, base_of(folder.base), (*_own_texts(folder), *folder.ships))
    FOLDERS[key] = os.path.abspath(path)
    return key


def seen_from(edition: str, file: str | Path) -> str:
    """How a ship file names that edition: by its name, or by the way from the file to its folder."""
    folder = FOLDERS.get(edition)
    if folder is None:
        return str(edition)
    way = os.path.relpath(folder, os.path.dirname(os.path.abspath(file)))
    return way if way.startswith(os.curdir) else os.path.join(os.curdir, way)


def read_folder(path: Path, depth: int = 0) -> Folder:
    """What a folder says, with all that is wrong in it; raises AnalyzerError where that cannot be said."""
    if not os.path.isdir(path):
        raise AnalyzerError(f"edition {path}: is no folder: name one with {HEAD} in it")
    if depth == DEEPEST:
        raise AnalyzerError(f"{path / HEAD}: more than {DEEPEST} editions on one another: base yours on 2007 or 2021")
    head = _head(path)
    base = _base(path, head, depth)
    files = sorted(entry.name for entry in os.scandir(path) if entry.name.endswith(".csv") and entry.name[0] != ".")
    texts = tuple((name.removesuffix(".csv"), read_text(path / name)) for name in files)
    ships = tuple(_ships(path))
    inherited = tuple(text for text in (OWN[base].texts if base in OWN else ()) if text[0].startswith(FIELD))
    ships = tuple(sorted((dict(inherited) | dict(ships)).items()))
    name = head.name or path.resolve().name
    tables, wrong = _laid_over(str(path), base, texts, tuple(head.complete), tuple(KINDS))
    faults = [*_name_faults(path, name), *wrong]
    return Folder(path, name, base, tables, [name for name, _ in texts], ships, faults)


def _head(path: Path) -> EditionFile:
    where = path / HEAD
    if not os.path.lexists(where):
        raise AnalyzerError(f"{where}: is missing: write `from: 2007` into it, or begin with `analyzer edition new`")
    head = check(EditionFile, parse_mapping(read_text(where), str(where)), str(where))
    odd = [name for name in head.complete if name not in TABLES]
    if odd:
        raise AnalyzerError(Fault(f"complete: no table {odd[0][:40]!r}: {one_of(odd[0], TABLES)}", str(where)))
    return head


def _base(path: Path, head: EditionFile, depth: int) -> str:
    """The edition that the folder stands on."""
    if head.base in EDITIONS:
        return head.base
    under = path / head.base
    if not os.path.isdir(under):
        cure = f"{one_of(head.base, EDITIONS)}, or a folder seen from this one"
        raise AnalyzerError(Fault(f"from {head.base[:40]!r}: no such edition: {cure}", str(path / HEAD)))
    folder = read_folder(under, depth + 1)
    if folder.faults:
        raise AnalyzerError(folder.faults)
    return OwnEdition(folder.name, base_of(folder.base), (*_own_texts(folder), *folder.ships))


def _name_faults(path: Path, name: str) -> Iterator[Fault]:
    if name in EDITIONS:
        yield Fault(f"name {name}: the edition of that name comes with the product: give `name:`", str(path / HEAD))
    elif not EditionFile.__pydantic_validator__.validate_python({"from": "2007", "name": name[:40]}, strict=False):
        yield Fault(f"name {name[:40]!r}: give letters, digits, dots and dashes", str(path / HEAD))


def _ships(path: Path) -> Iterator[tuple[str, str]]:
    """The reference ships of the folder, by `field/BOARD/FILE`."""
    places = sorted((path / FIELD).glob("*/*.yaml"))
    if len(places) > MOST_SHIPS:
        raise AnalyzerError(f"{path / FIELD}: {len(places)} ships: an edition has at most {MOST_SHIPS} reference ships")
    for place in places:
        yield f"{FIELD}/{place.parent.name}/{place.name}", read_text(place)


@lru_cache(32)
def _laid_over(
    path: str, base: str, texts: Texts, complete: tuple[str, ...], known: tuple[str, ...]
) -> tuple[dict[str, list[Line]], tuple[Fault, ...]]:
    """By table all rows of the edition, and every fault; `known`: the kinds of cards by which they are judged."""
    faults: list[Fault] = []
    tables: dict[str, list[Line]] = {}
    own = dict(texts)
    for table in own:
        if table not in TABLES:
            faults.append(Fault(f"no table of an edition: {one_of(table, TABLES)}", str(Path(path) / f"{table}.csv")))
    for table in TABLES:
        where = str(Path(path) / f"{table}.csv")
        theirs: list[Line] = [(None, row) for row in _base_rows(base, table)]
        try:
            rows = parse_rows(own[table], where, tuple(TABLES[table]), (KEYS[table],), faults) if table in own else []
        except AnalyzerError as error:
            faults += error.faults
            rows = []
        if table in own and not rows and not faults:
            faults.append(Fault("no rows: give a line for each, or leave the table out", where))
        tables[table] = _over(table, [] if table in complete and rows else theirs, rows)
    doubtful = frozenset(Path(fault.path).stem for fault in faults)
    return tables, (*faults, *faults_of(tables, path, doubtful))


def _base_rows(base: str, table: str) -> Iterator[dict[str, str]]:
    """The rows of a table of the edition below, without class IVC, which is of 2007 alone."""
    for row in csv.DictReader(table_of(base, table).splitlines()):
        if not row.get("harder"):
            yield row


def _over(table: str, theirs: list[Line], rows: list[tuple[int, dict[str, str]]]) -> list[Line]:
    """The rows of the edition below with those of the folder in place of rows of the same key, or behind them."""
    known = {row[KEYS[table]]: row for _, row in theirs}
    own: dict[str, list[Line]] = {}
    for line, row in rows:
        key = row[KEYS[table]]
        own.setdefault(key, []).append((line, _filled(table, row, {} if table == "boards" else known.get(key, {}))))
    laid: list[Line] = []
    for key, lines in rows_by_key(table, theirs).items():
        laid += own.pop(key, lines)
    return [*laid, *(line for lines in own.values() for line in lines)]


def _filled(table: str, row: dict[str, str], below: Mapping[str, str]) -> dict[str, str]:
    """The row with all columns: those that are left out as in the row it replaces, else empty.

    Of a card only its level and its star are taken from the card it replaces.
    """
    new, filled = EMPTY.get(table, {}), {}
    for column in TABLES[table]:
        inherited = column not in PROVENANCE and (table != "cards" or column in ("level", "learning"))
        filled[column] = row.get(column, below.get(column) if inherited and below else new.get(column, "")) or ""
    if "source" not in row:
        filled["source"] = "a table of the user's"
    return filled


def _own_texts(folder: Folder) -> Texts:
    """The tables that are not those of the edition that comes with the product, and the rules of its own kinds."""
    base = base_of(folder.base)
    texts = ((table, _as_csv(table, rows)) for table, rows in folder.tables.items())
    theirs = {table: _as_csv(table, [(None, row) for row in _base_rows(base, table)]) for table in TABLES}
    rules = KINDS.rules_of({row["kind"] for _, row in folder.tables["cards"]})
    return (*((table, text) for table, text in texts if text != theirs[table]), *rules)


def _as_csv(table: str, rows: Sequence[Line]) -> str:
    """The rows as a table with all columns."""
    text = StringIO()
    writer = csv.DictWriter(text, list(TABLES[table]), lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows(row for _, row in rows)
    return text.getvalue()
