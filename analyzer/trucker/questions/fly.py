"""Effects of a forecast on a ship's flights, and results of the same flights under other captains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
)
from analyzer.answers.numbers import signed
from analyzer.errors import AnalyzerError, brief, whole_number
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.trucker.captains import named_captain
from analyzer.trucker.conditions import Conditions, plan_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import Result
from analyzer.trucker.ship.shipfile import ShipLike

KNOWING, NOT_KNOWING = "forecast", "without"
"""Names of the two experiments in a comparison of a forecast."""


def compare_forecast(
    ship: ShipLike,
    level: str | None = None,
    flights: int = 100_000,
    seed: int = 1,
    *,
    workers: Workers = AUTO,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Comparison:
    """Compare flying a ship with a forecast to flying it without, on the same dice.

    Args:
        ship: a ship, or the path of its file.
        level: flight level; that of the ship's board if None.
        flights: number of flights.
        seed: fixes all decks and dice.
        workers: number of processes, "auto" for as many as shorten the run; the result does not depend on it.
        progress: called with the number of flights just flown.
        **conditions: conditions of the flights (see `Conditions`), with a `forecast`.

    Returns:
        The comparison of "forecast" and "without".

    Raises:
        AnalyzerError: if no forecast is given, and with every reason why this cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/II/tin-kite.yaml")
    >>> analyzer.compare_forecast(ship, flights=50, forecast="ships/2007/forecast-II.yaml").names
    ('forecast', 'without')
    """
    return changed_by_forecast(plan_ship(ship, level, seed, **conditions), flights, workers=workers, progress=progress)


def changed_by_forecast(
    known: Experiment, flights: int, *, workers: Workers = AUTO, progress: Callable[[int], None] | None = None
) -> Comparison:
    """Compare flights planned with a forecast with the same flights without the forecast.

    Raises:
        AnalyzerError: if the experiment has no forecast.
    """
    if known.route.forecast is None:
        raise AnalyzerError("no forecast: give what has been seen of the piles, as forecast=...")
    unknown = replace(known, route=replace(known.route, forecast=None))
    both = {KNOWING: known, NOT_KNOWING: unknown}
    return compare_experiments(both, flights, workers=workers, progress=progress)


FLIGHTS = 1_000
"""Default number of flights: enough to see a difference that matters, and few compared with the run itself."""
OTHER_CAPTAIN_NAMES = ("sensible", "cautious", "bold")
"""Captains who fly as people do, whose results are compared.

The miser, who spends nothing, is left out because the range of results would always be wide.
"""
MEASURED = {"arrived": ("arrives more often", "arrives less often"), "credits": ("earns more", "earns less")}
"""Metrics that are compared, each with words for a captain who has clearly more, or clearly less, of it."""
COLUMNS = (
    Column("captain", "captain", WORD),
    Column("arrived", "arrived", PERCENT),
    Column(
        "arrived_more",
        "arrives more,\npoints",
        Form(lambda share: signed(100 * share, 1)),
        "percentage points more than under the captain who flew the run",
        INTERVAL,
    ),
    Column("credits", "credits", NUMBER),
    Column("credits_more", "earns\nmore", SIGNED, "credits more than under the captain who flew the run", INTERVAL),
)


@dataclass(frozen=True, repr=False)
class OtherCaptains(Described):
    """Results of one ship under sensible, cautious and bold captains, through the same decks and dice.

    Attributes:
        ship: name of the ship.
        captain: name of the captain who flew the run.
        compared: all captains, the one who flew the run first.
    """

    ship: str
    captain: str
    compared: Comparison

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the captains under whom the flights were flown again."""
        return self.compared.names[1:]

    @property
    def flights(self) -> int:
        """Number of flights under each captain."""
        return self.compared.flights

    def span(self, metric: str) -> tuple[tuple[str, Estimate], tuple[str, Estimate]]:
        """Return which of the other captains has the lowest and which the highest value of a metric.

        Returns:
            Two pairs of a name and an estimate (mean or chance), the lowest first.
        """
        means = [(name, self.compared[name].measured(metric)) for name in self.others]
        return min(means, key=lambda pair: pair[1].mean), max(means, key=lambda pair: pair[1].mean)

    def heading(self) -> str:
        """Return a sentence on the results of all captains, and on clear differences from the run's captain."""
        arrived, credits = ("{:.1%}".format, "{:.1f}".format)
        means = {
            name: (arrived(self.compared[name].measured("arrived").mean), credits(self.compared[name].credits.mean))
            for name in self.compared.names
        }
        share, earned = means.pop(self.captain)
        others = "; ".join(f"{name} {share} and {earned}" for name, (share, earned) in means.items())
        same = "flight" if self.flights == 1 else f"{self.flights:,} flights"
        return (
            f"Other captains in the same {same}: {self.captain} arrives in {share} and earns {earned} credits; "
            f"{others}. {self._clear()}"
        )

    def _clear(self) -> str:
        """Return a clause on captains who clearly do better or worse than the run's captain.

        Differences are paired, and their intervals hold for all captains at once.
        """
        clearly, confidence = [], each_of(len(self.others) * len(MEASURED))
        for name in self.others:
            sides = [
                self.compared.difference(name, self.captain, metric, confidence).in_words(more, less, "")
                for metric, (more, less) in MEASURED.items()
            ]
            clearly += [f"{name} clearly {' and '.join(side for side in sides if side)}"] * any(sides)
        if not clearly:
            return f"Compared with {self.captain}, flight by flight: nobody clearly differs."
        return (
            f"Compared with {self.captain}, flight by flight: {'; '.join(clearly)}; "
            "all other differences may be chance."
        )

    def description(self) -> Description:
        """Describe the captains: a row each, the run's captain first."""
        spans = {metric: [estimate.mean for _, estimate in self.span(metric)] for metric in MEASURED}
        facts = {"flights": self.flights, "flown_by": self.captain, "others": spans, "captains": self.rows()}
        note = f"All captains fly the same {self.flights:,} flights, so they alone make the difference."
        return Description(self.heading(), "", facts, (self._captains(),), (note,))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row per captain: arrival and credits, and their differences from the run, with 95% intervals."""
        return self._captains().flat_rows()

    def _captains(self) -> Table:
        """Return the table of results under each captain, a row each."""
        rows = []
        for name in self.compared.names:
            values: dict[str, Any] = {"captain": name}
            for metric in MEASURED:
                values[metric] = self.compared[name].measured(metric).mean
                values[f"{metric}_more"] = self.compared.difference(name, self.captain, metric)
            rows.append(Row(values))
        return Table("", COLUMNS, rows)


def other_captains(result: Result, flights: int = FLIGHTS) -> OtherCaptains:
    """Fly the first flights of a result again under other captains: sensible, cautious and bold.

    Rivals keep their captains.

    Args:
        result: result of one ship, as `fly` returns it.
        flights: largest number of flights that each captain flies again.

    Returns:
        The comparison of all captains on these flights.

    Raises:
        AnalyzerError: for a result of several ships in one convoy.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> sorted(analyzer.other_captains(analyzer.fly([ship], flights=100), flights=50).compared.names)
    ['bold', 'cautious', 'expert', 'sensible']
    """
    if not isinstance(result, Result):
        raise AnalyzerError(f"result {brief(result)}: give the result of one ship, as `fly` returns it")
    if len(result.ships) != 1:
        raise AnalyzerError(f"{len(result.ships)} ships in one convoy: other captains take one ship at a time")
    experiment, stretch, flights = result.experiment, result.stretches[0], whole_number(flights, "flights", 1)
    own, *rivals = experiment.captains
    mine = own.name
    named = {name: named_captain(name) for name in OTHER_CAPTAIN_NAMES}
    tried = {mine: own} | {name: captain for name, captain in named.items() if name != mine and captain != own}
    experiments = {name: replace(experiment, captains=(captain, *rivals)) for name, captain in tried.items()}
    compared = compare_experiments(experiments, min(flights, stretch.trials), first=stretch.first)
    return OtherCaptains(result.ships[0].name, mine, compared)
