"""What came of flying several ships through the same flights: paired differences, verdicts, a ranking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.blocks import LOOK
from analyzer.results.shown import Shown
from analyzer.results.together import CHANCES
from analyzer.statistics.contest import CONFIDENCE, Contest
from analyzer.statistics.interval import of_share
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.paired_interval import Difference, Verdict, of_chance, of_mean
from analyzer.statistics.tally import Tally
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.settlement import METRICS
from analyzer.trucker.result import Result, ShipResult

if TYPE_CHECKING:
    import pandas as pd

CREDITS = "credits"
MOST_TOLD = 3
"""Pairs that came out alike and are named in the notes."""
COMPARED = (*CHANCES, *(metric for metric in METRICS if metric != "ending"))
"""What is compared: chances, then means."""


@dataclass(frozen=True, repr=False)
class Comparison(Shown):
    """Ships, or whatever the experiments stand for, by name; what the first of two has more is a difference above 0.

    `until` is "decided" if the run could stop at any look; `margin`: how many credits a flight count as equal.
    """

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    counted: PairedTally
    until: str | None = None
    margin: float = 0.25

    @property
    def flights(self) -> int:
        """How many flights each ship flew."""
        return self.counted.trials

    @cached_property
    def contest(self) -> Contest:
        """Verdicts on credits, by the numbers of the ships."""
        return Contest(self.counted, CREDITS, self.margin, at_all_times=self.until is not None)

    @cached_property
    def results(self) -> tuple[ShipResult, ...]:
        """What each ship came to by itself."""
        ships = (result.ships[0] for result in self._alone())
        return tuple(
            ShipResult(name, ship.ship, ship.captain, ship.removed, ship.histograms)
            for name, ship in zip(self.names, ships, strict=True)
        )

    def difference(self, a: str, b: str, metric: str = CREDITS, confidence: float = CONFIDENCE) -> Difference:
        """By how much a's mean, or chance, is above b's, with its interval (of this one pair and metric)."""
        moments = self.counted.difference(self._metric(metric), *self._numbers(a, b))
        return (of_chance if metric in CHANCES else of_mean)(moments, confidence)

    def beats(self, a: str, b: str, confidence: float = CONFIDENCE) -> Difference:
        """The share of flights in which a has more credits than b, with its interval."""
        return self._share(int(self.counted.wins[self._numbers(a, b)]), confidence)

    def ties(self, a: str, b: str, confidence: float = CONFIDENCE) -> Difference:
        """The share of flights in which both have the same credits, with its interval."""
        return self._share(self.flights - self.contest.differing(*self._numbers(a, b)), confidence)

    def saved(self, a: str, b: str, metric: str = CREDITS) -> float:
        """The share of the variance of a difference that pairing saves, against flights of their own for both."""
        return self.counted.saved(self._metric(metric), *self._numbers(a, b))

    def verdict(self, a: str, b: str) -> Verdict:
        """Whether a is better or worse than b in credits, equal within the margin, or that is open."""
        return self.contest.verdict(*self._numbers(a, b))

    def surely(self, a: str, b: str) -> Difference:
        """The difference in credits with the interval on which verdict and ranking rest."""
        return self.contest.surely(*self._numbers(a, b))

    def differences(self, a: str, b: str) -> list[dict[str, Any]]:
        """One row a metric: both means (or chances), a less b with its 95% interval, and what pairing saves."""
        one, other = self._numbers(a, b)
        rows = []
        for metric in COMPARED:
            row: dict[str, Any] = {"a": a, "b": b, "metric": metric}
            row |= {"mean_a": self.counted.own(metric, one).mean, "mean_b": self.counted.own(metric, other).mean}
            mean, low, high = self.difference(a, b, metric)
            rows.append(row | {"difference": mean, "low": low, "high": high, "saved": self.saved(a, b, metric)})
        return rows

    def ranking(self) -> list[dict[str, Any]]:
        """One row a ship, the best first: credits with 95% interval, how far behind the best, and group letters.

        The intervals of `behind` hold for all ships at once; ships that share a letter cannot be told apart.
        """
        ranked = self.contest.ranking()
        rows = []
        for place, (i, groups) in enumerate(ranked, start=1):
            mean, low, high = of_mean(self.counted.own(CREDITS, i), CONFIDENCE)
            behind = self.contest.surely(ranked[0][0], i) if place > 1 else Difference(0.0, 0.0, 0.0)
            row = {"rank": place, "ship": self.names[i], "credits": mean, "low": low, "high": high}
            row |= {"behind": behind.mean, "behind_low": behind.low, "behind_high": behind.high}
            rows.append(row | {"groups": groups})
        return rows

    def table(self) -> pd.DataFrame:
        """A tidy table of the first ship (a) against every other (b), one row a metric, as `differences` gives it."""
        import pandas as pd

        return pd.DataFrame([row for name in self.names[1:] for row in self.differences(self.names[0], name)])

    def ranking_table(self) -> pd.DataFrame:
        """The ranking as a table."""
        import pandas as pd

        return pd.DataFrame(self.ranking())

    def heading(self) -> str:
        """Who is compared, where and how long."""
        experiment = self.experiments[0]
        where = experiment.route.title
        who = " and ".join(self.names) if len(self.names) == 2 else f"{len(self.names)} ships"
        rivals = [ship.name for ship in experiment.ships[experiment.asked :]]
        against = f"with {', '.join(rivals)}" if rivals else "alone"
        return f"{who}, paired: {where}, {self.flights:,} flights each, seed {experiment.seed}, {against}"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        notes = [note for result in self._alone() for note in result.notes()]
        if self.until:
            notes.append(f"verdicts hold with 95% for all pairs at once, though looked at every {LOOK:,} flights")
            if not self.contest.decided():
                notes.append(
                    f"not every pair was decided after {self.flights:,} flights: fly more, or widen the margin"
                )
        elif len(self.names) > 2:
            notes.append("verdicts and ranking hold with 95% for all pairs at once")
        alike = [f"{a} and {b} came out alike in every flight" for a, b in self._alike()]
        more = [f"so did {len(alike) - MOST_TOLD} more pairs"] if len(alike) > MOST_TOLD else []
        return [*dict.fromkeys(notes), *alike[:MOST_TOLD], *more]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types: differences by metric for the first against every other, credits for all pairs."""
        alone = [result.as_dict() for result in self._alone()]
        first, *others = self.names
        return {
            **{key: alone[0][key] for key in ("flights", "seed", "route")},
            "rivals": alone[0]["convoy"][1:],
            "until": self.until,
            "margin": self.margin,
            "ships": [one["ships"][0] | {"name": name} for name, one in zip(self.names, alone, strict=True)],
            "ranking": self.ranking(),
            "pairs": [self._pair(a, b) for a, b in combinations(self.names, 2)],
            "differences": [row for name in others for row in self.differences(first, name)],
            "notes": self.notes(),
        }

    def _pair(self, a: str, b: str) -> dict[str, Any]:
        intervals = {
            "difference": self.difference(a, b),
            "surely": self.surely(a, b),
            "beats": self.beats(a, b),
            "beaten": self.beats(b, a),
            "ties": self.ties(a, b),
        }
        told = {name: interval._asdict() for name, interval in intervals.items()}
        return {"a": a, "b": b, "verdict": self.verdict(a, b), **told, "saved": self.saved(a, b)}

    def _alone(self) -> Iterator[Result]:
        """Each experiment with its own histograms."""
        for experiment, histograms in zip(self.experiments, self.counted.tally.subjects, strict=True):
            yield Result(experiment, Tally(({metric: histograms[metric] for metric in METRICS},)))

    def _alike(self) -> Iterator[tuple[str, str]]:
        for i, j in self.contest.pairs:
            if not any(self.counted.difference(metric, i, j).squares for metric in METRICS):
                yield self.names[i], self.names[j]

    def _share(self, hits: int, confidence: float) -> Difference:
        return Difference(hits / self.flights, *of_share(hits, self.flights, confidence))

    def _metric(self, metric: str) -> str:
        if metric not in COMPARED:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, COMPARED)}")
        return metric

    def _number(self, name: str) -> int:
        if name not in self.names:
            raise AnalyzerError(f"no ship {name!r} in this comparison: {one_of(name, self.names)}")
        return self.names.index(name)

    def _numbers(self, a: str, b: str) -> tuple[int, int]:
        return self._number(a), self._number(b)
