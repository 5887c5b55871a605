"""Histograms by metric, and beside them maps: numbers by place, summed over trials, so that no trial is kept."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import DRAWS, Controls
from analyzer.statistics.moments import Moments
from analyzer.statistics.tally import Columns, Tally

Sums = npt.NDArray[np.int64]
"""(2, subjects, places, ...) By place the sum over all trials, and the sum of squares."""


@dataclass(frozen=True, eq=False)
class MappedTally(Tally):
    """A tally with maps by name: of columns (subjects, trials, places, ...) what they sum up to."""

    maps: Mapping[str, Sums] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Columns, controls: Controls | None = None) -> MappedTally:
        """The tally of a block of trials: histograms of plain columns, sums of those that have places."""
        plain = {name: rows for name, rows in columns.items() if rows.ndim == 2 or name == DRAWS}
        maps = {name: _sums(rows) for name, rows in columns.items() if rows.ndim > 2 and name != DRAWS}
        tally = Tally.of(plain, controls)
        return cls(tally.subjects, maps, controls=tally.controls)

    def __add__(self, other: Tally) -> MappedTally:
        more = other.maps if isinstance(other, MappedTally) else {}
        maps = {name: sums + more[name] for name, sums in self.maps.items()}
        added = super().__add__(other)
        return MappedTally(added.subjects, maps, controls=added.controls)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MappedTally)
            and (self.subjects, self.controls) == (other.subjects, other.controls)
            and self.maps.keys() == other.maps.keys()
            and all(np.array_equal(sums, other.maps[name]) for name, sums in self.maps.items())
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def shape(self) -> Hashable:
        """Which metrics each subject has, and which places each map."""
        return super().shape, frozenset((name, sums.shape) for name, sums in self.maps.items())

    def plain(self) -> dict[str, Any]:
        """In plain types: as any tally, and the sums of every map."""
        return super().plain() | {"maps": {name: sums.tolist() for name, sums in self.maps.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no tally can be."""
        tally = Tally.of_plain(plain)
        maps = {name: np.array(sums, np.int64) for name, sums in plain["maps"].items()}
        if any(sums.ndim < 3 or sums.shape[:2] != (2, len(tally.subjects)) for sums in maps.values()):
            raise ValueError("its maps are not of as many subjects as it says")
        return cls(tally.subjects, maps, controls=tally.controls)

    def moments(self, name: str, subject: int, place: tuple[int, ...]) -> Moments:
        """What a map holds at a place, of one subject."""
        total, squares = (sums[subject][place] for sums in self.maps[name])
        return Moments(self.trials, int(total), int(squares))


def _sums(rows: npt.NDArray[Any]) -> Sums:
    """The sums over trials of numbers and of their squares, exactly."""
    squares = np.einsum("st...,st...->s...", rows, rows, dtype=np.int64, casting="safe")
    return np.stack([rows.sum(axis=1, dtype=np.int64), squares])
