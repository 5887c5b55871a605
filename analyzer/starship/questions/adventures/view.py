"""What becomes of open adventures, on its way out of the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.face import Face, each
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.starship.result import Adventures


def face(results: Sequence[Adventures]) -> Face:
    """Runs of that question."""
    return each(results, _show)


def _show(result: Adventures) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    for heading in ("", "fulfilled", "95% interval", "other first", "not reached", "lacking", "passed"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for one in result.subjects:
        mean, low, high = one.measured("fulfilled")
        ways = [one.measured(name).mean for name in ("other_was_first", "not_reached", "lacking", "passed")]
        table.add_row(one.name, f"{mean:.1%}", f"{low:.1%} to {high:.1%}", *(f"{way:.1%}" for way in ways))
    console.print(table)
    console.print(
        "not reached: its planet was never met while it was open; lacking: met, but something was lacking; "
        "passed: the captain did something else, or had no action left",
        soft_wrap=True,
    )
    print_notes(console, result.notes())
