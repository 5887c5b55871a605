"""Editions of the user's own: begin, check, load and compare them."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.files.editions.differing import pairs
from analyzer.files.editions.rules import TablesOfEdition
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.galaxy import Galaxy, galaxy_of_edition
from analyzer.lorry.galaxy.galaxyfile import paper_notes
from analyzer.lorry.tables import DEFAULT, TYPES, OwnEdition, Rules, rules_of


class Edition(TablesOfEdition):
    """The tables of an edition; `with edition:` makes it the default of files that name none.

    edition: `standard`, or the key of an edition of the user's own.
    """

    DEFAULT, OWN = DEFAULT, OwnEdition

    @property
    def rules(self) -> Rules:
        """Its tables as the rules read them."""
        return rules_of(self.edition)

    @property
    def galaxy(self) -> Galaxy:
        """Galaxy of the edition."""
        return galaxy_of_edition(self.rules)

    @property
    def dice(self) -> dict[str, dict[str, int]]:
        """Number of the six faces that show each type of track, by colour of die."""
        return {colour: dict(zip(TYPES, faces, strict=True)) for colour, faces in self.rules.dice.items()}

    @property
    def dice_sets(self) -> dict[int, tuple[tuple[str, ...], ...]]:
        """Sets of dice that each number of traders may roll, the usual one first."""
        return dict(self.rules.dice_sets)

    @property
    def scoring(self) -> dict[str, int]:
        """Figures of scoring by name: `star_points` and `end_after`."""
        return dict(self.rules.scoring)


def _numbers(edition: Edition) -> dict[str, int | None]:
    """By table how many things it holds."""
    sets, galaxy = sum(map(len, edition.dice_sets.values())), edition.galaxy
    boxes = len(galaxy.planets) + len(galaxy.specials)
    return {"dice": len(edition.dice), "dice_sets": sets, "galaxy": boxes, "scoring": None}


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


GATHERED = {"dice_sets": _sets, "galaxy": _boxes}
"""Functions that gather rows of one key, by name of table."""
CALLS = EditionCalls(
    FOLDERS,
    Edition,
    Edition,
    attrgetter("edition"),
    "galaxy or position",
    _numbers,
    partial(pairs, FOLDERS.shelf, gathered=GATHERED),
    forgotten=lambda edition: paper_notes(edition.galaxy),
)


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
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = STANDARD) -> NewEdition:
    """Write all tables of `base` into a new folder, each with lines that explain its columns.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> [path.name for path in lorry.new_edition(mkdtemp() + "/mine").files]
    ['edition.yaml', 'dice.csv', 'dice_sets.csv', 'galaxy.csv', 'scoring.csv']

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """What an edition in a folder holds, and which of its rows are not those of the edition it stands on.

    >>> from analyzer import lorry
    >>> lorry.check_edition("ships/lorry/bright-stars").name
    'bright-stars'

    Raises AnalyzerError with every fault of every table, each with its file, line and cure.
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """What differs between two editions, row by row.

    >>> from analyzer import lorry
    >>> lorry.edition_differences("standard", "ships/lorry/bright-stars").sentences()
    ['scoring: star_points: value 3 in standard, 5 in bright-stars']

    Raises AnalyzerError as `load_edition` does.
    """
    return CALLS.diff(one, other)
