"""Map of good ships: the best ship for each combination of two numbers, such as components used and lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Unpack

import numpy as np

from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Collection,
    Column,
    Described,
    Description,
    Row,
    Table,
)
from analyzer.answers.leaders import leaders_by_interval
from analyzer.answers.origin import setting_with_rivals
from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.histogram import Histogram
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import Conditions
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.questions.improve import described, fewer_fresh, flights_in_a_hurry
from analyzer.trucker.questions.place import refuse_builds
from analyzer.trucker.ship.blank import named_board, starting_cabin
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship, is_path, load_field, write_ship
from analyzer.trucker.workshop.bench import Bench, bench_for, fly_stacked
from analyzer.trucker.workshop.budget import Budget, SearchFile, budget, go_on
from analyzer.trucker.workshop.elites import USUAL, Axis, Elite, Elites, MapState, load_axes
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.moves import Freedom, Moves, freedom

BESIDE = {
    "credits": Column("credits"),
    "arrived": Column("arrived", "arrives", PERCENT, "share of flights in which it arrives"),
    "penalty": Column("penalty", "penalty", NUMBER, "credits charged for lost components, on average"),
    "components_lost": Column("components_lost", "lost", NUMBER, "components lost, on average"),
}
"""Columns of metrics that are shown for every ship whatever the goal is."""


@dataclass(frozen=True)
class CellShip:
    """The best ship of one cell of the map, with the results of its fresh flights.

    Attributes:
        ship: the ship, named after its cell.
        cell: index of the cell on each axis of the map.
        measures: value of the ship on each axis.
        worth: mean value of a flight by the goal of the search, with its 95% interval.
        simultaneous_worth: the same mean, with an interval that holds at once for all ships in fresh flights.
        estimates: mean of every metric, with its 95% interval.
    """

    ship: Layout
    cell: tuple[int, int]
    measures: tuple[float, float]
    worth: Estimate
    simultaneous_worth: Estimate
    estimates: Mapping[str, Estimate]

    @property
    def name(self) -> str:
        """Name of the ship, which is derived from its cell."""
        return self.ship.name


@dataclass(frozen=True, repr=False)
class ShipChart(Described, Collection):
    """Best ships of all cells, in the order of both axes; iteration yields them, and indexing by cell gives one.

    Attributes:
        bench: conditions and goal.
        allowed: changes that the search could make.
        axes: the two axes.
        found: the ships.
        filled: state of the map at the end of the search.
        flights: fresh flights of each ship.
        stopped: whether the search was interrupted.
        remarks: notes on how long it took.
    """

    ITEMS: ClassVar = "found"

    bench: Bench
    allowed: Freedom
    axes: tuple[Axis, Axis]
    found: tuple[CellShip, ...]
    filled: MapState
    flights: int
    stopped: bool = False
    remarks: tuple[str, ...] = ()

    def __getitem__(self, cell: tuple[int, int]) -> CellShip:
        return next(one for one in self.found if one.cell == cell)

    @property
    def best(self) -> CellShip:
        """The ship of the map with the highest worth."""
        return max(self.found, key=lambda one: one.worth.mean)

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row per ship: its cell, the worth of a flight by the goal, and metrics with intervals."""
        return self.description().flat_rows()

    def description(self) -> Description:
        """Describe the ships: a row each with its cell of the chart, the worth of a flight, and some metrics."""
        across, down = self.axes
        one, now = self.bench.experiment, self.filled
        sought = (
            f"{now.flights:,} flights in {now.generation:,} generation{'s' * (now.generation != 1)}"
            + ", stopped early" * self.stopped
        )
        title = (
            f", {self.allowed.in_words}; goal: {self.bench.goal.meaning}, {one.title}, "
            f"{setting_with_rivals(one)}; {sought}; "
            f"each ship then flown {self.flights:,} times, seed {one.seed}"
        )
        facts = {
            "by": [{"name": axis.name, "step": axis.step} for axis in self.axes],
            "goal": self.bench.goal.text,
            "allowed": self.allowed,
            "setting": one.setting,
            "seed": one.seed,
            "flights": self.flights,
            "sought": {"flights": now.flights, "generations": now.generation, "stopped": self.stopped},
            "verdict": self.verdict_in_words(),
        }
        ships = Table("ships", [*self._columns()], [self._row(one) for one in self.found], labels=2, is_flat=True)
        subject = f"good ships by {across.label} and {down.label}"
        return Description(subject, title, facts, [ships, self.verdict_in_words()], self.notes())

    def _columns(self) -> Iterator[Column]:
        yield Column("ship")
        for axis in self.axes:
            yield Column(f"in_{axis.name}", axis.label, WORD, flat=None, in_json=False)
            yield from (Column(name) for name in (f"{axis.name}_from", f"{axis.name}_to", f"by_{axis.name}"))
        is_credits, meaning = self.bench.goal.is_credits, f"{self.bench.goal.meaning}, of one flight on average"
        yield Column("worth", "credits" if is_credits else "worth", NUMBER, "" if is_credits else meaning, INTERVAL)
        yield Column("built", "built", COUNT, "components of the ship")
        yield from BESIDE.values()
        yield from (Column("cell", flat=None), Column("layout", flat=None))

    def _row(self, one: CellShip) -> Row:
        values: dict[str, Any] = {"ship": one.name, "cell": one.cell, "layout": one.ship.as_entries()}
        for axis, cell, measure in zip(self.axes, one.cell, one.measures, strict=True):
            low, high = axis.ends(cell)
            values |= {f"in_{axis.name}": axis.step_in_words(cell), f"by_{axis.name}": measure}
            values |= {f"{axis.name}_from": low, f"{axis.name}_to": high}
        values |= {"worth": one.worth, "built": len(one.ship.components)}
        return Row(values | {name: one.estimates[name] for name in BESIDE})

    def verdict_in_words(self) -> str:
        """Return a sentence on the best ship of all, and on the smallest one that is worth at least 80% as much."""
        best = self.best
        mean, low, high = best.worth
        near = [one for one in self.found if one.worth.mean >= 0.8 * mean] if mean > 0 else [best]
        small = min(near, key=lambda one: (len(one.ship.components), -one.worth.mean))
        what = "credits a flight" if self.bench.goal.is_credits else f"by {self.bench.goal.meaning}"
        first = leaders_by_interval(self.found, lambda one: one.simultaneous_worth)
        if first.is_clear:
            built = f"with {len(best.ship.components)} components"
            sentence = f"Best of all, {built}: {mean:.2f} {what} ({low:.2f} to {high:.2f}), in the cell {best.name}."
        else:
            each = f"{some_trials(self.flights, self.bench.experiment.TRIAL)} each"
            several = first.names(lambda one: f"the ship in the cell {one.name} ({one.worth.mean:.2f} {what})")
            sentence = f"Best of all is {several}{first.open_in_words(each)}."
        if small is best:
            return sentence
        return (
            f"{sentence} The smallest ship worth at least 80% of the best has {len(small.ship.components)} components: "
            f"{small.worth.mean:.2f} ({small.worth.low:.2f} to {small.worth.high:.2f}), in the cell {small.name}."
        )

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        one = self.bench.experiment
        return [
            f"This was found {one.setting} and holds there. Against other rivals, at another level or under another "
            "captain other ships may be better.",
            "A cell is empty where no ship was found; that does not prove that there is none. Each ship is the best "
            "that was found for its cell, not the best there is.",
            "Ships are listed by the cell in which fresh flights put them. Each interval is that of one ship alone.",
            *self.remarks,
            *one.notes(),
        ]

    def files(self, folder: str | Path = "") -> dict[str, str]:
        """Return the text of a ship file for every ship, by file name.

        Args:
            folder: folder in which the files will be written.
        """
        files = {}
        for one in self.found:
            cell = "-".join(
                f"{axis.name}-{axis.ends(number)[0]:g}" for axis, number in zip(self.axes, one.cell, strict=True)
            )
            mean, low, high = one.worth
            sentence = (
                f"{self.bench.goal.meaning} {mean:.2f} ({low:.2f} to {high:.2f}), {self.bench.experiment.setting}"
            )
            files[f"{cell.replace('_', '-')}.yaml"] = (
                f"# {' '.join(sentence.split())}\n{write_ship(one.ship, file=Path(folder) / cell)}"
            )
        return files


CONFIRMED = 4_000
"""Number of fresh flights of every ship that is shown, under the seed that the user gave."""
KEPT = 0.4
"""Largest share of the time budget that is reserved for fresh flights after the search."""
AT_ONCE = 1 << 16
"""Largest number of fresh flights, of all ships together, that are held in memory at once."""
Heard = Callable[[MapState, Budget], None]
"""Callback after each generation, with the map so far and the budget."""


def explore(
    begin: ShipLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    by: Sequence[str] = USUAL,
    keep: Iterable[tuple[int, int]] = (),
    goal: str | Goal = "credits",
    seconds: float | None = None,
    confirm: int = CONFIRMED,
    save: str | Path | None = None,
    heard: Heard | None = None,
    **conditions: Unpack[Conditions],
) -> ShipChart:
    """Search for good ships of many kinds: divide a map of two numbers into cells, and fill each with its best ship.

    Ships may have any components of one box. Every ship then flies fresh flights. Their metrics decide in which cell it
    is shown.

    Args:
        begin: a ship to start from, the path of its file, or a board (`II`, `2021-II`) for its reference ships.
        level: flight level; that of the board if None.
        flights: the search ends after so many flights of all ships together.
        seed: fixes the search and the fresh flights.
        by: the two numbers: metrics of a flight, or `components` for the size of a ship. A colon and the width of a
            cell may follow, e.g. `penalty:2`.
        keep: squares that stay as they are.
        goal: what is wanted, e.g. `credits`, `arrived`, `credits-2*penalty`.
        seconds: everything ends within so many seconds by the clock; 60 if neither this nor `flights` is given.
        confirm: fresh flights of each ship, or as many as the seconds allow.
        save: path of a file from which the same call resumes.
        heard: called at the start and after each generation of the search, with the map so far and the budget.
        **conditions: conditions of the flights, see `Conditions`.

    Returns:
        The chart: one ship per cell, with its worth on fresh flights.

    Raises:
        AnalyzerError: with every reason why this search cannot be done.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> chart = analyzer.explore(ship, flights=500, confirm=50)
    >>> sum(len(one.ship.components) == len(ship.components) for one in chart) > 0
    True
    """
    ships = beginning(begin)
    bench, allowed, axes, limit = _prepare_search(
        ships[0], level, seed, goal, by, keep, seconds, flights, confirm, conditions
    )
    moves = Moves(bench.ship, allowed, crewed=not bench.experiment.route.learning)
    elites = Elites(bench, moves, axes, seed)
    own = described(bench, allowed) | {"begins with": [ship.as_entries() for ship in ships], "by": [*map(repr, axes)]}
    file = None if save is None else SearchFile(save, own)
    now, stopped = _filled(elites, ships, limit, file, heard or (lambda *_: None), confirm)
    many = len(now.elites)
    speed = now.flights / now.seconds / max(1, many) if now.seconds else 0.0
    fresh = flights_in_a_hurry(confirm, many) if stopped else limit.fresh(speed, confirm)
    finalists = _confirmed(bench, axes, [moves.layout(elite.build, "x") for elite in now.elites.values()], fresh)
    remarks = () if stopped else fewer_fresh(fresh, confirm, limit)
    return ShipChart(bench, allowed, axes, tuple(finalists), now, fresh, stopped, remarks)


def beginning(begin: ShipLike) -> list[Layout]:
    """Return the ships that a map starts from: a ship, the reference ships of a board, or a bare starting cabin."""
    if not isinstance(begin, str) or is_path(begin):
        ship = as_ship(begin, "begin")
        refuse_builds(ship, "explore")
        return [ship]
    board = named_board(begin, None)
    if board.start is None:
        raise AnalyzerError(f"board {board.title}: is for builds of class IVC, which `explore` does not take")
    bare = Layout("Bare Cabin", board, {board.start: starting_cabin(board)})
    try:
        return [*load_field(home_level(bare), board.edition)]
    except AnalyzerError:
        return [bare]


def _prepare_search(
    ship: Layout,
    level: str | None,
    seed: int,
    goal: str | Goal,
    by: Sequence[str],
    keep: Iterable[tuple[int, int]],
    seconds: float | None,
    flights: int | None,
    confirm: int,
    conditions: Conditions,
) -> tuple[Bench, Freedom, tuple[Axis, Axis], Budget]:
    """Return the bench (ship, conditions and goal), the allowed changes, the axes and the budget of a search.

    Raises:
        AnalyzerError: with all faults of the arguments at once.
    """
    makers: tuple[Callable[[], Any], ...] = (
        partial(bench_for, ship, level, seed, goal, **conditions),
        partial(freedom, ship, free=True, keep=keep),
        partial(load_axes, by),
        partial(budget, seconds, flights),
        partial(whole_number, confirm, "confirm", 2),
    )
    bench, allowed, axes, limit, _ = all_or_faults(lambda make: make(), makers)
    return bench, allowed, axes, limit


def _filled(
    elites: Elites, ships: Sequence[Layout], limit: Budget, file: SearchFile | None, heard: Heard, confirm: int
) -> tuple[MapState, bool]:
    """Search until the budget is spent or the user presses Ctrl-C.

    Returns:
        The map, and whether the search was interrupted.
    """
    stored = file.standing if file is not None else None
    since = monotonic()
    if stored is None:
        heard(elites.first_figure(ships[0]), limit)
    begun = elites.begin(ships) if stored is None else _of_plain(stored, elites.moves)
    begun = begun if begun.seconds else replace(begun, seconds=monotonic() - since)

    def keep(now: MapState) -> None:
        if file is not None:
            file.write(_as_plain(now, elites.moves))

    return go_on(begun, elites.generation, limit, keep, heard, lambda now: confirm * len(now.elites), KEPT)


def _confirmed(bench: Bench, axes: tuple[Axis, Axis], ships: Sequence[Layout], flights: int) -> Iterator[CellShip]:
    """Yield the best ship of each cell in order, after flying every ship on fresh flights."""
    best: dict[tuple[int, int], CellShip] = {}
    # Ships fly in stacks that fit into memory; all meet the same decks and dice.
    at_once = max(1, AT_ONCE // flights)
    for begin in range(0, len(ships), at_once):
        some = [bench.with_ship(ship) for ship in ships[begin : begin + at_once]]
        for one in _found(bench, axes, some, flights, each_of(len(ships))):
            if one.cell not in best or best[one.cell].worth.mean < one.worth.mean:
                best[one.cell] = one
    for cell in sorted(best):
        one = best[cell]
        name = ", ".join(f"{axis.label} {axis.step_in_words(step)}" for axis, step in zip(axes, cell, strict=True))
        yield replace(one, ship=replace(one.ship, name=name))


def _found(
    bench: Bench, axes: tuple[Axis, Axis], ships: Sequence[Experiment], flights: int, confidence: float
) -> Iterator[CellShip]:
    """Fly ships; yield each with its cell of the map, its values on both axes, and the worth of its flights."""
    for one, columns in zip(ships, fly_stacked(ships, 0, flights), strict=True):
        ship = one.ships[0]
        built = len(ship.components)
        measures = [built if axis.is_built else axis.total(columns) / flights for axis in axes]
        across, down = (axis.cell(value) for axis, value in zip(axes, measures, strict=True))
        # Totals over flights give both the place on the map and the worth: a ship may land in another cell than before.
        histograms = {name: Histogram.from_values(np.asarray(column[0])) for name, column in columns.items()}
        worth = Histogram.from_values(bench.goal.of(columns)[0])
        metrics = {name: METRICS.measured(name, histograms) for name in METRICS.by_name}
        at = (across, down), (measures[0], measures[1])
        yield CellShip(ship, *at, worth.estimate(), worth.estimate(confidence), metrics)


def _as_plain(now: MapState, moves: Moves) -> dict[str, Any]:
    """Return a map in plain types, as a search file holds it."""
    elites = [
        {
            "cell": list(cell),
            "worth": elite.worth,
            "half_width": elite.half_width,
            "ship": moves.layout(elite.build, "elite").as_entries(),
        }
        for cell, elite in now.elites.items()
    ]
    numbers = {name: getattr(now, name) for name in ("generation", "flights", "seconds", "spread")}
    return numbers | {"elites": elites}


def _of_plain(plain: dict[str, Any], moves: Moves) -> MapState:
    """Rebuild the state of a map from the plain types of `_as_plain`."""
    elites = {
        (one["cell"][0], one["cell"][1]): Elite(
            moves.build(Layout.from_components(**one["ship"])), one["worth"], one.get("half_width", 0.0)
        )
        for one in plain["elites"]
    }
    numbers = {name: plain[name] for name in ("generation", "flights", "seconds", "spread")}
    return MapState(elites, **numbers)
