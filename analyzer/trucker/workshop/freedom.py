"""What of a ship may be changed: its tiles rearranged, some exchanged for others of the box, or all of it anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from analyzer.errors import AnalyzerError, all_or_faults, named_setting
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.fitting import checked_square
from analyzer.trucker.ship.layout import Layout


def _choices() -> str:
    """What may be chosen, in words."""
    same, others, any_of_them = (
        named_setting("rearrange", True),
        named_setting("change", 2),
        named_setting("free", True),
    )
    return f"{same} (the same components), {others} (at most 2 others of the box) or {any_of_them} (any of one box)"


@dataclass(frozen=True)
class Freedom:
    """What may be changed.

    rearrange: components may lie elsewhere; change: so many may be exchanged for others of the box (None: none), which
    lie on the same squares unless `rearrange` allows more; free: any components of one box anywhere; keep: squares that
    stay as they are.
    """

    rearrange: bool = False
    change: int | None = None
    free: bool = False
    keep: frozenset[Square] = frozenset()

    @property
    def in_words(self) -> str:
        """What is allowed."""
        if self.free:
            allowed = "any components of one box"
        elif self.change is None:
            allowed = "the same components rearranged"
        else:
            others = f"at most {self.change} component{'s' * (self.change != 1)} exchanged for others of the box"
            allowed = f"{others}, all of them rearranged" if self.rearrange else others
        fixed = ", ".join(f"({row},{column})" for row, column in sorted(self.keep))
        return f"{allowed}; {fixed} stay{'s' * (len(self.keep) == 1)}" if fixed else allowed

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        fixed = [list(square) for square in sorted(self.keep)]
        return {"rearrange": self.rearrange, "change": self.change, "free": self.free, "keep": fixed}


def freedom(
    ship: Layout, *, rearrange: bool = False, change: int | None = None, free: bool = False, keep: Iterable[Any] = ()
) -> Freedom:
    """What may be changed of that ship; raises AnalyzerError with every reason why that cannot be."""
    faults = [*_faults(ship, rearrange, change, free)]
    fixed: list[Square] = []
    try:
        fixed = all_or_faults(lambda square: _square(ship, square), keep)
    except AnalyzerError as error:
        faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return Freedom(rearrange, change, free, frozenset(fixed))


def _faults(ship: Layout, rearrange: bool, change: int | None, free: bool) -> Iterator[str]:
    if not (rearrange or free or change is not None):
        yield f"say what may be changed: choose {_choices()}"
    if free and (rearrange or change is not None):
        yield f"free allows all that the others do: choose one of {_choices()}"
    if change is not None and (type(change) is not int or not 1 <= change < max(2, len(ship.components))):
        yield f"change {change!r}: give how many components, a whole number from 1 to {len(ship.components) - 1}"


def _square(ship: Layout, square: object) -> Square:
    """The square, which the ship's board has; its starting cabin stays anyway."""
    if square == ship.board.marked:
        return ship.board.marked
    try:
        return checked_square(ship, square)
    except AnalyzerError as error:
        raise AnalyzerError([f"keep: {fault}" for fault in error.faults]) from None
