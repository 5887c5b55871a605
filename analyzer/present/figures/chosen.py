"""Which ship of a result is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from analyzer.errors import AnalyzerError, one_of

Ship_co = TypeVar("Ship_co", covariant=True)


class HasShips(Protocol[Ship_co]):
    """A result of several ships, indexed by their names."""

    @property
    def ships(self) -> Sequence[Ship_co]:
        """One entry a ship."""

    def __getitem__(self, name: str, /) -> Ship_co:
        """The entry of that name."""


def chosen(result: HasShips[Ship_co], ship: str | None) -> Ship_co:
    """The ship of that name, or the only one; raises AnalyzerError where there are several and none is named."""
    if ship is not None:
        return result[ship]
    if len(result.ships) > 1:
        names = [getattr(one, "name", "") for one in result.ships]
        raise AnalyzerError(f"the picture shows one of several ships: {one_of(None, names)}, e.g. ship={names[0]!r}")
    return result.ships[0]


def about(run: Any, those: Sequence[Any]) -> list[tuple[str, Any]]:
    """Where the numbers of some of a run's subjects come from, by their names."""
    names = [one.name for one in those]
    return [(name, origin) for name, origin in run.origins if name in names]


def origins(those: Sequence[Any]) -> list[tuple[str, Any]]:
    """By name where the numbers of each come from, of those that know it."""
    return [(one.name, one.origin) for one in those if getattr(one, "origin", None) is not None]


def trial_of(those: Sequence[Any]) -> tuple[str, str]:
    """What one of their trials is called, and what several are."""
    return next((origin.trial for _, origin in origins(those)), ("trial", "trials"))


def all_ships(holder: Any) -> list[Any]:
    """The ships of a result, of several, or of what has `results` (in a sequence or by name); ships as they are."""
    if hasattr(holder, "histograms"):
        return [holder]
    inside = getattr(holder, "ships", None) or getattr(holder, "results", holder)
    each = inside.values() if isinstance(inside, Mapping) else inside
    return [ship for one in each for ship in all_ships(one)]
