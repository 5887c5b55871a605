"""Answers that hold one answer for each of several subjects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class Collection:
    """Answers that can be iterated and counted; `in` finds the name of a subject, and completion offers them all."""

    def each(self) -> Sequence[Any]:
        """The answers."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each())

    def __len__(self) -> int:
        return len(self.each())

    def __contains__(self, wanted: object) -> bool:
        """Return whether an answer is there; a string is the name of one."""
        if isinstance(wanted, str):
            return any(getattr(one, "name", None) == wanted for one in self.each())
        return wanted in self.each()

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [one.name for one in self.each() if hasattr(one, "name")]
