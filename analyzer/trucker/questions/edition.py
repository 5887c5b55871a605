"""Editions of the user's own: creation, checks, loading and comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword
from operator import attrgetter
from pathlib import Path
from re import fullmatch

from analyzer.answers.description import Described, Description
from analyzer.answers.edition import EditionCalls, EditionContents, EditionDifferences, NewEdition
from analyzer.answers.numbers import join_names
from analyzer.errors import AnalyzerError, Fault, as_argument, brief
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.places import check_folder, write_whole
from analyzer.files.yamlfile import read_text
from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import Edition
from analyzer.trucker.edition import load_edition as edition_of
from analyzer.trucker.editions import FIELD, FOLDERS, KIND_COLUMNS, pairs, ships_to_write
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


KIND_OF_CARD = '''\
"""Rules of a kind of card: front to back, each ship may take credits for flight days. Change it to your own."""

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.decisions import TAKES, YES_OR_NO
from analyzer.trucker.convoy.events import Events, Phrase
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.convoy.worth import earn


def NAME(convoy, dice):
    for ship in convoy.front_to_back():
        # An array with one element for each flight. Prices are in hundredths of a credit.
        pays = 100 * ship.card.credits > ship.card.days * ship.day
        takes = ship.decide(TAKES, pays, lambda number: YES_OR_NO)
        ship.emit("may take NAME", takes=takes)
        taker = ship.where(takes)
        earn(taker, taker.card.credits)
        fall_back(taker, taker.card.days)


def on_may_take(tale, ship, facts):
    tale.add(ship, "NAME", takes=facts["takes"])


def phrase(facts):
    return "takes the credits" if facts["takes"] else "flies past"


KIND = CardKind(
    NAME,
    events=(Events(handlers={"may take NAME": on_may_take}, phrases={"NAME": Phrase(phrase)}),),
    needs=("credits", "days"),
)
'''
"""Rules of a new kind of card."""
TEST_OF_KIND = '''\
"""Cases of the kind of card NAME; run them with `python -m pytest FILE`."""

from pathlib import Path

import analyzer

analyzer.load_rules(Path(__file__).with_name("NAME.py"))


def flown(folder, credits, days):
    """Return a flight alone through one card of the kind."""
    folder.joinpath("edition.yaml").write_text("from: 2007\\nname: NAME-test\\n")
    row = f"9000,2,NAME,{credits},{days}"
    folder.joinpath("cards.csv").write_text(f"id,level,kind,credits,days\\n{row}\\n")
    ship = analyzer.load_field("II", analyzer.load_edition(folder).name)[0]
    return analyzer.fly([ship], flights=1, rivals="alone", cards=[9000], plain=True)[ship.name]


def test_it_pays_credits(tmp_path):
    assert flown(tmp_path, credits=7, days=0).bounty.mean == 7


def test_it_costs_days(tmp_path):
    assert flown(tmp_path, credits=99, days=3).days.mean == -3


def test_it_is_left_alone(tmp_path):
    assert flown(tmp_path, credits=0, days=3).bounty.mean == 0
'''
"""Test cases of a new kind of card."""


@dataclass(frozen=True, repr=False)
class NewKind(Described):
    """Files of a new kind of card: its rules, and cases that test them.

    Attributes:
        name: Name of the kind.
        files: Files that were written.
    """

    name: str
    files: tuple[Path, ...]

    def description(self) -> Description:
        """Describe the files that were written, and what to do with them next."""
        rules, cases = map(as_argument, self.files)
        said = [
            f"{rules}, {cases}: written; change the rule, then the cases.",
            f"Test it: python -m pytest {cases}",
            f"Use it: write {self.name} as the kind of a card in cards.csv, and give --rules {rules} to a command.",
        ]
        return Description("", "", {"kind": self.name, "files": [str(path) for path in self.files]}, said)


def new_kind(path: str | Path) -> NewKind:
    """Write the rules of a new kind of card, with cases that test them, as a start for rules of your own.

    Args:
        path: Name of the kind, with the folder of its files, e.g. `mine/charging_post`.

    Raises:
        AnalyzerError: The name cannot be that of a kind, or a file exists already.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> written = analyzer.new_kind(mkdtemp() + "/mine/windfall")
    >>> [file.name for file in written.files]
    ['windfall.py', 'test_windfall.py']
    >>> analyzer.load_rules(written.files[0])
    ('windfall',)
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"path {brief(path)}: give the name of a kind, e.g. mine/charging_post")
    place = Path(path)
    name = place.name.removesuffix(".py")
    if not fullmatch(KIND_COLUMNS["kind"].shape, name) or iskeyword(name):
        raise AnalyzerError(f"kind {name[:40]!r}: give small letters, digits and _, e.g. charging_post")
    if KINDS.knows(name):
        raise AnalyzerError(f"kind {name}: there is one already: choose another name")
    texts = {f"{name}.py": KIND_OF_CARD, f"test_{name}.py": TEST_OF_KIND}
    files = tuple(place.with_name(file) for file in texts)
    for file in files:
        if file.exists():
            raise AnalyzerError(f"{file}: exists already: choose another name, because it is not overwritten")
    check_folder(place.parent)
    for file, text in zip(files, texts.values(), strict=True):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, text.replace("NAME", name).replace("FILE", str(files[1])))
    return NewKind(name, files)


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
        The edition; its tables are read-only.

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
