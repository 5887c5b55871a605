"""How many components flights lost and what they earned, by what the dice joined: all that insurance depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

from analyzer.statistics.tally import Columns

EARNED = ("bounty", "goods_sold", "order_reward", "looks_reward")
"""What a flight earns before anything is paid."""
COLUMNS = ("joined", "components_lost", "earned")


class Flown(NamedTuple):
    """What a flight was: the index of the way it hung together, components lost, credits earned before any payment."""

    way: int
    lost: int
    earned: int


@dataclass(frozen=True)
class Losses:
    """For each ship how often each sort of flight came; those of other flights are added."""

    ships: tuple[Mapping[Flown, int], ...]

    @classmethod
    def of(cls, columns: Columns) -> Losses:
        """Those of a block of flights."""
        return cls(tuple(map(_counted, zip(*(columns[name] for name in COLUMNS), strict=True))))

    def __add__(self, other: Losses) -> Losses:
        pairs = zip(self.ships, other.ships, strict=True)
        return Losses(tuple(dict(sorted((Counter(one) + Counter(more)).items())) for one, more in pairs))

    @property
    def trials(self) -> int:
        """How many flights were counted."""
        return sum(self.ships[0].values())

    @property
    def shape(self) -> Hashable:
        """Of how many ships."""
        return len(self.ships)

    def plain(self) -> dict[str, Any]:
        """In plain types: for each ship rows of way, lost, earned and how often."""
        ships = [[[*flight, times] for flight, times in ship.items()] for ship in self.ships]
        return {"trials": self.trials, "ships": ships}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        made = cls(tuple({Flown(*map(int, flight)): int(n) for *flight, n in ship} for ship in plain["ships"]))
        if {sum(ship.values()) for ship in made.ships} != {int(plain["trials"])}:
            raise ValueError("its flights are not as many as it says")
        return made

    def of_ways(self, ship: int, ways: Collection[int] | None = None) -> dict[tuple[int, int], int]:
        """By components lost and credits earned how often that came to a ship, in flights of those ways."""
        counts: Counter[tuple[int, int]] = Counter()
        for flight, times in self.ships[ship].items():
            if ways is None or flight.way in ways:
                counts[flight.lost, flight.earned] += times
        return dict(counts)


def _counted(columns: tuple[Any, ...]) -> dict[Flown, int]:
    distinct, times = np.unique(np.stack(columns), axis=1, return_counts=True)
    return {Flown(*map(int, flight)): int(n) for flight, n in zip(distinct.T, times, strict=True)}
