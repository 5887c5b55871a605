"""Which of several has most, as far as that is clear: the one mechanism behind every superlative in a sentence.

A sentence that says `best`, `worst` or `most` names a winner only where the sample supports it. Selecting the first
of a sorted list states chance as fact: with another seed it would name another one. Call one of the three functions
below, in the order of how much they can tell apart:

- `leaders` where a verdict on each pair is known already, e.g. that of a comparison, which holds for all pairs at once;
- `leaders_by_difference` where two can be compared in the same trials: pass the paired difference;
- `leaders_by_interval` where each only has an interval of its own, which must hold for all of them at once.

For what is least, pass `-value`: `Estimate.negated`. The result, `Leaders`, says itself in words, and joins those that
cannot be told apart:

>>> from analyzer.statistics.estimate import Estimate
>>> costs = {"part 10": Estimate(2.1, 1.0, 3.2), "part 22": Estimate(1.9, 0.8, 3.0), "part 3": Estimate(0.2, 0.1, 0.3)}
>>> leaders_by_interval(costs, costs.get).in_words("costs most", "500 trials")
'part 10 or part 22 costs most; 500 trials cannot tell them apart'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import comb, inf
from typing import Any, Generic, TypeVar

from analyzer.statistics.estimate import CONFIDENCE, LEAST_DIFFERING, Estimate, each_of

T = TypeVar("T")
MOST_NAMED = 4
"""So many that cannot be told apart are all named; of more only the likeliest."""
LIKELIEST = 3


@dataclass(frozen=True)
class Leaders(Generic[T]):
    """Those of several that may have most of something, at 95% confidence.

    items: in the order in which all were given, so that chance does not order them; likeliest: the same, the highest
    estimate first; of: how many contested.
    """

    items: tuple[T, ...]
    likeliest: tuple[T, ...]
    of: int

    @property
    def is_clear(self) -> bool:
        """Whether a single one has clearly more than every other."""
        return len(self.items) == 1

    @property
    def is_open(self) -> bool:
        """Whether no one of several is clearly behind another one."""
        return 1 < len(self.items) == self.of

    @property
    def winner(self) -> T | None:
        """The only one that may have most; None where that is open."""
        return self.items[0] if self.is_clear else None

    def names(self, name: Callable[[T], str] = str, word: str = "or") -> str:
        """Name the leaders, e.g. `a`, `a or b`, `one of 7 (a, b, c and 4 more)`.

        Args:
            name: Return the name of an item.
            word: Stand before the last name.
        """
        if len(self.items) <= MOST_NAMED:
            *others, last = map(name, self.items)
            return f"{', '.join(others)} {word} {last}" if others else last
        named = ", ".join(map(name, self.likeliest[:LIKELIEST]))
        return f"one of {len(self.items)} ({named} and {len(self.items) - LIKELIEST} more)"

    def in_words(self, does: str, trials: str, name: Callable[[T], str] = str) -> str:
        """Say who has most, jointly where that is open; without a full stop.

        Args:
            does: What the leader does, in the singular, e.g. `costs most`.
            trials: How many trials could not tell more apart, e.g. `500 trials`.
            name: Return the name of an item.
        """
        return f"{self.names(name)} {does}{self.open_in_words(trials)}"

    def open_in_words(self, trials: str) -> str:
        """Say that more trials are needed, to stand at the end of a sentence; "" where the winner is clear."""
        if self.is_clear:
            return ""
        return f"; {trials} cannot tell them apart"


def leaders(items: Iterable[T], is_ahead: Callable[[T, T], bool], value: Callable[[T], float]) -> Leaders[T]:
    """Return those that are clearly behind no other one.

    Args:
        items: All that contest, at least one.
        is_ahead: Return whether the first one is clearly ahead of the second; must hold for all pairs at once.
        value: Return the estimate that sorts the likeliest.
    """
    contesting = [*items]
    places = [
        place
        for place, one in enumerate(contesting)
        if not any(is_ahead(other, one) for at, other in enumerate(contesting) if at != place)
    ]
    ranked = sorted(places, key=lambda place: -value(contesting[place]))
    return Leaders(tuple(contesting[i] for i in places), tuple(contesting[i] for i in ranked), len(contesting))


def leaders_by_difference(
    items: Iterable[T],
    difference: Callable[[T, T, float], Estimate],
    differing: Callable[[T, T], int] | None = None,
) -> Leaders[T]:
    """Return those that are clearly behind no other one, trial by trial.

    Args:
        items: All that contest, at least one.
        difference: Return by how much the first one is above the second in the same trials, with an interval of the
            given confidence. All pairs share the error evenly (Bonferroni).
        differing: Return in how many trials two differ at all. Pairs that differ in fewer than 100 trials stay open.
            Leave it out for intervals that hold for few trials too, e.g. of chances.
    """
    contesting = [*items]
    confidence = each_of(comb(len(contesting), 2))

    def is_ahead(one: T, other: T) -> bool:
        if differing is not None and differing(one, other) < LEAST_DIFFERING:
            return False
        return difference(one, other, confidence).low > 0

    def value(one: T) -> float:
        return 0.0 if one is contesting[0] else difference(one, contesting[0], CONFIDENCE).mean

    return leaders(contesting, is_ahead, value)


def leaders_by_interval(items: Iterable[T], interval: Callable[[T], Any]) -> Leaders[T]:
    """Return those whose interval reaches what some other one has at least.

    Args:
        items: All that contest, at least one.
        interval: Return the estimate of one; the intervals must hold for all of them at once (see `each_of`).
    """
    estimates = [(one, interval(one)) for one in items]
    least = max((estimate.low for _, estimate in estimates), default=-inf)
    may = [(one, estimate) for one, estimate in estimates if estimate.high >= least]
    ranked = sorted(may, key=lambda pair: -pair[1].mean)
    return Leaders(tuple(one for one, _ in may), tuple(one for one, _ in ranked), len(estimates))
