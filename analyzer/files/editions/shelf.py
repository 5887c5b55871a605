"""Tables of a game's editions: their columns, and the keys of user-made editions."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Self


@dataclass(frozen=True)
class Column:
    """Column of an edition's table.

    Args:
        shape: regular expression of the values allowed.
        cure: the allowed values in words, for messages.
        meaning: meaning of the column.
        is_number: whether a value is a single whole number, in which leading zeros are ignored.
    """

    shape: str
    cure: str
    meaning: str
    is_number: bool = False


def number(meaning: str, most: int = 999, least: int = 0, *, empty: bool = False) -> Column:
    """Return a column of whole numbers from `least` to `most`."""
    shape = f"[{least}-{most}]" if most < 10 else f"0*({'|'.join(map(str, range(least, most + 1)))})"
    cure = f"a whole number from {least} to {most}"
    return Column(f"({shape})?" if empty else shape, f"{cure}, or nothing" if empty else cure, meaning, True)


def flag(meaning: str) -> Column:
    """Return a column of 1 for yes and 0 for no."""
    return Column("[01]", "1 for yes, 0 for no", meaning)


def one_word_of(words: tuple[str, ...], meaning: str) -> Column:
    """Return a column whose cells hold one of several words; "" among these allows an empty cell."""
    listed = ", ".join(word for word in words if word)
    return Column("|".join(words), f"{listed}{', or nothing' * ('' in words)}", meaning)


def numbers(meaning: str, example: str, *, most: int, sign: str = "") -> Column:
    """Return a column of whole numbers separated by spaces.

    Args:
        meaning: meaning of the column.
        example: a cell, for messages.
        most: maximum number of numbers in a cell.
        sign: regular expression for characters that may precede each number, e.g. a sign.
    """
    one = rf"{sign}[0-9]{{1,3}}"
    return Column(rf"{one}( {one}){{0,{most - 1}}}", f"whole numbers with spaces, e.g. {example}", meaning)


ANY = Column(r".{0,1000}", "at most 1,000 letters", "")
SOURCE = {
    "source": Column(ANY.shape, ANY.cure, "where the row is from; for you, and for the notes of results"),
    "confidence": Column(ANY.shape, ANY.cure, "how sure it is; for you"),
}
"""Columns, common to most tables, on where a row comes from."""


Texts = tuple[tuple[str, str], ...]
"""Tables by name, as CSV with all columns; a name with a slash marks a text that is no table."""
DIGITS = 10
"""Number of hexadecimal digits of the digest in an edition's key."""


class OwnTables(str):
    """Key of a user-made edition, e.g. `mine@3f9a20c1b7`: equal if name, base and tables are equal.

    In formatted text only the name of the edition appears. The key is pickled with its tables, so other processes
    need no folder. `KNOWN` maps the plain text of a key, e.g. in a save file, to the key with its tables. Each game has
    a subclass with its own `KNOWN`, `FOLDERS` and `CALLED`.

    Args:
        name: name of the edition.
        base: the shipped edition from which all tables come that are not in `texts`.
        texts: the tables that differ from those of `base`.
    """

    __slots__ = ("base", "name", "texts")

    name: str
    base: str
    texts: Texts
    KNOWN: ClassVar[dict[str, Any]]
    """Every user-made edition that was read in this process, by its key as plain text."""
    FOLDERS: ClassVar[dict[str, str]]
    """Absolute path of the folder of each edition, by key."""
    CALLED: ClassVar[dict[str, str]]
    """Names to show, by key, for editions that share their own name with another one."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.KNOWN, cls.FOLDERS, cls.CALLED = {}, {}, {}

    def __new__(cls, name: str, base: str, texts: Texts) -> Self:
        """Return the key with this content; equal contents share one object."""
        digest = sha256(repr((base, texts)).encode()).hexdigest()[:DIGITS]
        key = super().__new__(cls, f"{name}@{digest}")
        key.name, key.base, key.texts = name, base, texts
        known: Self = cls.KNOWN.setdefault(key.whole, key)
        return known

    @property
    def whole(self) -> str:
        """Full key as plain text, with its digest."""
        return str.__str__(self)

    def __str__(self) -> str:
        return self.CALLED.get(self, self.name)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., OwnTables], tuple[Any, ...]]:
        return type(self), (self.name, self.base, self.texts)

    @classmethod
    def base_of(cls, edition: str) -> str:
        """Return the shipped edition that an edition is based on; a shipped edition is its own base."""
        own = cls.KNOWN.get(edition)
        return edition if own is None else str(own.base)

    @classmethod
    def name_of(cls, edition: str) -> str:
        """Return the name of an edition."""
        return f"{cls.KNOWN.get(edition, edition)}"

    @classmethod
    def tell_apart(cls, editions: Iterable[str]) -> None:
        """From now on, show editions of equal names by the ends of their folders' paths, or else by their keys."""
        by_name: dict[str, dict[str, Self]] = {}
        for key in (cls.KNOWN[edition] for edition in editions if edition in cls.KNOWN):
            by_name.setdefault(key.name, {})[key.whole] = key
        for name, keys in by_name.items():
            if len(keys) > 1:
                folders = [cls.FOLDERS.get(key) for key in keys]
                cls.CALLED |= zip(keys, _called_by_folders(name, folders, [*keys]), strict=True)

    @classmethod
    def in_plain(cls, editions: Iterable[str]) -> dict[str, Any]:
        """Return the tables of user-made editions in plain types, for save files.

        The result is {} if all editions are shipped ones.
        """
        own = [cls.KNOWN[name] for name in editions if name in cls.KNOWN]
        described = [{"name": one.name, "from": one.base, "texts": dict(one.texts)} for one in own]
        return {"edition_tables": described} if own else {}

    @classmethod
    def read_plain(cls, described: Mapping[str, Any]) -> list[Self]:
        """Return the editions whose tables `in_plain` wrote into a save file; their folders are not needed.

        Raises:
            KeyError: if the description is broken.
        """
        return [
            cls(tables["name"], tables["from"], tuple(tables["texts"].items()))
            for tables in described.get("edition_tables", ())
        ]

    @classmethod
    def seen_from(cls, edition: str, file: str | os.PathLike[str]) -> str:
        """Return the text by which a file names an edition: a name, or the path of its folder relative to the file."""
        folder = cls.FOLDERS.get(edition)
        if folder is None:
            return str(edition)
        way = os.path.relpath(folder, os.path.dirname(os.path.abspath(file)))
        return way if way.startswith(os.curdir) else os.path.join(os.curdir, way)


def _called_by_folders(name: str, folders: Sequence[str | None], keys: Sequence[str]) -> Sequence[str]:
    """Return the shortest ends of folders' paths that differ from each other, or the keys if a folder is unknown."""
    if None in folders:
        return keys
    parts = [Path(folder or "").parts for folder in folders]
    for length in range(1, max(map(len, parts)) + 1):
        ends = ["/".join(part[-length:]) for part in parts]
        if len({*ends}) == len(ends):
            return [end if Path(end).name == name else f"{end} ({name})" for end in ends]
    return keys


STANDARD = "standard"
"""Name of the shipped edition in games that ship only one."""
Row = Mapping[str, str]
Line = tuple[int | None, dict[str, str]]
"""Row of a table, with its line number in the user's folder, or None for a row of the base edition."""
Tables = Mapping[str, list[Line]]
Wrong = Iterator[tuple[int | None, str]]
"""Iterator over the faults of a table, each with its line number or None."""


@dataclass(frozen=True, eq=False)
class Shelf:
    """Tables of a game's editions, and all checks of user-made ones.

    Args:
        tables: columns of each table, in order.
        keys: key columns of each table, separated by spaces; a row replaces the base edition's row of the same key.
        singular: noun for a row of each table, e.g. `card`.
        shipped: names of the editions that come with the program.
        text: function that returns the text of a table, given a shipped edition and the name of the table.
        own: class of the keys of user-made editions.
        checks: by table, function that checks the table's rows together with those of other tables.
        many: tables in which several rows share a key and belong together, e.g. the squares of a board.
        provenance: columns about the source of a row, which are never taken from a replaced row.
        inherits: by table, the only columns taken from a replaced row; tables not named take all.
        empty: by table, default values of columns that new rows leave out.
        fixed: tables to which no row can be added, with the reason.
        rests_on: by table, the other tables that must be free of faults before the table can be checked.
        of_row: function that yields the faults of a row whose single cells are all valid.
        names: columns in which letters of all alphabets are allowed.
        elsewhere: function that says which other game a folder belongs to, given its base and the columns of its
            tables.
        command: command that deals with editions of the game.
        known: function that returns other facts for checking editions, such as kinds of cards whose rules the user
            named.
        targets: default targets of the game's balance report, by name.
    """

    tables: Mapping[str, Mapping[str, Column]]
    keys: Mapping[str, str]
    singular: Mapping[str, str]
    text: Callable[[str, str], str]
    own: type[OwnTables]
    checks: Mapping[str, Callable[[Tables], Wrong]]
    shipped: tuple[str, ...] = (STANDARD,)
    many: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ("source", "confidence")
    inherits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    empty: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    rests_on: Mapping[str, set[str]] = field(default_factory=dict)
    of_row: Callable[[str, Row], Iterator[str]] = lambda table, row: iter(())
    names: tuple[str, ...] = ("source", "confidence")
    elsewhere: Callable[[str, Mapping[str, Sequence[str]]], str] = lambda base, tables: ""
    command: str = "analyzer edition"
    known: Callable[[], Hashable] = tuple
    targets: Mapping[str, str] = field(default_factory=dict)

    def table_of(self, edition: str, table: str) -> str:
        """Return the text of a table, from the edition itself or from its base."""
        own = dict(self.own.KNOWN[edition].texts) if edition in self.own.KNOWN else {}
        text: str = own[table] if table in own else self.text(self.own.base_of(edition), table)
        return text

    def key_columns(self, table: str) -> list[str]:
        """Return the key columns of a table."""
        return self.keys[table].split()

    def key(self, table: str, row: Row) -> str:
        """Return the key of a row: the values of its key columns, separated by spaces."""
        return " ".join(row[column] for column in self.key_columns(table))

    def rows(self, edition: str, table: str) -> Iterator[dict[str, str]]:
        """Yield the rows of a table, without rows that only a shipped edition can have (class IVC of 2007)."""
        for row in csv.DictReader(self.table_of(edition, table).splitlines()):
            if not row.get("harder"):
                yield row


def rows_by_key(key: str, lines: list[Line]) -> dict[str, list[Line]]:
    """Return the rows of a table by key.

    Args:
        key: the key columns, separated by spaces.
        lines: the rows.
    """
    groups: dict[str, list[Line]] = {}
    for line, row in lines:
        groups.setdefault(" ".join(row[column] for column in key.split()), []).append((line, row))
    return groups


def twice(key: str, lines: list[Line]) -> Wrong:
    """Yield a fault for every row of the user's folder that has the same key as an earlier row of the table."""
    for value, same in rows_by_key(key, lines).items():
        for line, _ in same[1:]:
            first = f" (line {same[0][0]})" if same[0][0] is not None else ""
            yield line, f"{key} {value[:40]} is there before{first}: leave one out"
