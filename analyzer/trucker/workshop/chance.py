"""Random choices with an address: the draws of a generation of a search depend on its seed and number alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import TypeVar

from analyzer.montecarlo.random_words import words

AT_ONCE = 1 << 9
"""Words that are drawn at once."""
One = TypeVar("One")


class Chance:
    """Word after word of one stream, each used for one choice."""

    def __init__(self, seed: int, stream: int) -> None:
        self._words = self._drawn(seed, stream)

    @staticmethod
    def _drawn(seed: int, stream: int) -> Iterator[int]:
        for begin in count(0, AT_ONCE):
            yield from words(seed, stream, begin, AT_ONCE).tolist()

    def below(self, number: int) -> int:
        """A whole number from 0 to below that one."""
        return (next(self._words) * number) >> 64

    def share(self) -> float:
        """A number from 0 to below 1."""
        return (next(self._words) >> 11) / (1 << 53)

    def one_of(self, several: Sequence[One]) -> One:
        """One of them."""
        return several[self.below(len(several))]

    def shuffled(self, several: Sequence[One]) -> list[One]:
        """All of them in any order."""
        left = list(several)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
