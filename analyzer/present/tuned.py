"""How a captain that was found is shown: each change that was kept, and what fresh trials say of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.comparison import show_comparison
from analyzer.present.terminal import bare_table, plain_console

if TYPE_CHECKING:
    from analyzer.runs.tuning import TunedCaptain


def show_tuned(found: TunedCaptain, gained: str) -> None:
    """The changes with what each gained in the search, under that heading; then the comparison and its warning."""
    console = plain_console()
    console.print(found.heading(), style="bold")
    table = bare_table(gap=2)
    for heading in ("what", "was", "is", gained):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for step in found.steps:
        mean, low, high = step.gain
        gain = f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"
        table.add_row(step.what.replace("_", " "), *map(_in_words, (step.old, step.new)), gain)
    console.print(table)
    console.print()
    show_comparison(found.confirmed)
    console.print(f"note: {found.notes()[0]}", soft_wrap=True)


def _in_words(value: object) -> str:
    """A price, or a list of names."""
    if isinstance(value, list):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)
