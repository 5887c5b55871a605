"""Editions of the user's own: creation, checks, loading and comparison."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import Edition
from analyzer.trucker.edition import load_edition as edition_of
from analyzer.trucker.editions import FIELD, FOLDERS, pairs, ships_to_write
from analyzer.trucker.ship.shipfile import parse_ship


def _numbers(edition: Edition) -> dict[str, int | None]:
    """Return the number of rows (cards, kinds, ...) in each table."""
    return {
        "cards": len(edition.cards),
        "kinds": len(edition.kinds),
        "components": len(edition.box),
        "boards": len(edition.boards),
        "levels": len(edition.levels),
        "goods": len(edition.good_values),
        "switches": None,
    }


def _forgotten(edition: Edition) -> Iterator[str]:
    """Yield warnings about likely omissions: kinds that the box lacks, and cards that no flight ever meets."""
    levels = edition.levels.values()
    in_box = {part.kind for part in edition.box}
    yield from (f"The box has no {name}: add it to components.csv." for name in edition.kinds if name not in in_box)
    lost: dict[int, list[int]] = {}
    for card in edition.cards:
        if not any(level.may_reveal(card) or (card.learning and level.learning == "choice") for level in levels):
            lost.setdefault(card.level, []).append(card.id)
    for level, cards in sorted(lost.items()):
        which = f"card{'s' * (len(cards) > 1)} {join_names(list(map(str, cards)))}"
        yield f"No flight ever meets {which}: no pile of levels.csv has level {level}: add it to one."


def load_rules(path: str | Path) -> tuple[str, ...]:
    """Run a Python file with card kinds of your own and return the names of its kinds.

    Editions read afterwards may name these kinds in their `cards.csv`. Each kind is a `CardKind(RULE, ...)`, with RULE
    a function of the file; its name is that of the function.

    Args:
        path: path of the file.

    Returns:
        Names of the kinds.

    Raises:
        AnalyzerError: if the file fails (with the line), has no kind, or reuses the name of a kind or an event.

    >>> import analyzer
    >>> analyzer.load_rules("ships/own-edition/outposts/repair_dock.py")
    ('repair_dock',)
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"rules {brief(path)}: give the path of a file")
    return tuple(KINDS.add(read_text(Path(path)), str(path)))


def _faults_of_ships(path: Path, key: OwnTables) -> list[Fault]:
    """Return the faults of the reference ships in the folder."""
    faults: list[Fault] = []
    for name, text in key.texts:
        if name.startswith(FIELD):
            where, board = str(path / name), name.split("/")[1]
            try:
                ship = parse_ship(text, where, key)
            except AnalyzerError as error:
                faults += error.faults
                continue
            flaw = ship.flawed()
            faults += [Fault(flaw, where)] * bool(flaw)
            if ship.board.name != board:
                faults.append(Fault(f"board {ship.board.name}: in the folder of board {board}: move it", where))
    return faults


CALLS = EditionCalls(
    FOLDERS,
    Edition,
    edition_of,
    attrgetter("name"),
    "ship",
    _numbers,
    pairs,
    forgotten=_forgotten,
    beside=ships_to_write,
    faults=_faults_of_ships,
    more=lambda key: {"own_reference_ships": sum(name.startswith(FIELD) for name, _ in key.texts)},
)
EditionLike = str | Path | Edition
"""An edition, its name, or its folder."""


def load_edition(edition: EditionLike) -> Edition:
    """Load an edition by name (2007, 2021), or from a folder.

    A ship belongs to an edition if its file says `edition: FOLDER`, or if it is read by `load_ship(path,
    edition=FOLDER)`.

    Args:
        edition: a name, the path of a folder, or an edition.

    Returns:
        The edition, whose tables are for reading only.

    Raises:
        AnalyzerError: for an edition that does not exist, and with every fault of every table of a folder, each with
            its file, line, column, and a way to mend it.

    >>> import analyzer
    >>> len(analyzer.load_edition("ships/own-edition").cards) - len(analyzer.load_edition("2007").cards)
    2
    """
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = "2007") -> NewEdition:
    """Write all tables and reference ships of `base` into a new folder, as a start for an edition of your own.

    Each table begins with comment lines that explain its columns.

    Args:
        folder: path of the new folder.
        base: edition to copy.

    Returns:
        The folder and the files that were written.

    Raises:
        AnalyzerError: for a folder that exists already, or that cannot be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> written = analyzer.new_edition(mkdtemp() + "/mine", "2007")
    >>> [path.name for path in written.files][:3]
    ['edition.yaml', 'cards.csv', 'kinds.csv']
    >>> analyzer.check_edition(written.folder).own
    ()
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """Check an edition in a folder and return its contents, with the rows that differ from its base edition.

    Args:
        folder: path of the folder.

    Returns:
        The contents: numbers of cards, kinds and so on, rows of its own, and warnings.

    Raises:
        AnalyzerError: with every fault of every table and reference ship, each with its file, line, and a way to mend
            it.

    >>> import analyzer
    >>> analyzer.check_edition("ships/own-edition").name
    'own-edition'
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """Return the differences between two editions, row by row.

    Args:
        one: the edition compared.
        other: the edition it is compared with.

    Returns:
        The rows that differ, table by table.

    Raises:
        AnalyzerError: as `load_edition` does.

    >>> import analyzer
    >>> analyzer.edition_differences("2007", "ships/own-edition").sentences()[0].partition(": ")[2].partition(",")[0]
    'only in own-edition: level 2'
    """
    return CALLS.diff(one, other)
