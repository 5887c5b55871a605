"""Functions that find the ships to draw in any kind of answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from analyzer.errors import AnalyzerError, one_of

Ship_co = TypeVar("Ship_co", covariant=True)


class HasShips(Protocol[Ship_co]):
    """A result of several ships, indexed by their names."""

    @property
    def ships(self) -> Sequence[Ship_co]:
        """The results of the ships."""

    def __getitem__(self, name: str, /) -> Ship_co:
        """Return the result of the ship of that name."""


def chosen(result: HasShips[Ship_co], ship: str | None) -> Ship_co:
    """Return the ship of that name; without a name, the only ship of the result.

    Raises:
        AnalyzerError: There are several ships and none is named, or none has that name.
    """
    if ship is not None:
        return result[ship]
    if len(result.ships) > 1:
        names = [getattr(one, "name", "") for one in result.ships]
        raise AnalyzerError(f"the picture shows one of several ships: {one_of(None, names)}, e.g. ship={names[0]!r}")
    return result.ships[0]


def origins_of(run: Any, subjects: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return name and origin of each given subject of a run that has an origin."""
    names = [one.name for one in subjects]
    return [(name, origin) for name, origin in run.origins if name in names]


def origins(those: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return the name and the origin (see `Origin`) of each result that has an origin."""
    return [(one.name, one.origin) for one in those if getattr(one, "origin", None) is not None]


def trial_of(those: Sequence[Any]) -> tuple[str, str]:
    """Return the nouns for one trial and for several; `trial` and `trials` if the results do not have them."""
    return next((origin.trial for _, origin in origins(those)), ("trial", "trials"))


def all_ships(holder: Any) -> list[Any]:
    """Return the results of single ships in an answer: one result, several, or those in its `results`."""
    if hasattr(holder, "histograms"):
        return [holder]
    inside = getattr(holder, "ships", None) or getattr(holder, "results", holder)
    each = inside.values() if isinstance(inside, Mapping) else inside
    return [ship for one in each for ship in all_ships(one)]
