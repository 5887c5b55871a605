"""Editions of the user's own: begin, check, load and compare them."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.answers.numbers import listed
from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import Edition
from analyzer.trucker.edition import load_edition as edition_of
from analyzer.trucker.editions import FIELD, FOLDERS, pairs, ships_to_write
from analyzer.trucker.ship.shipfile import parse_ship


def _numbers(edition: Edition) -> dict[str, int | None]:
    """Return the number of things in each table."""
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
    """What may have been forgotten."""
    levels = edition.levels.values()
    in_box = {part.kind for part in edition.box}
    yield from (f"The box has no {name}: add it to components.csv." for name in edition.kinds if name not in in_box)
    lost: dict[int, list[int]] = {}
    for card in edition.cards:
        if not any(level.may_reveal(card) or (card.learning and level.learning == "choice") for level in levels):
            lost.setdefault(card.level, []).append(card.id)
    for level, cards in sorted(lost.items()):
        which = f"card{'s' * (len(cards) > 1)} {listed(list(map(str, cards)))}"
        yield f"No flight ever meets {which}: no pile of levels.csv has level {level}: add it to one."


def load_rules(path: str | Path) -> tuple[str, ...]:
    """Run a file of Python with kinds of cards of your own; the names of its kinds.

    Editions that are read afterwards may name these kinds in their `cards.csv`. Each kind is a
    `CardKind(RULE, ...)` whose RULE is a function of the file; its name is that of the function.

    >>> import analyzer
    >>> analyzer.load_rules("ships/own-edition/outposts/repair_dock.py")
    ('repair_dock',)

    Raises AnalyzerError where the file breaks, with its line, where it has no kind, and for a kind or an event whose
    name is another's.
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
"""An edition: its name, its folder, or itself."""


def load_edition(edition: EditionLike) -> Edition:
    """The edition of that name (2007, 2021), or in that folder.

    What it holds is read, not changed; ships are of it where their file says `edition: FOLDER`, or with
    `load_ship(path, edition=FOLDER)`.

    >>> import analyzer
    >>> len(analyzer.load_edition("2007").cards), len(analyzer.load_edition("ships/own-edition").cards)
    (60, 62)

    Raises AnalyzerError for an edition that is not there, and with every fault of every table of a folder, each with
    its file, line, column and cure.
    """
    return CALLS.load(edition)


def new_edition(folder: str | Path, base: EditionLike = "2007") -> NewEdition:
    """Write all tables and reference ships of `base` into a new folder, to begin an edition of one's own with.

    Above each table stand lines that explain its columns.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> written = analyzer.new_edition(mkdtemp() + "/mine", "2007")
    >>> [path.name for path in written.files][:3]
    ['edition.yaml', 'cards.csv', 'kinds.csv']
    >>> analyzer.check_edition(written.folder).own
    ()

    Raises AnalyzerError for a folder that is there already, and where none can be written.
    """
    return CALLS.new(folder, base)


def check_edition(folder: str | Path) -> EditionContents:
    """What an edition in a folder holds, and which of its rows are not those of the edition it stands on.

    >>> import analyzer
    >>> analyzer.check_edition("ships/own-edition").name
    'own-edition'

    Raises AnalyzerError with every fault of every table and reference ship, each with its file, line and cure.
    """
    return CALLS.check(folder)


def edition_differences(one: EditionLike, other: EditionLike) -> EditionDifferences:
    """What differs between two editions, row by row.

    >>> import analyzer
    >>> analyzer.edition_differences("2007", "ships/own-edition").sentences()[0].partition(",")[0]
    'card 60: only in own-edition: level 2'

    Raises AnalyzerError as `load_edition` does.
    """
    return CALLS.diff(one, other)
