"""Search for the values of a figure at which a thing is in range, and the answer of every game's `fix_figure`.

The first measurement tries values that are spread evenly over all possible ones. Each further measurement looks at one
pair of neighbours with different verdicts: it tries values between them, and gives values around them with open
verdicts more trials. A third one, if any, also narrows the interval of the answer. Intervals hold for all printed
things and all tried values at once, as in `verdicts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from analyzer.answers.balance.things import NO_TRIALS, Measured, Part, Thing, play_spans
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
from analyzer.answers.description import COUNT, INTERVAL, SIGNED, WORD, Column, Described, Description, Row, Table
from analyzer.files.editions.figures import Figure
from analyzer.former_names import former_names
from analyzer.montecarlo.workers import Processes
from analyzer.statistics.estimate import Estimate, each_of

FIRST, BETWEEN, MOST_NEW = 9, 4, 12
"""Largest number of values: in the first measurement, added by the second, and added by each later one."""
MOST_TRIED = FIRST + 2 + BETWEEN + MOST_NEW
"""Largest number of values that a search with three measurements tries."""
MEASUREMENTS = (1, 4)
"""Trials of a value after each measurement, as multiples of those in the first."""


class Effect(NamedTuple):
    """Measured effect of a thing, i.e. of a card, module, planet or another part of an edition.

    Args:
        mean: mean effect with its interval.
        trials: number of trials.
        changes: share of trials that the thing changes; None if that was not counted.
    """

    mean: Estimate
    trials: int
    changes: Estimate | None = None


@former_names(meetings="trials")
@dataclass(frozen=True)
class TriedValue:
    """A value that was tried for a figure, i.e. for a number in a table of an edition, and the verdict on it.

    Attributes:
        value: the value.
        verdict: the verdict on the card or other thing with this value.
        likely: the verdict by the means alone, without intervals; `blank` if the thing clearly does next to nothing.
        effect: effect of the thing with this value.
        trials: number of trials.
    """

    value: int
    verdict: str
    likely: str
    effect: Estimate
    trials: int


@dataclass(frozen=True)
class TriedValues:
    """Values of a figure that were tried for one thing, in order.

    Attributes:
        now: the value as it is.
        printed: least and largest effect of the printed things.
        tried: the values that were tried.
        level: name of the level, stack or kind whose printed things set the range.
    """

    now: int
    printed: Yardstick
    tried: tuple[TriedValue, ...]
    level: str = ""

    @property
    def in_range(self) -> list[int]:
        """Values whose effect lies in the range, from the means alone."""
        return [one.value for one in self.tried if one.likely == IN_RANGE]

    @property
    def nearest(self) -> int | None:
        """The value in range nearest to the present one; None if no value is in range."""
        return min(self.in_range, key=lambda value: (abs(value - self.now), value), default=None)

    def holds(self, value: int) -> bool:
        """Return whether a value is in range, or lies between two tried neighbours that are."""
        below = [one.likely for one in self.tried if one.value <= value][-1:]
        return below + [one.likely for one in self.tried if one.value >= value][:1] == [IN_RANGE] * 2

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
        """Return the limit of the printed range, widened by its intervals, that is nearer to an effect out of range."""
        below, above = self.printed.bounds()
        return above if tried.effect.mean > above.mean else below


def first_values(figure: Figure) -> list[int]:
    """Return the values of a figure to try first: the present value, the printed one, and up to FIRST spread evenly."""
    values, last = figure.values, len(figure.values) - 1
    spread = {values[round(step * last / (FIRST - 1))] for step in range(FIRST)}
    return sorted({figure.now, *spread, *([] if figure.as_printed is None else [figure.as_printed])})


def values_between(one: int, other: int) -> set[int]:
    """Return up to BETWEEN values that are spread evenly between two values."""
    return {one + round(step * (other - one) / (BETWEEN + 1)) for step in range(1, BETWEEN + 1)} - {one, other}


def next_values(known: TriedValues, *, settle: bool) -> list[int]:
    """Return the values of a figure to try next.

    They lie around two neighbouring tried values whose likely verdicts differ, nearest to the present value. Two of
    which one is in range come before all others. Some new values between the two are tried. The two, and their own
    neighbours, are tried again if their verdicts are open. If no likely verdicts differ, the only value is the present
    one, and only if its verdict is open.

    Args:
        known: the values that were tried.
        settle: whether to add values that narrow the interval of the nearest value in range: its open values, and
            values between them and their neighbours with a clear verdict.
    """
    turns = [(one, other) for one, other in pairwise(known.tried) if one.likely != other.likely]
    if not turns:
        return [one.value for one in known.tried if one.value == known.now and one.verdict == NOT_KNOWN]
    one, other = min(
        turns,
        key=lambda pair: (all(end.likely != IN_RANGE for end in pair), min(abs(end.value - known.now) for end in pair)),
    )
    place, new = known.tried.index(one), values_between(one.value, other.value)
    around = known.tried[max(0, place - 1) : place + 3]
    if settle and known.nearest is not None:
        low, high = known.interval(known.nearest)
        around = tuple(
            each
            for each in known.tried
            if (low is None or each.value >= low - 1) and (high is None or each.value <= high + 1)
        )
        for each, after in pairwise(around):
            if (each.verdict == NOT_KNOWN) != (after.verdict == NOT_KNOWN):
                new |= values_between(each.value, after.value)
    nearest = sorted(new, key=lambda value: abs(value - one.value))[: MOST_NEW if settle else BETWEEN]
    return sorted({each.value for each in around if each.verdict == NOT_KNOWN} | {*nearest})


@dataclass
class Search:
    """Search for the values of a figure at which one card, or another thing of an edition, is in range.

    Attributes:
        figure: the figure.
        nothing: largest effect, above or below 0, of a thing that still counts as blank.
        printed: effects of the printed things by any key; None for one that is not measured yet.
        level: name of the level, stack or kind whose printed things set the range.
        tried: effect of the thing with each value that was tried.
    """

    figure: Figure
    nothing: float
    printed: dict[Any, Effect | None]
    level: str = ""
    tried: dict[int, Effect] = field(default_factory=dict)

    def wanted(self, *, settle: bool) -> Wanted:
        """Return what to measure next: this search, the values to try, and printed things that may settle verdicts."""
        if not self.tried:
            return self, first_values(self.figure), [key for key, effect in self.printed.items() if effect is None]
        known = self.results()
        values = next_values(known, settle=settle)
        unknown = [one.effect for one in known.tried if one.verdict == NOT_KNOWN and one.value in values]
        deciding = [
            key for key, effect in self.printed.items()
            if effect and any(known.printed.disputes(one, effect.mean) for one in unknown)
        ]  # fmt: skip
        return self, values, deciding

    def results(self) -> TriedValues:
        """Return the tried values with their verdicts; the printed value is in range unless it is blank."""
        printed, tried = Yardstick.of([effect.mean for effect in self.printed.values() if effect]), []
        assert printed is not None
        below, above = printed.bounds()
        for value, (effect, trials, changes) in sorted(self.tried.items()):
            verdict = BLANK if is_blank(effect, self.nothing, changes) else printed.verdict(effect)
            likely = STRONG if effect.mean > above.mean else WEAK if effect.mean < below.mean else IN_RANGE
            if may_be_blank(effect, self.nothing, changes):
                likely, verdict = BLANK, verdict if verdict == BLANK else NOT_KNOWN
            if value == self.figure.as_printed and verdict != BLANK:
                likely = verdict = IN_RANGE
            tried.append(TriedValue(value, verdict, likely, effect, trials))
        return TriedValues(self.figure.now, printed, tuple(tried), self.level)


Wanted = tuple[Search, list[int], list[Any]]
"""A search, the values to measure, and the keys of the printed things to measure."""
Found = tuple[Mapping[int, Effect], Mapping[Any, Effect]]
"""Effects of measured values, and of printed things by key."""


def search(
    searches: Sequence[Search],
    measure: Callable[[Sequence[Wanted], int], Iterable[Found]],
    measurements: Sequence[int],
) -> None:
    """Carry out several searches side by side, in several rounds of measurements.

    Args:
        searches: the searches.
        measure: measures what each search wants, with a multiple of the usual number of trials.
        measurements: that multiple, for each round.
    """
    for number, more in enumerate(measurements):
        wanted = [one.wanted(settle=number > 1) for one in searches]
        for (one, *_), (tried, printed) in zip(wanted, measure(wanted, more), strict=True):
            one.tried |= tried
            one.printed |= printed


def search_things(
    part: Part,
    figure: Figure,
    printed: Sequence[Thing],
    things: Mapping[str, Callable[[int], Thing]],
    trials: int,
    workers: Processes,
    heard: Callable[[int], None],
) -> tuple[TriedValues, ...]:
    """Try values of a figure on the same deals and dice, and return them with the verdict on each.

    Args:
        part: part of the report to which the things belong.
        figure: the figure.
        printed: printed things with which the others are compared.
        things: functions by name of the level; each returns the thing with a value of the figure.
        trials: number of trials of each value in the first measurement.
        workers: number of processes.
        heard: called with the number of trials just played.
    """
    values = len(things) * (len(first_values(figure)) + BETWEEN)
    confidence, played = each_of(len(MEASUREMENTS) * (len(printed) + values)), dict[Thing, Measured]()

    def effect(thing: Thing) -> Effect:
        one = played[thing]
        return Effect(one.effect(part, confidence), one.trials, one.changes(confidence))

    def measure(wanted: Sequence[Wanted], more: int) -> Iterator[Found]:
        every = [({value: things[one.level](value) for value in values}, keys) for one, values, keys in wanted]
        spans = {}
        # Things with one value come together, because they may have games in common.
        by_value = sorted((one for tried, _ in every for one in tried.items()), key=lambda one: one[0])
        for thing in (*(key for _, keys in every for key in keys), *(thing for _, thing in by_value)):
            spans[thing] = thing, played.setdefault(thing, Measured(thing, NO_TRIALS, 0)).trials, more * trials
        for one in play_spans([*spans.values()], workers, heard):
            played[one.thing] += one
        for tried, keys in every:
            yield {value: effect(thing) for value, thing in tried.items()}, {key: effect(key) for key in keys}

    searches = [Search(figure, part.nothing, dict.fromkeys(printed), level) for level in things]
    search(searches, measure, MEASUREMENTS)
    return tuple(one.results() for one in searches)


@former_names(left_out="remarks")
@dataclass(frozen=True, repr=False)
class FigureFix(Described):
    """Values that were tried for one figure of an edition, with the verdict on its card or other thing at each of them.

    Attributes:
        edition: name of the edition.
        figure: the figure.
        part: part of the report to which the thing belongs.
        thing: name of the thing.
        levels: values that were tried, for each level at which the thing is judged.
        seed: seed of the trials.
        remarks: notes on how the values were measured.
        trial: word for several trials.
    """

    edition: str
    figure: Figure
    part: Part
    thing: str
    levels: tuple[TriedValues, ...]
    seed: int
    remarks: tuple[str, ...] = ()
    trial: str = "pairs of games"

    @property
    def values(self) -> TriedValues:
        """The values that were tried at the first level at which the thing is judged."""
        return self.levels[0]

    @property
    def value(self) -> int | None:
        """The value nearest to the present one that is in range at every level; None if there is none."""
        inside = {value for one in self.levels for value in one.in_range}
        inside = {value for value in inside if all(one.holds(value) for one in self.levels)}
        return min(inside, key=lambda value: (abs(value - self.figure.now), value), default=None)

    def table(self) -> Any:
        """Return all values that were tried as a tidy data frame."""
        return self.description().tidy()

    def description(self) -> Description:
        """Describe the search: the value to write, then all values that were tried."""
        part, column = self.part, self.figure.column.replace("_", " ")
        rows = [
            Row({"level": level.level, "value": one.value, "verdict": one.verdict, "effect": one.effect,
                 "trials": one.trials}, bold=one.value == level.nearest)
            for level in self.levels
            for one in level.tried
        ]  # fmt: skip
        columns = (
            Column("level", part.group, WORD),
            Column("value", column, COUNT),
            replace(VERDICT, explanation=""),
            Column("effect", part.effect, SIGNED, f"{part.meaning}; intervals hold for all values and printed "
                   f"{part.nouns} at once", INTERVAL, flat=flat),
            Column("trials", self.trial, COUNT),
        )  # fmt: skip
        facts = {
            "edition": self.edition,
            **self.figure.facts(),
            "thing": self.thing,
            "value": self.value,
            "levels": {one.level: one.as_dict() for one in self.levels},
            "seed": self.seed,
        }
        table = Table("values", columns, rows, "values that were tried", labels=2)
        title = f": {column} of {self.thing}, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, [*self.sentences(), table], self.notes())

    def sentences(self) -> list[str]:
        """Return a sentence on each level's values in range; with several levels, first one on the value to write."""
        if len(self.levels) == 1:
            return [self.values.sentence(self.figure, self.part.effect)]
        group = self.part.group
        each = [one.sentence(self.figure, self.part.effect, f"At {group} {one.level}, ") for one in self.levels]
        if self.value is None:
            return [f"No value that was tried is in range at every {group}.", *each]
        return [f"{self.figure} {self.value} is in range at every {group} (now {self.figure.now}).", *each]

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        printed = self.figure.as_printed
        is_set = any(one.value == printed and one.likely == IN_RANGE for level in self.levels for one in level.tried)
        by_definition = [f"The printed value is {printed}, which is in range by definition."] * is_set
        as_it_is = f"The printed {self.part.nouns} were measured in the edition as it is."
        return [*self.remarks, *by_definition, as_it_is]
