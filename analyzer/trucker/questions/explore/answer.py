"""A map of good ships, each flown anew, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.answers.collection import Collection
from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, INTERVAL, NUMBER, PERCENT, WORD, Column, Description, Row, Table
from analyzer.answers.leaders import leaders_by_interval
from analyzer.answers.setting import setting_with_rivals
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship
from analyzer.trucker.workshop.axes import Axis
from analyzer.trucker.workshop.bench import Bench
from analyzer.trucker.workshop.elites import Filled
from analyzer.trucker.workshop.freedom import Freedom

BESIDE = {
    "credits": Column("credits"),
    "arrived": Column("arrived", "arrives", PERCENT, "share of flights in which it arrives"),
    "penalty": Column("penalty", "penalty", NUMBER, "credits charged for lost components, on average"),
    "components_lost": Column("components_lost", "lost", NUMBER, "components lost, on average"),
}
"""Metrics of every ship, whatever is wanted."""


@dataclass(frozen=True)
class Found:
    """The best ship of a cell, on fresh flights.

    cell: the number of its step on both axes; measures: where it is on them; worth: of a flight, by the goal;
    surely: the same, with an interval that holds for all ships that were flown anew at once; estimates: every metric,
    with its 95% interval.
    """

    ship: Layout
    cell: tuple[int, int]
    measures: tuple[float, float]
    worth: Estimate
    surely: Estimate
    estimates: Mapping[str, Estimate]

    @property
    def name(self) -> str:
        """What the ship is called: its cell."""
        return self.ship.name


@dataclass(frozen=True, repr=False)
class ShipChart(Described, Collection):
    """The ships of all cells, in the order of both axes; iterate it, or index it by cell.

    filled: how far the search came; flights: how many each ship flew anew; stopped: whether it was interrupted;
    remarks: what to know about how long it took.
    """

    bench: Bench
    allowed: Freedom
    axes: tuple[Axis, Axis]
    found: tuple[Found, ...]
    filled: Filled
    flights: int
    stopped: bool = False
    remarks: tuple[str, ...] = ()

    def each(self) -> tuple[Found, ...]:
        """The ships."""
        return self.found

    def __getitem__(self, cell: tuple[int, int]) -> Found:
        return next(one for one in self.found if one.cell == cell)

    @property
    def best(self) -> Found:
        """The ship that does best of all."""
        return max(self.found, key=lambda one: one.worth.mean)

    def rows(self) -> list[dict[str, Any]]:
        """One flat row a ship: its cell, what a flight is worth by the goal, some metrics with their intervals."""
        return [{str(name): value for name, value in row.items()} for row in self.table().to_dict("records")]

    def description(self) -> Description:
        """A row a ship: its cell, what a flight is worth by the goal, some metrics with their intervals."""
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
            "goal": self.bench.goal.said,
            "allowed": self.allowed.as_dict(),
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

    def _row(self, one: Found) -> Row:
        values: dict[str, Any] = {"ship": one.name, "cell": one.cell, "layout": one.ship.as_entries()}
        for axis, cell, measure in zip(self.axes, one.cell, one.measures, strict=True):
            low, high = axis.ends(cell)
            values |= {f"in_{axis.name}": axis.step_in_words(cell), f"by_{axis.name}": measure}
            values |= {f"{axis.name}_from": low, f"{axis.name}_to": high}
        values |= {"worth": one.worth, "built": len(one.ship.components)}
        return Row(values | {name: one.estimates[name] for name in BESIDE})

    def verdict_in_words(self) -> str:
        """The best of all, and the cheapest that is nearly as good."""
        best = self.best
        mean, low, high = best.worth
        near = [one for one in self.found if one.worth.mean >= 0.8 * mean] if mean > 0 else [best]
        small = min(near, key=lambda one: (len(one.ship.components), -one.worth.mean))
        what = "credits a flight" if self.bench.goal.is_credits else f"by {self.bench.goal.meaning}"
        first = leaders_by_interval(self.found, lambda one: one.surely)
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
        """What a reader of this should know."""
        one = self.bench.experiment
        return [
            f"This was found {one.setting} and holds there. Against other rivals, at another level or under another "
            "captain other ships are good.",
            "A cell is empty where no ship was found; that does not prove that there is none. Each ship is the best "
            "that was found for its cell, not the best there is.",
            "Ships are listed by the cell in which fresh flights put them. Each interval is that of one ship alone.",
            *self.remarks,
            *one.notes(),
        ]

    def files(self, folder: str | Path = "") -> dict[str, str]:
        """By name the text of a ship file of every ship; `folder`: where they are to be written."""
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
