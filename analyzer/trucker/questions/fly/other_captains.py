"""How much of what a ship comes to is its captain's doing: others fly some of the same flights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.shown import Shown
from analyzer.errors import AnalyzerError, whole_number
from analyzer.runs.compare import compare_experiments
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.captains.captainfile import named_captain
from analyzer.trucker.result import Result

if TYPE_CHECKING:
    import pandas as pd

FLIGHTS = 1_000
"""So many are enough to see a difference that matters, and not felt beside a run."""
ASKED = ("sensible", "cautious", "bold")
"""How people fly; the miser, who spends nothing, is a yardstick and would make every span wide."""
TOLD = ("arrived", "credits")


@dataclass(frozen=True, repr=False)
class OtherCaptains(Shown):
    """What the same ship comes to under sensible, cautious and bold, through the same decks and dice.

    captain: who flew the run; others: the rest; compared: all of them, he first.
    """

    ship: str
    captain: str
    compared: Comparison

    @property
    def others(self) -> tuple[str, ...]:
        """All but him."""
        return self.compared.names[1:]

    @property
    def flights(self) -> int:
        """How many flights each of them flew."""
        return self.compared.flights

    def span(self, metric: str) -> tuple[tuple[str, Estimate], tuple[str, Estimate]]:
        """Of the others who has least of a metric, and who has most, each with the mean or chance."""
        means = [(name, self.compared[name].measured(metric)) for name in self.others]
        return min(means, key=lambda pair: pair[1].mean), max(means, key=lambda pair: pair[1].mean)

    def heading(self) -> str:
        """The spans in a sentence: `other captains: arrived 82.1% (bold) to 99.7% (cautious), credits ...`."""
        arrived, credits = ("{:.1%}".format, "{:.1f}".format)
        spans = [
            f"{metric} {told(low.mean)} ({least}) to {told(high.mean)} ({most})"
            for metric, told in zip(TOLD, (arrived, credits), strict=True)
            for (least, low), (most, high) in [self.span(metric)]
        ]
        own = self.compared[self.captain]
        here = f"{arrived(own.measured('arrived').mean)} and {credits(own.credits.mean)}"
        same = "flight" if self.flights == 1 else f"{self.flights:,} flights"
        return f"other captains: {', '.join(spans)}; {self.captain} in the same {same}: {here}"

    def table(self) -> pd.DataFrame:
        """One row a captain, he who flew first."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a captain: arrival and credits, and what he has more than who flew, with 95% intervals."""
        return [{"captain": name} | self._row(name) for name in self.compared.names]

    def _row(self, name: str) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for metric in TOLD:
            row[metric] = self.compared[name].measured(metric).mean
            more = self.compared.difference(name, self.captain, metric)
            row |= {f"{metric}_more": more.mean, f"{metric}_more_low": more.low, f"{metric}_more_high": more.high}
        return row

    def notes(self) -> list[str]:
        """What a reader of this should know."""
        return [f"all captains fly the same {self.flights:,} flights: what differs is their doing"]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        spans = {metric: [estimate.mean for _, estimate in self.span(metric)] for metric in TOLD}
        return {"flights": self.flights, "flown_by": self.captain, "others": spans, "captains": self.rows()}


def other_captains(result: Result, flights: int = FLIGHTS) -> OtherCaptains:
    """How sensible, cautious and bold do in the first of a result's flights, at most so many, its rivals as they were.

    Raises AnalyzerError for a result of several ships in one convoy.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> sorted(analyzer.other_captains(analyzer.fly([ship], flights=100), flights=50).compared.names)
    ['bold', 'cautious', 'sensible']
    """
    if len(result.ships) != 1:
        raise AnalyzerError(f"{len(result.ships)} ships in one convoy: other captains take one ship at a time")
    flown, stretch, flights = result.experiment, result.flown[0], whole_number(flights, "flights", 1)
    own, *rivals = flown.captains
    mine = own.name
    named = {name: named_captain(name) for name in ASKED}
    tried = {mine: own} | {name: captain for name, captain in named.items() if name != mine and captain != own}
    experiments = {name: replace(flown, captains=(captain, *rivals)) for name, captain in tried.items()}
    compared = compare_experiments(experiments, min(flights, stretch.trials), first=stretch.first)
    return OtherCaptains(result.ships[0].name, mine, compared)
