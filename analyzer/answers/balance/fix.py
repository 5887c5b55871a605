"""Search for the values of a figure at which a thing is in range, and the answer of a game's `fix_figure`.

There are two measurements. The first tries values that are spread evenly over all possible ones. The second looks at
one pair of neighbours with different verdicts: it tries values between them, and gives values around them with open
verdicts more trials. Intervals hold for all printed things and all tried values at once, as in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from analyzer.answers.balance.things import NO_TRIALS, Judge, Measured, Part, Thing, play_spans
from analyzer.answers.balance.verdicts import (
    BLANK,
    IN_RANGE,
    NOT_KNOWN,
    STRONG,
    VERDICT,
    WEAK,
    Yardstick,
    flat,
    is_blank,
    may_be_blank,
)
from analyzer.answers.description import COUNT, INTERVAL, SIGNED, Column, Described, Description, Row, Table
from analyzer.files.editions.figures import Figure
from analyzer.former_names import former_names
from analyzer.montecarlo.workers import Processes
from analyzer.statistics.estimate import Estimate, each_of

FIRST, BETWEEN = 9, 4
"""Largest number of values spread over all possible ones, and of values added between two neighbours."""
MORE = 4
"""Trials of a value after the second measurement, as a multiple of its trials in the first."""


@former_names(meetings="trials")
@dataclass(frozen=True)
class TriedValue:
    """A value of a figure that was tried.

    Attributes:
        value: the value.
        verdict: the verdict on it.
        likely: the verdict by the means alone, without intervals; `blank` if the thing clearly is.
        effect: effect of the thing with this value.
        trials: number of trials.
    """

    value: int
    verdict: str
    likely: str
    effect: Estimate
    trials: int

    @classmethod
    def judged(
        cls,
        value: int,
        effect: Estimate,
        printed: Yardstick,
        trials: int,
        nothing: float,
        changes: Estimate | None = None,
    ) -> TriedValue:
        """Return a value with the verdict on it.

        Args:
            value: the value.
            effect: effect of the thing with this value.
            printed: range of the printed effects.
            trials: number of trials.
            nothing: largest effect, above or below 0, of a thing that still counts as blank.
            changes: share of trials that the thing changes; None if that was not counted.
        """
        below, above = printed.bounds()
        verdict = BLANK if is_blank(effect, nothing, changes) else printed.verdict(effect)
        likely = STRONG if effect.mean > above.mean else WEAK if effect.mean < below.mean else IN_RANGE
        if may_be_blank(effect, nothing, changes):
            likely, verdict = BLANK, verdict if verdict == BLANK else NOT_KNOWN
        return cls(value, verdict, likely, effect, trials)


@dataclass(frozen=True)
class TriedValues:
    """Values of a figure that were tried for one thing, in order.

    Attributes:
        now: the value as it is.
        printed: least and largest effect of the printed things.
        tried: the values that were tried.
    """

    now: int
    printed: Yardstick
    tried: tuple[TriedValue, ...]

    @property
    def in_range(self) -> list[int]:
        """Values whose effect lies in the range, from the means alone."""
        return [one.value for one in self.tried if one.likely == IN_RANGE]

    @property
    def nearest(self) -> int | None:
        """The value in range nearest to the present one; None if no value is in range."""
        return min(self.in_range, key=lambda value: (abs(value - self.now), value), default=None)

    def interval(self, nearest: int) -> tuple[int | None, int | None]:
        """Return the bounds between which the nearest value in range truly lies; None for an unknown bound.

        One bound is the first value that is clearly in range, counted from `nearest` away from the present value. The
        other bound is one step before the first value that is clearly out of range, counted towards the present one.

        Args:
            nearest: the value nearest to the present one that is in range, from the means alone.
        """
        clear = [one.value for one in self.tried if one.verdict == IN_RANGE]
        out = [one.value for one in self.tried if one.verdict in (STRONG, WEAK, BLANK)]
        is_above = nearest < self.now
        inside = [value for value in clear if (value <= nearest if is_above else value >= nearest)]
        outside = [value for value in out if (value > nearest if is_above else value < nearest)]
        near = max(inside, default=None) if is_above else min(inside, default=None)
        far = min(outside, default=None) if is_above else max(outside, default=None)
        far = None if far is None else far - 1 if is_above else far + 1
        return (near, far) if is_above else (far, near)

    def as_dict(self) -> dict[str, Any]:
        """Return the values that were tried, for JSON."""
        nearest = self.nearest
        low, high = (None, None) if nearest is None else self.interval(nearest)
        verdict = next(one.verdict for one in self.tried if one.value == self.now)
        return {"verdict": verdict, "figure": nearest, "low": low, "high": high, "in_range": self.in_range}

    def sentence(self, figure: object, unit: str, where: str = "") -> str:
        """Return a sentence on the values in range.

        Args:
            figure: the figure.
            unit: unit of the effects.
            where: words before the sentence, e.g. `At level I, `.
        """
        now = next(tried for tried in self.tried if tried.value == self.now)
        verdict = "has no clear verdict" if now.verdict == NOT_KNOWN else f"is {now.verdict}"
        if len({tried.effect.mean for tried in self.tried}) == 1:
            cure = "Take a larger sample, or change another figure."
            return f"{where}{figure} changes nothing in this sample: {self.now} {verdict}. {cure}"
        if self.nearest is None:
            nearest = min(self.tried, key=lambda tried: abs(tried.effect.mean - self._end(tried).mean))
            all_of_them = f"{self.tried[0].value} to {self.tried[-1].value}"
            return (
                f"{where}{'no' if where else 'No'} value of {figure} from {all_of_them} is in range: nearest is "
                f"{nearest.value} ({nearest.effect.mean:+.1f} {unit}, {nearest.verdict}). Change another figure too."
            )
        runs = [
            [tried.value for tried in run]
            for is_inside, run in groupby(self.tried, lambda tried: tried.likely == IN_RANGE)
            if is_inside
        ]
        span = ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
        if self.nearest == self.now:
            return f"{where}{figure} {self.now} {verdict}; values in range by their means: {span}."
        low, high = self.interval(self.nearest)
        ends = f"{'?' if low is None else low} to {'?' if high is None else high}"
        is_now = f"{where}{figure} {self.now} {verdict}"
        in_range = f"values in range by their means: {span}"
        return f"{is_now}: the nearest value in range is {self.nearest} ({ends}); {in_range}."

    def _end(self, tried: TriedValue) -> Estimate:
        """Return the limit of the widened printed range that is nearer to the effect of a value out of range."""
        below, above = self.printed.bounds()
        return above if tried.effect.mean > above.mean else below


def first_values(values: Sequence[int], now: int) -> list[int]:
    """Return the values of the first measurement: the present one, and up to FIRST spread evenly over all values."""
    last = len(values) - 1
    return sorted({now, *(values[round(step * last / (FIRST - 1))] for step in range(FIRST))})


def values_between(one: int, other: int) -> set[int]:
    """Return up to BETWEEN values that are spread evenly between two values."""
    return {one + round(step * (other - one) / (BETWEEN + 1)) for step in range(1, BETWEEN + 1)} - {one, other}


def next_values(known: TriedValues) -> list[int]:
    """Return the values of the second measurement.

    They lie around one pair of neighbours whose likely verdicts differ, the pair nearest to the present value. A pair
    with an end in range comes before all others. The values are those between the two, and the two and their own
    neighbours as far as their verdicts are open. Without such a pair, it is the present value if its verdict is open.
    """
    turns = [(one, other) for one, other in pairwise(known.tried) if one.likely != other.likely]
    if not turns:
        return [one.value for one in known.tried if one.value == known.now and one.verdict == NOT_KNOWN]
    one, other = min(
        turns,
        key=lambda pair: (all(end.likely != IN_RANGE for end in pair), min(abs(end.value - known.now) for end in pair)),
    )
    place = known.tried.index(one)
    around = known.tried[max(0, place - 1) : place + 3]
    return sorted({each.value for each in around if each.verdict == NOT_KNOWN} | values_between(one.value, other.value))


def search_values(
    part: Part,
    printed: Sequence[Thing],
    thing: Callable[[int], Thing],
    figure: Figure,
    as_printed: int | None,
    trials: int,
    workers: Processes,
    heard: Callable[[int], None],
) -> TriedValues:
    """Try values of a figure on the same deals and dice, and return them with the verdict on each.

    Args:
        part: part of the report to which the thing belongs.
        printed: printed things with which it is compared.
        thing: returns the thing with a value of the figure; it must say `is_own`.
        figure: the figure.
        as_printed: the value with which the thing equals a printed one, and so is in range by definition unless it is
            blank; None if no value does that.
        trials: number of trials of each value in the first measurement.
        workers: number of processes.
        heard: called with the number of trials just played.
    """
    values = sorted({*first_values(figure.values, figure.now), *([] if as_printed is None else [as_printed])})
    confidence = each_of(2 * (len(printed) + len(values) + BETWEEN))
    wanted, effects, tried = [*printed], dict[Thing, Measured](), dict[int, Thing]()
    for most in (trials, MORE * trials):
        tried |= {value: thing(value) for value in values if value not in tried}
        wanted += [tried[value] for value in values]
        effects |= {one: Measured(one, NO_TRIALS, 0) for one in wanted if one not in effects}
        for one in play_spans([(each, effects[each].trials, most) for each in wanted], workers, heard):
            effects[one.thing] += one
        judge = Judge(part, [*effects.values()], confidence)
        found = _results(judge, effects, tried, figure.now, as_printed)
        values = next_values(found)
        wanted = [*judge.deciding([tried[value] for value in values if value in tried])]
    return found


def _results(
    judge: Judge, effects: Mapping[Thing, Measured], tried: Mapping[int, Thing], now: int, as_printed: int | None
) -> TriedValues:
    """Return the tried values with their verdicts; the printed value is in range unless it is blank."""
    printed, values = judge.range(tried[now].group), []
    assert printed is not None
    for value, thing in sorted(tried.items()):
        one = effects[thing]
        changes = one.changes(judge.confidence)
        each = TriedValue.judged(value, judge.effects[thing], printed, one.trials, judge.part.nothing, changes)
        is_set = value == as_printed and each.verdict != BLANK
        values.append(replace(each, verdict=IN_RANGE, likely=IN_RANGE) if is_set else each)
    return TriedValues(now, printed, tuple(values))


@dataclass(frozen=True, repr=False)
class GameFix(Described):
    """Values of one figure of an edition, with the verdict on its thing at each of them.

    Attributes:
        edition: name of the edition.
        figure: the figure.
        part: part of the report to which the thing belongs.
        thing: name of the thing.
        values: the values that were tried.
        seed: seed of the trials.
        remarks: notes on how the values were measured.
    """

    edition: str
    figure: Figure
    part: Part
    thing: str
    values: TriedValues
    seed: int
    remarks: tuple[str, ...] = ()

    @property
    def value(self) -> int | None:
        """The value in range that is nearest to the present one; None if no value is in range."""
        return self.values.nearest

    def table(self) -> Any:
        """Return all values that were tried as a tidy data frame."""
        return self.description().tidy()

    def description(self) -> Description:
        """Describe the search: the value to write, then all values that were tried."""
        rows = [
            Row(
                {"value": one.value, "verdict": one.verdict, "effect": one.effect, "trials": one.trials},
                bold=one.value == self.value,
            )
            for one in self.values.tried
        ]
        part, column = self.part, self.figure.column.replace("_", " ")
        columns = (
            Column("value", column, COUNT),
            replace(VERDICT, explanation=""),
            Column("effect", part.effect, SIGNED, f"{part.meaning}; intervals hold for all values and printed "
                   f"{part.nouns} at once", INTERVAL, flat=flat),
            Column("trials", "pairs of games", COUNT),
        )  # fmt: skip
        facts = {
            "edition": self.edition,
            **self.figure.facts(),
            "thing": self.thing,
            **self.values.as_dict(),
            "seed": self.seed,
        }
        table = Table("values", columns, rows, "values that were tried", labels=1)
        sentence = self.values.sentence(self.figure, part.effect)
        title = f": {column} of {self.thing}, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, [sentence, table], [*self.remarks])
