"""Search over a captain's prices: single changes, kept if they clearly gain on common trials, judged on fresh ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
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
from analyzer.answers.numbers import signed, with_noun
from analyzer.files.captainfiles import PricedCaptain
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.montecarlo.blocks import AWAITED
from analyzer.montecarlo.workers import Processes, map_adaptive
from analyzer.runs.watched import report_answers
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.statistics.moments import Differences, Moments

FACTORS = (1 / 2, 3 / 4, 4 / 3, 2)
"""Factors by which a price is multiplied."""
CONFIRMING = 5
"""Number of fresh trials on which the best captain is judged, as a multiple of the trials of the search."""
WAITING = 200
"""Minimum number of fresh trials on which the best captain is judged after an interrupted search.

After an interrupt this number is a fifth of the search's trials, but at least WAITING. It never exceeds the search's
trials.
"""
TUNED = "tuned"


class PriceList(Protocol):
    """Dataclass whose fields are prices, or hold prices."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


class Tunable(PricedCaptain, PriceList, Protocol):
    """Captain whose prices can be changed, because it is a dataclass (see `PriceList`)."""


Prices = TypeVar("Prices", bound=PriceList)
Captain = TypeVar("Captain", bound=Tunable)
Change = Callable[[Captain], Iterable[Captain]]
"""Function from a captain to variants of the captain, each changed in one price or list."""
Gains = Callable[[Captain, Sequence[Captain]], Sequence[Moments | None]]
"""Function from a captain and several variants to each variant's paired gain over the captain, as Moments.

The gain is None for variants that were dropped early.
"""


def _in_words(value: object) -> str:
    """Return a price or a list of names in words."""
    if isinstance(value, list):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


PRICE = Form(_in_words)


def _as_text(name: str, value: object) -> dict[str, Any]:
    """Return a price or a list of names for one column of a tidy table."""
    return {name: str(value)}


@dataclass(frozen=True)
class Step:
    """Change that the search kept.

    Args:
        what: name of the price.
        old: its value before.
        new: its value after.
        gain: gain of the change in the search.
    """

    what: str
    old: Any
    new: Any
    gain: Estimate


@dataclass(frozen=True)
class SearchResult(Generic[Captain]):
    """Result of a search for a captain, before it is judged on fresh trials.

    Args:
        captain: the best captain found.
        steps: the changes that were kept.
        tried: number of captains compared with the best one at the time.
        stopped: whether Ctrl-C ended the search.
    """

    captain: Captain
    steps: tuple[Step, ...]
    tried: int
    stopped: bool

    def fresh(self, trials: int) -> int:
        """Return the number of trials, not used in the search, on which to judge the best captain; fewer after Ctrl-C.

        Args:
            trials: number of trials of the search.
        """
        return min(trials, max(trials // 5, WAITING)) if self.stopped else CONFIRMING * trials


@dataclass(frozen=True, repr=False)
class SearchSoFar(Described):
    """Interim answer of a search: the best variant of each price tried so far.

    Args:
        tried: number of captains compared with the best one at the time; 0 while the first ones play.
        changes: the best variant of each price, with its gain. While the first captains play: one of them, with its
            gain in a few trials.
    """

    tried: int
    changes: tuple[Step, ...]

    def description(self) -> Description:
        """Return a table of the changes, the latest first; changes whose interval lies above 0 are kept."""
        gain = Column("gain", "best gain", places(signed, 3), "kept if the interval lies above 0", INTERVAL)
        columns = (Column("what", "what"), Column("old", "was", PRICE), Column("new", "tried", PRICE), gain)
        kept = sum(step.gain.low > 0 for step in self.changes)
        table = Table("", columns, [Row(vars(step)) for step in reversed(self.changes)], column_gap=2)
        found = f"{with_noun(self.tried, 'captain')} tried so far, {with_noun(kept, 'change')} kept"
        return Description(found if self.tried else "the first captain tried, in a few trials", "", {}, (table,))


@dataclass(frozen=True, repr=False)
class TunedCaptain(Described):
    """Best captain that a search found.

    Args:
        captain: the captain found.
        start: the captain from whom the search began.
        tried: number of captains tried.
        steps: the changes that were kept.
        confirmed: comparison of the captain found, who is named first, with others. It uses trials that the search
            never saw.
        metric: the metric that was maximised, or None for the score.
        stopped: whether Ctrl-C ended the search.
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
        """Mean of the captain found less the mean of the captain it is compared with first, on fresh trials."""
        tuned, other, *_ = self.confirmed.names
        return self.confirmed.difference(tuned, other, self.metric)

    def description(self) -> Description:
        """Return tables of the changes with their gains in the search, and of the comparison on fresh trials."""
        changes = Table("", self._columns(), [Row(vars(step)) for step in self.steps], column_gap=2)
        parts = (changes, self.confirmed.heading(), *self.confirmed.description().parts)
        early = ", stopped early" * self.stopped
        found = f"{with_noun(self.tried, 'captain')} tried, {with_noun(len(self.steps), 'change')} kept"
        title = f"{found}, starting from {self.start.name}{early}"
        return Description(title, "", self.facts(), parts, self.notes())

    def _columns(self) -> tuple[Column, ...]:
        """Return the columns of the table of changes; gains are in points of the score."""
        gained = f"{self.confirmed.metrics.unit} gained"
        return (
            Column("what", "what"),
            Column("old", "was", PRICE, flat=_as_text),
            Column("new", "is", PRICE, flat=_as_text),
            Column("gain", gained, places(signed, 3), "in the search", INTERVAL, flat=main_columns),
        )

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        return [
            "A search by single changes finds a good captain, not always the best one. A change was kept where its "
            "gain was above 0 at 95% confidence, for all that were tried at once. Gains in the search are too high, "
            "because the best of many was picked; the verdict uses fresh trials.",
            *self.confirmed.notes(),
        ]

    def facts(self) -> dict[str, Any]:
        """Return all facts but the notes."""
        return {
            "captain": self.captain.as_prices(),
            "start": self.start.name,
            "tried": self.tried,
            "stopped": self.stopped,
            "steps": self.steps,
            "gain": self.gain,
            "confirmed": self.confirmed,
        }


def search(
    start: Captain,
    gains: Gains[Captain],
    changes: Sequence[Change[Captain]],
    rounds: int = 1,
    unit: float = 1.0,
    first: Gains[Captain] | None = None,
) -> SearchResult[Captain]:
    """Search for a better captain by single changes, always on the same trials.

    Each change makes captains from the best one so far. The one that gains most becomes the best if the interval of its
    gain lies above 0. That interval holds for all captains of the change at once. Ctrl-C ends the search with the best
    captain so far.

    Args:
        start: the captain to begin with.
        gains: function of a captain and several variants. It returns each variant's gain over the captain, paired trial
            by trial.
        changes: functions that each make changed captains from one captain.
        rounds: maximum number of passes through all changes; a pass that changes nothing is the last.
        unit: number by which gains are divided before they are reported.
        first: function like `gains` with fewer trials, whose gain is shown before any other; None if trials are fast.
    """
    best, tried, is_stopped = start, 0, False
    changed: list[Step] = []
    raise_from_now_on()
    try:
        for _ in range(rounds):
            before = best
            for change in changes:
                raise_again_if_lost()
                candidates = list(change(best))
                if not candidates:
                    continue
                if first is not None and not changed:
                    _, gain = _leader(first(best, candidates[:1]))
                    report_answers(partial(_so_far, 0, (_step(best, candidates[0], gain, unit),)))
                leader, gain = _leader(gains(best, candidates))
                tried += len(candidates)
                changed.append(_step(best, candidates[leader], gain, unit))
                best = candidates[leader] if gain.low > 0 else best
                report_answers(partial(_so_far, tried, tuple(changed)))
            if best is before:
                break
    except KeyboardInterrupt:
        is_stopped = True
    return SearchResult(best, tuple(step for step in changed if step.gain.low > 0), tried, is_stopped)


def _so_far(tried: int, changes: tuple[Step, ...]) -> list[SearchSoFar]:
    """Return the interim answer of a search in a list."""
    return [SearchSoFar(tried, changes)]


@dataclass
class TrialByTrial(Generic[Captain]):
    """Earnings of captains on the same trials; the latest ones are cached, because the next search step needs them.

    Args:
        value: plays a captain for a number of trials and returns what it earns in each of them. Shape (trials,).
        trials: number of trials of each captain.
        workers: number of processes, or "auto".
        progress: called with the number of trials just run.
    """

    value: Callable[[Captain, int], npt.NDArray[np.int64]]
    trials: int
    workers: Processes = 1
    progress: Callable[[int], None] | None = None
    _known: dict[Captain, npt.NDArray[np.int64]] = field(default_factory=dict)

    def gains(self, best: Captain, candidates: Sequence[Captain]) -> list[Moments]:
        """Return the Moments of each candidate's earnings less those of `best`, in the same trials."""
        missing = [one for one in (best, *candidates) if one not in self._known]
        values = {one: self._known[one] for one in (best, *candidates) if one in self._known}
        play, trials = self.value, self.trials
        played = map_adaptive(self.workers, lambda one: play(one, trials), missing)
        for one, value in zip(missing, played, strict=True):
            values[one] = value
            if self.progress is not None:
                self.progress(value.size)
        self._known = values
        return [Differences.between(values[one], values[best]) for one in candidates]

    def first_gains(self, best: Captain, candidates: Sequence[Captain]) -> list[Moments]:
        """Return the Moments of each candidate's earnings less those of `best`, in the first AWAITED trials."""
        few = min(AWAITED, self.trials)
        own = self.value(best, few)
        return [Differences.between(self.value(one, few), own) for one in candidates]


def repriced(captain: Prices, price: str, *, smallest: int, dearest: int, old: int | None = None) -> Iterator[Prices]:
    """Yield the captain with one price multiplied by each of FACTORS; a price of 0 becomes `smallest`.

    Args:
        captain: the captain, or a part of one that holds prices.
        price: name of the price.
        smallest: price that replaces 0.
        dearest: highest price allowed.
        old: the price to multiply; the captain's own if None.
    """
    # A set, because rounding may give a small price twice, or the old one again.
    now = int(getattr(captain, price)) if old is None else old
    scaled = {min(round(now * factor), dearest) for factor in FACTORS} if now else {smallest}
    for new in sorted(scaled - {now}):
        changed: dict[str, Any] = {price: new}
        yield replace(captain, **changed)


def _leader(gains: Sequence[Moments | None]) -> tuple[int, Estimate]:
    """Return the index of the captain that gains most (the first among equals), and that gain as an estimate.

    The interval of the gain holds for all captains at once.
    """
    kept = {number: gain for number, gain in enumerate(gains) if gain is not None}
    leader = max(kept, key=lambda number: kept[number].mean)
    # Captains that were dropped early count too: the leader was picked from all of them.
    return leader, kept[leader].estimate(each_of(len(gains)))


def _by_name(prices: Mapping[str, Any]) -> dict[str, Any]:
    """Return prices in one flat mapping; prices of a nested mapping get its name in front, e.g. `board: cut`."""
    named: dict[str, Any] = {}
    for name, price in prices.items():
        inner = price if isinstance(price, Mapping) else {}
        named |= {f"{name}: {one}": worth for one, worth in inner.items()} or {name: price}
    return named


def _step(old: Tunable, new: Tunable, gain: Estimate, unit: float) -> Step:
    """Return the `Step` from one captain to another that differs in one price; the gain is divided by `unit`."""
    was, became = _by_name(old.as_prices()), _by_name(new.as_prices())
    what = next(name for name in became if was.get(name) != became[name])
    return Step(what, was.get(what), became[what], Estimate(*(end / unit for end in gain)))
