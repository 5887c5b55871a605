"""Answers about a user's own editions: contents, differences and new folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

from analyzer.answers.description import COUNT, WORD, Column, Described, Description, Lines, Row, Table
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, Fault, as_argument, brief
from analyzer.files.editions.differences import Difference, Pair, TableCount, counts
from analyzer.files.editions.folder import Folders, write_folder
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.places import path_of


def own_edition_note(key: OwnTables, more: str = "") -> str:
    """Return a note that names the tables in which a user's own edition differs from its base edition.

    Args:
        key: The edition's key, which holds its own tables.
        more: Text to add behind the tables.
    """
    changed = [name for name, _ in key.texts if "/" not in name]
    is_one = len(changed) == 1 and not changed[0].endswith(PLURAL)
    verb, those = ("differs", "that") if is_one else ("differ", "those")
    tables = f"its {join_names(changed)} {verb} from {those} of {key.base}" if changed else f"as {key.base}"
    return f"The {key} edition is the user's own: {tables}{more} ({key.whole})."


def own_edition_notes(own: type[OwnTables], edition: str) -> list[str]:
    """Return the note on a user's own edition; [] for an edition that comes with the product.

    Args:
        own: The game's class of keys, which knows all editions of the user's own.
        edition: The edition's key as text.
    """
    key = own.KNOWN.get(edition)
    return [] if key is None else [own_edition_note(key)]


PLURAL = ("s", "dice")
"""Endings by which the name of a table is recognised as a plural noun."""
HOLDS = (
    Column("what", "", WORD),
    Column("number", "number", COUNT),
    Column("differs", "differ", COUNT, "rows added, removed or changed, compared with the edition it is based on"),
)


@dataclass(frozen=True, repr=False)
class NewEdition(Described):
    """The new folder of an edition's tables, as written by `edition new`.

    Attributes:
        folder: The folder.
        base: The edition whose tables were copied.
        files: The files that were written.
        command: The command that handles editions of the game.
    """

    folder: Path
    base: str
    files: tuple[Path, ...]
    command: str = "analyzer edition"

    def description(self) -> Description:
        """Return where the folder is, and how to check it."""
        folder = self.folder
        facts = {"folder": str(folder), "from": str(self.base), "files": [str(path) for path in self.files]}
        check = f"{self.command} check {as_argument(folder)}"
        written = f"{folder}: written, {len(self.files)} files; change them, then: {check}"
        return Description("", "", facts, [written])


@dataclass(frozen=True, repr=False)
class Workbook(Described):
    """Tables of an edition that were written as a workbook, or read from one into a folder.

    Attributes:
        place: The workbook or the folder.
        files: The files that were written.
        next: The command to give next.
    """

    place: Path
    files: tuple[Path, ...]
    next: str

    def description(self) -> Description:
        """Return what was written, and the command to give next."""
        facts = {"place": str(self.place), "files": [str(path) for path in self.files]}
        many = f", {len(self.files)} files" * (len(self.files) > 1)
        return Description("", "", facts, [f"{self.place}: written{many}; change it, then: {self.next}"])


@dataclass(frozen=True, repr=False)
class EditionContents(Described):
    """The contents of a user's own edition whose tables have no faults.

    Attributes:
        folder: The folder of its tables.
        key: Its key, which holds its own tables.
        edition: The edition that was read.
        numbers: By table, the number of its entries, e.g. of cards; None for tables whose entries are not counted.
        own: The differences between it and its base edition.
        forgotten: Warnings of changes that the user may have forgotten.
        more: Further facts about the edition, for JSON.
    """

    folder: Path
    key: OwnTables
    edition: Any
    numbers: Mapping[str, int | None]
    own: tuple[Difference, ...]
    forgotten: tuple[str, ...] = ()
    more: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """The edition's name."""
        return self.key.name

    def description(self) -> Description:
        """Return the number of entries in each table, and how many of them differ from the base edition."""
        rows = [
            {"what": table, "number": number, "differs": len({one.row for one in self.own if one.table == table})}
            for table, number in self.numbers.items()
        ]
        facts = {
            "edition": self.name,
            "key": self.key.whole,
            "from": self.key.base,
            "folder": str(self.folder),
            "tables": rows,
            "forgotten": list(self.forgotten),
            **(self.more or {}),
        }
        return Description(
            f"The {self.name} edition",
            f", on that of {self.key.base}: no faults",
            facts,
            [Table("", HOLDS, [Row(row) for row in rows])],
            list(self.forgotten),
        )


@dataclass(frozen=True, repr=False)
class EditionDifferences(Described):
    """The differences between two editions.

    Attributes:
        one: The key of the first edition.
        other: The key of the second edition.
        rows: All differences: one for each cell that differs, and one for each row that one edition lacks.
        names: The names of both editions.
        tables: By table, the number of entries in each edition, and how many differ.
    """

    one: str
    other: str
    rows: tuple[Difference, ...]
    names: tuple[str, str]
    tables: tuple[TableCount, ...] = ()

    @classmethod
    def of(cls, pairs: Sequence[Pair], keys: tuple[str, str], names: tuple[str, str]) -> Self:
        """Return the differences found in pairs of table rows.

        Args:
            pairs: Rows of both editions side by side.
            keys: The keys of both editions.
            names: The names of both editions.
        """
        rows = tuple(difference for pair in pairs for difference in pair.differences())
        return cls(*keys, rows, names, counts(pairs))

    def sentences(self) -> list[str]:
        """Return a sentence for each table row that differs.

        Rows that only give a number of copies are grouped: one sentence for each type, e.g. each type of component.
        """
        groups = groupby(self.rows, key=_group)
        return [self._row([*rows]) if group[-1] else self._counted([*rows]) for group, rows in groups]

    def _row(self, rows: Sequence[Difference]) -> str:
        """Return a sentence that lists the differences in one table row."""
        row, (one, other) = rows[0], self.names
        what = f"{row.what} ({row.other_row} in {other})" if row.other_row not in ("", row.row) else row.what
        return f"{what}: {'; '.join(row.in_words(one, other) for row in rows)}"

    def _counted(self, rows: Sequence[Difference]) -> str:
        """Return a sentence on one type, e.g. of component: the things of which each edition has more copies.

        All rows give only a number of copies, and their keys begin with the type.
        """
        kind, sides = rows[0].row.split()[0], []
        for name, sign in zip(self.names, (1, -1), strict=True):
            more = [(row.row.removeprefix(f"{kind} "), sign * (row.more or 0)) for row in rows]
            entries = [f"{entry} ({number} times)" if number > 1 else entry for entry, number in more if number > 0]
            sides += [f"more in {name}: {', '.join(entries)}"] * bool(entries)
        return f"{rows[0].singular} {kind}: {'; '.join(sides)}"

    def description(self) -> Description:
        """Return a table of how much differs in each table, then every difference in a sentence."""
        hidden = ("singular", "more")
        plain = [{name: value for name, value in asdict(row).items() if name not in hidden} for row in self.rows]
        tables = [asdict(table) for table in self.tables]
        facts = {"one": self.one, "other": self.other, "differences": plain, "tables": tables}
        one, other = self.names
        title, more = f"{one} and {other}", f": {len(self.rows)} difference{'s' * (len(self.rows) != 1)}"
        renumbered = sum(table.renumbered for table in self.tables)
        says = [f"Of those that are the same, {renumbered} have another number in {other}."] * bool(renumbered)
        if not self.rows:
            return Description(title, more, facts, [f"{one} and {other} do not differ.", *says])
        differing = [Row(row) for row, table in zip(tables, self.tables, strict=True) if table.differs]
        summary = Table("", _summary(one, other), differing)
        return Description(title, more, facts, [summary, *says, Lines(tuple(self.sentences()))])


def _group(row: Difference) -> tuple[str, str, bool]:
    """Return the key of the sentence that states a difference: table, row or type, and whether it is about a row.

    A difference in a number of copies goes into the sentence on its type, e.g. of component. Any other difference goes
    into the sentence on its row.
    """
    is_row = row.more is None
    return row.table, row.what if is_row else row.row.split()[0], is_row


def _summary(one: str, other: str) -> tuple[Column, ...]:
    """Return the columns of the table that counts equal and differing entries, for each table of the editions."""
    return (
        Column("table", "", WORD),
        Column("one", one, COUNT),
        Column("other", other, COUNT),
        Column("same", "same", COUNT, "in both, with the same figures"),
        Column("changed", "changed", COUNT, "in both, with other figures"),
        Column("only_one", f"only {one}", COUNT),
        Column("only_other", f"only {other}", COUNT),
    )


Edition = TypeVar("Edition")


def no_warnings(edition: Any) -> Iterable[str]:
    """Return no warnings, for games whose editions need none; the default of `EditionCalls.forgotten`."""
    return ()


@dataclass(frozen=True)
class EditionCalls(Generic[Edition]):
    """The calls on editions of one game: `load`, `new`, `check`, `diff`, `save_workbook` and `read_workbook`.

    Attributes:
        folders: The reader of folders of tables.
        kind: The class of an edition.
        make: Function from a key to its edition.
        key: Function from an edition to its key.
        file: The words for the kinds of file that can name their edition, e.g. `ship or position`.
        numbers: Function from an edition to the number of entries in each of its tables; None for tables that are not
            counted.
        pairs: Function from the keys of two editions to their rows side by side.
        forgotten: Function from an edition to warnings of changes that the user may have forgotten.
        beside: Function from a key to the texts of the edition's files besides its tables, by file name.
        faults: Function from a folder and its key to the faults of its files besides the tables.
        more: Function from a key to further facts about the edition, for JSON.
    """

    folders: Folders
    kind: type[Edition]
    make: Callable[[str], Edition]
    key: Callable[[Edition], str]
    file: str
    numbers: Callable[[Edition], Mapping[str, int | None]]
    pairs: Callable[[str, str], list[Pair]]
    forgotten: Callable[[Edition], Iterable[str]] = no_warnings
    beside: Callable[[str], Mapping[str, str]] = lambda key: {}
    faults: Callable[[Path, OwnTables], Iterable[Fault]] = lambda path, key: ()
    more: Callable[[OwnTables], Mapping[str, Any]] = lambda key: {}

    def key_of(self, edition: str | Path | Edition) -> str:
        """Return the key of an edition that is given as name, folder or object.

        Raises:
            AnalyzerError: It is no edition (see `Folders.named`).
        """
        if isinstance(edition, self.kind):
            return self.key(edition)
        if not isinstance(edition, str | Path):
            named = ", ".join(self.folders.shelf.shipped)
            raise AnalyzerError(f"edition {brief(edition)}: give {named} or the path of a folder")
        return self.folders.named(str(edition))

    def load(self, edition: str | Path | Edition) -> Edition:
        """Return the edition with that name or in that folder."""
        return self.make(self.key_of(edition))

    def new(self, folder: str | Path, base: str | Path | Edition) -> NewEdition:
        """Create a folder with all tables of an edition, and the other files that belong to it."""
        path, key, shelf = path_of(folder, "a new folder"), self.key_of(base), self.folders.shelf
        return NewEdition(path, key, tuple(write_folder(shelf, path, key, self.file, self.beside(key))), shelf.command)

    def save_workbook(self, edition: str | Path | Edition, path: str | Path) -> Workbook:
        """Write the tables of an edition into a new workbook (.xlsx)."""
        from analyzer.files.editions.workbook import write_workbook

        book = path_of(path, "a workbook")
        write_workbook(self.folders.shelf, str(edition), book)
        return Workbook(book, (book,), f"{self.folders.shelf.command} read {as_argument(book)} FOLDER")

    def read_workbook(self, path: str | Path, folder: str | Path) -> Workbook:
        """Write the tables of a workbook (.xlsx) into a new folder, which `check` then checks."""
        from analyzer.files.editions.workbook import read_workbook

        place = path_of(folder, "a new folder")
        files = read_workbook(self.folders.shelf, path_of(path, "a workbook"), place)
        return Workbook(place, tuple(files), f"{self.folders.shelf.command} check {as_argument(place)}")

    def check(self, folder: str | Path) -> EditionContents:
        """Return the contents of a user's own edition, with its differences from its base edition.

        Raises:
            AnalyzerError: The folder has faults (the message lists all), or is the name of a built-in edition.
        """
        path = path_of(folder, "a folder of tables")
        if str(folder) in self.folders.shelf.shipped and not path.is_dir():
            raise AnalyzerError(f"edition {folder}: is built in and cannot be checked: name a folder of your own")
        key = self.folders.read(path)
        if faults := list(self.faults(path, key)):
            raise AnalyzerError(faults)
        edition = self.make(key)
        own = tuple(difference for pair in self.pairs(key.base, key) for difference in pair.differences())
        forgotten = tuple(self.forgotten(edition))
        return EditionContents(path, key, edition, self.numbers(edition), own, forgotten, self.more(key))

    def diff(self, one: str | Path | Edition, other: str | Path | Edition) -> EditionDifferences:
        """Return the differences between two editions."""
        keys, own = (self.key_of(one), self.key_of(other)), self.folders.shelf.own
        own.tell_apart(keys)
        return EditionDifferences.of(self.pairs(*keys), keys, (own.name_of(keys[0]), own.name_of(keys[1])))
