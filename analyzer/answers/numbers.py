"""Numbers and names in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from analyzer.errors import AnalyzerError, brief, one_of


def decimals(value: float, places: int = 2) -> str:
    """A number with so many decimals, and no minus before a zero."""
    return f"{round(value, places) + 0.0:.{places}f}"


def signed(value: float, places: int = 2) -> str:
    """A number with its sign and so many decimals, and none of the two signs before a zero."""
    return f"{value:+z.{places}f}" if round(value, places) else f"{0:.{places}f}"


def typeset(value: float, places: int = 2) -> str:
    """A number with so many decimals, with the minus sign of pictures and pages."""
    return decimals(value, places).replace("-", "\N{MINUS SIGN}")


def counted(number: int, name: str) -> str:
    """So many of something: `1 medal`, `2 black holes`."""
    return f"{number} {name}{'s' * (number != 1)}"


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """What it is called."""


One = TypeVar("One", bound=Named)


def of_name(those: Sequence[One], name: str, what: str, where: str) -> One:
    """Return the one of that name; raises AnalyzerError with those there are (`what`: "ship", `where`: "this result").

    An object with a name of its own, such as a ship, is no name: the error says which one was meant.
    """
    for one in those:
        if isinstance(name, str) and one.name == name:
            return one
    raise not_of_name([one.name for one in those], name, what, where)


def not_of_name(names: Sequence[str], name: object, what: str, where: str) -> AnalyzerError:
    """Return the error for a name that is not among these."""
    own = getattr(name, "name", None)
    if own in names:
        return AnalyzerError(f"no {what} {brief(name)} in {where}: give the name, {own!r}")
    return AnalyzerError(f"no {what} {brief(name)} in {where}: {one_of(own or name, names)}")


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def distinct(names: Iterable[str]) -> list[str]:
    """The names, later ones of the same numbered."""
    different: list[str] = []
    for name in names:
        again = [name, *(f"{name} ({number})" for number in range(2, len(different) + 2))]
        different.append(next(new for new in again if new not in different))
    return different
