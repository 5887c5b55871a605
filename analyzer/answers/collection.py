"""Answers that hold one answer for each of several subjects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class Collection:
    """It can be iterated and counted, and the names of its subjects complete it."""

    def each(self) -> Sequence[Any]:
        """The answers."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each())

    def __len__(self) -> int:
        return len(self.each())

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [one.name for one in self.each() if hasattr(one, "name")]
