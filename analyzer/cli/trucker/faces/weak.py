"""What components are worth on its way out of the command: a row a component, and the ship coloured by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.cli.face import Face, each
from analyzer.cli.terminal import bare_table, plain_console
from analyzer.results.numbers import decimals

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.trucker.questions.worth import Weakness, Worth


def face(results: Sequence[Weakness]) -> Face:
    """The components of a ship."""
    return each(results, _show)


def _show(found: Weakness) -> None:
    from rich.text import Text

    console = plain_console()
    what = found.heading().removeprefix(found.ship.name)
    console.print(Text(found.ship.name, "bold"), Text(f"{what}, captain {found.captain.name}"), sep="")
    console.print("cost: credits a flight that the whole ship makes more than the ship without it")
    console.print("hit: ways of 36 in which what comes from front, right, rear, left meets it first")
    console.print()
    console.print(_table(found))
    console.print()
    for line in _breaking(found):
        console.print(line, soft_wrap=True)
    for note in found.notes():
        console.print(f"note: {note}")


def _table(found: Weakness) -> Table:
    from analyzer.trucker.sayings.phrases import in_words

    table = bare_table(labels=2)
    table.add_column("\ncomponent")
    for heading in ("\nsquare", "cost in\ncredits", "\n95% interval", "arrives\nless,\npoints", "\nlost"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("hit from\nfr ri re le", no_wrap=True)
    for row in found.rows:
        table.add_row(in_words(row.kind), _at(row.square), *_measured(row), _hits(row))
    return table


def _measured(row: Worth) -> tuple[str, str, str, str]:
    """Cost, its interval, the fall in arrivals and the chance to be lost."""
    lost = f"{row.lost[0]:.1%}"
    if row.credits is None or row.arrival is None:
        return "-", "no human left", "-", lost
    cost, low, high = (decimals(value) for value in row.credits)
    return cost, f"{low} to {high}", decimals(100 * row.arrival[0], 1), lost


def _hits(row: Worth) -> str:
    """Ways by side, each under its heading."""
    return " ".join(f"{ways or '-':>2}" for ways in row.hit.values())


def _breaking(found: Weakness) -> Iterator[str]:
    """What breaks off, for each component with which anything does."""
    from analyzer.trucker.sayings.phrases import in_words

    for row in found.rows:
        if row.breaks_off:
            squares = " ".join(map(_at, row.breaks_off))
            yield f"the {in_words(row.kind)} at {_at(row.square)} takes with it {squares}"


def _at(square: tuple[int, int]) -> str:
    return f"({square[0]},{square[1]})"
