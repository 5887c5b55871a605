"""Editions of the user's own: load one, write one to begin with, look through one, and set two side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from analyzer.answers.edition import EditionContents, EditionDifferences, NewEdition
from analyzer.errors import AnalyzerError
from analyzer.files.editions.differing import differences
from analyzer.files.editions.in_force import STANDARD
from analyzer.files.editions.written import write_folder
from analyzer.lorry import tables
from analyzer.lorry.edition import OwnEdition, of_its_edition, played_by
from analyzer.lorry.editions.folder import FOLDERS, SHELF, named_edition
from analyzer.lorry.galaxy.galaxy import Galaxy, default_galaxy
from analyzer.lorry.tracks import TYPES


@of_its_edition
@dataclass(frozen=True)
class Edition:
    """The tables of an edition; `with edition:` plays by them whatever names none of its own.

    edition: `standard`, or the key of an edition of the user's own.
    """

    edition: str
    _entered: list[Any] = field(default_factory=list, repr=False, compare=False)

    def __enter__(self) -> Edition:
        self._entered.append(played_by(self.edition))
        self._entered[-1].__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._entered.pop().__exit__(kind, error, at)

    @property
    def name(self) -> str:
        """What it is called."""
        return OwnEdition.name_of(self.edition)

    @property
    def galaxy(self) -> Galaxy:
        """The galaxy of the edition."""
        return default_galaxy()

    @property
    def dice(self) -> dict[str, dict[str, int]]:
        """By colour how many of a die's six faces show which track."""
        return {colour: dict(zip(TYPES, faces, strict=True)) for colour, faces in tables.default_dice().items()}

    @property
    def dice_sets(self) -> dict[int, tuple[tuple[str, ...], ...]]:
        """By number of traders the dice that they may roll, the usual ones first."""
        rows = tables.rows("dice_sets")
        players = sorted({int(row["players"]) for row in rows})
        return {
            many: tuple(tuple(row["dice"].split()) for row in rows if int(row["players"]) == many) for many in players
        }

    @property
    def scoring(self) -> dict[str, int]:
        """The figures of scoring, by name."""
        return {row["thing"]: int(row["value"]) for row in tables.rows("scoring")}


EditionLike = str | Path | Edition
"""An edition: `standard`, its folder, or itself."""


def load_edition(edition: EditionLike) -> Edition:
    """The edition `standard`, or that in a folder; raises AnalyzerError with every fault of every table.

    Galaxies and positions are of it where their file says `edition: FOLDER`; within `with` all are that name none.

    >>> from analyzer import lorry
    >>> lorry.load_edition("standard").scoring
    {'star_points': 3, 'end_after': 9}
    >>> with lorry.load_edition("ships/lorry/bright-stars") as bright:
    ...     lorry.default_galaxy().edition == bright.edition
    True
    """
    return Edition(key_of(edition))


def key_of(edition: EditionLike) -> str:
    """The name by which an edition is known in here; raises AnalyzerError as `load_edition` does."""
    if isinstance(edition, Edition):
        return edition.edition
    if not isinstance(edition, str | Path):
        raise AnalyzerError(f"edition {edition!r}: give {STANDARD} or the path of a folder")
    return named_edition(str(edition))


def new_edition(folder: str | Path, base: EditionLike = STANDARD) -> NewEdition:
    """Write all tables of `base` into a new folder, each with lines that explain its columns.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> [path.name for path in lorry.new_edition(mkdtemp() + "/mine").files]
    ['edition.yaml', 'dice.csv', 'dice_sets.csv', 'galaxy.csv', 'scoring.csv']

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    path, key = Path(folder), key_of(base)
    return NewEdition(path, key, tuple(write_folder(SHELF, path, key, "galaxy or position", {})), SHELF.command)


def check_edition(folder: str | Path) -> EditionContents:
    """What an edition in a folder holds, and which of its rows are not those of the edition it stands on.

    >>> from analyzer import lorry
    >>> lorry.check_edition("ships/lorry/bright-stars").name
    'bright-stars'

    Raises AnalyzerError with every fault of every table, each with its file, line and cure.
    """
    path = Path(folder)
    if str(folder) == STANDARD and not path.is_dir():
        raise AnalyzerError(f"edition {folder}: is built in and cannot be checked: name a folder of your own")
    key = FOLDERS.read(path)
    edition = Edition(key)
    galaxy = edition.galaxy
    numbers = {
        "dice": len(edition.dice),
        "dice_sets": sum(map(len, edition.dice_sets.values())),
        "galaxy": len(galaxy.planets) + len(galaxy.specials),
        "scoring": None,
    }
    return EditionContents(path, key, edition, numbers, _between(key.base, key))


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """What differs between two editions, row by row.

    >>> from analyzer import lorry
    >>> lorry.edition_differences("standard", "ships/lorry/bright-stars").sentences()
    ['scoring: star_points: value 3 in standard, 5 in bright-stars']

    Raises AnalyzerError as `load_edition` does.
    """
    keys = key_of(one), key_of(other)
    names = OwnEdition.name_of(keys[0]), OwnEdition.name_of(keys[1])
    return EditionDifferences(*keys, _between(*keys), names)


def _between(one: str, other: str) -> tuple[Any, ...]:
    """What differs; of sets of dice, and of boxes of one kind, all are one row."""
    return tuple(differences(SHELF, one, other, {"dice_sets": _sets, "galaxy": _boxes}))


def _sets(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """By number of traders their dice."""
    sets: dict[str, list[str]] = {}
    for row in rows:
        sets.setdefault(row["players"], []).append(row["dice"])
    return {players: {"dice": " or ".join(dice)} for players, dice in sets.items()}


def _boxes(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """By kind its boxes, as column and row."""
    boxes: dict[str, list[str]] = {}
    for row in rows:
        boxes.setdefault(row["kind"], []).append(f"{row['column']},{row['row']}")
    return {kind: {"boxes": " ".join(places)} for kind, places in boxes.items()}
