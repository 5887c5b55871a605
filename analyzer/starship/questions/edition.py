"""Editions of the user's own: calls that begin, check, load and compare them."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.files.editions.differences import pairs
from analyzer.files.editions.rules import TablesOfEdition
from analyzer.files.editions.shelf import STANDARD
from analyzer.starship import tables
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.editions import FOLDERS
from analyzer.starship.tables import DEFAULT, OwnEdition, Rules, rules_of
from analyzer.starship.turn.points import most_points
from analyzer.starship.turn.turn import games
from analyzer.starship.world import DEFAULT_CAPTAIN


class Edition(TablesOfEdition):
    """The tables of an edition.

    Within `with edition:`, ships and positions that name no edition are played by it.

    Attributes:
        edition: `standard`, or the key of an edition of the user's own.
    """

    DEFAULT, OWN = DEFAULT, OwnEdition

    @property
    def rules(self) -> Rules:
        """Frozen tables of the edition, as the rule engine takes them."""
        return rules_of(self.edition)

    @property
    def cards(self) -> tuple[tables.Card, ...]:
        """All cards of sectors, reserve and start."""
        return self.rules.cards

    @property
    def adventures(self) -> tuple[tables.Adventure, ...]:
        """All adventures."""
        return self.rules.adventures

    @property
    def modules(self) -> dict[tuple[str, int], tables.Module]:
        """All modules, by name and level."""
        return self.rules.modules

    @property
    def costs(self) -> dict[str, dict[str, int]]:
        """Cost of each build, by name of goods and science."""
        return {build: dict(zip(tables.STORED, cost, strict=True)) for build, cost in self.rules.costs.items()}

    @property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """Faces of each die, by its colour."""
        return self.rules.dice

    @property
    def start(self) -> dict[str, int]:
        """Numbers with which players start, and limits of the rules, by name."""
        return self.rules.start


GOAL_GAMES, GOAL_TURNS = 40, 100
"""Number of games, and turns of each, that test whether a raised goal can be reached; they take a few seconds."""


def _numbers(edition: Edition) -> dict[str, int | None]:
    """Return the number of entries in each table, None for the table of the start."""
    counted = ("cards", "adventures", "modules", "costs", "dice")
    return {**{table: len(getattr(edition, table)) for table in counted}, "start": None}


def _goal_notes(edition: Edition) -> list[str]:
    """Return a warning if the goal exceeds the standard one and cannot be reached, or is not reached in test games."""
    goal, most = edition.start["goal"], most_points(edition.rules)
    if goal <= Edition(STANDARD).start["goal"]:
        return []
    if goal > most:
        return [f"The goal is {goal} points, but nobody can have more than {most}: set a smaller goal in start.csv."]
    captain = load_captain(DEFAULT_CAPTAIN)
    played = games(edition.rules, (captain, captain), 1, 0, GOAL_GAMES, turns=GOAL_TURNS)
    if any(table.over.any() for table in played):
        return []
    tried = f"{GOAL_GAMES} test games of the captain sensible, of {GOAL_TURNS} turns each"
    return [f"Nobody reached the goal of {goal} points in {tried}: set a smaller goal in start.csv."]


CALLS = EditionCalls(
    FOLDERS,
    Edition,
    Edition,
    attrgetter("edition"),
    "ship or position",
    _numbers,
    partial(pairs, FOLDERS.shelf),
    forgotten=_goal_notes,
)


EditionLike = str | Path | Edition
"""An edition: `standard`, the folder of its tables, or an `Edition`."""


def load_edition(edition: EditionLike) -> Edition:
    """Return the standard edition, or the edition whose tables are in a folder.

    Ships and positions belong to an edition if their file says `edition: FOLDER`. Within `with edition:` all that
    name no edition belong to it.

    Args:
        edition: `standard`, a folder, or an `Edition`, which is returned as it is.

    Returns:
        The edition with its tables.

    Raises:
        AnalyzerError: If a table has faults; all of them are listed.

    >>> from analyzer import starship
    >>> standard = starship.load_edition("standard")
    >>> standard.costs["booster"]["fuel"], standard.dice["yellow"]
    (2, (1, 1, 2, 2, 3, 3))
    >>> with starship.load_edition("ships/starship/quick") as mine:
    ...     starship.load_position("ships/starship/midgame.yaml").edition == mine.edition
    True
    """
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = STANDARD) -> NewEdition:
    """Write all tables of an edition into a new folder, each with lines that explain its columns.

    Args:
        folder: The folder to make.
        base: The edition to copy.

    Returns:
        The folder and its files.

    Raises:
        AnalyzerError: If the folder exists, or cannot be written.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> [path.name for path in starship.new_edition(mkdtemp() + "/mine").files][:2]
    ['edition.yaml', 'cards.csv']
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """Return the contents of an edition in a folder, and the rows that differ from the edition it is based on.

    Args:
        folder: The folder of its tables.

    Returns:
        The number of entries in each table, the differences, and warnings.

    Raises:
        AnalyzerError: If a table has faults; all are listed with their file, line and cure.

    >>> from analyzer import starship
    >>> starship.check_edition("ships/starship/quick").name
    'quick'
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """Return the differences between two editions, row by row.

    Args:
        one: The first edition: `standard`, a folder, or an `Edition`.
        other: The second edition.

    Returns:
        The differing rows of each table, also as sentences.

    Raises:
        AnalyzerError: If a table has faults; all of them are listed.

    >>> from analyzer import starship
    >>> starship.edition_differences("standard", "ships/starship/quick").sentences()[-1]
    'start goal: value 10 in standard, 8 in quick'
    """
    return CALLS.diff(one, other)
