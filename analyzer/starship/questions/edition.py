"""Editions of the user's own: begin, check, load and compare them."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.files.editions.differing import pairs
from analyzer.files.editions.rules import TablesOfEdition
from analyzer.files.editions.shelf import STANDARD
from analyzer.starship import tables
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.editions import FOLDERS
from analyzer.starship.tables import IN_FORCE, OwnEdition, of_its_edition
from analyzer.starship.turn.points import most_points
from analyzer.starship.turn.turn import games


@of_its_edition
class Edition(TablesOfEdition):
    """The tables of an edition; `with edition:` plays by them whatever names none of its own.

    edition: `standard`, or the key of an edition of the user's own.
    """

    DEFAULT, OWN = IN_FORCE, OwnEdition

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


GOAL_GAMES, GOAL_TURNS = 40, 100
"""Games, and turns of each, in which a goal above the standard one is looked for: a few seconds."""


def _numbers(edition: Edition) -> dict[str, int | None]:
    """By table how many things it holds."""
    counted = ("cards", "adventures", "modules", "costs", "dice")
    return {**{table: len(getattr(edition, table)) for table in counted}, "start": None}


def _goal_notes(edition: Edition) -> list[str]:
    """Return a warning where the goal is above the standard one and out of reach: surely, or in a few games."""
    with edition:
        return _notes_on_goal(edition)


def _notes_on_goal(edition: Edition) -> list[str]:
    goal, most = edition.start["goal"], most_points()
    if goal <= Edition(STANDARD).start["goal"]:
        return []
    if goal > most:
        return [f"The goal is {goal} points, but nobody can have more than {most}: set a smaller goal in start.csv."]
    captain = load_captain("sensible")
    played = games((captain, captain), 1, 0, GOAL_GAMES, turns=GOAL_TURNS)
    if any(table.over.any() for table in played):
        return []
    tried = f"{GOAL_GAMES} games of sensible that were played for {GOAL_TURNS} turns"
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
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = STANDARD) -> NewEdition:
    """Write all tables of `base` into a new folder, each with lines that explain its columns.

    >>> from analyzer import starship
    >>> from tempfile import mkdtemp
    >>> [path.name for path in starship.new_edition(mkdtemp() + "/mine").files][:2]
    ['edition.yaml', 'cards.csv']

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """What an edition in a folder holds, and which of its rows are not those of the edition it stands on.

    >>> from analyzer import starship
    >>> starship.check_edition("ships/starship/quick").name
    'quick'

    Raises AnalyzerError with every fault of every table, each with its file, line and cure.
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """What differs between two editions, row by row.

    >>> from analyzer import starship
    >>> starship.edition_differences("standard", "ships/starship/quick").sentences()[-1]
    'start goal: value 10 in standard, 8 in quick'

    Raises AnalyzerError as `load_edition` does.
    """
    return CALLS.diff(one, other)
