"""Editions of the user's own: creating, checking, loading and comparing them."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.files.editions.differences import pairs
from analyzer.files.editions.rules import TablesOfEdition
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.galaxy import Galaxy, galaxy_of_edition
from analyzer.lorry.galaxy.galaxyfile import paper_notes
from analyzer.lorry.tables import DEFAULT, TYPES, OwnEdition, Rules, rules_of


class Edition(TablesOfEdition):
    """Tables of an edition of the game.

    `with edition:` makes galaxies and positions that name no edition use these tables.

    Args:
        edition: `standard`, or the key of an edition of the user's own.
    """

    DEFAULT, OWN = DEFAULT, OwnEdition

    @property
    def rules(self) -> Rules:
        """Frozen tables of the edition, as the rule engine takes them."""
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
        """Numbers of the scoring rules by name: `star_points` and `end_after`."""
        return dict(self.rules.scoring)


def _numbers(edition: Edition) -> dict[str, int | None]:
    """Return the number of entries of each table; None for `scoring`, whose two entries are always there."""
    sets, galaxy = sum(map(len, edition.dice_sets.values())), edition.galaxy
    boxes = len(galaxy.planets) + len(galaxy.specials)
    return {"dice": len(edition.dice), "dice_sets": sets, "galaxy": boxes, "scoring": None}


def _sets(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Gather the rows of dice sets into one row per number of traders."""
    sets: dict[str, list[str]] = {}
    for row in rows:
        sets.setdefault(row["players"], []).append(row["dice"])
    return {players: {"dice": " or ".join(dice)} for players, dice in sets.items()}


def _boxes(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    """Gather the rows of a galaxy into one row per kind of box; boxes are written as column and row."""
    boxes: dict[str, list[str]] = {}
    for row in rows:
        boxes.setdefault(row["kind"], []).append(f"{row['column']},{row['row']}")
    return {kind: {"boxes": " ".join(places)} for kind, places in boxes.items()}


GATHERED = {"dice_sets": _sets, "galaxy": _boxes}
"""Functions that merge a table's rows with the same key into one row, by name of the table."""
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
"""An edition: `standard`, a folder, or a loaded Edition."""


def load_edition(edition: EditionLike) -> Edition:
    """Load the edition `standard` or the one in a folder.

    A galaxy or position belongs to an edition if its file says `edition: FOLDER`. Inside `with edition:`, files that
    name no edition belong to it too.

    Args:
        edition: `standard`, a folder, or a loaded edition.

    Raises:
        AnalyzerError: the tables are wrong; lists every fault of every table.

    >>> from analyzer import lorry
    >>> lorry.load_edition("standard").scoring
    {'star_points': 3, 'end_after': 9}
    >>> with lorry.load_edition("ships/lorry/bright-stars") as bright:
    ...     lorry.default_galaxy().edition == bright.edition
    True
    """
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = STANDARD) -> NewEdition:
    """Write all tables of an edition into a new folder, each with lines that explain its columns.

    Args:
        folder: folder to create.
        base: edition whose tables are written.

    Returns:
        The files that were written.

    Raises:
        AnalyzerError: the folder exists already, or cannot be written.

    >>> from analyzer import lorry
    >>> from tempfile import mkdtemp
    >>> [path.name for path in lorry.new_edition(mkdtemp() + "/mine").files]
    ['edition.yaml', 'dice.csv', 'dice_sets.csv', 'galaxy.csv', 'scoring.csv']
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """Check the tables in a folder and list the rows that differ from the edition that it changes.

    Args:
        folder: folder of the edition.

    Raises:
        AnalyzerError: the tables are wrong; lists every fault of every table with file, line and cure.

    >>> from analyzer import lorry
    >>> lorry.check_edition("ships/lorry/bright-stars").name
    'bright-stars'
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """Compare two editions row by row.

    Args:
        one: first edition.
        other: second edition.

    Raises:
        AnalyzerError: an edition cannot be loaded, as in `load_edition`.

    >>> from analyzer import lorry
    >>> lorry.edition_differences("standard", "ships/lorry/bright-stars").sentences()
    ['scoring: star_points: value 3 in standard, 5 in bright-stars']
    """
    return CALLS.diff(one, other)
