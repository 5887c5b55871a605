"""Results of many journeys: histograms for each trucker and team, a tidy table, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any, ClassVar, Protocol

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Bars,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
)
from analyzer.answers.metrics import QUANTILE_COLUMNS, QUANTILES
from analyzer.answers.note import note_on_correction
from analyzer.answers.result import RunResult
from analyzer.answers.tables import SHARE
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.journey.trek import Purses, Trek, most_paid
from analyzer.trucker.result import reach_of_flight
from analyzer.world import Experiment as AnyExperiment

CHANCES = ("arrived", "solvent", "richest", "gold")
"""Metrics whose only values are 0 and 1, shown as shares of journeys."""
OF_PURSE = ("held", "final", "solvent", "richest")
"""Metrics of money, which belong to a purse: that of a trucker, or of a team."""
INTEGERS = ("flight", *QUANTILE_COLUMNS)
"""Columns of integers in tidy tables, without a flight at the end and without quantiles of chances."""
ENDS_AND_MIDDLE = (0.05, 0.5, 0.95)
"""Quantiles shown for each flight."""
METRICS = (
    Column("metric", ""),
    Column("mean", "mean", NUMBER, interval=INTERVAL),
    *(Column(f"q{100 * q:g}", f"{q:.0%}", Form(str), missing=("", "")) for q in QUANTILES),
)
FLIGHTS = (
    Column("level", "level", WORD),
    Column("ship", "ship", WORD),
    Column("credits", "credits", NUMBER, "what this flight earned, on average", INTERVAL),
    Column("q5", "5%", Form(str), "5 flights of 100 earned this or less; 50% and 95% likewise"),
    *(Column(f"q{100 * q:g}", f"{q:.0%}", Form(str)) for q in ENDS_AND_MIDDLE[1:]),
    Column("titles", "titles", NUMBER, "the part of these credits that was paid for titles"),
    Column("held", "held", NUMBER, "credits after this flight, never below 0"),
    Column("arrived", "arrives", PERCENT, "share of flights in which the ship arrives"),
    Column("components_lost", "lost", NUMBER, "components lost, on average"),
)


class JourneyPlan(AnyExperiment, Protocol):
    """Protocol of an experiment whose result is a `Journey` (see `JourneyExperiment`)."""

    @property
    def flights(self) -> tuple[Experiment, ...]:
        """Flights of the journey in order, each as an experiment."""

    @property
    def purses(self) -> Purses:
        """Indices of the truckers who share each purse of the journey."""

    @property
    def trek(self) -> Trek | None:
        """Titles that truckers compete for; None if there are none."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the truckers of the journey."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Level of each flight of the journey."""


@dataclass(frozen=True, repr=False)
class Standing(Described):
    """Result of one trucker or team; every metric is an attribute with a histogram, e.g. `final` or `credits_1`.

    Attributes:
        name: name of the trucker or team.
        members: indices of the truckers who share the purse: all of a team, or the trucker alone.
        histograms: histograms by metric.
    """

    name: str
    members: tuple[int, ...]
    histograms: dict[str, Histogram]

    def __getattr__(self, metric: str) -> Histogram:
        known: dict[str, Histogram] = self.__dict__.get("histograms", {})
        if metric not in known:
            raise AttributeError(f"no metric {metric!r}: {one_of(metric, known)}")
        return known[metric].indicator(1, 1) if is_chance(metric) else known[metric]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.__dict__.get("histograms", ())})

    def measured(self, metric: str) -> Estimate:
        """Return the mean of a metric with its 95% interval.

        The mean of a metric whose only values are 0 and 1 is a share of journeys.

        Raises:
            AnalyzerError: for an unknown metric.
        """
        if metric not in self.histograms:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.histograms)}")
        histogram = self.histograms[metric]
        if is_chance(metric):
            return histogram.chance(1, 1)
        return histogram.estimate()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row per metric: name, flight (None at the end), metric, mean, 95% interval and quantiles.

        Metrics whose only values are 0 and 1 have no quantiles.
        """
        for key, histogram in self.histograms.items():
            metric, leg = split_column(key)
            row: dict[str, Any] = {"name": self.name, "flight": leg, "metric": metric}
            row |= dict(zip(("mean", "low", "high"), self.measured(key), strict=True))
            if not is_chance(key):
                row |= {f"q{q * 100:g}": histogram.quantile(q) for q in QUANTILES}
            yield row

    def facts(self) -> dict[str, Any]:
        """Return the name, the rows of all metrics and the counts of each histogram, for JSON."""
        rows = [{key: value for key, value in row.items() if key != "name"} for row in self.rows()]
        counts = {metric: histogram.counts for metric, histogram in self.histograms.items()}
        return {"name": self.name, "metrics": rows, "counts": counts}

    def description(self) -> Description:
        """Describe every metric with interval and quantiles, named as the attribute, e.g. `credits_1`."""
        rows = [
            Row(
                row | {"metric": key, "mean": self.measured(key)},
                {"mean": SHARE} if is_chance(key) else {},
            )
            for key, row in zip(self.histograms, self.rows(), strict=True)
        ]
        parts = (Table("", METRICS, rows),)
        return Description(self.name, "", self.facts(), parts, flat=self.rows, integers=INTEGERS)


@dataclass(frozen=True, repr=False)
class Journey(Collection, RunResult):
    """Results of all journeys of one call; index it by the name of a trucker or team.

    `table()` has a row for each metric of each trucker and team: name, flight, metric, mean (or share), low, high and
    quantiles. The flight is missing in metrics of the end of the journey.
    """

    ITEMS: ClassVar = "truckers"

    experiment: JourneyPlan
    tally: Tally

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the truckers of the journey."""
        return self.experiment.names

    @property
    def seed(self) -> int:
        """Seed of all decks and dice."""
        return self.experiment.seed

    @property
    def levels(self) -> tuple[str, ...]:
        """Level of each flight of the journey."""
        return self.experiment.levels

    @cached_property
    def truckers(self) -> tuple[Standing, ...]:
        """Results of the truckers that the journey is about.

        If truckers form teams, metrics of money are in the results of the teams only (`teams`).
        """
        each = zip(self.experiment.subjects, self._counted, strict=False)
        return tuple(
            Standing(
                one.name, (i,), {key: h for key, h in histograms.items() if not (self.has_teams and _of_purse(key))}
            )
            for i, (one, histograms) in enumerate(each)
        )

    @cached_property
    def teams(self) -> tuple[Standing, ...]:
        """Results of every team, with its metrics of money; () without teams."""
        return tuple(
            Standing(
                " and ".join(self.names[i] for i in members),
                members,
                {key: h for key, h in self._counted[members[0]].items() if _of_purse(key)},
            )
            for members in (self.experiment.purses if self.has_teams else ())
        )

    @cached_property
    def _counted(self) -> tuple[dict[str, Histogram], ...]:
        """Histograms by column for each trucker, each with the known range of its values."""
        return tuple(
            {name: one.reaching(reach[name]) if name in reach else one for name, one in histograms.items()}
            for reach, histograms in zip(map(self.reach, range(len(self.names))), self.tally.subjects, strict=False)
        )

    def reach(self, number: int) -> Mapping[str, tuple[float, float]]:
        """Return the lowest and highest possible value of each column of one trucker.

        A bound that is not known is infinite. Earnings of a fleet have no known bound, because the tables of class IVC
        may be the user's own.

        Args:
            number: index of the trucker.
        """
        (members,) = (purse for purse in self.experiment.purses if number in purse)
        own: dict[str, tuple[float, float]] = {}
        held = 0.0
        for leg in range(1, len(self.levels) + 1):
            flights = {member: self._in_flight(leg, member) for member in members}
            # a purse never falls below 0, so a loss on one flight lowers no bound of the next
            held += sum(max(0.0, flight["credits"][1]) for flight in flights.values())
            own |= {f"{column}_{leg}": ends for column, ends in flights[number].items()} | {f"held_{leg}": (0.0, held)}
        known = self.experiment.metrics.reach
        return known | {column: ends for column, ends in (own | {"final": (0.0, held)}).items() if column in known}

    def _in_flight(self, leg: int, number: int) -> dict[str, tuple[float, float]]:
        """Return the lowest and highest possible value of each column of one flight.

        On a trek, titles pay in place of the reward for looks.

        Args:
            leg: number of the flight, from 1.
            number: index of the trucker.
        """
        experiment, trek = self.experiment.flights[leg - 1], self.experiment.trek
        ends = {"credits": (-inf, inf)} | reach_of_flight(experiment, number)
        if trek is None:
            return ends
        titles, (least, most) = most_paid(leg, trek.truckers), ends["credits"]
        return ends | {"titles": (0.0, titles), "credits": (least, most + titles)}

    @property
    def subjects(self) -> tuple[Standing, ...]:
        """Results of the truckers, under the name that comparisons use."""
        return self.truckers

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield name and estimate of a metric for every trucker and team that has it, e.g. `final` or `credits_1`.

        Raises:
            AnalyzerError: for an unknown metric.
        """
        name = self.experiment.metrics[metric].name
        everybody = (*self.truckers, *self.teams)
        return ((one.name, one.measured(name)) for one in everybody if name in one.histograms)

    @property
    def purses(self) -> tuple[Standing, ...]:
        """Results of each purse, i.e. of each team, or of each trucker if there are no teams."""
        return self.teams or self.truckers

    @property
    def has_teams(self) -> bool:
        """Whether truckers share purses as teams."""
        return any(len(members) > 1 for members in self.experiment.purses)

    def __getitem__(self, name: str) -> Standing:
        everybody = (*self.truckers, *self.teams)
        for standing in everybody:
            if standing.name == name:
                return standing
        raise AnalyzerError(f"no trucker {name!r} in this journey: {one_of(name, [one.name for one in everybody])}")

    def description(self) -> Description:
        """Describe every trucker flight by flight, and every purse at the end."""
        subjects = zip(self.experiment.subjects, self.truckers, strict=True)
        facts = {
            "flights": self.flights,
            "seed": self.seed,
            **self.experiment.facts(),
            "truckers": [{**subject.facts(), **trucker.facts()} for subject, trucker in subjects],
            "teams": [{"members": [self.names[i] for i in team.members], **team.facts()} for team in self.teams],
        }
        parts = [*map(self._by_flight, self.truckers), *(part for purse in self.purses for part in self._at_end(purse))]
        rows = [row for standing in (*self.truckers, *self.teams) for row in standing.rows()]
        return Description(self.conditions, "", facts, parts, self.notes(), flat=lambda: rows, integers=INTEGERS)

    @cached_property
    def _columns(self) -> tuple[Column, ...]:
        """Columns of the table of a trucker's flights: titles only on a trek, money only if there are no teams."""
        absent = {"titles"} if self.experiment.trek is None else set()
        return tuple(
            column for column in FLIGHTS if column.name not in absent | ({"held"} if self.has_teams else set())
        )

    def _by_flight(self, trucker: Standing) -> Table:
        """Return the table of a trucker, a row per flight."""
        number, flights, rows = trucker.members[0], self.experiment.flights, []
        for leg, experiment in enumerate(flights, start=1):
            keys = {column.name: f"{column.name}_{leg}" for column in self._columns}
            credits = trucker.histograms[keys["credits"]]
            values: dict[str, Any] = {
                name: trucker.measured(key) for name, key in keys.items() if key in trucker.histograms
            }
            values |= {f"q{100 * q:g}": credits.quantile(q) for q in ENDS_AND_MIDDLE}
            rows.append(Row(values | {"level": experiment.route.level_name, "ship": experiment.ships[number].name}))
        return Table("", self._columns, rows, f"{trucker.name}, captain {flights[0].captains[number].name}", labels=2)

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        finals = [purse.final for purse in self.purses]
        return [*self.experiment.notes(), *note_on_correction(self.experiment, finals, self.trials), *self.remarks]

    def _at_end(self, purse: Standing) -> Iterator[Part]:
        """Yield the end of the journey for one purse: bars of the credits, then one sentence at a time."""
        final, legs = purse.final, range(1, len(self.levels) + 1)
        yield Bars(f"{purse.name}: credits at the end (share of journeys)", {purse.name: final})
        mean, low, high = purse.measured("final")
        yield (
            f"{mean:.2f} credits on average ({low:.2f} to {high:.2f}). Half of all journeys end with "
            f"{final.quantile(0.25)} to {final.quantile(0.75)}, nine in ten with {final.quantile(0.05)} to "
            f"{final.quantile(0.95)}."
        )
        if self.has_teams:
            held = ", ".join(f"{purse.histograms[f'held_{leg}'].mean:.2f}" for leg in legs)
            yield f"Credits of the team after each flight: {held}."
        yield f"Ends with at least 1 credit, which is how the rules define winning: {_chance(purse, 'solvent')}."
        if len(self.purses) > 1:
            yield f"Is richest (a tie counts for everybody in it): {_chance(purse, 'richest')}."
        for leg, experiment in enumerate(self.experiment.flights, start=1):
            if any(experiment.ships[member].insurance for member in purse.members):
                yield f"Pays the premium of flight {leg}: {_chance(purse, f'insured_{leg}')}."
        for trucker in self.truckers if self.experiment.trek and len(legs) > 1 else ():
            if trucker.members[0] in purse.members and "gold" in trucker.histograms:
                yield f"{trucker.name} turns a title to gold: {_chance(trucker, 'gold')}."


def _chance(standing: Standing, metric: str) -> str:
    """Format a metric whose only values are 0 and 1: as a share of journeys in percent, with its interval."""
    share, low, high = standing.measured(metric)
    return f"{share:.2%} ({low:.2%} to {high:.2%})"


def split_column(key: str) -> tuple[str, int | None]:
    """Split the name of a column into its metric and the number of its flight; None means the end of the journey.

    >>> split_column("components_lost_2"), split_column("final")
    (('components_lost', 2), ('final', None))
    """
    metric, _, leg = key.rpartition("_")
    return (metric, int(leg)) if leg.isdigit() else (key, None)


def is_chance(key: str) -> bool:
    """Return whether a metric has only the values 0 and 1."""
    return split_column(key)[0] in CHANCES


def _of_purse(key: str) -> bool:
    """Return whether a column holds a metric of money, which belongs to a purse."""
    return split_column(key)[0] in OF_PURSE
