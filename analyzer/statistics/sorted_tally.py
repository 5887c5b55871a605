"""Trials sorted by the value of a column, each sort counted by itself: sums of all of them are those of any tally."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import add
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from analyzer.statistics.controls import Law
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.tally import Columns, Tally

Part = TypeVar("Part", Tally, PairedTally)


@dataclass(frozen=True)
class _Sorted(Generic[Part]):
    """`parts`: by value of the column what was counted of the trials that had it; only values that came are there.

    law: that of what was drawn, by which means are corrected, if they are.
    """

    parts: Mapping[int, Part]
    law: Law | None = field(default=None, kw_only=True)

    OF: ClassVar[type[Any]]

    @classmethod
    def of_each(cls, columns: Columns, column: str, count: Callable[[Columns], Part]) -> Self:
        """A block of trials, sorted by that column of the first subject, which all subjects have in common."""
        return cls({value: count(part) for value, part in _parted(columns, column).items()})

    def __add__(self, other: Self) -> Self:
        values = sorted({*self.parts, *other.parts})
        both = {v: [each.parts[v] for each in (self, other) if v in each.parts] for v in values}
        return type(self)({value: reduce(add, parts) for value, parts in both.items()})

    @cached_property
    def total(self) -> Part:
        """All trials together."""
        return self.of_parts([*self.parts])

    def of_parts(self, values: Sequence[int]) -> Part:
        """The trials of some values together."""
        whole: Any = reduce(add, [self.parts[value] for value in values])
        some: Part = whole if self.law is None else whole.sharpened(self.law)
        return some

    def sharpened(self, law: Law) -> Self:
        """The same with means that are corrected by the law of what was drawn."""
        parts: Any = {value: part.sharpened(law) for value, part in self.parts.items()}
        return replace(self, parts=parts, law=law)

    def unsharpened(self) -> Self:
        """The same with the means of the trials, not corrected."""
        parts: Any = {value: part.unsharpened() for value, part in self.parts.items()}
        return replace(self, parts=parts, law=None)

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return sum(part.trials for part in self.parts.values())

    @property
    def shape(self) -> Hashable:
        """What every part has in common."""
        return next(iter(self.parts.values())).shape

    def plain(self) -> dict[str, Any]:
        """In plain types: trials, and the parts by value."""
        return {"trials": self.trials, "parts": {str(value): part.plain() for value, part in self.parts.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        made = cls({int(value): cls.OF.of_plain(part) for value, part in plain["parts"].items()})
        if made.trials != int(plain["trials"]) or len({part.shape for part in made.parts.values()}) != 1:
            raise ValueError("its parts do not hold as many trials as it says")
        return made


def _parted(columns: Columns, column: str) -> dict[int, Columns]:
    """The columns of the trials of each value."""
    order = np.argsort(columns[column][0], kind="stable")
    ordered = {name: rows[:, order] for name, rows in columns.items()}
    values = np.unique(ordered[column][0])
    ends = [*np.searchsorted(ordered[column][0], values), order.size]
    spans = zip(values.tolist(), ends, ends[1:], strict=False)
    return {value: {name: rows[:, a:b] for name, rows in ordered.items()} for value, a, b in spans}


@dataclass(frozen=True)
class SortedTally(_Sorted[Tally]):
    """Histograms, sorted."""

    OF: ClassVar[type[Tally]] = Tally


@dataclass(frozen=True)
class SortedPairs(_Sorted[PairedTally]):
    """Histograms with what ties subjects together, sorted."""

    OF: ClassVar[type[PairedTally]] = PairedTally
