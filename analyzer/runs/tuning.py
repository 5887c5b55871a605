"""A search over a captain's prices: single changes on common trials, kept where they are surely better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.answers.comparison import Comparison
from analyzer.answers.shown import Shown

if TYPE_CHECKING:
    import pandas as pd

SURE = 2.5
"""Standard errors by which a change must be better on the trials of the search."""


class Tunable(Protocol):
    """A captain: a name, and prices in plain types."""

    @property
    def name(self) -> str:
        """What he is called."""

    def as_prices(self) -> dict[str, Any]:
        """His prices as in a captain file."""


Him = TypeVar("Him", bound=Tunable)
Changes = Iterable[Callable[[Him], Iterator[Him]]]


@dataclass(frozen=True)
class Step:
    """One change that was kept: what it was, what it became, and what it gained."""

    what: str
    old: str
    new: str
    gain: float


@dataclass(frozen=True, repr=False)
class TunedCaptain(Shown):
    """The best captain that was found. confirmed: he and the one he began as, on trials that the search never saw."""

    captain: Any
    start: Any
    tried: int
    steps: tuple[Step, ...]
    confirmed: Comparison

    def rows(self) -> list[dict[str, Any]]:
        """One row a change."""
        return [{"what": step.what, "old": step.old, "new": step.new, "gain": step.gain} for step in self.steps]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=["what", "old", "new", "gain"])

    def heading(self) -> str:
        """How many captains were tried."""
        return f"{self.tried} captains tried, {len(self.steps)} changes kept, beginning as {self.start.name}"

    def conclusions(self) -> list[str]:
        """What fresh trials say."""
        return self.confirmed.verdicts_in_words()

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [
            "a search by single changes finds a good captain, not the best one; gains are told on the deals of the "
            "search, the verdict on fresh ones",
            *self.confirmed.notes(),
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        told = {"captain": self.captain.as_prices(), "start": self.start.name, "tried": self.tried}
        return told | {"steps": self.rows(), "confirmed": self.confirmed.as_dict(), "notes": self.notes()}


def search(
    start: Him,
    values: Callable[[Sequence[Him]], Sequence[npt.NDArray[np.int64]]],
    changes: Changes[Him],
    unit: float = 1.0,
) -> tuple[Him, tuple[Step, ...], int]:
    """The captain that single changes lead to, the changes that were kept, and how many captains were tried.

    values: of some captains what each brings in every trial, (trials,); trials of one number are pairs; unit: by what
    gains are divided.
    """
    best, worth, tried = start, values([start])[0], 1
    steps: list[Step] = []
    for changed in changes:
        candidates = list(changed(best))
        for him, came_to in zip(candidates, values(candidates), strict=True):
            gained = came_to - worth
            tried += 1
            if gained.mean() > SURE * max(float(gained.std()), 1e-9) / sqrt(gained.size):
                steps.append(_step(best, him, float(gained.mean()) / unit))
                best, worth = him, worth + gained
    return best, tuple(steps), tried


def _step(old: Tunable, new: Tunable, gain: float) -> Step:
    was, became = old.as_prices(), new.as_prices()
    what = next(name for name in was if was[name] != became[name])
    return Step(what, str(was[what]), str(became[what]), gain)
