"""Measurement of the things of an edition, e.g. its cards, by pairs of trials until each verdict is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
import numpy.typing as npt

from analyzer.answers.balance.verdicts import CHECKS, NOT_KNOWN, Judged, Yardstick, confidence_of_checks, judged
from analyzer.montecarlo.workers import Processes, map_adaptive
from analyzer.statistics.estimate import CONFIDENCE, Estimate, each_of
from analyzer.statistics.moments import Moments

AT_ONCE = 16_000
"""Largest number of trials in one task, added up over its things."""
NO_TRIALS = Moments(0, 0, 0)


def added(one: Moments, other: Moments) -> Moments:
    """Return the moments of two samples, of different trials, joined into one."""
    return Moments(one.trials + other.trials, one.total + other.total, one.squares + other.squares)


class Thing(Protocol):
    """A part of an edition whose effect is measured, e.g. a card, a module, a planet, or a captain."""

    @property
    def TOGETHER(self) -> int:
        """Largest number of things in one task; 1 if they share no games, because more tasks use more processors."""

    @property
    def name(self) -> str:
        """Name of the thing."""

    @property
    def group(self) -> str:
        """Group of the printed things with which it is compared, e.g. its stack."""

    @property
    def is_own(self) -> bool:
        """Whether it differs from every printed thing."""

    @property
    def is_listed(self) -> bool:
        """Whether the report lists it; others are measured for comparison only."""

    @classmethod
    def play(cls, things: Sequence[Self], first: int, trials: int) -> Sequence[npt.NDArray[np.int64]]:
        """Return an array for each thing: its effect in each trial, in whole numbers. Shape (trials,).

        The effect is mostly the result with the thing less the result without it, e.g. in points.

        Args:
            things: the things, all of this class.
            first: number of the first trial.
            trials: number of trials.
        """


class Part(NamedTuple):
    """A part of a report: things of one kind, and the unit of their effects.

    Args:
        name: name of the table, e.g. `cards`.
        noun: word for one thing.
        nouns: words for several things.
        group: heading of the column of groups.
        effect: heading of the column of effects.
        meaning: what the effect is.
        scale: factor that turns the integer result of a trial into an effect.
        nothing: largest effect, above or below 0, of a thing that still counts as blank.
    """

    name: str
    noun: str
    nouns: str
    group: str
    effect: str
    meaning: str
    scale: float
    nothing: float


@dataclass(frozen=True)
class Measured:
    """Effect of a thing in the trials so far.

    Attributes:
        thing: the thing.
        moments: moments of its effect in each trial, in whole numbers.
        changed: number of trials in which its effect is not 0.
    """

    thing: Thing
    moments: Moments
    changed: int

    def __add__(self, other: Measured) -> Measured:
        return Measured(self.thing, added(self.moments, other.moments), self.changed + other.changed)

    @property
    def trials(self) -> int:
        """Number of trials."""
        return self.moments.trials

    def effect(self, part: Part, confidence: float = CONFIDENCE) -> Estimate:
        """Return the mean effect of the thing in a trial with its interval, in the unit of its part."""
        is_chance = self.moments.squares == self.changed
        return Estimate(*(part.scale * end for end in self.moments.estimate(confidence, is_chance=is_chance)))

    def changes(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of trials in which the effect of the thing is not 0, with its interval."""
        return Estimate.from_share(self.changed, self.trials, confidence)


@dataclass(frozen=True)
class ThingInBoth:
    """A thing that two editions have, measured by the difference of its effects in the same trials.

    Attributes:
        here: the thing in the edition of the report.
        there: the thing in the other edition.
        is_own: False, because differences between editions get no verdict.
        is_listed: True.
    """

    here: Thing
    there: Thing
    is_own: bool = False
    is_listed: bool = True

    @property
    def TOGETHER(self) -> int:
        """Largest number of things in one task."""
        return self.here.TOGETHER

    @property
    def name(self) -> str:
        """Name of the thing in the edition of the report."""
        return self.here.name

    @property
    def group(self) -> str:
        """Group of the thing in the edition of the report."""
        return self.here.group

    @classmethod
    def play(cls, things: Sequence[ThingInBoth], first: int, trials: int) -> list[npt.NDArray[np.int64]]:
        """Return an array for each thing: its effect here less its effect there, in each trial. Shape (trials,)."""
        every = dict.fromkeys(one for thing in things for one in (thing.here, thing.there))
        effects: dict[Thing, npt.NDArray[np.int64]] = {}
        kinds: dict[Any, None] = dict.fromkeys(map(type, every))
        for kind in kinds:
            alike = [one for one in every if type(one) is kind]
            effects |= zip(alike, kind.play(alike, first, trials), strict=True)
        return [effects[thing.here] - effects[thing.there] for thing in things]


@dataclass(frozen=True)
class ThingsTask:
    """A task that plays some trials of several things of one class."""

    things: tuple[Thing, ...]
    first: int
    trials: int

    @property
    def weight(self) -> int:
        """Number of trials of all things."""
        return len(self.things) * self.trials

    def measured(self) -> list[Measured]:
        """Play the trials and return the effects."""
        played = type(self.things[0]).play(self.things, self.first, self.trials)
        return [
            Measured(thing, Moments.of(values), int((values != 0).sum()))
            for thing, values in zip(self.things, played, strict=True)
        ]


class Judge:
    """Verdicts on the things of one part.

    Args:
        part: the part.
        measured: their effects; things without trials have none yet.
        confidence: confidence of each interval.
    """

    def __init__(self, part: Part, measured: Sequence[Measured], confidence: float) -> None:
        self.part, self.confidence = part, confidence
        self.measured = [one for one in measured if one.trials]
        self.effects = {one.thing: one.effect(part, confidence) for one in self.measured}
        self._waiting = {one.thing.group for one in measured if not one.trials and not one.thing.is_own}

    def range(self, group: str) -> Yardstick | None:
        """Return the range of the printed things of a group; None without any, and until all were measured."""
        if group in self._waiting:
            return None
        return Yardstick.of(
            [effect for thing, effect in self.effects.items() if thing.group == group and not thing.is_own]
        )

    def judged(self, one: Measured) -> Judged:
        """Return the verdict on a thing."""
        part, share = self.part, one.changes().mean
        return judged(
            self.effects[one.thing], self.range(one.thing.group), is_own=one.thing.is_own,
            noun=f"{part.noun} of its {part.group}", nothing=part.nothing, changes=one.changes(self.confidence),
            rests_on=f"changed {100 * share:.1f}% of {one.trials:,} games",
        )  # fmt: skip

    def disputed(self) -> Iterator[Thing]:
        """Yield the things that need more trials: own ones with an open verdict, and printed ones that may settle it.

        Whether a printed thing is blank stays open: few players ask, and most printed things would need more trials.
        """
        own = {one.thing: self.judged(one) for one in self.measured if one.thing.is_own}
        unknown = [thing for thing, verdict in own.items() if verdict.verdict == NOT_KNOWN]
        yield from (thing for thing, verdict in own.items() if verdict.is_open)
        yield from self.deciding(unknown)

    def deciding(self, unknown: Sequence[Thing]) -> Iterator[Thing]:
        """Yield the printed things for which more trials may settle an open verdict.

        Args:
            unknown: things with the verdict `not known`.
        """
        for one in self.measured:
            if not one.thing.is_own and any(self._decides(one.thing, other) for other in unknown):
                yield one.thing

    def _decides(self, printed: Thing, unknown: Thing) -> bool:
        """Return whether more trials of a printed thing may settle the verdict on a thing that is not known."""
        yardstick = self.range(unknown.group)
        if yardstick is None or printed.group != unknown.group:
            return False
        return yardstick.disputes(self.effects[unknown], self.effects[printed])


def measure(
    parts: Mapping[Part, Sequence[Thing]],
    trials: int,
    workers: Processes,
    heard: Callable[[int], None],
    told: Callable[[dict[str, tuple[Measured, ...]]], None] = lambda effects: None,
) -> dict[str, tuple[Measured, ...]]:
    """Return the effects of all things, by name of their part.

    There are up to CHECKS checks. Before each further check, things with an open verdict are played twice as often.

    Args:
        parts: the things of each part.
        trials: number of trials at the first check.
        workers: number of processes.
        heard: called with the number of trials just played; no longer called after the first check.
        told: called with the effects so far, as at the latest check of each thing.
    """
    effects = {thing: Measured(thing, NO_TRIALS, 0) for things in parts.values() for thing in things}

    def by_part() -> dict[str, tuple[Measured, ...]]:
        return {part.name: tuple(checked[thing] for thing in things) for part, things in parts.items()}

    checked = dict(effects)
    for check in range(CHECKS):
        wanted = [*effects] if not check else [*_disputed(parts, effects)]
        # A thing disputed at every check has half of the trials of this one already; other things have fewer.
        spans = [(thing, effects[thing].trials, trials << check) for thing in wanted]
        for one in play_spans(spans, workers, heard if not check else lambda _: None):
            effects[one.thing] += one
            if effects[one.thing].trials == trials << check:
                checked[one.thing] = effects[one.thing]
                told(by_part())
    return by_part()


def measure_once(
    things: Sequence[Thing], trials: int, scale: float, workers: Processes, heard: Callable[[int], None]
) -> dict[str, Estimate]:
    """Return the effects of things by name after a fixed number of trials, with intervals that hold together.

    Args:
        things: the things.
        trials: number of trials.
        scale: factor that turns the whole numbers of trials into effects.
        workers: number of processes.
        heard: called with the number of trials just played.
    """
    confidence = each_of(len(things))
    measured = _measured_once(things, trials, workers, heard)
    return {one.thing.name: Estimate(*(scale * end for end in one.moments.estimate(confidence))) for one in measured}


def _measured_once(
    things: Sequence[Thing], trials: int, workers: Processes, heard: Callable[[int], None]
) -> list[Measured]:
    """Return the effects of things after a fixed number of trials."""
    effects = {thing: Measured(thing, NO_TRIALS, 0) for thing in things}
    for one in play_spans([(thing, 0, trials) for thing in things], workers, heard):
        effects[one.thing] += one
    return [*effects.values()]


def measure_apart(
    things: Sequence[Thing], trials: int, workers: Processes, heard: Callable[[int], None]
) -> list[Moments]:
    """Return the moments of each thing after a fixed number of trials; no two things share a trial's deal or dice."""
    spans = [(thing, number * trials, (number + 1) * trials) for number, thing in enumerate(things)]
    moments = dict.fromkeys(things, NO_TRIALS)
    for one in play_spans(spans, workers, heard):
        moments[one.thing] = added(moments[one.thing], one.moments)
    return [*moments.values()]


def measure_changes(
    parts: Mapping[Part, Sequence[ThingInBoth]], trials: int, workers: Processes, heard: Callable[[int], None]
) -> list[tuple[Part, str, Estimate]]:
    """Return part, name and difference of each thing, with intervals that hold for all of them at once.

    Args:
        parts: the things that both editions have, by part.
        trials: number of trials.
        workers: number of processes.
        heard: called with the number of trials just played.
    """
    part_of: dict[Thing, Part] = {thing: part for part, things in parts.items() for thing in things}
    confidence, measured = each_of(len(part_of)), _measured_once([*part_of], trials, workers, heard)
    return [(part_of[one.thing], one.thing.name, one.effect(part_of[one.thing], confidence)) for one in measured]


def with_printed(things: Sequence[Thing], printed: Sequence[Thing]) -> list[Thing]:
    """Return the things of an edition, plus printed things for each group in which the edition has none.

    Args:
        things: things of an edition.
        printed: printed things, with which the edition is compared; the report must not list them (`is_listed`).
    """
    left = {thing.group for thing in things if not thing.is_own}
    return [*things, *(thing for thing in printed if thing.group not in left)]


def _disputed(parts: Mapping[Part, Sequence[Thing]], effects: Mapping[Thing, Measured]) -> Iterator[Thing]:
    """Yield the things of all parts that need more trials."""
    for part, things in parts.items():
        yield from Judge(part, [effects[thing] for thing in things], confidence_of_checks(len(things))).disputed()


def play_spans(
    spans: Sequence[tuple[Thing, int, int]], workers: Processes, heard: Callable[[int], None]
) -> Iterator[Measured]:
    """Yield the effects of things, each measured in its own range of trials.

    Things of one class with the same range are played side by side, as many as one task takes.

    Args:
        spans: each thing with the numbers of its first trial and of the trial after its last.
        workers: number of processes.
        heard: called with the number of trials just played.
    """
    alike: dict[tuple[type, int, int], list[Thing]] = {}
    for thing, first, end in spans:
        alike.setdefault((type(thing), first, end), []).append(thing)
    tasks = []
    for (_, first, end), things in alike.items():
        for begin in range(first, end, AT_ONCE):
            trials = min(AT_ONCE, end - begin)
            step = max(1, min(things[0].TOGETHER, AT_ONCE // trials))
            tasks += [
                ThingsTask(tuple(things[number : number + step]), begin, trials)
                for number in range(0, len(things), step)
            ]
    for task, results in zip(tasks, map_adaptive(workers, _measured, tasks), strict=True):
        heard(task.weight)
        yield from results


def _measured(task: Any) -> Any:
    """Return the result of a task; worker processes call this function."""
    return task.measured()
