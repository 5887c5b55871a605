"""Folders of edition tables: reading, judging and writing them."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from pathlib import Path
from time import sleep, time
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault, as_argument, brief, nearest, one_of
from analyzer.files.csvfile import first_cells, parse_rows, without_decimals, without_zeros
from analyzer.files.editions.shelf import Column, Line, OwnTables, Row, Shelf, Tables, Texts, rows_by_key
from analyzer.files.places import check_folder, write_whole
from analyzer.files.yamlfile import as_scalar, check, parse_mapping, read_text


def faults_of(shelf: Shelf, tables: Tables, path: str, doubtful: frozenset[str] = frozenset()) -> list[Fault]:
    """Every fault of the tables of a folder; what stands in the edition below is judged only where it no longer fits.

    `doubtful`: tables that are wrong already, of which some rows are missing here.
    """
    faults: dict[str, list[tuple[int | None, str]]] = {table: [] for table in shelf.tables}
    right: dict[str, list[Line]] = {}
    for table, lines in tables.items():
        own = [(line, row) for line, row in lines if line is not None]
        cells = {line: [*_cells(shelf, table, row)] for line, row in own}
        faults[table] += [(line, text) for line, texts in cells.items() for text in texts]
        right[table] = [(line, row) for line, row in lines if line is None or not cells[line]]
        faults[table] += [(line, text) for line, row in own for text in shelf.of_row(table, row)]
    doubtful |= {table for table, wrong in faults.items() if wrong}
    for table, judge in shelf.judges.items():
        if not doubtful & shelf.rests_on.get(table, set()):
            wrong_between = judge(right)
            faults[table] += [one for one in wrong_between if one[0] is not None or table not in doubtful]
    return [
        Fault(text, str(Path(path) / f"{table}.csv"), line)
        for table, wrong in faults.items()
        for line, text in sorted(dict.fromkeys(wrong), key=lambda fault: fault[0] or 0)
    ]


def _cells(shelf: Shelf, table: str, row: Row) -> Iterator[str]:
    """What is wrong in single cells."""
    columns, keys = shelf.tables[table], shelf.key_columns(table)
    wrong = [name for name, column in columns.items() if not fits(column, row[name], name in shelf.names)]
    for name in wrong:
        value, column = row[name], columns[name]
        if value or name in keys or not {*keys} & {*wrong}:
            yield f"{name} {value[:40]!r}: give {column.cure}" if value else f"{name} is empty: give {column.cure}"


def fits(column: Column, value: str, any_alphabet: bool = False) -> bool:
    """Whether the value may stand in the column; any_alphabet: letters of all alphabets may."""
    return re.fullmatch(column.shape, value, 0 if any_alphabet else re.ASCII) is not None


HEAD = "edition.yaml"
LONGEST_NAME = 40
NAME = re.compile(rf"\w[\w.-]{{0,{LONGEST_NAME - 1}}}")
TEMPORARY = ".~#"
"""How names of files begin that spreadsheets and editors keep beside those of the user."""
LOOKS, PAUSE, JUST_NOW = 5, 0.1, 1.0
"""How often a table that is being saved is looked at, the seconds between, and how long ago it was saved at most."""
FEW = 24
"""Keys that are listed where one is wrong; of more the nearest is named."""
DEEPEST = 8
"""Editions that stand on one another."""
NumberOrText = Annotated[StrictStr, BeforeValidator(lambda value: str(value) if type(value) is int else value)]


class EditionFile(BaseModel):
    """The schema of `edition.yaml`."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    base: Annotated[NumberOrText, Field(alias="from")]
    """The edition it stands on: one that comes with the product (2007, 2021; standard), or another folder; what the
    folder lacks is taken from there."""
    name: Annotated[StrictStr, Field(pattern=rf"^{NAME.pattern}$")] | None = None
    """What it is called; by default the name of the folder, with dashes for blanks, brackets and the like."""
    complete: list[StrictStr] = Field(default_factory=list)
    """Tables that are whole: of these nothing is taken from `from`."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


@dataclass(frozen=True)
class Folder:
    """What a folder says: its name, the edition it stands on, and its tables row by row over that edition's.

    `tables`: by name all rows, each with its line in the folder's file, None where it is of `base`; `beside`: what
    belongs to it besides tables, by a name with a slash; `faults`: all that is wrong, in the order of the files.
    """

    path: Path
    name: str
    base: str
    tables: Mapping[str, list[Line]]
    own: Sequence[str]
    beside: Texts = ()
    faults: list[Fault] = field(default_factory=list)


def nothing_beside(path: Path, base: str) -> Texts:
    """An edition of tables alone."""
    return ()


@dataclass(frozen=True)
class Folders:
    """Where a game reads editions of the user's own.

    shelf: its tables; beside: what belongs to a folder besides tables, seen from the edition it stands on; of_tables:
    what goes along with certain tables.
    """

    shelf: Shelf
    beside: Callable[[Path, str], Texts] = nothing_beside
    of_tables: Callable[[Mapping[str, list[Line]]], Texts] = lambda tables: ()

    def named(self, name: str, where: str | Path = "") -> str:
        """The name or key of that edition: one that comes with the product, or a folder, seen from the file `where` on.

        Raises AnalyzerError with every fault of a folder, and for a way that leads to none.
        """
        if not isinstance(name, str):
            raise AnalyzerError(f"edition {brief(name)[:80]}: give a name or the path of a folder")
        known = self.shelf.own.KNOWN
        if name in self.shelf.shipped or name in known:
            key: str = known.get(name, name)
            return key
        for path in _places(name, where):
            if os.path.isdir(path):
                return self.read(path)
        called_so = [key for key in known.values() if key.name == name]
        if not called_so and (os.sep in name or name.startswith(".")):
            raise AnalyzerError(f"edition {name[:80]!r}: there is no such folder: name one with {HEAD} in it")
        return called_so[-1] if called_so else name

    def read(self, path: str | Path) -> OwnTables:
        """The edition in a folder; raises AnalyzerError with every fault of every table, each with line and cure."""
        key = self.key_of(self.folder(Path(path)))
        self.shelf.own.FOLDERS[key] = os.path.abspath(path)
        return key

    def key_of(self, folder: Folder) -> OwnTables:
        """The edition that a folder says; raises AnalyzerError with its faults."""
        if folder.faults:
            raise AnalyzerError(folder.faults)
        shelf, base = self.shelf, self.shelf.own.base_of(folder.base)
        texts = ((table, as_csv(shelf, table, rows)) for table, rows in folder.tables.items())
        below = {
            table: as_csv(shelf, table, [(None, row) for row in shelf.rows(base, table)]) for table in shelf.tables
        }
        differing = ((table, text) for table, text in texts if text != below[table])
        return shelf.own(folder.name, base, (*differing, *self.of_tables(folder.tables), *folder.beside))

    def folder(self, path: Path, depth: int = 0) -> Folder:
        """What a folder says, with all that is wrong in it; raises AnalyzerError where that cannot be said."""
        if not os.path.isdir(path):
            raise AnalyzerError(f"edition {path}: is no folder: name one with {HEAD} in it")
        if depth == DEEPEST:
            which = one_of(None, self.shelf.shipped).removeprefix("use one of ")
            raise AnalyzerError(f"{path / HEAD}: more than {DEEPEST} editions on one another: base yours on {which}")
        head = self._head(path)
        texts = _read_when_saved(path)
        try:
            base = self._base(path, head, depth)
        except AnalyzerError:
            self._refuse_other_game(path, head, texts)
            raise
        beside, name = self.beside(path, base), head.name or name_of(path)
        tables, wrong = laid_over(self.shelf, path, base, texts, tuple(head.complete), self.shelf.known())
        if wrong:
            self._refuse_other_game(path, head, texts)
        faults = [*self._name_faults(path, name), *wrong]
        return Folder(path, name, base, tables, [name for name, _ in texts], beside, faults)

    def _head(self, path: Path) -> EditionFile:
        where, shelf = path / HEAD, self.shelf
        if not os.path.lexists(where):
            cure = f"write `from: {shelf.shipped[0]}` into it, or begin with `{shelf.command} new`"
            raise AnalyzerError(f"{where}: is missing: {cure}")
        head = check(EditionFile, parse_mapping(read_text(where), str(where)), str(where))
        odd = [name for name in head.complete if name not in shelf.tables]
        if odd:
            raise AnalyzerError(
                Fault(f"complete: no table {odd[0][:40]!r}: {one_of(odd[0], shelf.tables)}", str(where))
            )
        return head

    def _base(self, path: Path, head: EditionFile, depth: int) -> str:
        """The edition that the folder stands on."""
        if head.base in self.shelf.shipped:
            return head.base
        under = path / head.base
        if not os.path.isdir(under):
            cure = f"{one_of(head.base, self.shelf.shipped)}, or a folder seen from this one"
            raise AnalyzerError(Fault(f"from {head.base[:40]!r}: no such edition: {cure}", str(path / HEAD)))
        return self.key_of(self.folder(under, depth + 1))

    def _refuse_other_game(self, path: Path, head: EditionFile, texts: Texts) -> None:
        """Raise AnalyzerError for an edition of another game, with the command that checks it."""
        columns = {table: first_cells(text) for table, text in texts}
        if other := self.shelf.elsewhere(head.base, columns):
            raise AnalyzerError(Fault(f"{other} {as_argument(path)}`", str(path / HEAD)))

    def _name_faults(self, path: Path, name: str) -> Iterator[Fault]:
        if name in self.shelf.shipped:
            yield Fault(f"name {name}: the edition of that name comes with the product: give `name:`", str(path / HEAD))
        elif not NAME.fullmatch(name):
            nameless = f"the folder name {path.resolve().name[:40]!r} has no letter or digit: give `name:`"
            yield Fault(nameless, str(path / HEAD))


def name_of(folder: Path) -> str:
    """Return the name of an edition whose file gives none: letters, digits, dots and dashes of the folder's name.

    >>> name_of(Path("my edition (2)"))
    'my-edition-2'
    """
    name = folder.resolve().name
    words = re.sub(r"[^\w.-]+", "-", name).lstrip(".-")[:LONGEST_NAME].rstrip(".-")
    return name if NAME.fullmatch(name) else words


def _places(name: str, where: str | Path) -> Iterator[Path]:
    """Where the folder may be: seen from the file and from here; a bare name also in the folders above the file."""
    if where:
        near = Path(os.path.abspath(where)).parent
        yield near / name
        if name == os.path.basename(name):
            yield from (above / name for above in near.parents)
    yield Path(name)


def is_own_file(name: str) -> bool:
    """Whether a file of that name is the user's, and not one that a program keeps beside it, as `~$cards.csv`."""
    return name[0] not in TEMPORARY


def _read_when_saved(path: Path) -> Texts:
    """The tables of a folder by name; one that is just being saved is waited for.

    Raises AnalyzerError for a table that goes on changing.
    """
    for _ in range(LOOKS):
        before = _saved(path)
        try:
            texts = tuple((name.removesuffix(".csv"), read_text(path / name)) for name, _, _ in before)
        except AnalyzerError:
            if _saved(path) == before:
                raise
            texts = ()
        begun = {name for name, _, since in before if time() - since < JUST_NOW}
        may_be_cut = [name for name, text in texts if f"{name}.csv" in begun and not text.endswith("\n")]
        if _saved(path) == before and not may_be_cut:
            return texts
        sleep(PAUSE)
    if _saved(path) == before:
        return texts
    changing = sorted({name for name, *_ in {*before} ^ {*_saved(path)}} or {name for name, *_ in before})
    raise AnalyzerError(Fault("is being saved just now: try again once that is done", str(path / changing[0])))


def _saved(path: Path) -> list[tuple[str, int, float]]:
    """The tables of a folder by the names of their files, with their sizes and when each was last saved."""
    saved: list[tuple[str, int, float]] = []
    for entry in sorted(os.scandir(path), key=lambda entry: entry.name):
        if entry.name.endswith(".csv") and is_own_file(entry.name):
            with suppress(FileNotFoundError):
                saved.append((entry.name, entry.stat().st_size, entry.stat().st_mtime))
    return saved


@lru_cache(32)
def laid_over(
    shelf: Shelf, path: Path, base: str, texts: Texts, complete: tuple[str, ...], known: Hashable
) -> tuple[dict[str, list[Line]], tuple[Fault, ...]]:
    """By table all rows of the edition, and every fault; `known`: by what else they are judged."""
    faults: list[Fault] = []
    tables: dict[str, list[Line]] = {}
    own = dict(texts)
    for table in own:
        if table not in shelf.tables:
            faults.append(Fault(f"no table of an edition: {one_of(table, shelf.tables)}", str(path / f"{table}.csv")))
    for table in shelf.tables:
        where = str(path / f"{table}.csv")
        theirs: list[Line] = [(None, row) for row in shelf.rows(base, table)]
        try:
            rows = _own_rows(shelf, table, own[table], where, faults) if table in own else []
        except AnalyzerError as error:
            faults += error.faults
            rows = []
        if table in own and not rows and not faults:
            faults.append(Fault("no rows: give a line for each, or leave the table out", where))
        if table in shelf.fixed:
            added = dict(_added(shelf, table, theirs, rows))
            faults += [Fault(text, where, line) for line, text in added.items()]
            rows = [(line, row) for line, row in rows if line not in added]
        is_whole = table in complete and bool(rows) and table not in shelf.fixed
        tables[table] = _over(shelf, table, [] if is_whole else theirs, rows)
    doubtful = frozenset(Path(fault.path).stem for fault in faults)
    return tables, (*faults, *faults_of(shelf, tables, str(path), doubtful))


def _own_rows(shelf: Shelf, table: str, text: str, where: str, faults: list[Fault]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a table of the folder, each with its line; an empty cell is 0 where a column left out would be."""
    columns, keys, new = shelf.tables[table], shelf.key_columns(table), shelf.empty.get(table, {})

    def read(name: str, cell: str) -> str:
        if not cell:
            return "0" if new.get(name) == "0" and name not in keys else cell
        whole = without_decimals(cell)
        if columns[name].is_number:
            return without_zeros(whole)
        return whole if fits(columns[name], whole) and not fits(columns[name], cell, name in shelf.names) else cell

    rows = parse_rows(text, where, tuple(columns), keys, faults)
    return [(line, {name: read(name, cell) for name, cell in row.items()}) for line, row in rows]


def _added(
    shelf: Shelf, table: str, theirs: list[Line], rows: list[tuple[int, dict[str, str]]]
) -> Iterator[tuple[int, str]]:
    """Rows of a fixed table that the edition below does not have."""
    known = [shelf.key(table, row) for _, row in theirs]
    for line, row in rows:
        if (key := shelf.key(table, row)) not in known:
            close = nearest(key[:40], known)
            meant = f"did you mean {close}?" if close else "leave it out"
            cure = one_of(key[:40], known) if len(known) <= FEW else meant
            yield line, f"{shelf.keys[table]} {key[:40]!r}: {shelf.fixed[table]}: {cure}"


def _over(shelf: Shelf, table: str, theirs: list[Line], rows: list[tuple[int, dict[str, str]]]) -> list[Line]:
    """The rows of the edition below with those of the folder in place of rows of the same key, or behind them."""
    known = {shelf.key(table, row): row for _, row in theirs}
    own: dict[str, list[Line]] = {}
    for line, row in rows:
        key = shelf.key(table, row)
        below = {} if table in shelf.many else known.get(key, {})
        own.setdefault(key, []).append((line, _filled(shelf, table, row, below)))
    laid: list[Line] = []
    for value, lines in rows_by_key(shelf.keys[table], theirs).items():
        laid += own.pop(value, lines)
    return [*laid, *(line for lines in own.values() for line in lines)]


def _filled(shelf: Shelf, table: str, row: dict[str, str], below: Mapping[str, str]) -> dict[str, str]:
    """The row with all columns: those that are left out as in the row it replaces, else empty."""
    new, filled, inherits = shelf.empty.get(table, {}), {}, shelf.inherits.get(table)
    for column in shelf.tables[table]:
        inherited = column not in shelf.provenance and (inherits is None or column in inherits)
        filled[column] = row.get(column, below.get(column) if inherited and below else new.get(column, "")) or ""
    if "source" not in row:
        filled["source"] = "a table of the user's"
    return filled


def as_csv(shelf: Shelf, table: str, rows: Sequence[Line]) -> str:
    """The rows as a table with all columns."""
    text = StringIO()
    writer = csv.DictWriter(text, list(shelf.tables[table]), lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows(row for _, row in rows)
    return text.getvalue()


ABOUT = """\
# An edition of your own. `{command} check {folder}` lists what is wrong with it,
# `{command} diff {base} {folder}` what it changes. To use it, write `edition: {in_yaml}` in a {file}
# file (a path from that file's folder), or give --edition {folder} to a command.
{name}from: {base}
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
    base_name = shelf.own.base_of(base)
    is_name = NAME.fullmatch(name_of(folder)) and name_of(folder) not in shelf.shipped
    about = ABOUT.format(
        command=shelf.command,
        folder=as_argument(folder.name),
        in_yaml=as_scalar(folder.name),
        base=base_name,
        name="" if is_name else f"name: own-{base_name}\n",
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
