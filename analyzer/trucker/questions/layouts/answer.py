"""Answer to `layouts`: the worth of each way in which the dice join a build, with its tables.

A way of joining names the borders between quarters that grow together, e.g. `F+L`. Several ways may give one layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, ClassVar

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    TEXT,
    WORD,
    Collection,
    Column,
    Description,
    Form,
    Part,
    Row,
    Table,
    in_words,
)
from analyzer.answers.leaders import Leaders, leaders_by_difference, leaders_by_interval
from analyzer.answers.origin import in_setting
from analyzer.answers.worths import has_too_few, rule_of_verdicts, verdict_or_reason
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import CONFIDENCE, Estimate, Verdict, each_of
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import JOININGS, LAYOUTS, layout_of, ships_of
from analyzer.trucker.fleets.facts import EnginesOfJoining, engines_by_joining, engines_by_quarter
from analyzer.trucker.questions.layouts.values import GAIN, Change, ChangeValue, QuarterAlone, WaysTally, WayValue
from analyzer.trucker.result import OfOneShip

INDENT = "  "
BRIEF = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
"""Short names of the quarters."""
EXACT = Form(str)
LAYOUT_COLUMNS = (
    Column("ship", in_json=False),
    Column("name", "layout", WORD, flat=None, in_json=False),
    Column("layout"),
    Column("joined"),
    Column("chance", "chance", EXACT, "how often the dice make this layout, exactly"),
    Column("alternative_chance", "alternative", EXACT, "this chance by the alternative table of the dice (see notes)"),
    Column("credits", "credits", NUMBER, interval=INTERVAL),
    Column("arrived", "arrived", PERCENT),
    Column("components_lost", "lost", NUMBER, "components lost, on average"),
    Column(
        "more",
        "more",
        SIGNED,
        "credits above the average over all throws of the dice",
        INTERVAL,
    ),
)
QUARTERS = (
    Column("quarter", "quarter"),
    Column("chance", "alone", EXACT, "how often the dice leave this quarter as a ship of its own"),
    Column("home", "home", PERCENT, "how often it comes home then", INTERVAL),
    Column("credits", "credits", NUMBER, "what the whole fleet earns then", INTERVAL),
    Column(
        "engines", "engines", Form(str), "engine strength of the quarter alone, from no charge to all of its charges"
    ),
    Column("slowest", "slowest", EXACT, "how often its ship is the slowest of the fleet (in all layouts)"),
    Column("lacks", "lacks", EXACT, "engine strength by which its ship is behind the next slowest, at most"),
    Column("stands", "stands", EXACT, "how often its ship has no engine strength and cannot move"),
)
ENGINES = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("fleet", "fleet", EXACT, "engine strength of the fleet, which is that of its slowest ship"),
    Column("ships", "ships", explanation="the quarters of each ship (fl: front left, ...) and its engine strength"),
    Column(
        "held_back",
        "held back by",
        explanation="the slowest ship, and the engine strength that it lacks to the next slowest",
    ),
)
CHANGES = (
    Column("change", "change", TEXT),
    Column("gain", "gain", SIGNED, "credits more than the build as it is, on average over the dice", INTERVAL),
    Column("verdict", "verdict", explanation=rule_of_verdicts("flights")),
    Column("alternative", "by the alternative", SIGNED, "the gain by the alternative table of the dice"),
)


def of_layouts(ship: str, values: Sequence[WayValue]) -> Table:
    """Return the table of layouts; a layout that several ways of joining make is followed by a row for each way."""
    often = Counter(value.layout for value in values)
    rows = [_layout(ship, value, often[value.layout] > 1) for value in values]
    return Table("layouts", LAYOUT_COLUMNS, rows, "what each layout is worth", column_gap=2, is_flat=True)


def of_quarters(quarters: Sequence[QuarterAlone]) -> Table:
    """Return the table of quarters that are ships of their own in some way of joining."""
    return Table("", QUARTERS, list(map(_quarter_row, quarters)), "quarters that fly alone", column_gap=2)


def of_engines(ways: Sequence[EnginesOfJoining]) -> Table:
    """Return the table of engine strengths, a row per way in which the quarters may be joined."""
    return Table("", ENGINES, list(map(_engines, ways)), "engine strength with all charges of each ship", column_gap=2)


def of_changes(changes: Sequence[ChangeValue]) -> Table:
    """Return the table of single changes to the build, with a row and a gain for each."""
    rows = [
        Row({"change": one.change.in_words(), "gain": one.gain, "verdict": verdict, "alternative": one.alternative})
        for one in changes
        for verdict in [verdict_or_reason(one.verdict, one.gain, "flights")]
    ]
    return Table(
        "", CHANGES, rows, "single components, moved or added, that help most (intervals hold for all of these)"
    )


def _layout(ship: str, value: WayValue, is_one_of_several: bool) -> Row:
    name = f"{INDENT}{value.joined}" if value.joined and is_one_of_several else in_words(value.layout)
    metrics = ("layout", "joined", "chance", "credits", "arrived", "components_lost", "more")
    values = {metric: getattr(value, metric) for metric in metrics}
    return Row({"ship": ship, "name": name, "alternative_chance": value.alternative, **values})


def _quarter_row(one: QuarterAlone) -> Row:
    paper = one.paper
    engines = "does not start" if paper.bare is None else f"{paper.bare} to {paper.charged}"
    figures = {"quarter": one.quarter, "chance": one.chance, "home": one.home, "credits": one.credits}
    held = {"slowest": paper.holds_back, "lacks": paper.lacks or None, "stands": paper.stands}
    return Row({**figures, "engines": engines, **held})


def _engines(way: EnginesOfJoining) -> Row:
    ships = ", ".join(
        f"{_brief(quarters)} {strength}" for quarters, strength in zip(way.quarters, way.charged, strict=True)
    )
    slowest = " and ".join(_brief(way.quarters[number]) for number in way.slowest)
    held_back = f"{slowest}: lacks {way.lacks}" if slowest else "no ship"
    return Row({"joined": way.joined, "fleet": min(way.charged, default=0), "ships": ships, "held_back": held_back})


def _brief(quarters: Sequence[str]) -> str:
    return " ".join(BRIEF[quarter] for quarter in quarters)


SHOWN_METRICS = ("credits", "arrived", "components_lost")
"""Metrics shown for each layout and each way of joining the quarters."""
BUILDS = (
    Column("build", "build", WORD),
    Column("credits", "credits", NUMBER, "average over the dice", INTERVAL),
    Column("alternative", "by the alternative", NUMBER, "average by the alternative table of the dice", INTERVAL),
    Column("best", "best way", WORD, "the borders that grow together where it earns most"),
    Column("worst", "worst", WORD, "the same where it earns least"),
    Column("apart", "apart", NUMBER, "credits between the two"),
)
Weights = Mapping[str, Fraction]
"""Weight of each way of joining the quarters, by its name, e.g. `F+L`."""


@dataclass(frozen=True, repr=False)
class LayoutValues(Collection, OfOneShip):
    """Worth of every layout and of every way of joining a build's quarters; indexing by its name gives one.

    Attributes:
        experiment: flights of the build.
        tally: counts of the flights for every way of joining.
        changes: changes to the build that were flown beside it; they were chosen by their results in other flights.
    """

    ITEMS: ClassVar = "rows"
    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: WaysTally
    changes: tuple[Change, ...] = field(kw_only=True)

    @property
    def ways(self) -> tuple[str, ...]:
        """Ways of joining that the dice may make on this route, in the order of the counts."""
        return tuple(self.experiment.route.outcomes)

    @property
    def chances(self) -> dict[str, Fraction]:
        """Exact chance of each way of joining."""
        outcomes = self.experiment.route.outcomes
        return {way: Fraction(times, sum(outcomes.values())) for way, times in outcomes.items()}

    @property
    def alternative(self) -> dict[str, Fraction] | None:
        """Chance of each way of joining by the alternative table of dice results.

        None if the user gave other dice or fixed a layout.
        """
        tables, chances = self.experiment.route.fleet_tables, self.chances
        layouts = {layout_of(way) for way in chances}
        if "dice" in tables.replaced or layouts != {layout for layout, ways in tables.alternative_ways.items() if ways}:
            return None
        # The alternative table weighs layouts; within a layout, ways keep their proportions.
        of_layout = {layout: sum(chances[way] for way in chances if layout_of(way) == layout) for layout in layouts}
        every = sum(tables.alternative_ways.values())
        return {
            way: Fraction(tables.alternative_ways[layout_of(way)], every) * chance / of_layout[layout_of(way)]
            for way, chance in chances.items()
        }

    def weighted_mean(self, metric: str, weights: Weights, confidence: float = CONFIDENCE) -> Estimate:
        """Return a weighted mean of a metric over ways of joining the quarters; its interval is paired by flight.

        Args:
            metric: name of a metric.
            weights: weight of each way of joining; weights below 0 make differences.
            confidence: level of the interval.
        """
        pairs, n = self.tally.pairs, self.flights
        numbers = [(self.ways.index(way), weight) for way, weight in weights.items() if weight]
        sums, products = pairs.sums[metric], pairs.products[metric]
        total = sum((weight * int(sums[i]) for i, weight in numbers), Fraction(0))
        # The square of a weighted sum needs only products of pairs of ways. Fractions keep total and squares exact.
        squares = sum((a * b * int(products[i, j]) for i, a in numbers for j, b in numbers), Fraction(0))
        variance = float((n * squares - total**2) / (n * (n - 1))) if n > 1 else 0.0
        return Estimate.from_mean(float(total / n), variance, n, confidence)

    def mean(self, metric: str = "credits", *, alternative: bool = False) -> Estimate:
        """Return the mean of a metric over the results of the dice, by the standard table or the alternative one."""
        weights = self.alternative if alternative else self.chances
        if weights is None:
            raise AnalyzerError("no alternative table: the dice here are the user's own, or fixed")
        return self.weighted_mean(metric, weights)

    @cached_property
    def shift(self) -> Estimate | None:
        """Mean credits by the alternative table of dice results less the mean by the standard one, or None."""
        other = self.alternative
        return None if other is None else self.weighted_mean("credits", _less(other, self.chances))

    @cached_property
    def rows(self) -> tuple[WayValue, ...]:
        """Value of every layout; if several ways of joining make a layout, the values of these ways follow."""
        values = []
        for layout in LAYOUTS:
            ways = [way for way in self.ways if layout_of(way) == layout]
            if ways:
                values.append(self._value(layout, ways[0] if len(ways) == 1 else "", ways))
            if len(ways) > 1:
                values += [self._value(layout, way, [way]) for way in ways]
        return tuple(values)

    @property
    def of_ways(self) -> tuple[WayValue, ...]:
        """Values of every way of joining the quarters."""
        return tuple(row for row in self.rows if row.joined)

    @property
    def best(self) -> WayValue:
        """Value of the way of joining with the most credits."""
        return max(self.of_ways, key=lambda way: way.credits.mean)

    @property
    def worst(self) -> WayValue:
        """Value of the way of joining with the fewest credits."""
        return min(self.of_ways, key=lambda way: way.credits.mean)

    @cached_property
    def best_ways(self) -> Leaders[WayValue]:
        """Ways of joining that may earn the most, compared flight by flight, at 95% for all pairs at once."""
        return self._leading(1)

    @cached_property
    def worst_ways(self) -> Leaders[WayValue]:
        """Ways of joining that may earn the least, compared flight by flight, at 95% for all pairs at once."""
        return self._leading(-1)

    def _leading(self, sign: int) -> Leaders[WayValue]:
        """Return the ways of joining that may earn the most (sign 1) or the least (sign -1), by paired flights."""

        def difference(one: WayValue, other: WayValue, confidence: float) -> Estimate:
            weights = {one.joined: Fraction(sign), other.joined: Fraction(-sign)}
            return self.weighted_mean("credits", weights, confidence)

        return leaders_by_difference(self.of_ways, difference)

    @property
    def spread(self) -> Estimate:
        """Difference in mean credits between the best and the worst way of joining, paired flight by flight."""
        if self.best.joined == self.worst.joined:
            return Estimate(0.0, 0.0, 0.0)
        return self.weighted_mean("credits", {self.best.joined: Fraction(1), self.worst.joined: Fraction(-1)})

    @cached_property
    def on_paper(self) -> tuple[EnginesOfJoining, ...]:
        """Exact engine strengths of the fleet that each way of joining makes."""
        return engines_by_joining(self.ship, self.experiment.route)

    @cached_property
    def quarters(self) -> tuple[QuarterAlone, ...]:
        """Quarters that may fly as ships of their own; the quarter that comes home least often is first."""
        quarters = []
        for paper in engines_by_quarter(self.on_paper):
            alone = self._alone(paper.quarter)
            if alone:
                home, credits = (self.weighted_mean(metric, alone) for metric in (paper.quarter, "credits"))
                chance = sum((self.chances[way] for way in alone), Fraction(0))
                quarters.append(QuarterAlone(paper.quarter, chance, home, credits, paper))
        return tuple(sorted(quarters, key=lambda one: one.home.mean))

    @cached_property
    def changed(self) -> tuple[ChangeValue, ...]:
        """Gains of the changes to the build, the best change first."""
        changes = [self._change(number, change) for number, change in enumerate(self.changes)]
        return tuple(sorted(changes, key=lambda one: -one.gain.mean))

    def __getitem__(self, name: str) -> WayValue:
        named = {row.joined: row for row in self.rows if row.joined} | {row.layout: row for row in reversed(self.rows)}
        if name not in named:
            raise AnalyzerError(f"no layout {name!r}: {one_of(name, named)}")
        return named[name]

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield each way of joining with its estimate of a metric; for the metric `gain`, each change instead."""
        if metric == GAIN:
            yield from ((one.change.in_words(), one.gain) for one in self.changed)
        else:
            yield from ((way, self.weighted_mean(metric, {way: Fraction(1)})) for way in self.ways)

    @classmethod
    def side_by_side(cls, answers: Sequence[LayoutValues]) -> Sequence[Part]:
        """Return a table of several builds, with their mean values over the dice."""
        rows = [one.as_row() for one in sorted(answers, key=lambda each: -each.mean().mean)]
        return [Table("", BUILDS, rows, "the builds on average over the dice", column_gap=2)]

    def description(self) -> Description:
        """Describe the build: sentences, a row per layout and way of joining, quarters, engines, and changes."""
        sentences = [in_setting(self.experiment.setting, sentence) for sentence in self._in_words()]
        captain = self.experiment.captain_in_words(self.captain)
        title = f" in every layout that the dice may make: {self.conditions}, captain {captain}"
        parts: list[Part] = [*sentences, *self._tables()]
        return Description(self.ship.name, title, self._facts(sentences), parts, self.notes())

    def _tables(self) -> Iterator[Table]:
        yield of_layouts(self.ship.name, self.rows)
        if self.quarters:
            yield of_quarters(self.quarters)
        yield of_engines(self.on_paper)
        if self.changes:
            yield of_changes(self.changed)

    def as_row(self) -> Row:
        """Return the row of this build in a table of builds."""
        other = None if self.alternative is None else self.mean(alternative=True)
        values = {"build": self.ship.name, "credits": self.mean(), "alternative": other}
        best, worst = (
            ways.names(lambda way: way.joined) if len(ways.items) <= 2 else f"one of {len(ways.items)}"
            for ways in (self.best_ways, self.worst_ways)
        )
        return Row({**values, "best": best, "worst": worst, "apart": self.spread})

    def _facts(self, sentences: Sequence[str]) -> dict[str, Any]:
        return {
            "ship": self.ship.name,
            "flights": self.flights,
            "seed": self.experiment.seed,
            "captain": self.captain.as_prices(),
            "rivals": self.rivals,
            "setting": self.experiment.setting,
            "credits": self.mean(),
            "spread": self.spread._asdict() | {"best": self.best.joined, "worst": self.worst.joined},
            "quarters": self.quarters,
            "engines": self.on_paper,
            "changes": self.changed,
            "alternative_more": self.shift,
            "words": sentences,
        }

    def _in_words(self) -> Iterator[str]:
        """Yield the conclusions: mean, best and worst way of joining, the weak quarter, and the best change."""
        mean, low, high = self.mean()
        yield f"it earns {mean:.2f} credits on average over the dice ({low:.2f} to {high:.2f})."
        if len(self.ways) > 1:
            yield self._best_and_worst()
        if len(self.quarters) > 1:
            yield self._weakest()
        if self.changed:
            yield self._best_change()
        if self.shift is not None:
            yield self._by_the_alternative()

    @property
    def _many(self) -> str:
        return some_trials(self.flights, self.experiment.TRIAL)

    def _best_and_worst(self) -> str:
        best, worst = self.best_ways, self.worst_ways
        lowest, highest = self.worst.credits.mean, self.best.credits.mean
        if best.is_open:
            return f"no layout clearly earns more than another: {lowest:.2f} to {highest:.2f} credits in {self._many}."
        words = [
            f"the {what} layout is {ways.names(lambda way: f'{_way(way)} with {way.credits.mean:.2f} credits')}"
            for what, ways in (("best", best), ("worst", worst))
        ]
        if not (best.is_clear and worst.is_clear):
            return f"{', '.join(words)}; {self._many} cannot tell all layouts apart."
        spread = self.spread
        return f"{', '.join(words)}, {spread.mean:.2f} apart ({spread.low:.2f} to {spread.high:.2f})."

    def _weakest(self) -> str:
        joint = each_of(len(self.quarters))
        by_name = sorted(self.quarters, key=lambda one: one.quarter)
        weak = leaders_by_interval(
            by_name, lambda one: self.weighted_mean(one.quarter, self._alone(one.quarter), joint).negated
        )
        when = "flights in which it is a ship of its own"
        if weak.is_open:
            lowest, highest = self.quarters[0].home.mean, self.quarters[-1].home.mean
            each = f"each comes home in {lowest:.1%} to {highest:.1%} of {when}"
            return f"no quarter clearly comes home less often than another: {each}."
        if weak.winner is not None:
            home = f"which comes home in {weak.winner.home.mean:.1%} of {when}"
            return f"the weak quarter is {_quarter(weak.winner.quarter)}, {home}."
        names = weak.names(lambda one: f"{_quarter(one.quarter)} (home in {one.home.mean:.1%})")
        return f"in {when}, the weak quarter is {names}{weak.open_in_words(self._many)}."

    def _alone(self, quarter: str) -> dict[str, Fraction]:
        """Return the weights, with sum 1, of the ways of joining in which a quarter is a ship of its own."""
        alone = {way: chance for way, chance in self.chances.items() if (quarter,) in ships_of(way)}
        return {way: chance / sum(alone.values()) for way, chance in alone.items()}

    def _best_change(self) -> str:
        best = self.changed[0]
        helping = [one for one in self.changed if one.verdict is Verdict.BETTER]
        if helping:
            in_order = sorted(self.changed, key=lambda one: one.change.in_words())
            most = leaders_by_interval(in_order, lambda one: one.gain)
            if most.is_clear:
                return f"of all single components, this helps most: {_gained(best)}."
            names = most.names(_gained, "or to")
            return f"of all single components tried, it helps most to {names}{most.open_in_words(self._many)}."
        few = f", but {rule_of_verdicts('flights')}" * has_too_few(best.verdict, best.gain)
        return f"no single component, moved or added, clearly helps. Closest is: {_gained(best)}{few}."

    def _by_the_alternative(self) -> str:
        assert self.shift is not None
        mean, low, high = self.shift
        sentence = f"by the alternative table of the dice it earns {self.mean(alternative=True).mean:.2f} credits"
        turned = self.best_by_the_alternative()
        same = "; no advice clearly changes" * bool(self.changed)
        advice = f". By that table {turned}" if turned else same
        return f"{sentence}, a difference of {mean:+.2f} ({low:+.2f} to {high:+.2f}){advice}."

    def best_by_the_alternative(self) -> str:
        """Return a clause on advice that the alternative table of dice results changes; "" if it changes none.

        That is whether the best change clearly helps or, failing that, which change clearly helps most.
        """
        if not self.changed or self.alternative is None:
            return ""
        first = self.changed[0]
        if first.alternative is not None and (first.gain.low > 0) != (first.alternative.low > 0):
            return (
                f"it {'helps' if first.alternative.low > 0 else 'no longer clearly helps'} to {first.change.in_words()}"
            )
        measured = [one for one in self.changed if one.alternative is not None]
        best = leaders_by_interval(measured, lambda one: one.alternative).winner
        return "" if best is None or best is first else f"it helps most to {best.change.in_words()}"

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        notes = [
            "Every flight is flown in every layout, on the same cards and rolls, and weighted by the exact chances.",
            "Engine strengths are those of intact ships. A fleet flies as fast as its slowest ship.",
        ]
        if self.changes:
            notes.append(
                "Changes leave the build legal whatever the dice join, and use one box. The most promising were chosen "
                "on other flights; their intervals hold for all listed here at once."
            )
        if self.alternative is not None:
            notes.append(
                "The original table of which dice join which quarters is lost. This one is inferred from how many "
                "results the rule text lists. The alternative table counts each of these results as a roll of two "
                "different faces."
            )
        return [*notes, *self.experiment.notes(), *self.remarks]

    def _value(self, layout: str, joined: str, ways: Sequence[str]) -> WayValue:
        """Return the value of a layout, or of one way of joining the quarters.

        Args:
            layout: name of the layout.
            joined: the way of joining; empty for a layout of several ways.
            ways: the ways of joining over which the flights are averaged.
        """
        chances, other = self.chances, self.alternative
        chance = sum((chances[way] for way in ways), Fraction(0))
        weights = {way: chances[way] / chance for way in ways}
        estimates = {name: self.weighted_mean(name, weights) for name in SHOWN_METRICS}
        if len(ways) == 1:
            own = self.tally.pairs.tally.subjects[self.ways.index(ways[0])]["arrived"]
            estimates["arrived"] = own.chance(1, 1)
        more = self.weighted_mean("credits", _less(weights, chances))
        alternative = None if other is None else sum((other[way] for way in ways), Fraction(0))
        return WayValue(layout, joined, chance, alternative, **estimates, more=more)

    def _change(self, number: int, change: Change) -> ChangeValue:
        """Return the gain of the change with index `number`."""
        gains = self.tally.gains
        assert gains is not None
        confidence = each_of(len(self.changes))
        own = gains.total.subjects[number][GAIN]
        differing = own.n - own.counts.get(0, 0)
        return ChangeValue(change, own.estimate(confidence), self._reweighed(number, confidence), differing)

    def _reweighed(self, number: int, confidence: float) -> Estimate | None:
        """Return the gain of a change if the alternative table of dice results holds; None if it cannot be estimated.

        The mean gains by way of joining are weighted by the chances of that table.
        """
        other, gains = self.alternative, self.tally.gains
        if other is None or gains is None:
            return None
        each = {JOININGS[code]: part.subjects[number][GAIN] for code, part in gains.parts.items()}
        if set(each) != set(other) or min(one.n for one in each.values()) < 2:
            return None
        # A stratified mean: each way is a stratum with the alternative table's weight.
        mean = sum(float(other[way]) * one.mean for way, one in each.items())
        error = sqrt(sum(float(other[way]) ** 2 * one.variance / one.n for way, one in each.items()))
        return Estimate.from_standard_error(mean, error, self.flights, confidence)


def _less(one: Weights, other: Weights) -> dict[str, Fraction]:
    """Return the differences of weights: the first less the second."""
    return {way: one.get(way, Fraction(0)) - other.get(way, Fraction(0)) for way in {**one, **other}}


def _gained(one: ChangeValue) -> str:
    """Format a change to the build with its gain."""
    mean, low, high = one.gain
    return f"{one.change.in_words()}: {mean:+.2f} credits ({low:+.2f} to {high:+.2f})"


def _way(value: WayValue) -> str:
    return f"{value.joined} ({value.layout.replace('_', ' ')})"


def _quarter(name: str) -> str:
    return f"the {name.replace('_', ' ')}"
