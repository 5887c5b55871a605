"""Folders of edition tables: reading, checking and writing them."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from os.path import basename, realpath
from pathlib import Path
from time import sleep, time
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault, as_argument, brief, nearest, one_of
from analyzer.files.csvfile import first_cells, parse_rows, without_decimals, without_zeros
from analyzer.files.editions.rules import DefaultEdition
from analyzer.files.editions.shelf import Column, Line, OwnTables, Row, Shelf, Tables, Texts, rows_by_key
from analyzer.files.editions.targets import ranges_of
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.places import check_folder, write_whole
from analyzer.files.yamlfile import FileKind, as_scalar, as_schema, load, read_text


def faults_of(shelf: Shelf, tables: Tables, path: str, doubtful: frozenset[str] = frozenset()) -> list[Fault]:
    """Return every fault in the tables of an edition's folder.

    Rows of the base edition are reported only if they contradict the folder's own rows.

    Args:
        shelf: tables of the game.
        tables: rows of every table.
        path: path of the folder.
        doubtful: names of tables with known faults, because of which rows may be missing.
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
    for table, check in shelf.checks.items():
        if not doubtful & shelf.rests_on.get(table, set()):
            wrong_between = check(right)
            faults[table] += [one for one in wrong_between if one[0] is not None or table not in doubtful]
    return [
        Fault(text, str(Path(path) / f"{table}.csv"), line)
        for table, wrong in faults.items()
        for line, text in sorted(dict.fromkeys(wrong), key=lambda fault: fault[0] or 0)
    ]


def _cells(shelf: Shelf, table: str, row: Row) -> Iterator[str]:
    """Yield the faults of single cells of a row."""
    columns, keys = shelf.tables[table], shelf.key_columns(table)
    wrong = [name for name, column in columns.items() if not fits(column, row[name], name in shelf.names)]
    for name in wrong:
        value, column = row[name], columns[name]
        if value or name in keys or not {*keys} & {*wrong}:
            yield f"{name} {value[:40]!r}: give {column.cure}" if value else f"{name} is empty: give {column.cure}"


def fits(column: Column, value: str, any_alphabet: bool = False) -> bool:
    """Return whether a value may stand in a column.

    Args:
        column: the column.
        value: the value.
        any_alphabet: whether letters of all alphabets are allowed.
    """
    return re.fullmatch(column.shape, value, 0 if any_alphabet else re.ASCII) is not None


HEAD = "edition.yaml"
LONGEST_NAME = 40
NAME = re.compile(rf"\w[\w.-]{{0,{LONGEST_NAME - 1}}}")
TEMPORARY = ".~#"
"""First characters of files that spreadsheets and editors keep beside those of the user."""
TRIES, PAUSE, JUST_NOW = 5, 0.1, 1.0
"""How to wait for a table that is just being saved.

TRIES: number of times the file is read. PAUSE: seconds between two tries. JUST_NOW: most seconds since the last
change for which a file counts as being saved.
"""
FEW = 24
"""Maximum number of keys that a message about a wrong key lists; of more keys it names only the nearest."""
DEEPEST = 8
"""Maximum number of editions that may be based on one another in a chain."""
NumberOrText = Annotated[StrictStr, BeforeValidator(lambda value: str(value) if type(value) is int else value)]


def refuse_other_letters(name: str) -> str:
    """Return an edition's name unchanged; refuse names with other characters than NAME allows.

    Raises:
        ValueError: if a file or an option could not hold it as one word.
    """
    if not NAME.fullmatch(name):
        raise ValueError(f"give at most {LONGEST_NAME} letters, digits and . - _, a letter or digit first")
    return name


class EditionFile(BaseModel):
    """Schema of `edition.yaml`."""

    # the pattern of the name takes 20 ms to compile, and most commands read no folder
    model_config = ConfigDict(extra="forbid", populate_by_name=True, defer_build=True)

    base: Annotated[NumberOrText, Field(alias="from")]
    """The edition it is based on: one that comes with the product (2007, 2021; standard), or another folder.

    Tables and rows that the folder lacks are taken from there.
    """
    name: Annotated[StrictStr, AfterValidator(refuse_other_letters)] | None = None
    """The edition's name; by default the name of the folder, with dashes for blanks, brackets and the like."""
    version: NumberOrText = ""
    """The version of your tables, e.g. 3 or 2026-11: balance reports and their log name it."""
    complete: list[StrictStr] = Field(default_factory=list)
    """Tables that are whole: nothing of these is taken from `from`."""
    targets: dict[str, NumberOrText] = Field(default_factory=dict)
    """Targets of the balance report, e.g. `first_place: at most 5`."""
    notes: StrictStr = ""
    """For you: nothing reads it."""


@dataclass(frozen=True)
class Folder:
    """Content of an edition's folder: its rows, and the base edition's rows that they do not replace.

    Args:
        path: path of the folder.
        name: name of the edition.
        base: name or key of the edition that it is based on.
        tables: all rows by name of table, each with its line in the folder's file, or None for rows of `base`.
        own: names of the tables in the folder.
        beside: name and text of each further file of the edition that is no table; a slash in a name marks it.
        faults: all faults, in the order of the files.
    """

    path: Path
    name: str
    base: str
    tables: Mapping[str, list[Line]]
    own: Sequence[str]
    beside: Texts = ()
    faults: list[Fault] = field(default_factory=list)


def nothing_beside(path: Path, base: str) -> Texts:
    """Return (), for a game whose editions consist of tables alone: the default of `Folders.beside`."""
    return ()


@dataclass(frozen=True)
class Folders:
    """Reader of a game's user-made editions.

    Args:
        shelf: tables of the game.
        beside: function of the folder's path and the base edition that returns the folder's texts that are no tables.
        of_tables: function that returns further texts that belong to certain tables.
        default: the edition of files that name none; None for a game whose files always name one.
    """

    shelf: Shelf
    beside: Callable[[Path, str], Texts] = nothing_beside
    of_tables: Callable[[Mapping[str, list[Line]]], Texts] = lambda tables: ()
    default: DefaultEdition | None = None

    def named(self, name: str, where: str | Path = "") -> str:
        """Return the name of a shipped edition, or the key of a user-made one.

        Args:
            name: name of an edition, or path of a folder.
            where: path of the file that names it, to which the path is relative.

        Raises:
            AnalyzerError: with every fault of a folder, or for an edition that does not exist.
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
            raise AnalyzerError(f"edition {name[:80]!r}: there is no such folder: give a folder that holds {HEAD}")
        if not called_so:
            raise AnalyzerError(f"no edition {name[:40]!r}: {one_of(name, self.shelf.shipped)}, or name a folder")
        latest: str = called_so[-1]
        return latest

    def choose(self, name: str) -> None:
        """Make an edition the default for files that name none; raises AnalyzerError like `named`."""
        if self.default is not None:
            self.default.choose(self.named(name))

    def named_in(self, data: Any, where: str) -> str | None:
        """Return the edition by which a file is read; None if neither the user nor the file names one.

        The user's choice, e.g. by `--edition`, goes before the edition that the file names. Raises AnalyzerError with
        every fault of the edition.
        """
        named = data.get("edition") if isinstance(data, Mapping) else None
        chosen = self.default.chosen if self.default else None
        if not isinstance(named, str) or (chosen is not None and named not in self.shelf.own.KNOWN):
            return chosen
        try:
            return self.named(named, where)
        except AnalyzerError as error:
            flaws = [Flaw(("edition",), fault.text) for fault in error.faults if not fault.path]
            raise AnalyzerError(in_file(flaws, data, where) or error.faults) from None

    @contextmanager
    def reading(self, data: Any, where: str) -> Iterator[None]:
        """Make the edition found by `named_in` the default inside a `with` block.

        Schemas whose default values depend on the edition need it.
        """
        edition = self.named_in(data, where)
        with nullcontext() if edition is None or self.default is None else self.default.within(edition):
            yield

    def read(self, path: str | Path) -> OwnTables:
        """Return the key of the edition in a folder.

        Raises:
            AnalyzerError: with every fault of every table, each with line and cure.
        """
        key = self.key_of(self.folder(Path(path)))
        self.shelf.own.FOLDERS[key] = os.path.abspath(path)
        return key

    def key_of(self, folder: Folder) -> OwnTables:
        """Return the key of the edition whose folder was read into `folder`.

        Raises:
            AnalyzerError: with its faults, if it has any.
        """
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
        """Return the content of a folder with all its faults.

        Args:
            path: path of the folder.
            depth: number of folders that lead to this one, each based on the next; 0 for the folder that is named.
        """
        if not os.path.isdir(path):
            raise AnalyzerError(f"edition {path}: is no folder: give a folder that holds {HEAD}")
        if depth == DEEPEST:
            which = one_of(None, self.shelf.shipped).removeprefix("use one of ")
            raise AnalyzerError(
                f"{path / HEAD}: more than {DEEPEST} editions, each based on the next: base yours on {which}"
            )
        head = self.head(path)
        texts = _read_when_saved(path)
        try:
            base = self._base(path, head, depth)
        except AnalyzerError:
            self._refuse_other_game(path, head, texts)
            raise
        beside, name = self.beside(path, base), head.name or name_of(path)
        tables, wrong = merged_tables(self.shelf, path, base, texts, tuple(head.complete), self.shelf.known())
        if wrong:
            self._refuse_other_game(path, head, texts)
        faults = [*self._name_faults(path, name), *self._target_faults(path, head), *wrong]
        return Folder(path, name, base, tables, [name for name, _ in texts], beside, faults)

    def steps(self, old: str, new: str) -> dict[str, str]:
        """Return editions that lead step by step from one edition to another.

        Each step takes over one more table of the second edition. If the tables would then contradict each other, the
        next table joins the same step. The last step is the second edition itself.

        Returns:
            Key of each step's edition, by the names of the tables that the step takes over, e.g. `cards, planets`.

        Raises:
            AnalyzerError: if all tables of both are equal.
        """
        own, known = self.shelf.own, self.shelf.own.KNOWN
        texts, theirs = (dict(known[key].texts) if key in known else {} for key in (old, new))
        differing = [table for table in self.shelf.tables if texts.get(table) != theirs.get(table)]
        if not differing:
            raise AnalyzerError(f"editions {old} and {new}: have the same tables: name two that differ")
        steps, brought = {}, []
        for table in differing[:-1]:
            brought.append(table)
            texts = {name: theirs.get(name) if name == table else text for name, text in {table: "", **texts}.items()}
            mixed = own(f"{new} so far", own.base_of(new), tuple((name, text) for name, text in texts.items() if text))
            rows: Tables = {name: [(None, row) for row in self.shelf.rows(mixed, name)] for name in self.shelf.tables}
            if not faults_of(self.shelf, rows, ""):
                steps[", ".join(brought)] = mixed
                brought = []
        return steps | {", ".join([*brought, differing[-1]]): new}

    def head_of(self, key: str) -> EditionFile | None:
        """Return the content of `edition.yaml` of the edition with this key; None if the edition has no folder."""
        folder = self.shelf.own.FOLDERS.get(key)
        return None if folder is None else self.head(Path(folder))

    def head(self, path: Path) -> EditionFile:
        """Return the content of `edition.yaml`; raise AnalyzerError if it is missing or faulty."""
        where, shelf = path / HEAD, self.shelf
        if not os.path.lexists(where):
            cure = f"write `from: {shelf.shipped[0]}` into it, or begin with `{shelf.command} new`"
            raise AnalyzerError(f"{where}: is missing: {cure}")
        head = load(EditionFile, where, FileKind("edition file"), as_schema(EditionFile))
        odd = [name for name in head.complete if name not in shelf.tables]
        if odd:
            raise AnalyzerError(
                Fault(f"complete: no table {odd[0][:40]!r}: {one_of(odd[0], shelf.tables)}", str(where))
            )
        return head

    def _target_faults(self, path: Path, head: EditionFile) -> Iterator[Fault]:
        try:
            ranges_of(head.targets, self.shelf.targets)
        except AnalyzerError as error:
            yield from (Fault(fault.text, str(path / HEAD)) for fault in error.faults)

    def _base(self, path: Path, head: EditionFile, depth: int) -> str:
        """Return the edition that the folder is based on."""
        if head.base in self.shelf.shipped:
            return head.base
        under = path / head.base
        if not os.path.isdir(under):
            cure = f"{one_of(head.base, self.shelf.shipped)}, or the path of a folder, relative to this one"
            raise AnalyzerError(Fault(f"from {head.base[:40]!r}: no such edition: {cure}", str(path / HEAD)))
        return self.key_of(self.folder(under, depth + 1))

    def _refuse_other_game(self, path: Path, head: EditionFile, texts: Texts) -> None:
        """Raise AnalyzerError for an edition of another game, with the command that checks it."""
        columns = {table: first_cells(text) for table, text in texts}
        if other := self.shelf.elsewhere(head.base, columns):
            raise AnalyzerError(Fault(f"{other} {as_argument(path)}`", str(path / HEAD)))

    def _name_faults(self, path: Path, name: str) -> Iterator[Fault]:
        """Yield a fault if an edition's name is that of a shipped edition, or has no letter or digit."""
        if name in self.shelf.shipped:
            yield Fault(f"name {name}: the edition of that name comes with the product: give `name:`", str(path / HEAD))
        elif not NAME.fullmatch(name):
            nameless = f"the folder name {basename(realpath(path))[:40]!r} has no letter or digit: give `name:`"
            yield Fault(nameless, str(path / HEAD))


def name_of(folder: Path) -> str:
    """Return the name of an edition whose file gives none: letters, digits, dots and dashes of the folder's name.

    >>> name_of(Path("my edition (2)"))
    'my-edition-2'
    """
    name = basename(realpath(folder))  # not `resolve`, which breaks off at links that go round in circles
    words = re.sub(r"[^\w.-]+", "-", name).lstrip(".-")[:LONGEST_NAME].rstrip(".-")
    return name if NAME.fullmatch(name) else words


def _places(name: str, where: str | Path) -> Iterator[Path]:
    """Yield possible paths of a folder: beside the file and here; for a bare name, folders above the file too."""
    if where:
        near = Path(os.path.abspath(where)).parent
        yield near / name
        if name == os.path.basename(name):
            yield from (above / name for above in near.parents)
    yield Path(name)


def is_own_file(name: str) -> bool:
    """Return whether a file is the user's, and not one that a program keeps beside it, such as `~$cards.csv`."""
    return name[0] not in TEMPORARY


def _read_when_saved(path: Path) -> Texts:
    """Return the tables of a folder by name, waiting for tables that another program is just saving.

    Raises:
        AnalyzerError: if a table goes on changing.
    """
    for _ in range(TRIES):
        before = _saved(path)
        try:
            texts = tuple((name.removesuffix(".csv"), read_text(path / name)) for name, _, _ in before)
        except AnalyzerError:
            if _saved(path) == before:
                raise
            texts = ()
        begun = {name for name, _, since in before if time() - since < JUST_NOW}
        # Programs save in pieces: a text without a final line end, changed a moment ago, may be incomplete.
        may_be_cut = [name for name, text in texts if f"{name}.csv" in begun and not text.endswith("\n")]
        if _saved(path) == before and not may_be_cut:
            return texts
        sleep(PAUSE)
    if _saved(path) == before:
        return texts
    changing = sorted({name for name, *_ in {*before} ^ {*_saved(path)}} or {name for name, *_ in before})
    raise AnalyzerError(Fault("another program is saving this file: try again in a moment", str(path / changing[0])))


def _saved(path: Path) -> list[tuple[str, int, float]]:
    """Return file name, size and time of the last change of each table in a folder."""
    saved: list[tuple[str, int, float]] = []
    for entry in sorted(os.scandir(path), key=lambda entry: entry.name):
        if entry.name.endswith(".csv") and is_own_file(entry.name):
            try:
                saved.append((entry.name, entry.stat().st_size, entry.stat().st_mtime))
            except OSError:
                # A file that has just gone is no table any more, but a link that leads nowhere has to be refused.
                if entry.is_symlink():
                    saved.append((entry.name, 0, 0.0))
    return saved


@lru_cache(32)
def merged_tables(
    shelf: Shelf, path: Path, base: str, texts: Texts, complete: tuple[str, ...], known: Hashable
) -> tuple[dict[str, list[Line]], tuple[Fault, ...]]:
    """Return all rows of an edition by table, and every fault. Rows of the folder replace rows of the base edition.

    Args:
        shelf: tables of the game.
        path: path of the folder.
        base: name or key of the base edition.
        texts: tables of the folder, by name.
        complete: names of tables that take no rows from the base edition.
        known: other facts by which tables are checked; they are part of the cache's key.
    """
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
    """Return the rows of a folder's table, each with its line number, and add faults to the list.

    In a column that could be left out and would then be 0, an empty cell is 0, too.
    """
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
    """Yield line number and fault of each row that the folder adds to a table whose set of rows is fixed."""
    known = [shelf.key(table, row) for _, row in theirs]
    for line, row in rows:
        if (key := shelf.key(table, row)) not in known:
            close = nearest(key[:40], known)
            meant = f"did you mean {close}?" if close else "leave it out"
            cure = one_of(key[:40], known) if len(known) <= FEW else meant
            yield line, f"{shelf.keys[table]} {key[:40]!r}: {shelf.fixed[table]}: {cure}"


def _over(shelf: Shelf, table: str, theirs: list[Line], rows: list[tuple[int, dict[str, str]]]) -> list[Line]:
    """Return the base edition's rows, replaced by rows of the folder with the same key, then the folder's other rows.

    Args:
        shelf: tables of the game.
        table: name of the table.
        theirs: rows of the base edition.
        rows: rows of the folder, each with its line number.
    """
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
    """Return a row with all columns; a column that the folder left out is taken from the replaced row, or is empty."""
    new, filled, inherits = shelf.empty.get(table, {}), {}, shelf.inherits.get(table)
    for column in shelf.tables[table]:
        inherited = column not in shelf.provenance and (inherits is None or column in inherits)
        filled[column] = row.get(column, below.get(column) if inherited and below else new.get(column, "")) or ""
    if "source" not in row:
        filled["source"] = "a table of the user's"
    return filled


def as_csv(shelf: Shelf, table: str, rows: Sequence[Line]) -> str:
    """Return rows as a CSV table with all columns."""
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
    """Write all tables of an edition into a new folder and return the paths of the files.

    Args:
        shelf: tables of the game.
        folder: path of the new folder.
        base: name or key of the edition.
        file: words for the kinds of file that can name an edition, for the explanation in `edition.yaml`.
        beside: further texts by file name.

    Raises:
        AnalyzerError: if the folder has files already, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AnalyzerError(
            f"{folder}: exists already: name another folder, because existing files are never overwritten"
        )
    if str(folder) in shelf.shipped:
        raise AnalyzerError(f"{folder}: is the name of an edition that comes with the product: name another folder")
    check_folder(folder)
    texts = dict(_texts(shelf, folder, base, file)) | dict(beside)
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
    return [folder / name for name in texts]


def _texts(shelf: Shelf, folder: Path, base: str, file: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each file of a new edition's folder."""
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
        yield f"{table}.csv", csv_with_explanations(shelf, table, base)


def csv_with_explanations(shelf: Shelf, table: str, edition: str) -> str:
    """Return a table as CSV, with a comment line above it for each column."""
    text = StringIO()
    for name, column in shelf.tables[table].items():
        if column.meaning:
            text.write(f"# {name}: {column.meaning}\n")
    writer = csv.DictWriter(text, list(shelf.tables[table]), lineterminator="\n", extrasaction="ignore", restval="")
    writer.writeheader()
    writer.writerows(shelf.rows(edition, table))
    return text.getvalue()
