"""Results of several ships on their way out of the command: a heading and a table a ship, all of it in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from analyzer.present.face import Face, Tellable, of_several
from analyzer.present.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from rich.table import Table


class OfShips(Tellable, Protocol):
    """What came of one or several ships."""

    @property
    def ships(self) -> Sequence[Any]:
        """What is told of each, with its name."""

    def heading(self) -> str:
        """What was flown."""

    def notes(self) -> list[str]:
        """What a reader of the numbers should know."""


Found = TypeVar("Found", bound=OfShips)


def by_ship(
    found: Sequence[Found],
    table: Callable[[Any], Table],
    legend: str = "",
) -> Face:
    """Results that are told ship by ship, each in a table; `legend`: what their columns mean."""
    return of_several(found, partial(_show, table=table, legend=legend))


def _show(found: Sequence[OfShips], table: Callable[[Any], Table], legend: str) -> None:
    from rich.text import Text

    console = plain_console()
    for one in found:
        for ship in one.ships:
            console.print(Text(ship.name, "bold").append(f": {one.heading()}", "not bold"), soft_wrap=True)
            console.print(table(ship))
            console.print()
    if legend:
        console.print(legend, soft_wrap=True)
    print_notes(console, (note for one in found for note in one.notes()))
