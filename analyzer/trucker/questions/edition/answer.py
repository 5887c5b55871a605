"""What is in an edition of the user's own, what was written to begin one, and what differs between two."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, WORD, Column, Description, Lines, Row, Table
from analyzer.trucker.edition import Edition
from analyzer.trucker.edition_key import OwnEdition
from analyzer.trucker.tables.differing import Difference, differences, name_of
from analyzer.trucker.tables.folder import FIELD

FILES = (Column("file", "file", WORD),)
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

    def description(self) -> Description:
        """Where it is, and what to do with it."""
        folder = self.folder
        facts = {"folder": str(folder), "from": str(self.base), "files": [str(path) for path in self.files]}
        written = f"{folder}: written, {len(self.files)} files; change them, then: analyzer edition check {folder}"
        return Description("", "", facts, [written])


@dataclass(frozen=True, repr=False)
class EditionContents(Described):
    """What an edition of the user's own holds; it has no fault."""

    folder: Path
    key: OwnEdition
    edition: Edition

    @property
    def name(self) -> str:
        """What it is called."""
        return self.key.name

    @property
    def own(self) -> tuple[Difference, ...]:
        """What differs from the edition that it stands on."""
        return tuple(differences(self.key.base, self.key))

    def description(self) -> Description:
        """How much there is of everything, and how much of that is its own."""
        edition, own = self.edition, self.own
        box = len(edition.box)
        numbers = {
            "cards": len(edition.cards),
            "kinds": len(edition.kinds),
            "components": box,
            "boards": len(edition.boards),
            "levels": len(edition.levels),
            "goods": len(edition.good_values),
            "switches": None,
        }
        rows = [
            {"what": table, "number": number, "differs": len({one.row for one in own if one.table == table})}
            for table, number in numbers.items()
        ]
        ships = sum(name.startswith(FIELD) for name, _ in self.key.texts)
        facts = {
            "edition": self.name,
            "key": self.key.whole,
            "from": self.key.base,
            "folder": str(self.folder),
            "tables": rows,
            "own_reference_ships": ships,
        }
        return Description(
            f"The {self.name} edition",
            f", on that of {self.key.base}: no faults",
            facts,
            [Table("", HOLDS, [Row(row) for row in rows])],
            self._notes(),
        )

    def _notes(self) -> list[str]:
        """What may have been forgotten."""
        edition = self.edition
        in_box = {part.kind for part in edition.box}
        notes = [f"The box has no {name}: add it to components.csv." for name in edition.kinds if name not in in_box]
        dealt = {number for level in edition.levels.values() for number in level.pile}
        idle = sorted({card.level for card in edition.cards if not card.learning} - dealt)
        notes += [f"No level deals cards of level {level}: name it in a pile of levels.csv." for level in idle]
        return notes


@dataclass(frozen=True, repr=False)
class EditionDifferences(Described):
    """Every difference of two editions."""

    one: str
    other: str
    rows: tuple[Difference, ...]

    def sentences(self) -> list[str]:
        """A sentence for each row of a table that differs."""
        names = name_of(self.one), name_of(self.other)
        rows = groupby(self.rows, key=lambda row: row.what)
        return [f"{what}: {'; '.join(row.in_words(*names) for row in those)}" for what, those in rows]

    def description(self) -> Description:
        """All of them in words."""
        facts = {"one": self.one, "other": self.other, "differences": [asdict(row) for row in self.rows]}
        alike = f"{name_of(self.one)} and {name_of(self.other)} do not differ."
        return Description(
            f"{name_of(self.one)} and {name_of(self.other)}",
            f": {len(self.rows)} difference{'s' * (len(self.rows) != 1)}",
            facts,
            [Lines(tuple(self.sentences())) if self.rows else alike],
        )
