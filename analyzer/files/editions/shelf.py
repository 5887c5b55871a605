"""Shelf of a game's editions: columns of its tables and keys of editions."""

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
    """A column: the pattern of what may stand in it, that in words, and what it means.

    is_number: a single whole number stands in it, so zeros in front of it say nothing.
    """

    shape: str
    cure: str
    meaning: str
    is_number: bool = False


def number(meaning: str, most: int = 999, *, empty: bool = False) -> Column:
    """A whole number of as many digits as the largest one has."""
    digits = rf"[0-9]{{1,{len(str(most))}}}"
    cure = f"a whole number up to {most}"
    return Column(f"({digits})?" if empty else digits, f"{cure}, or nothing" if empty else cure, meaning, True)


def digit(meaning: str, most: int, least: int = 0, *, empty: bool = False) -> Column:
    """A whole number of one digit."""
    shape, cure = f"[{least}-{most}]", f"a whole number from {least} to {most}"
    return Column(f"({shape})?" if empty else shape, f"{cure}, or nothing" if empty else cure, meaning, True)


def flag(meaning: str) -> Column:
    """Yes or no."""
    return Column("[01]", "1 for yes, 0 for no", meaning)


def one_word_of(words: tuple[str, ...], meaning: str) -> Column:
    """One of those words; "" among them stands for nothing."""
    listed = ", ".join(word for word in words if word)
    return Column("|".join(words), f"{listed}{', or nothing' * ('' in words)}", meaning)


def numbers(meaning: str, example: str, *, most: int, sign: str = "") -> Column:
    """Whole numbers with spaces between them."""
    one = rf"{sign}[0-9]{{1,3}}"
    return Column(rf"{one}( {one}){{0,{most - 1}}}", f"whole numbers with spaces, e.g. {example}", meaning)


ANY = Column(r".{0,1000}", "at most 1,000 letters", "")
SOURCE = {
    "source": Column(ANY.shape, ANY.cure, "where the row is from; for you, and for the notes of results"),
    "confidence": Column(ANY.shape, ANY.cure, "how sure it is; for you"),
}
"""Columns that most tables have."""


Texts = tuple[tuple[str, str], ...]
"""Tables by name, as CSV with all columns; what else belongs to an edition by a name with a slash."""
DIGITS = 10
"""Of the digest in a key."""


class OwnTables(str):
    """The key of an edition of the user's own, e.g. `mine@3f9a20c1b7`: equal where name, base and tables are.

    As text in a message or a title it is the name alone. It is pickled with its tables, so that workers and clusters
    need no folder; `KNOWN` finds it again by its key, for save files and other plain text. Each game has a class of its
    own with a `KNOWN` and `FOLDERS` of its own.

    name: what it is called; base: the edition that comes with the product from which all other tables are;
    texts: the tables that differ from those of `base`.
    """

    __slots__ = ("base", "name", "texts")

    name: str
    base: str
    texts: Texts
    KNOWN: ClassVar[dict[str, Any]]
    """Every edition of the user's own that was read in this process, by its key as plain text."""
    FOLDERS: ClassVar[dict[str, str]]
    """Where they were read, by key, as absolute paths."""
    CALLED: ClassVar[dict[str, str]]
    """By key what an edition is called beside another one of its name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.KNOWN, cls.FOLDERS, cls.CALLED = {}, {}, {}

    def __new__(cls, name: str, base: str, texts: Texts) -> Self:
        """The one key of this content."""
        digest = sha256(repr((base, texts)).encode()).hexdigest()[:DIGITS]
        key = super().__new__(cls, f"{name}@{digest}")
        key.name, key.base, key.texts = name, base, texts
        known: Self = cls.KNOWN.setdefault(key.whole, key)
        return known

    @property
    def whole(self) -> str:
        """The whole key as plain text."""
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
        """The edition that comes with the product on which this one stands; itself for one that comes with it."""
        own = cls.KNOWN.get(edition)
        return edition if own is None else str(own.base)

    @classmethod
    def name_of(cls, edition: str) -> str:
        """What an edition is called."""
        return f"{cls.KNOWN.get(edition, edition)}"

    @classmethod
    def tell_apart(cls, editions: Iterable[str]) -> None:
        """From now on call editions that have one name by the ends of their folders, or by their keys."""
        by_name: dict[str, dict[str, Self]] = {}
        for key in (cls.KNOWN[edition] for edition in editions if edition in cls.KNOWN):
            by_name.setdefault(key.name, {})[key.whole] = key
        for name, keys in by_name.items():
            if len(keys) > 1:
                folders = [cls.FOLDERS.get(key) for key in keys]
                cls.CALLED |= zip(keys, _called_by_folders(name, folders, [*keys]), strict=True)

    @classmethod
    def in_plain(cls, editions: Iterable[str]) -> dict[str, Any]:
        """What a description of runs says of the tables of the user's editions; {} if all come with the product."""
        own = [cls.KNOWN[name] for name in editions if name in cls.KNOWN]
        described = [{"name": one.name, "from": one.base, "texts": dict(one.texts)} for one in own]
        return {"edition_tables": described} if own else {}

    @classmethod
    def read_plain(cls, described: Mapping[str, Any]) -> list[Self]:
        """The editions of a description of runs, without their folders; raises KeyError where it is broken."""
        return [
            cls(tables["name"], tables["from"], tuple(tables["texts"].items()))
            for tables in described.get("edition_tables", ())
        ]

    @classmethod
    def seen_from(cls, edition: str, file: str | os.PathLike[str]) -> str:
        """How a file names that edition: by its name, or by the way from the file to its folder."""
        folder = cls.FOLDERS.get(edition)
        if folder is None:
            return str(edition)
        way = os.path.relpath(folder, os.path.dirname(os.path.abspath(file)))
        return way if way.startswith(os.curdir) else os.path.join(os.curdir, way)


def _called_by_folders(name: str, folders: Sequence[str | None], keys: Sequence[str]) -> Sequence[str]:
    """The shortest ends of the folders that tell them apart; the keys where a folder is not known."""
    if None in folders:
        return keys
    parts = [Path(folder or "").parts for folder in folders]
    for length in range(1, max(map(len, parts)) + 1):
        ends = ["/".join(part[-length:]) for part in parts]
        if len({*ends}) == len(ends):
            return [end if Path(end).name == name else f"{end} ({name})" for end in ends]
    return keys


STANDARD = "standard"
"""The edition that comes with a game that has one alone."""
Row = Mapping[str, str]
Line = tuple[int | None, dict[str, str]]
"""A row with its line in the folder's table, None for one of the edition below."""
Tables = Mapping[str, list[Line]]
Wrong = Iterator[tuple[int | None, str]]
"""Lines, and what is wrong there."""


def _nothing(table: str, row: Row) -> Iterator[str]:
    return iter(())


@dataclass(frozen=True, eq=False)
class Shelf:
    """The tables of a game's editions.

    tables: by name the columns in order; keys: the column by which a row takes the place of one of the edition below,
    or several with spaces;
    many: tables in which several rows of one key are one thing, as the squares of a board; singular: what a row is
    called; provenance: columns that speak of the row itself, and are never taken from a row that it replaces;
    inherits: by table the only columns that are taken from there, of others all are; empty: by table what stands in
    columns that are left out of new rows; fixed: tables to which no row can be added, with the reason; shipped: the
    editions that come with the product; text: of one of them the text of a table; own: keys of the user's editions;
    judges: by table what is wrong in its rows beside those of the others; rests_on: without which others they cannot
    be judged; of_row: what is wrong with a row whose cells are right.
    """

    tables: Mapping[str, Mapping[str, Column]]
    keys: Mapping[str, str]
    singular: Mapping[str, str]
    text: Callable[[str, str], str]
    own: type[OwnTables]
    judges: Mapping[str, Callable[[Tables], Wrong]]
    shipped: tuple[str, ...] = (STANDARD,)
    many: tuple[str, ...] = ()
    provenance: tuple[str, ...] = ("source", "confidence")
    inherits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    empty: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    rests_on: Mapping[str, set[str]] = field(default_factory=dict)
    of_row: Callable[[str, Row], Iterator[str]] = _nothing
    names: tuple[str, ...] = ("source", "confidence")
    """Columns in which letters of all alphabets may stand."""
    elsewhere: Callable[[str, Mapping[str, Sequence[str]]], str] = lambda base, tables: ""
    """Says of a folder that is wrong here, by its base and the columns of its tables, of which other game it is."""
    command: str = "analyzer edition"
    known: Callable[[], Hashable] = tuple
    """By what else than its tables an edition is judged, as kinds of cards whose rules the user named."""

    def table_of(self, edition: str, table: str) -> str:
        """The text of a table: of the edition itself, or of the one it stands on."""
        own = dict(self.own.KNOWN[edition].texts) if edition in self.own.KNOWN else {}
        text: str = own[table] if table in own else self.text(self.own.base_of(edition), table)
        return text

    def key_columns(self, table: str) -> list[str]:
        """The columns by which rows of a table are told apart."""
        return self.keys[table].split()

    def key(self, table: str, row: Row) -> str:
        """By what the row is told apart from others of its table."""
        return " ".join(row[column] for column in self.key_columns(table))

    def rows(self, edition: str, table: str) -> Iterator[dict[str, str]]:
        """Its rows, without those that are of an edition of the product alone (class IVC of 2007)."""
        for row in csv.DictReader(self.table_of(edition, table).splitlines()):
            if not row.get("harder"):
                yield row


def rows_by_key(key: str, lines: list[Line]) -> dict[str, list[Line]]:
    """The rows of a table by what tells them apart: a column, or several with spaces."""
    groups: dict[str, list[Line]] = {}
    for line, row in lines:
        groups.setdefault(" ".join(row[column] for column in key.split()), []).append((line, row))
    return groups


def twice(key: str, lines: list[Line]) -> Wrong:
    """Rows of the folder that say the same thing twice."""
    for value, same in rows_by_key(key, lines).items():
        for line, _ in same[1:]:
            first = f" (line {same[0][0]})" if same[0][0] is not None else ""
            yield line, f"{key} {value[:40]} is there before{first}: leave one out"
