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
from analyzer.starship import tables
from analyzer.starship.edition import OwnEdition, of_its_edition, played_by
from analyzer.starship.editions.folder import FOLDERS, SHELF, named_edition


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
    def cards(self) -> tuple[tables.Card, ...]:
        """All cards of sectors, reserve and start."""
        return tables.cards()

    @property
    def adventures(self) -> tuple[tables.Adventure, ...]:
        """All adventures."""
        return tables.adventures()

    @property
    def modules(self) -> dict[tuple[str, int], tables.Module]:
        """Every level of every module."""
        return tables.modules()

    @property
    def costs(self) -> dict[str, dict[str, int]]:
        """By build what it costs, by name of goods and science."""
        return {build: dict(zip(tables.STORED, cost, strict=True)) for build, cost in tables.costs().items()}

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """The faces of each die."""
        return tables.dice()

    @property
    def start(self) -> dict[str, int]:
        """The numbers of the start and the limits, by name."""
        return tables.start()


EditionLike = str | Path | Edition
"""An edition: `standard`, its folder, or itself."""


def load_edition(edition: EditionLike) -> Edition:
    """The edition `standard`, or that in a folder; raises AnalyzerError with every fault of every table.

    Ships and positions are of it where their file says `edition: FOLDER`; within `with` all are that name none.

    >>> from analyzer import starship
    >>> standard = starship.load_edition("standard")
    >>> standard.costs["booster"]["fuel"], standard.dice["yellow"]
    (2, (1, 1, 2, 2, 3, 3))
    >>> with starship.load_edition("ships/starship/quick") as mine:
    ...     starship.load_position("ships/starship/midgame.yaml").edition == mine.edition
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

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> [path.name for path in starship.new_edition(mkdtemp() + "/mine").files][:2]
    ['edition.yaml', 'cards.csv']

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    path, key = Path(folder), key_of(base)
    return NewEdition(path, key, tuple(write_folder(SHELF, path, key, "ship or position", {})), SHELF.command)


def check_edition(folder: str | Path) -> EditionContents:
    """What an edition in a folder holds, and which of its rows are not those of the edition it stands on.

    >>> from analyzer import starship
    >>> starship.check_edition("ships/starship/quick").name
    'quick'

    Raises AnalyzerError with every fault of every table, each with its file, line and cure.
    """
    path = Path(folder)
    if str(folder) == STANDARD and not path.is_dir():
        raise AnalyzerError(f"edition {folder}: is built in and cannot be checked: name a folder of your own")
    key = FOLDERS.read(path)
    edition = Edition(key)
    numbers = {
        "cards": len(edition.cards),
        "adventures": len(edition.adventures),
        "modules": len(edition.modules),
        "costs": len(edition.costs),
        "dice": len(edition.dice),
        "start": None,
    }
    return EditionContents(path, key, edition, numbers, tuple(differences(SHELF, key.base, key)))


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """What differs between two editions, row by row.

    >>> from analyzer import starship
    >>> starship.edition_differences("standard", "ships/starship/quick").sentences()[-1]
    'start goal: value 10 in standard, 8 in quick'

    Raises AnalyzerError as `load_edition` does.
    """
    keys = key_of(one), key_of(other)
    names = OwnEdition.name_of(keys[0]), OwnEdition.name_of(keys[1])
    return EditionDifferences(*keys, tuple(differences(SHELF, *keys)), names)
