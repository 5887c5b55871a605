"""A search over a captain's prices: single changes, kept where they clearly gain on common trials; fresh ones judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    INTERVAL,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    main_columns,
    places,
)
from analyzer.answers.numbers import signed
from analyzer.files.captainfiles import Priced
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.montecarlo.workers import Processes, in_order_as_pays
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.moments import Differences, Moments

FACTORS = (1 / 2, 3 / 4, 4 / 3, 2)
"""By what a price is multiplied."""
CONFIRMING = 5
"""How many times the trials of the search the winner goes through on fresh dice."""
WAITING = 200
"""How many fresh trials are enough where somebody waits for the end, or a fifth of those of the search."""
TUNED = "tuned"


class Tunable(Priced, Protocol):
    """A captain who can be changed: a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Captain = TypeVar("Captain", bound=Tunable)
Change = Callable[[Captain], Iterable[Captain]]
"""Of a captain those who differ from them in one thing."""
Gains = Callable[[Captain, Sequence[Captain]], Sequence[Moments]]
"""What each of several captains brings more than the first one, trial by trial."""


def _in_words(value: object) -> str:
    """A price, or a list of names."""
    if isinstance(value, list):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


PRICE = Form(_in_words)


def _as_text(name: str, value: object) -> dict[str, Any]:
    """A price or a list of names in one column of a tidy table."""
    return {name: str(value)}


@dataclass(frozen=True)
class Step:
    """One change that was kept: what it was, what it became, and what it gained in the search."""

    what: str
    old: Any
    new: Any
    gain: Estimate

    def as_dict(self) -> dict[str, Any]:
        """It in plain types, for JSON."""
        return {"what": self.what, "old": self.old, "new": self.new, "gain": self.gain._asdict()}


@dataclass(frozen=True)
class Found(Generic[Captain]):
    """Where a search ended. tried: how many captains were held against the best so far; stopped: by Ctrl-C."""

    captain: Captain
    steps: tuple[Step, ...]
    tried: int
    stopped: bool

    def fresh(self, trials: int) -> int:
        """How many fresh trials the winner goes through, after a search of so many: fewer if somebody is waiting."""
        return min(trials, max(trials // 5, WAITING)) if self.stopped else CONFIRMING * trials


@dataclass(frozen=True, repr=False)
class TunedCaptain(Described):
    """The best captain that was found.

    start: from whom the search began; confirmed: the one found first, then those they are held against, on trials that
    the search never saw; metric: what was maximised, the score if None; stopped: whether Ctrl-C ended the search.
    """

    captain: Any
    start: Any
    tried: int
    steps: tuple[Step, ...]
    confirmed: Comparison
    metric: str | None = None
    stopped: bool = False

    @property
    def gain(self) -> Estimate:
        """What the captain found brings more than the first of the others, on fresh trials."""
        tuned, other, *_ = self.confirmed.names
        return self.confirmed.difference(tuned, other, self.metric)

    def description(self) -> Description:
        """Each change with what it gained in the search, and what fresh trials say of all of them."""
        changes = Table("", self._columns(), [Row(vars(step)) for step in self.steps], gap=2)
        parts = (changes, self.confirmed.heading(), *self.confirmed.description().parts)
        early = ", stopped early" * self.stopped
        title = f"{self.tried} captains tried, {len(self.steps)} changes kept, starting from {self.start.name}{early}"
        return Description(title, "", self.facts(), parts, self.notes())

    def _columns(self) -> tuple[Column, ...]:
        """Of a change, with its gain in units of the score."""
        gained = f"{self.confirmed.metrics.unit} gained"
        return (
            Column("what", "what"),
            Column("old", "was", PRICE, flat=_as_text),
            Column("new", "is", PRICE, flat=_as_text),
            Column("gain", gained, places(signed, 3), "in the search", INTERVAL, flat=main_columns),
        )

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [
            "A search by single changes finds a good captain, not always the best one. A change was kept where its "
            "gain was above 0 at 95% confidence, for all that were tried at once. Gains in the search flatter, because "
            "the best of many was picked; the verdict is that on fresh trials.",
            *self.confirmed.notes(),
        ]

    def facts(self) -> dict[str, Any]:
        """All of it but notes in plain types."""
        return {
            "captain": self.captain.as_prices(),
            "start": self.start.name,
            "tried": self.tried,
            "stopped": self.stopped,
            "steps": [step.as_dict() for step in self.steps],
            "gain": self.gain._asdict(),
            "confirmed": self.confirmed.as_dict(),
        }


def search(
    start: Captain, gains: Gains[Captain], changes: Sequence[Change[Captain]], rounds: int = 1, unit: float = 1.0
) -> Found[Captain]:
    """Go through all changes, so many rounds or until one changes nothing, always on the same trials.

    Of those whom a change makes of the best so far, who gains most is the next best, if the interval of that gain,
    which holds for all of them at once, lies above nothing. unit: by what gains are divided. Ctrl-C ends it.
    """
    best, tried = start, 0
    steps: list[Step] = []
    raise_from_now_on()
    try:
        for _ in range(rounds):
            before = best
            for change in changes:
                raise_again_if_lost()
                candidates = list(change(best))
                if not candidates:
                    continue
                leader, gain = _leader(gains(best, candidates))
                tried += len(candidates)
                if gain.low > 0:
                    steps.append(_step(best, candidates[leader], Estimate(*(end / unit for end in gain))))
                    best = candidates[leader]
            if best is before:
                break
    except KeyboardInterrupt:
        return Found(best, tuple(steps), tried, True)
    return Found(best, tuple(steps), tried, False)


@dataclass
class TrialByTrial(Generic[Captain]):
    """Plays captains side by side and remembers the latest, of whom one is the next best.

    value: what a captain brings in every trial, (trials,), always the same trials.
    """

    value: Callable[[Captain], npt.NDArray[np.int64]]
    workers: Processes = 1
    progress: Callable[[int], None] | None = None
    _known: dict[Captain, npt.NDArray[np.int64]] = field(default_factory=dict)

    def gains(self, best: Captain, candidates: Sequence[Captain]) -> list[Moments]:
        """What each of them brings more than the best."""
        missing = [one for one in (best, *candidates) if one not in self._known]
        values = {one: self._known[one] for one in (best, *candidates) if one in self._known}
        played = in_order_as_pays(self.workers, self.value, missing)
        for one, value in zip(missing, played, strict=True):
            values[one] = value
            if self.progress is not None:
                self.progress(value.size)
        self._known = values
        return [Differences.between(values[one], values[best]) for one in candidates]


def repriced(captain: Captain, price: str, *, smallest: int, dearest: int, old: int | None = None) -> Iterator[Captain]:
    """The captain with one price multiplied by each of FACTORS; one of nothing is raised to the smallest."""
    now = int(getattr(captain, price)) if old is None else old
    scaled = {min(round(now * factor), dearest) for factor in FACTORS} if now else {smallest}
    for new in sorted(scaled - {now}):
        changed: dict[str, Any] = {price: new}
        yield replace(captain, **changed)


def _leader(gains: Sequence[Moments]) -> tuple[int, Estimate]:
    """Who gains most, of equals the first, and how much, with the interval that holds for all of them at once."""
    leader = max(range(len(gains)), key=lambda number: gains[number].mean)
    return leader, gains[leader].estimate(each_of(len(gains)))


def _step(old: Tunable, new: Tunable, gain: Estimate) -> Step:
    was, became = old.as_prices(), new.as_prices()
    what = next(name for name in became if was.get(name) != became[name])
    return Step(what, was.get(what), became[what], gain)
