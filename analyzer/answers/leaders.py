"""Winners among several items, named only where the sample supports it: the basis of every superlative in a sentence.

A sentence that says `best`, `worst` or `most` must not simply name the first of a sorted list: with another seed it
would name another one. Call one of three functions. The first can tell most apart, the last least:

- `leaders`, where a verdict on each pair is known already, e.g. from a comparison, whose verdicts hold for all pairs
  at once;
- `leaders_by_difference`, where two items can be compared in the same trials: pass the paired difference;
- `leaders_by_interval`, where each item has only an interval of its own. These must hold for all items at once.

To find the least, pass `-value`: `Estimate.negated`. The result, `Leaders`, puts itself in words, and joins items that
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
"""The most leaders whose names are all given. Of more leaders, only the likeliest are named."""
LIKELIEST = 3


@dataclass(frozen=True)
class Leaders(Generic[T]):
    """The items, out of those compared, that may have the largest value, at 95% confidence.

    Attributes:
        items: The leaders in the order in which all items were given, so that chance does not order them.
        likeliest: The same leaders, the highest estimate first.
        of: The number of all compared items.
    """

    items: tuple[T, ...]
    likeliest: tuple[T, ...]
    of: int

    @property
    def is_clear(self) -> bool:
        """Whether a single item clearly has more than every other."""
        return len(self.items) == 1

    @property
    def is_open(self) -> bool:
        """Whether several items were compared and all of them are leaders, so that nothing is decided."""
        return 1 < len(self.items) == self.of

    @property
    def winner(self) -> T | None:
        """The single leader; None if several items may have most."""
        return self.items[0] if self.is_clear else None

    def names(self, name: Callable[[T], str] = str, word: str = "or") -> str:
        """Return the leaders' names, e.g. `a`, `a or b`, `one of 7 (a, b, c and 4 more)`."""
        if len(self.items) <= MOST_NAMED:
            *others, last = map(name, self.items)
            return f"{', '.join(others)} {word} {last}" if others else last
        named = ", ".join(map(name, self.likeliest[:LIKELIEST]))
        return f"one of {len(self.items)} ({named} and {len(self.items) - LIKELIEST} more)"

    def in_words(self, does: str, trials: str, name: Callable[[T], str] = str) -> str:
        """Return a clause without a full stop that names the leaders, and says if trials cannot tell them apart.

        Args:
            does: What the leader does, in the singular, e.g. `costs most`.
            trials: The number of trials in words, e.g. `500 trials`.
            name: Function that returns the name of an item.
        """
        return f"{self.names(name)} {does}{self.open_in_words(trials)}"

    def open_in_words(self, trials: str) -> str:
        """Return the end of a sentence saying that the trials cannot tell the leaders apart; "" for a single leader."""
        if self.is_clear:
            return ""
        return f"; {trials} cannot tell them apart"


def leaders(items: Iterable[T], is_ahead: Callable[[T, T], bool], value: Callable[[T], float]) -> Leaders[T]:
    """Return the items that are not clearly behind any other item.

    Args:
        items: All items to compare, at least one.
        is_ahead: Function of two items that returns whether the first is clearly ahead of the second. Its verdicts must
            hold for all pairs at once.
        value: Function that returns the estimate by which leaders are sorted.
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
    """Return the items that are not clearly behind any other item, judged by paired differences.

    Args:
        items: All items to compare, at least one.
        difference: Function of two items and a confidence. It returns the first item's value less the second's in the
            same trials, with an interval of that confidence. All pairs share the error evenly (Bonferroni).
        differing: Function that returns the number of trials in which two items differ at all. Pairs that differ in
            fewer than 100 trials stay open. Leave it out for intervals that hold for few trials too, e.g. of chances.
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
    """Return all items except those whose interval lies entirely below the interval of another item.

    Args:
        items: All items to compare, at least one.
        interval: Return the estimate of an item; the intervals must hold for all items at once (see `each_of`).
    """
    estimates = [(one, interval(one)) for one in items]
    # whoever cannot reach the highest lower end is clearly behind that item
    least = max((estimate.low for _, estimate in estimates), default=-inf)
    may = [(one, estimate) for one, estimate in estimates if estimate.high >= least]
    ranked = sorted(may, key=lambda pair: -pair[1].mean)
    return Leaders(tuple(one for one, _ in may), tuple(one for one, _ in ranked), len(estimates))
