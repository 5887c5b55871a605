"""Interface between the games and the packages that all games share, and the only place that finds a game by name.

A world is a game with its rules (`analyzer.trucker`). It offers *experiments*: a flight, a journey, a comparison, a
flight watched card by card. An experiment knows what fixes its numbers, how its trials are counted, and how results
are described. Running, saving, merging and comparing are therefore written once, for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, Self

from analyzer.errors import AnalyzerError, as_argument

if TYPE_CHECKING:
    from analyzer.answers.metrics import Glossary, Metrics
    from analyzer.montecarlo.stretch import Stretch
    from analyzer.statistics.controls import Controls
    from analyzer.statistics.tally import Columns

WORLDS = ("trucker", "starship", "lorry")
"""Names of all worlds, which are those of their packages."""
OF_ALL = ("edition",)
"""Names of fields that files of every game may have, so that they do not show the game."""
TOGETHER = "analyzer.answers.together:SideBySide"
"""Class of experiments that run several others side by side, in any world, as `module:name`."""


@dataclass(frozen=True)
class Subject:
    """Ship or player that a result is about.

    Args:
        name: its name.
        player: name of the captain who plays it.
    """

    name: str
    player: str

    def facts(self) -> dict[str, Any]:
        """Return facts for JSON besides the name."""
        return {"captain": self.player}


class Summand(Protocol):
    """Counts of a block of trials; they add up in any order and can be saved."""

    @property
    def trials(self) -> int:
        """Number of trials counted."""

    @property
    def shape(self) -> Hashable:
        """Key of what was counted, e.g. the metrics of each subject; only counts with equal keys can be added."""

    def __add__(self, other: Self, /) -> Self: ...

    def plain(self) -> dict[str, Any]:
        """Return the counts in plain types, for JSON."""

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the counts whose `plain()` gave this dict.

        Raises:
            ValueError, KeyError, TypeError: if `plain` is not of that form.
        """


class Answer(Protocol):
    """Result of a run: the attributes and methods that the code for running experiments needs."""

    def estimates(self, metric: str) -> Any:
        """Return every subject's name with its Estimate of a metric."""

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""


class Experiment(Protocol):
    """Experiment that computes columns of whole numbers for any range of trials, and describes its results."""

    @property
    def WORLD(self) -> str:
        """Name of its world."""

    @property
    def QUESTION(self) -> str:
        """Name of the question, e.g. `compare`, by which its class is found again."""

    @property
    def TRIAL(self) -> tuple[str, str]:
        """Name of a trial, in the singular and in the plural."""

    @property
    def SUBJECT(self) -> tuple[str, str]:
        """Name of a subject, in the singular and in the plural."""

    @property
    def UNPAIRED(self) -> str:
        """Error message that says why trials of two experiments cannot be paired."""

    @property
    def COUNTED(self) -> type[Any]:
        """Class of the counts of trials, a Summand."""

    @property
    def BLOCK(self) -> int:
        """Maximum number of trials held in memory at once."""

    @property
    def seed(self) -> int:
        """Seed that fixes all chance."""

    @property
    def title(self) -> str:
        """Short description of the flights, turns or games that are run, e.g. `2007, level II`."""

    @property
    def where(self) -> str:
        """Description of the game and its rules that can stand alone."""

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Subjects of the question; their names all differ."""

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the players that take part besides the subjects."""

    @property
    def setting(self) -> str:
        """Setting in a few words: `alone`, `in the field`, `against Tin Kite`."""

    @property
    def metrics(self) -> Metrics:
        """Metrics of a trial."""

    @property
    def pairing(self) -> Hashable:
        """Pairing key: in experiments with equal keys, trials of the same number meet the same cards and dice."""

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of trials `first` to `first + trials - 1`. Shape (subjects, trials) each."""

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Self], first: int, trials: int) -> Iterable[Columns]:
        """Return the columns of several experiments, as `run_block` would, but with shared work done once."""

    def count(self, columns: Columns) -> Any:
        """Count the trials of a block, given by its columns; the result is an object of the class `COUNTED`."""

    def result(self, counted: Any, stretches: tuple[Stretch, ...] = ()) -> Any:
        """Return the result of counted trials."""

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""

    def facts(self) -> dict[str, Any]:
        """Return the setting and the participants in plain types, for JSON."""

    def describe(self) -> dict[str, Any]:
        """Return everything that fixes the numbers, in plain types, with WORLD, QUESTION and seed."""


def setting_of_trials(experiment: Experiment) -> str:
    """Return the name of the argument and option that set the number of trials, e.g. `games`.

    It is the plural of the word for a trial, unless the experiment says otherwise in its attribute `AMOUNT`.
    """
    return str(getattr(experiment, "AMOUNT", experiment.TRIAL[1]))


class OneByOne:
    """Base of experiments that share no work with one another; by default only the subjects take part."""

    @property
    def COUNTED(self) -> type[Any]:
        """Class of the counts of trials, a Summand."""
        raise NotImplementedError

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the players who take part besides the subjects; none by default."""
        return ()

    @property
    def controls(self) -> Any:
        """Control variates of the means; None by default."""
        return None

    def count(self, columns: Columns) -> Any:
        """Count the trials of a block, given by its columns."""
        return self.COUNTED.of(columns, self.controls)

    @classmethod
    def run_side_by_side(cls, experiments: Sequence[Experiment], first: int, trials: int) -> Iterable[Columns]:
        """Yield the columns of each experiment, run one after the other."""
        return (experiment.run_block(first, trials) for experiment in experiments)


def result_of(experiment: Experiment, counted: Any, stretches: tuple[Stretch, ...], plain: bool) -> Any:
    """Return the result of counted trials of an experiment, with corrected means unless `plain`.

    Args:
        experiment: the experiment.
        counted: count of the trials.
        stretches: the ranges of trials that were counted.
        plain: whether to leave means uncorrected by control variates, which are draws whose exact mean is known.
    """
    controls: Controls | None = None if plain else getattr(experiment, "controls", None)
    return experiment.result(counted if controls is None else counted.sharpened(controls.law), stretches)


def run_in_groups(keys: Sequence[Hashable], run_group: Callable[[list[int]], Iterable[Columns]]) -> Iterator[Columns]:
    """Yield the columns of experiments in order; experiments with equal keys run together, when the first is needed.

    Args:
        keys: the key of each experiment.
        run_group: runs the experiments with the given numbers together and returns their columns.
    """
    groups: dict[Hashable, list[int]] = {}
    for number, key in enumerate(keys):
        groups.setdefault(key, []).append(number)
    columns: dict[int, Columns] = {}
    for number, key in enumerate(keys):
        if number not in columns:
            columns |= zip(groups[key], run_group(groups[key]), strict=True)
        yield columns.pop(number)


class World(Protocol):
    """Contents of a game's module `world`."""

    RULES_VERSION: int
    """Version of its rules and dice, raised whenever the same seed gives other numbers."""
    QUESTIONS: Mapping[str, str]
    """Class of the experiment of each QUESTION, as `module:name`; it has a class method `rebuilt(described)`."""
    GAME: str
    """Name of the game."""
    ASK: str
    """Command that shows the content of one of its files."""
    FIELDS: tuple[str, ...]
    """Fields by which its files are recognised."""
    EDITIONS: str
    """Shelf of its user-made editions, as `module:name`."""


def world(name: str) -> World:
    """Return the world of a name.

    Raises:
        AnalyzerError: if there is none.
    """
    if name not in WORLDS:
        raise AnalyzerError(f"no world {name!r} here: {', '.join(WORLDS)}")
    loaded: World = import_module(f"analyzer.{name}.world")
    return loaded


def glossary(name: str) -> Glossary:
    """Return all metrics of a world, by the question that reports them."""
    loaded: Glossary = import_module(f"analyzer.{name}.questions.metrics").glossary()
    return loaded


def beside(answer: object, name: str) -> ModuleType | None:
    """Return the module called `name` in the package of an answer's class, or in the nearest package above it.

    Returns:
        The module, or None for an answer that belongs to no game.
    """
    room = type(answer).__module__.rpartition(".")[0]
    while room.startswith(tuple(f"analyzer.{world}" for world in WORLDS)):
        if find_spec(f"{room}.{name}"):
            return import_module(f"{room}.{name}")
        room = room.rpartition(".")[0]
    return None


def refuse_other_world(data: Mapping[str, Any], where: str, own: str) -> None:
    """Raise AnalyzerError if a file's data belong to another world; the message names the right command."""
    from analyzer.files.flaws import Flaw, in_file

    if data.get("game", "") == own:
        return
    common = {*world(own).FIELDS, *OF_ALL}
    others = {
        name: [field for field in world(name).FIELDS if field in data and field not in common]
        for name in WORLDS
        if name != own
    }
    likely = max(others, key=lambda name: len(others[name]))
    if others[likely] and len(others[likely]) >= sum(field in data for field in world(own).FIELDS):
        field, other = others[likely][0], world(likely)
        text = f"{field} is a field of {other.GAME}, not of {world(own).GAME}: try `{other.ASK} {as_argument(where)}`"
        raise AnalyzerError(in_file([Flaw((field,), text)], data, where))


def edition_of_other_world(own: str, base: str, tables: Mapping[str, Sequence[str]]) -> str:
    """Return the first part of an error about a folder with another game's edition; "" if no other game fits.

    The text ends within the command to use instead: the caller adds the folder and the closing backtick.

    Args:
        own: name of the expected world.
        base: name of the edition that it is based on.
        tables: columns of its tables, by name of the table.
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


def rebuild(described: dict[str, Any], where: str) -> Experiment:
    """Return the experiment that a description in a save file describes.

    Args:
        described: result of an experiment's `describe`.
        where: path of the file that holds it, for messages.

    Raises:
        AnalyzerError: if this version cannot rebuild it.
    """
    try:
        question = described["question"]
        place = TOGETHER if question == "compare" else world(described["world"]).QUESTIONS[question]
        module, name = place.split(":")
        rebuilt: Experiment = getattr(import_module(module), name).rebuilt(described)
    except (KeyError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise AnalyzerError(f"{where}: its runs cannot be read by this version of analyzer: {reason}") from None
    return rebuilt
