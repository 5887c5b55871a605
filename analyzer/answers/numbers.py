"""Helpers that write numbers and look up names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from analyzer.errors import AnalyzerError, brief, one_of


def decimals(value: float, places: int = 2) -> str:
    """Return a number with a fixed number of decimals, and no minus before a zero."""
    return f"{round(value, places) + 0.0:.{places}f}"


def signed(value: float, places: int = 2) -> str:
    """Return a number with its sign and a fixed number of decimals; a value that rounds to zero has no sign."""
    return f"{value:+z.{places}f}" if round(value, places) else f"{0:.{places}f}"


def typeset(value: float, places: int = 2) -> str:
    """Return a number with a fixed number of decimals and a typographic minus sign, for figures and pages."""
    return decimals(value, places).replace("-", "\N{MINUS SIGN}")


def with_noun(number: int, name: str) -> str:
    """Return a count with its noun, e.g. `1 medal`, `2 black holes`."""
    return f"{number} {name}{'s' * (number != 1)}"


class Named(Protocol):
    """An object that has a name."""

    @property
    def name(self) -> str:
        """The name of the object."""


One = TypeVar("One", bound=Named)


def find_by_name(items: Sequence[One], name: str, noun: str, place: str) -> One:
    """Return the item of that name.

    Args:
        items: The items to search.
        name: The name. An object that has a name, such as a ship, is refused with a hint to pass its name.
        noun: The word for an item in the error, e.g. `ship`.
        place: Where the items are, for the error, e.g. `this result`.
    """
    for one in items:
        if isinstance(name, str) and one.name == name:
            return one
    raise not_of_name([one.name for one in items], name, noun, place)


def not_of_name(names: Sequence[str], name: object, what: str, where: str) -> AnalyzerError:
    """Return the error for a name that does not exist; it lists the names that do.

    Args:
        names: The names that exist.
        name: The name, or another object, that was asked for.
        what: The word for an item, e.g. `ship`.
        where: Where the items are, e.g. `this result`.
    """
    own = getattr(name, "name", None)
    if own in names:
        return AnalyzerError(f"no {what} {brief(name)} in {where}: give the name, {own!r}")
    return AnalyzerError(f"no {what} {brief(name)} in {where}: {one_of(own or name, names)}")


def join_names(names: Sequence[str]) -> str:
    """Join names as in a sentence, e.g. `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names in order, numbering repeated ones, e.g. `Kite`, `Kite (2)`."""
    different: list[str] = []
    for name in names:
        again = [name, *(f"{name} ({number})" for number in range(2, len(different) + 2))]
        different.append(next(new for new in again if new not in different))
    return different
