"""Components for one square on their way out of the command: a row a component, the best first, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.numbers import signed
from analyzer.present.face import Face, each
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.trucker.questions.swap.answer import Swap, Swaps

TOP = 15


def face(results: Sequence[Swaps], top: int = TOP) -> Face:
    """What could lie on a square."""
    return each(results, partial(_show, top=top))


def _show(found: Swaps, top: int) -> None:
    from rich.text import Text

    console = plain_console()
    told = found.heading().removeprefix(found.ship.name)
    console.print(Text(found.ship.name, "bold"), Text(f"{told}, captain {found.captain.name}"), sep="", soft_wrap=True)
    console.print("gain: credits a flight more than the ship as it is; intervals hold for all components at once")
    console.print("arrives: change in percentage points; left: how many the box has, with those that fly alike")
    credits, arrived = found.as_it_is
    console.print(f"as it is: {credits:.2f} credits, arrives in {arrived:.1%}")
    console.print()
    console.print(_table(found.rows[:top]))
    more = len(found.rows) - top
    if more > 0:
        last = found.rows[-1]
        console.print(f"and {more} more, the last {last.token} with {signed(last.gain.mean)}: --top shows more")
    console.print()
    console.print(found.verdict_in_words(), soft_wrap=True)
    print_notes(console, found.notes())


def _table(rows: Sequence[Swap]) -> Table:
    from analyzer.trucker.sayings.phrases import in_words

    table = bare_table()
    table.add_column("as it lies", no_wrap=True)
    table.add_column("component")
    for heading in ("gain", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for heading in ("credits", "arrives", "left"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        mean, low, high = row.surely
        interval = f"{signed(low)} to {signed(high)}"
        credits, arrives = row.histograms["credits"].mean, signed(100 * row.arrival.mean, 1)
        left = str(row.left) + f"+{len(row.alike) - 1}" * (len(row.alike) > 1)
        table.add_row(
            row.token, in_words(row.part.kind), signed(mean), interval, row.verdict, f"{credits:.2f}", arrives, left
        )
    return table
