"""Races of several ships in one convoy: the ship that is richest most often, and comparisons of each pair."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Annotated, Any, ClassVar, Unpack

from analyzer.answers.derived import Derived
from analyzer.answers.description import INTERVAL, NUMBER, PERCENT, WORD, Bars, Column, Description, Row, Table
from analyzer.answers.leaders import Leaders, leaders_by_difference
from analyzer.answers.metrics import Metrics
from analyzer.answers.numbers import join_names
from analyzer.answers.together import paired
from analyzer.errors import AnalyzerError
from analyzer.montecarlo.blocks import BLOCK as WHOLE_BLOCK
from analyzer.montecarlo.stretch import Stretch, some_trials
from analyzer.runs.amount import run_each, split_amount
from analyzer.statistics.controls import Controls
from analyzer.statistics.estimate import CONFIDENCE, Estimate, between
from analyzer.statistics.moments import UNKNOWN
from analyzer.statistics.tally import Columns, PairedTally, SortedPairs, SortedTally, Tally
from analyzer.trucker import arguments
from analyzer.trucker.conditions import Conditions, FlightKeywords, RivalsLike, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import Result
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships
from analyzer.trucker.world import PRECISE_ENOUGH

STANDING = (
    Column("ship", "ship", WORD),
    Column("richest", "richest", PERCENT, "share of flights in which no other ship has more credits", INTERVAL),
    Column("richest_alone", "alone", PERCENT, "share of flights in which it is the only richest ship"),
    Column("first", "first", PERCENT, "share of flights in which it arrives first"),
    Column("credits", "credits", NUMBER, interval="interval"),
    Column("arrived", "arrived", PERCENT, "share of flights in which it arrives at all"),
    Column("loss", "loss", PERCENT, "share of flights that end with less than 0 credits"),
    Column("spread", "spread", NUMBER, "standard deviation of credits"),
    Column(
        "worst_5_percent", "worst 5 percent", NUMBER, "mean credits of the worst 5% of flights", interval="interval"
    ),
)
"""Columns of the standing, a row per ship."""
HEAD_TO_HEAD = (
    Column("a", "", WORD),
    Column("b", "against", WORD),
    Column("more", "more", PERCENT, interval=INTERVAL),
    Column("less", "less", PERCENT),
    Column("same", "same", PERCENT),
    Column("difference", "credits ahead", NUMBER, interval="interval"),
)
"""Columns of the pairs, a row per pair of ships."""
HEADING_OF_PAIRS = "head to head: in how many flights the first has more credits than the second"


@dataclass(frozen=True, repr=False)
class Race(Result):
    """Result of several ships in one convoy, whose credits are compared for each pair of ships in every flight."""

    VIEW = "analyzer.trucker.view:view_of_races"

    counted: PairedTally = field(kw_only=True)

    def standing(self) -> list[dict[str, Any]]:
        """Return one row per ship, the ship that is most often richest first.

        Returns:
            Rows with the keys `ship` and `spread` (standard deviation of credits), and these metrics, each with `_low`
            and `_high` for its 95% interval: `credits` and `worst_5_percent` in credits; `richest`, `richest_alone`,
            `first`, `arrived` and `loss` as shares of flights.
        """
        rows = []
        for ship in self.ships:
            row: dict[str, Any] = {"ship": ship.name, "spread": ship.histograms["credits"].std}
            for metric in ("credits", "worst_5_percent", "richest", "richest_alone", "first", "arrived", "loss"):
                mean, low, high = ship.measured(metric)
                row |= {metric: mean, f"{metric}_low": low, f"{metric}_high": high}
            rows.append(row)
        return sorted(rows, key=lambda row: -row["richest"])

    def beats(self, a: str, b: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of flights in which `a` ends with more credits than `b`, with its interval."""
        # wins[i, j] counts the flights in which ship i ends with more credits than ship j.
        hits = int(self.counted.wins[self._number(a), self._number(b)])
        return Estimate.from_share(hits, self.trials, confidence)

    def difference(self, a: str, b: str, metric: str = "credits", confidence: float = CONFIDENCE) -> Estimate:
        """Return a metric's mean for ship `a` less its mean for ship `b`, paired flight by flight.

        Args:
            a: name of a ship.
            b: name of another ship.
            metric: name of a metric; for a chance, the difference of the two shares is returned.
            confidence: level of the interval, e.g. 0.95.
        """
        paired = self.experiment.metrics.paired[metric]
        one, other = self._number(a), self._number(b)
        moments = self.counted.difference(paired.name, one, other)
        if paired.is_chance:
            return moments.estimate(confidence, is_chance=True)
        ends = between(*(self.reach(number).get(paired.column, UNKNOWN) for number in (one, other)))
        return moments.reaching(ends).estimate(confidence).clipped(*ends)

    def head_to_head(self) -> list[dict[str, Any]]:
        """Return the comparison of each ship with each other ship, one row per ordered pair.

        Returns:
            Rows with the keys `a`, `b`; `more`, `less` and `same`, the shares of flights in which `a` has more, fewer
            or as many credits; `more_low` and `more_high`; `difference`, the credits by which `a` is ahead on average,
            with `low` and `high`.
        """
        rows = []
        for a, b in permutations((ship.name for ship in self.ships), 2):
            more, low, high = self.beats(a, b)
            less, (mean, least, most) = self.beats(b, a).mean, self.difference(a, b)
            row = {"a": a, "b": b, "more": more, "more_low": low, "more_high": high, "less": less}
            rows.append(row | {"same": 1 - more - less, "difference": mean, "low": least, "high": most})
        return rows

    def leaders(self) -> Leaders[str]:
        """Return the ships that may be richest most often, at 95% for all pairs at once."""
        return leaders_by_difference(
            (ship.name for ship in self.ships),
            lambda one, other, confidence: self.difference(one, other, "richest", confidence),
        )

    def winner(self) -> str | None:
        """Return the ship that is clearly richest most often; None if no ship is.

        The verdict holds at 95% for all pairs at once.
        """
        return self.leaders().winner

    def in_words(self) -> str:
        """Return one or two sentences on the ship that wins most often in this convoy, or on the ships that may."""
        may_win = self.leaders()
        if not may_win.is_clear:
            return self._open_in_words(may_win)
        first, second, *_ = self.standing()
        shares = (
            f"{first['ship']} is richest in {_share(first, 'richest')} of flights, the only richest in "
            f"{_share(first, 'richest_alone')}, {second['ship']} in {_share(second, 'richest')}"
        )
        ahead, low, high = (100 * value for value in self.difference(first["ship"], second["ship"], "richest"))
        lead = f"{ahead:.1f} points ({low:.1f} to {high:.1f})"
        return f"{first['ship']} wins most often in this convoy, by {lead}: {shares}."

    def _open_in_words(self, may_win: Leaders[str]) -> str:
        """Return a clause on the ships that may win most often, and on ships that clearly win less often."""
        shares = {row["ship"]: _share(row, "richest") for row in self.standing()}
        first, *others = may_win.items
        flights = some_trials(self.trials, self.experiment.TRIAL)
        rest = [f"{name} in {shares[name]}" for name in others]
        sentence = join_names([f"{first} is richest in {shares[first]} of {flights}", *rest])
        behind = [f"{name} in {share}" for name, share in shares.items() if name not in may_win.items]
        less = f" Clearly less often: {join_names(behind)}." if behind else ""
        return f"It is open who wins most often in this convoy: {sentence}.{less}"

    def description(self) -> Description:
        """Describe the race (standing, verdict, pairs, credits side by side), then each ship as `fly` does."""
        who = " against ".join(ship.name for ship in self.ships)
        standing = [Row(_with_intervals(row)) for row in self.standing()]
        order = combinations((row["ship"] for row in self.standing()), 2)
        pairs = {(row["a"], row["b"]): row for row in self.head_to_head()}
        credits = {ship.name: ship.histograms["credits"] for ship in self.ships}
        parts = (
            Table("", STANDING, standing),
            self.in_words(),
            Table("", HEAD_TO_HEAD, [Row(_pair(pairs[pair])) for pair in order], HEADING_OF_PAIRS, labels=2),
            Bars("credits, side by side (share of flights)", credits),
        )
        ships = super().description()
        return replace(ships, each=[Description(f"{who}: {self.conditions}", "", parts=parts), *ships.each])

    def facts(self) -> dict[str, Any]:
        """Return everything but the notes for JSON, with the race under `race`."""
        race = {"winner": self.winner, "standing": self.standing, "head_to_head": self.head_to_head}
        return super().facts() | {"race": race}

    def _number(self, name: str) -> int:
        return self.ships.index(self[name])


def _with_intervals(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the standing in which each value and the two ends of its interval are one `Estimate`."""
    names = [name for name in row if f"{name}_low" in row]
    return row | {name: Estimate(row[name], row[f"{name}_low"], row[f"{name}_high"]) for name in names}


def _pair(row: dict[str, Any]) -> dict[str, Any]:
    """Return a head-to-head row with each value and its interval combined into one `Estimate`."""
    ahead = Estimate(row["difference"], row["low"], row["high"])
    return row | {"more": Estimate(row["more"], row["more_low"], row["more_high"]), "difference": ahead}


def _share(row: dict[str, Any], metric: str) -> str:
    return f"{row[metric]:.1%} ({row[f'{metric}_low']:.1%} to {row[f'{metric}_high']:.1%})"


@dataclass(frozen=True)
class RacedExperiment(Derived[Experiment]):
    """An experiment whose flights are counted as a race between all its ships except the rivals."""

    QUESTION: ClassVar[str] = "race"
    AT_ONCE: ClassVar[int] = WHOLE_BLOCK

    @property
    def COUNTED(self) -> type[PairedTally] | type[SortedPairs]:
        """Class of the counts of a block.

        It is `PairedTally`, or for fleets `SortedPairs`, which has a `PairedTally` for each way in which the dice join
        the quarters.
        """
        return SortedPairs if self.metrics.sorting else PairedTally

    @property
    def metrics(self) -> Metrics:
        """Metrics of a flight, for each ship of the race."""
        return self.experiment.metrics

    @property
    def controls(self) -> Controls | None:
        """Control variates of the flights, or None."""
        return self.experiment.controls

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns, with a 0/1 column added for every chance."""
        return self.metrics.with_chances(self.experiment.run_block(first, trials))

    def count(self, columns: Columns) -> PairedTally | SortedPairs:
        """Return the counts of a block: histograms of the columns, and how often each ship beats each other ship."""
        return paired(columns, self.metrics, self.controls)

    def result(self, counted: PairedTally | SortedPairs, stretches: tuple[Stretch, ...] = ()) -> Race:
        """Build the `Race` from the counted flights."""
        if isinstance(counted, PairedTally):
            return Race(self.experiment, self._own(counted), stretches, counted=counted)
        each = SortedTally({code: self._own(part) for code, part in counted.parts.items()}, law=counted.law)
        return Race(self.experiment, each.total, stretches, counted=counted.total, sorted=each)

    def _own(self, counted: PairedTally) -> Tally:
        """Return the histograms of the ships' metrics, without the columns on pairs of ships."""
        return counted.tally.of_subjects(range(len(self.subjects)), self.metrics.columns)


class RaceKeywords(FlightKeywords, total=False):
    """Keywords of `race`: those of `fly`, with no rivals by default."""

    rivals: Annotated[RivalsLike, arguments.RIVALS_OF_RACES]  # another default


def race(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[RaceKeywords],
) -> Race:
    """Fly two to four ships in one convoy and tell which is richest most often.

    Args:
        ships: ships, or the paths of their files.
        level: flight level; that of the first ship's board if None.
        flights: number of flights. If None, the run ends when the mean credits of every ship are known within 0.1
            credits, at the latest after 100,000 flights, or with `precision` after 100,000,000.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        The race. It holds each ship's result, too.

    Raises:
        AnalyzerError: with every reason why these ships cannot be flown together.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> analyzer.race([mile, arrow], flights=2000).winner()
    'First Mile'
    """
    how_much, conditions = split_amount(options, Conditions)
    result: Race = run_each([raced(ships, level, seed, **conditions)], flights, enough=PRECISE_ENOUGH, **how_much)[0]
    return result


def raced(
    ships: ShipsLike, level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]
) -> RacedExperiment:
    """Plan the experiment of a race; raise AnalyzerError unless two to four ships take part."""
    ships = as_ships(ships)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    return RacedExperiment(plan(ships, level, seed, **conditions))
