"""What is in an edition of the user's own, what was written to begin one, and what differs between two; of any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, WORD, Column, Description, Lines, Row, Table
from analyzer.answers.names import listed
from analyzer.files.editions.differing import Difference
from analyzer.files.editions.key import OwnTables


def own_edition_note(key: OwnTables, more: str = "") -> str:
    """Which tables of an edition of the user's own are not those of one that comes with the product."""
    changed = [name for name, _ in key.texts if "/" not in name]
    is_one = len(changed) == 1 and not changed[0].endswith(PLURAL)
    verb, those = ("differs", "that") if is_one else ("differ", "those")
    tables = f"its {listed(changed)} {verb} from {those} of {key.base}" if changed else f"as {key.base}"
    return f"The {key} edition is the user's own: {tables}{more} ({key.whole})."


def own_edition_notes(own: type[OwnTables], edition: str) -> list[str]:
    """The same of an edition by its name, if it is one of the user's own."""
    key = own.KNOWN.get(edition)
    return [] if key is None else [own_edition_note(key)]


PLURAL = ("s", "dice")
"""How names of tables end that stand for several things."""
HOLDS = (
    Column("what", "", WORD),
    Column("number", "number", COUNT),
    Column("differs", "differ", COUNT, "rows added, removed or changed, compared with the edition it is based on"),
)


@dataclass(frozen=True, repr=False)
class NewEdition(Described):
    """A folder that was written, the edition it was taken from, and its files."""

    folder: Path
    base: str
    files: tuple[Path, ...]
    command: str = "analyzer edition"

    def description(self) -> Description:
        """Where it is, and what to do with it."""
        folder = self.folder
        facts = {"folder": str(folder), "from": str(self.base), "files": [str(path) for path in self.files]}
        written = f"{folder}: written, {len(self.files)} files; change them, then: {self.command} check {folder}"
        return Description("", "", facts, [written])


@dataclass(frozen=True, repr=False)
class EditionContents(Described):
    """What an edition of the user's own holds; it has no fault.

    edition: what is read of it; numbers: by table how many things it holds, None where that says nothing; own: what
    differs from the edition that it stands on; forgotten: what may have been; more: facts for JSON.
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
        """What it is called."""
        return self.key.name

    def description(self) -> Description:
        """How much there is of everything, and how much of that is its own."""
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
    """Every difference of two editions: by name or key, with what they are called."""

    one: str
    other: str
    rows: tuple[Difference, ...]
    names: tuple[str, str]

    def sentences(self) -> list[str]:
        """A sentence for each row of a table that differs."""
        rows = groupby(self.rows, key=lambda row: row.what)
        return [f"{what}: {'; '.join(row.in_words(*self.names) for row in those)}" for what, those in rows]

    def description(self) -> Description:
        """All of them in words."""
        plain = [{name: value for name, value in asdict(row).items() if name != "singular"} for row in self.rows]
        facts = {"one": self.one, "other": self.other, "differences": plain}
        one, other = self.names
        alike = f"{one} and {other} do not differ."
        return Description(
            f"{one} and {other}",
            f": {len(self.rows)} difference{'s' * (len(self.rows) != 1)}",
            facts,
            [Lines(tuple(self.sentences())) if self.rows else alike],
        )
