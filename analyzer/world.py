"""Interface of a game for rooms that know no game, and the one place that finds a game by its name.

A world is a game with its rules (`analyzer.trucker`). What can be run of it are *experiments*: a flight, a journey, a
comparison, a flight watched card by card. An experiment knows what fixes its numbers, how its trials are counted, and
how what came of them is told; so running, keeping, merging and comparing are written once, for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, Self

from analyzer.errors import AnalyzerError, as_argument

if TYPE_CHECKING:
    from analyzer.answers.metrics import Glossary, Metrics
    from analyzer.montecarlo.stretch import Stretch
    from analyzer.statistics.tally import Columns

WORLDS = ("trucker", "starship", "lorry")
"""Every world by the name of its package."""
OF_ALL = ("edition",)
"""Fields that files of every world may have."""
TOGETHER = "analyzer.answers.together:Together"
"""Several experiments side by side, of whatever world."""


@dataclass(frozen=True)
class Subject:
    """A ship or player that a result is about, by name, and the captain who plays it."""

    name: str
    player: str

    def facts(self) -> dict[str, Any]:
        """Facts for JSON besides the name."""
        return {"captain": self.player}


class Summand(Protocol):
    """Counts of a block of trials; they add up in any order and can be saved."""

    @property
    def trials(self) -> int:
        """Number of trials that were counted."""

    @property
    def shape(self) -> Hashable:
        """What sums of other trials of the same experiment have in common."""

    def __add__(self, other: Self, /) -> Self: ...

    def plain(self) -> dict[str, Any]:
        """It in plain types, for JSON."""

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, KeyError or TypeError where it does not hold together."""


class Answer(Protocol):
    """Result of a run, as far as the code that runs it needs to know."""

    def estimates(self, metric: str) -> Any:
        """Every subject's name with its Estimate of a metric."""

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""


class Experiment(Protocol):
    """A pure function from numbers of trials to columns of whole numbers, and all that is told of it."""

    @property
    def WORLD(self) -> str:
        """The name of its world."""

    @property
    def QUESTION(self) -> str:
        """What is asked of it, by the name that rebuilds it."""

    @property
    def TRIAL(self) -> tuple[str, str]:
        """What one and several trials are called."""

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """What one and several subjects are called."""

    @property
    def UNPAIRED(self) -> str:
        """Why trials of two experiments are no pairs."""

    @property
    def COUNTED(self) -> type[Any]:
        """Class of the counts of trials, a Summand."""

    @property
    def BLOCK(self) -> int:
        """The most trials that are held in memory at once."""

    @property
    def seed(self) -> int:
        """What fixes all chance."""

    @property
    def title(self) -> str:
        """What is played, in a few words."""

    @property
    def where(self) -> str:
        """What is played, and by which rules, so that it can stand alone."""

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Who is asked about, their names all different."""

    @property
    def others(self) -> tuple[str, ...]:
        """Who takes part beside them."""

    @property
    def setting(self) -> str:
        """The setting, in a few words: `alone`, `in the field`, `against Tin Kite`."""

    @property
    def metrics(self) -> Metrics:
        """What is told of a trial."""

    @property
    def pairing(self) -> Hashable:
        """Trials of one number are pairs where this is equal."""

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns (subjects, trials) of trials `first` to `first + trials - 1`."""

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Self], first: int, trials: int) -> list[Columns]:
        """What `run_block` of each of several says, whatever they have in common being done once."""

    def count(self, columns: Columns) -> Any:
        """What is counted of them, a Summand of type COUNTED."""

    def result(self, counted: Any, stretches: tuple[Stretch, ...] = ()) -> Any:
        """What all that was counted comes to, of trials `stretches` (those from 0 on, if not given)."""

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""

    def facts(self) -> dict[str, Any]:
        """Where and with whom, in plain types, for JSON."""

    def describe(self) -> dict[str, Any]:
        """All that fixes its numbers, in plain types, with its WORLD, QUESTION and seed."""


class OneByOne:
    """Experiments that have nothing in common that could be done once."""

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Experiment], first: int, trials: int) -> list[Columns]:
        """What `run_block` of each says."""
        return [experiment.run_block(first, trials) for experiment in experiments]


class World(Protocol):
    """Contents of the module `world` of a game."""

    RULES_VERSION: int
    """Version of its rules and dice, raised whenever the same seed gives other numbers."""
    QUESTIONS: Mapping[str, str]
    """By QUESTION the class of its experiment, as `module:name`; it has a class method `rebuilt(described)`."""
    GAME: str
    """What it is called."""
    ASK: str
    """The command that tells what is in one of its files."""
    FIELDS: tuple[str, ...]
    """Fields by which its files are known."""
    EDITIONS: str
    """The shelf of its editions of the user's own, as `module:name`."""


def world(name: str) -> World:
    """The world of that name; raises AnalyzerError for one that is not there."""
    if name not in WORLDS:
        raise AnalyzerError(f"no world {name!r} here: {', '.join(WORLDS)}")
    loaded: World = import_module(f"analyzer.{name}.world")
    return loaded


def glossary(name: str) -> Glossary:
    """All metrics of that world, by where they are told."""
    loaded: Glossary = import_module(f"analyzer.{name}.questions.metrics").glossary()
    return loaded


def beside(answer: object, name: str) -> ModuleType | None:
    """Return the module of that name beside an answer's class or nearest above it in its game; None outside games."""
    room = type(answer).__module__.rpartition(".")[0]
    while room.startswith(tuple(f"analyzer.{world}" for world in WORLDS)):
        if find_spec(f"{room}.{name}"):
            return import_module(f"{room}.{name}")
        room = room.rpartition(".")[0]
    return None


def refuse_other_world(data: Mapping[str, Any], where: str, own: str) -> None:
    """Raises AnalyzerError for the mapping of a file that is one of another world, with the command that fits."""
    from analyzer.files.flaws import Flaw, in_file

    if data.get("game", "") == own:
        return
    others = {name: [field for field in _only_in(name, own) if field in data] for name in WORLDS if name != own}
    likely = max(others, key=lambda name: len(others[name]))
    if others[likely] and len(others[likely]) >= sum(field in data for field in world(own).FIELDS):
        field, other = others[likely][0], world(likely)
        text = f"{field} is a field of {other.GAME}, not of {world(own).GAME}: try `{other.ASK} {as_argument(where)}`"
        raise AnalyzerError(in_file([Flaw((field,), text)], data, where))


def edition_of_other_world(own: str, base: str, tables: Mapping[str, Sequence[str]]) -> str:
    """Return the game whose edition a folder holds and its command, as a sentence; "" for one of the world `own`.

    base: the edition that it stands on; tables: by name the columns of its tables.
    """

    shelves = {}
    for name in WORLDS:
        module, shelf = world(name).EDITIONS.split(":")
        shelves[name] = getattr(import_module(module), shelf)

    def fits(name: str) -> int:
        known = shelves[name]
        if base in shelves[own].shipped and base not in known.shipped:
            return 0
        right = sum({*columns} <= {*known.tables.get(table, ())} for table, columns in tables.items())
        return 2 * right + (base in known.shipped)

    likely = max(WORLDS, key=lambda name: (fits(name), name == own))
    if likely == own or not fits(likely):
        return ""
    return f"is an edition of {world(likely).GAME}: try `{shelves[likely].command} check"


def _only_in(name: str, own: str) -> list[str]:
    """The fields by which files of a world are known beside those of another one."""
    return [field for field in world(name).FIELDS if field not in (*world(own).FIELDS, *OF_ALL)]


def rebuild(described: dict[str, Any], where: str) -> Experiment:
    """The experiment that was described; raises AnalyzerError where this version cannot make one of it."""
    try:
        question = described["question"]
        place = TOGETHER if question == "compare" else world(described["world"]).QUESTIONS[question]
        module, name = place.split(":")
        rebuilt: Experiment = getattr(import_module(module), name).rebuilt(described)
    except (KeyError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise AnalyzerError(f"{where}: its runs cannot be read by this version of analyzer: {reason}") from None
    return rebuilt
