"""Sweeps: every combination of factors, flown and compared."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    WORD,
    Collection,
    Column,
    Described,
    Description,
    Row,
    Table,
    to_data_frame,
)
from analyzer.answers.metrics import QUANTILE_COLUMNS
from analyzer.answers.tables import SHARE
from analyzer.errors import AnalyzerError, Fault, all_or_faults, visible
from analyzer.files.editions.folder import NumberOrText
from analyzer.files.fields import Name, YesOrNo
from analyzer.files.flaws import Flaw, in_file
from analyzer.files.places import path_of
from analyzer.files.yamlfile import FileKind, as_schema, load_fields
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.amount import Amount
from analyzer.runs.identity import identity
from analyzer.runs.store import read, read_identity, write_new
from analyzer.runs.watched import Watcher
from analyzer.trucker.captains import NAMED
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import ALONE, FIELD, Conditions, RivalsLike, plan_ship
from analyzer.trucker.edition import OwnEdition, load_edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import ShipResult
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship
from analyzer.trucker.world import DEFAULT_CAPTAIN, PRECISE_ENOUGH

if TYPE_CHECKING:
    import pandas as pd


MOST_FILES = 1_000
"""Largest number of files that one pattern may name."""
USUAL = "default"
"""Words for a condition without settings of its own, in tables and exports; headings leave them out."""
EXAMPLE = """\
ships: [ships/2007/II/*.yaml]          # files, or patterns of names; beside this file
captains: [expert, cautious]           # named ones or files
rivals: [field, alone]                 # or a list of up to three ship files
editions: [2007]                       # or folders of tables; what the ships' files say if left out
levels: [II]                           # those of the ships' boards if left out
conditions: [{}, {start: 1}]           # start, learning, prognostic, repair, cards, forecast, cards_file, joined, ...
flights: 20000
seed: 1
"""
"""Example of a plan file, with every field."""


def _listed(value: object) -> object:
    """Return a list with the value if it is a single text, number or mapping; other values unchanged."""
    return [value] if isinstance(value, str | int | dict) else value


Words = Annotated[list[str], BeforeValidator(_listed), Field(min_length=1)]
"""Type of a field that holds either one text or a list of texts."""


class Condition(BaseModel):
    """Conditions of flights in a plan file, in the words of `analyzer.Conditions`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Name | None = None
    """Name of the condition in the table."""
    start: Annotated[int, Field(ge=1, le=4)] | None = None
    """Place of the first ship in the starting order, from 1; drawn for each flight if left out."""
    learning: YesOrNo = False
    """Whether the learning flight is flown."""
    prognostic: YesOrNo = False
    """Whether the piles come in order and are not shuffled."""
    repair: YesOrNo = False
    """Whether components are removed from flawed ships first, charged as lost."""
    cards: list[int | str] = []
    """Cards in a fixed order instead of a deck: numbers, or words that name one, e.g. `pirates 6`."""
    forecast: str | None = None
    """Path of a forecast file."""
    cards_file: str | None = None
    """Path of a table of your own cards."""
    joined: str | None = None
    """For fleets: borders that grew together."""
    dice: list[int] | None = None
    """For fleets: result of the two dice."""
    layout: str | None = None
    """For fleets: layout to which flights are limited."""
    insurance: int | None = None
    """For fleets: the premium."""
    tables: str | None = None
    """For fleets: folder with tables of your own."""


class PlanFile(BaseModel):
    """Schema of a plan file. Every combination is flown under the same seed."""

    model_config = ConfigDict(extra="forbid")

    ships: Words
    """Ship files, or patterns of file names such as `*.yaml`; relative paths start at the folder of the plan file."""
    captains: Words = [DEFAULT_CAPTAIN]
    """Captains by name, or their files."""
    rivals: Annotated[list[str | list[str]], BeforeValidator(_listed), Field(min_length=1)] = [FIELD]
    """Rivals: `field`, `alone`, or a list of up to three ship files."""
    editions: Annotated[list[NumberOrText] | None, BeforeValidator(_listed), Field(min_length=1)] = None
    """Editions by name or folder; every ship is read under each. If left out, the ship's file names its edition."""
    levels: Annotated[list[str] | None, BeforeValidator(_listed)] = None
    """Flight levels; those of the ships' boards if left out."""
    conditions: Annotated[list[Condition], BeforeValidator(_listed), Field(min_length=1)] = [Condition()]
    """Conditions of flights; each entry is combined with all other factors."""
    flights: Annotated[int, Field(ge=1, strict=True)] | None = None
    """Number of flights of each combination; if left out, at most 100,000, until the credits are precise enough."""
    seed: Annotated[int, Field(ge=0, strict=True)] = 1
    """Seed of the decks and dice of all combinations."""
    precision: dict[str, float] | float | None = None
    """Half-width of the 95% interval at which a run stops: one for the score, or one for each metric named."""
    until_events: dict[str, Annotated[int, Field(strict=True)]] | None = None
    """Number of events, such as flights without crew, at which a run stops, by name of the ending."""


def load_plan(path: Path) -> tuple[PlanFile, Any]:
    """Read a plan file; return the checked plan, and the raw fields, which know their lines in the file.

    Raises:
        AnalyzerError: with every fault of the file.
    """
    kind = FileKind("plan file")
    data, where = kind.content(path)
    try:
        return load_fields(PlanFile, data, where, kind, as_schema(PlanFile)), data
    except AnalyzerError as error:
        lines = " / ".join(line.split("#")[0].strip() for line in EXAMPLE.splitlines())
        example = Fault(f"a plan looks like this: {lines}", where)
        raise AnalyzerError([*error.faults, example]) from None


def named_files(plan: Path, patterns: list[str], data: Any) -> list[Path]:
    """Return the files that patterns of names match, searched from the plan's folder.

    Raises:
        AnalyzerError: if a pattern matches no file, or more than MOST_FILES.
    """
    paths, flaws = [], []
    for number, pattern in enumerate(patterns):
        # `glob` takes no absolute patterns, so an absolute path names one file.
        is_pattern = any(sign in pattern for sign in "*?[") and not Path(pattern).is_absolute()
        matches = plan.parent.glob(pattern) if is_pattern else [plan.parent / pattern]
        files = sorted(islice(matches, MOST_FILES + 1))
        if not files or len(files) > MOST_FILES:
            many = f"more than {MOST_FILES:,} files are" if files else "no file is"
            flaws.append(Flaw(("ships", number), f"ships: {many} called like {pattern!r}"))
        paths += files
    if flaws:
        raise AnalyzerError(in_file(flaws, data, str(plan)))
    return list(dict.fromkeys(paths))


MOST = 10_000
"""Largest number of combinations of one plan."""


@dataclass(frozen=True)
class Cell:
    """A combination of factors in a sweep: the words for each factor in the table, and the experiment."""

    captain: str
    rivals: str
    condition: str
    experiment: Experiment


def cells_of(path: Path, plan_file: PlanFile, data: Any) -> list[Cell]:
    """Return every combination of a plan file; a ship is combined only with the levels that are flown on its board.

    Raises:
        AnalyzerError: with every fault of every file, and every reason why a combination cannot be flown.
    """
    files = named_files(path, plan_file.ships, data)
    keys = all_or_faults(lambda name: load_edition(named_edition(name, path)).name, plan_file.editions or [])
    OwnEdition.tell_apart(keys)
    editions: list[str | None] = [*keys] or [None]
    ships = all_or_faults(lambda one: load_ship(*one), product(files, editions))
    ships_at_levels = [(ship, level) for ship in ships for level in _levels(path, ship, plan_file.levels)]
    settings = [(_rivals_in_words(rivals), rivals) for rivals in plan_file.rivals]
    many = len(ships_at_levels) * len(plan_file.captains) * len(settings) * len(plan_file.conditions)
    if many > MOST:
        raise AnalyzerError(f"{path}: {many:,} combinations: plan at most {MOST:,}")
    wanted = product(ships_at_levels, plan_file.captains, settings, plan_file.conditions)

    def planned(one: Any) -> Cell:
        (ship, level), captain, (against, rivals), condition = one
        edition = ship.board.edition if plan_file.editions else None
        conditions: Conditions = {"captain": _captain(path, captain), "rivals": _rivals(path, rivals, edition)}
        conditions |= _conditions(path, condition)
        named = captain if captain in NAMED else visible(Path(captain).stem)
        return Cell(named, against, _named(condition), plan_ship(ship, level, plan_file.seed, **conditions))

    return all_or_faults(planned, wanted)


def _levels(path: Path, ship: Layout, levels: Sequence[str] | None) -> Iterator[str]:
    """Yield the levels of a plan file at which a ship can fly, i.e. those that are flown on the ship's board.

    Args:
        path: Path of the plan file, for messages.
        ship: The ship.
        levels: Levels in the plan file; None for the usual level of the ship's board.

    Raises:
        AnalyzerError: If none of the levels is flown on the ship's board.
    """
    if levels is None:
        yield home_level(ship)
        return
    known = load_edition(ship.board.edition).levels
    fitting = [level for level in levels if level in known and known[level].board == ship.board.name]
    if not fitting:
        built_on = f"it is built on board {ship.board.title}"
        raise AnalyzerError(f"{path}: {ship.name} flies at none of the levels {', '.join(levels)}: {built_on}")
    yield from fitting


def _rivals_in_words(rivals: str | Sequence[str]) -> str:
    return visible(rivals if isinstance(rivals, str) else ", ".join(Path(name).stem for name in rivals) or ALONE)


def _rivals(path: Path, rivals: str | Sequence[str], edition: str | None) -> RivalsLike:
    if rivals in (ALONE, FIELD):
        return rivals
    names = [rivals] if isinstance(rivals, str) else rivals
    return all_or_faults(lambda name: load_ship(path.parent / name, edition), names)


def _captain(path: Path, captain: str) -> str | Path:
    """Return a captain's name unchanged, or the path of a captain's file resolved against the plan's folder."""
    return captain if captain in NAMED or not captain.endswith((".yaml", ".yml")) else path.parent / captain


def _conditions(path: Path, condition: Condition) -> Conditions:
    """Return a condition of a plan as keyword arguments of flights; relative paths start at the plan's folder."""
    given = condition.model_dump(exclude={"name"})
    files = {name: path.parent / given.pop(name) for name in ("tables", "forecast", "cards_file") if given[name]}
    return cast("Conditions", {name: value for name, value in given.items() if value is not None} | files)


def _named(condition: Condition) -> str:
    """Return the name of a condition; without a name, its settings in words."""
    if condition.name is not None:
        return condition.name
    fields = condition.model_dump(exclude_defaults=True)
    facts = ", ".join(f"{key}" if value is True else f"{key} {value}" for key, value in fields.items())
    return visible(facts) or USUAL


def factors(experiment: Experiment, ship: int = 0) -> dict[str, Any]:
    """Return the settings of one ship of an experiment as text and numbers, by column of the sweep."""
    route = experiment.route
    start = "drawn" if route.start is None else str(route.start)
    removed = any(experiment.removed)
    return {
        "ship": experiment.names[ship],
        "edition": str(route.edition),
        "level": route.level_name,
        "captain": experiment.captains[ship].name,
        "rivals": company(experiment),
        "start": start,
        "learning": "yes" if route.learning else "no",
        "prognostic": "yes" if route.prognostic else "no",
        "cards": " ".join(map(str, route.cards)) or "dealt",
        "forecast": "none" if route.forecast is None else str(route.forecast),
        "cards_file": "yes" if route.replaced else "no",
        "repaired": "yes" if removed else "no",
        **experiment.ship_class.settings(experiment.ships[ship], route),
    }


def condition_in_words(experiment: Experiment) -> str:
    """Return the settings beside ship, captain, rivals and level, e.g. "start 1, cards 8 9"; "default" if none."""
    route = experiment.route
    parts = [
        *[f"start {route.start}"] * (route.start is not None),
        *["learning"] * route.learning,
        *["prognostic"] * route.prognostic,
        *["repair"] * any(experiment.removed),
        *[f"cards {' '.join(map(str, route.cards))}"] * bool(route.cards),
        *[f"forecast {route.forecast}"] * (route.forecast is not None),
        *["own cards"] * bool(route.replaced),
        *[f"joined {' or '.join(route.joined)}"] * bool(route.joined),
        *["own tables"] * bool(route.tables),
    ]
    return ", ".join(parts) or USUAL


def conditions_of(experiments: Sequence[Experiment]) -> list[str]:
    """Return the condition of each experiment in words, with a number if other tables give the same words."""
    alike: dict[str, list[Any]] = {}
    names = []
    for experiment in experiments:
        route, words = experiment.route, condition_in_words(experiment)
        settled = (route.replaced, route.tables)
        known = alike.setdefault(words, [])
        if settled not in known:
            known.append(settled)
        number = known.index(settled) + 1
        names.append(words if number == 1 else f"{words} ({number})")
    return names


def company(experiment: Experiment) -> str:
    """Return words for the other ships of an experiment: alone, the field, each other, or the names of the rivals."""
    if not experiment.others:
        return ALONE if experiment.subject_count == 1 else "each other"
    return FIELD if experiment.rivals_are_field(experiment.subject_count) else ", ".join(experiment.others)


def tidy(results: Sequence[Any], labels: Sequence[dict[str, Any]] = ()) -> pd.DataFrame:
    """Return the rows of `rows_of` as a data frame."""
    return to_data_frame(rows_of(results, labels), integers=QUANTILE_COLUMNS)


def rows_of(results: Sequence[Any], labels: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    """Return a row for each result, ship and metric, with the settings of the flights.

    Args:
        results: results of runs.
        labels: for each result, values that replace some settings of its experiment; if empty, the conditions in words.
    """
    rows = []
    names = [{"condition": name} for name in conditions_of([result.experiment for result in results])]
    for result, own in zip(results, labels or names, strict=True):
        run = {"flights": result.flights, "seed": " ".join(map(str, result.seeds))}
        for place, ship in enumerate(result.ships):
            settings = factors(result.experiment, place) | own | run
            rows += [settings | {key: value for key, value in row.items() if key != "ship"} for row in ship.rows()]
    return rows


FACTORS = ("ship", "edition", "level", "captain", "rivals", "condition")
"""Factors of a sweep, in the order of its columns."""
MEASURED = (
    Column("credits", "credits", NUMBER, interval=INTERVAL),
    Column("arrived", "arrived", SHARE, interval=INTERVAL),
    Column("loss", "loss", SHARE, interval=INTERVAL),
)
"""Metrics of the short table."""


@dataclass(frozen=True, repr=False)
class Sweep(Described, Collection):
    """Results of all combinations of a plan: ships, captains, rivals, levels and conditions.

    Iteration yields the results of the ships. `table()` has a row per combination and metric, with all settings and
    their names in the plan.
    """

    cells: tuple[Cell, ...]
    results: tuple[Any, ...]

    def each(self) -> Sequence[ShipResult]:
        """Return the results of the first ship of every combination."""
        return [result.ships[0] for result in self.results]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per combination: the factors that vary, then the short table's metrics with 95% intervals."""
        return self._short().flat_rows()

    def description(self) -> Description:
        """Describe the sweep in a table with a row for each combination."""
        pairs = zip(self.cells, self.results, strict=True)
        combinations = [self._factors(cell) | {"result": result} for cell, result in pairs]
        rows = partial(rows_of, self.results, [self._label(cell) for cell in self.cells])
        return Description(
            self.heading(), "", {"heading": self.heading(), "combinations": combinations}, (self._short(),),
            self.notes(), flat=rows, integers=QUANTILE_COLUMNS,
        )  # fmt: skip

    def _short(self) -> Table:
        """Return the short table of the sweep, a row for each combination."""
        columns = (*(Column(name, name, WORD) for name in self.varied), *MEASURED)
        rows = [
            Row(self._factors(cell) | {metric.name: ship.measured(metric.name) for metric in MEASURED})
            for cell, ship in zip(self.cells, self.each(), strict=True)
        ]
        return Table("", columns, rows, labels=len(self.varied))

    @property
    def varied(self) -> tuple[str, ...]:
        """Names of the factors that vary over the combinations, always including the ship."""
        factors = [self._factors(cell) for cell in self.cells]
        return tuple(name for name in FACTORS if name == "ship" or len({one[name] for one in factors}) > 1)

    def heading(self) -> str:
        """Return the heading: how much was flown, and the factors that do not vary."""
        flights = sorted({result.flights for result in self.results})
        amount = f"{flights[0]:,}" if len(flights) == 1 else f"{flights[0]:,} to {flights[-1]:,}"
        first = self._factors(self.cells[0])
        same = [
            str(first[name]) for name in ("rivals", "condition") if name not in self.varied and first[name] != USUAL
        ]
        same += [] if "captain" in self.varied else [f"captain {first['captain']}"]
        level = "" if "level" in self.varied else f"level {first['level']}, "
        seed = self.cells[0].experiment.seed
        return f"{len(self.cells)} combinations: {level}{amount} flights each, seed {seed}, {', '.join(same)}".rstrip(
            ", "
        )

    def notes(self) -> list[str]:
        """Return the notes of all combinations, each once."""
        return list(dict.fromkeys(note for result in self.results for note in result.notes()))

    @staticmethod
    def _label(cell: Cell) -> dict[str, Any]:
        return {"captain": cell.captain, "rivals": cell.rivals, "condition": cell.condition}

    def _factors(self, cell: Cell) -> dict[str, Any]:
        """Return the factors (ship, captain, rivals and so on) of a combination by name."""
        route = cell.experiment.route
        named = {"ship": cell.experiment.names[0], "edition": str(route.edition), "level": route.level_name}
        return named | self._label(cell)


def sweep(
    plan: str | Path,
    flights: int | None = None,
    *,
    workers: Workers = AUTO,
    save: str | Path | None = None,
) -> Sweep:
    r"""Fly every combination of the ships, captains, rivals, levels and conditions in a plan file.

    Args:
        plan: path of the plan file.
        flights: flights of each combination. If None, as the plan says; if it says nothing, at most 100,000, until
            the credits are known to about a tenth of a credit.
        workers: number of processes, "auto" for as many as shorten the run; the result does not depend on it.
        save: path of a file from which the same call resumes.

    Returns:
        The results of all combinations.

    Raises:
        AnalyzerError: with every fault of the plan and of the files it names.

    >>> import analyzer
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> plan = Path(mkdtemp()) / "plan.yaml"
    >>> ship = Path("ships/2007/I/first-mile.yaml").absolute()
    >>> _ = plan.write_text(f"ships: [{ship}]\ncaptains: [bold, cautious]\nflights: 20\n")
    >>> sorted({*analyzer.sweep(plan).table()["captain"]})
    ['bold', 'cautious']
    """
    plan_file, cells = planned(path_of(plan, "a plan file"))
    return fly_cells(cells, amount_of(plan_file, flights, workers, save))


def planned(path: Path) -> tuple[PlanFile, list[Cell]]:
    """Read a plan file and return the plan and its combinations."""
    plan_file, data = load_plan(path)
    return plan_file, cells_of(path, plan_file, data)


def amount_of(plan_file: PlanFile, flights: int | None, workers: Workers, save: str | Path | None) -> Amount:
    """Return how much of each combination is flown, from the plan and the caller's arguments."""
    return Amount(
        plan_file.flights if flights is None else flights,
        plan_file.precision,
        workers=workers,
        save=save,
        until_events=plan_file.until_events,
        enough=PRECISE_ENOUGH,
        called="flights",
    )


def fly_cells(cells: Sequence[Cell], amount: Amount, watcher: Watcher | None = None) -> Sweep:
    """Fly all combinations and return the sweep; extend a save file that already holds some of them."""
    experiments = [cell.experiment for cell in cells]
    if amount.save is not None:
        _grow(Path(amount.save), experiments)
    results = amount.run(experiments, watcher) if watcher else amount.run(experiments)
    return Sweep(tuple(cells), tuple(results))


def _grow(path: Path, experiments: Sequence[Any]) -> None:
    """Extend a save file that holds some of these experiments, so that it holds all of them.

    A file that holds other experiments stays as it is and is refused later.
    """
    if not os.path.isfile(path):
        return
    try:
        before = read_identity(path)
    except AnalyzerError:
        return
    wanted = identity(experiments, 0)
    same = all(before.get(key) == wanted[key] for key in wanted if key != "runs")
    if not same or before["runs"] == wanted["runs"] or not all(run in wanted["runs"] for run in before["runs"]):
        return
    saved = read(path)
    pieces = [(wanted["runs"].index(before["runs"][number]), run) for number, run in saved.pieces()]
    # Written beside the old file and put in its place in one step, so an interruption loses nothing.
    beside = path.with_name(f".{path.name}.grown")
    beside.unlink(missing_ok=True)
    write_new(beside, wanted, pieces)
    os.replace(beside, path)
