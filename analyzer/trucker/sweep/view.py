"""A sweep on its way out of the command: a line a combination, and where all of it is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.present.face import Face, each
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.trucker.sweep.answer import Sweep


def face(found: Sequence[Sweep], save: Path | None = None) -> Face:
    """What each combination comes to."""
    return each(found, partial(_show, save=save))


def _show(found: Sweep, save: Path | None) -> None:
    from analyzer.answers.in_words import in_words

    console = plain_console()
    console.print(found.heading(), style="bold")
    words = in_words(found.shown_table())
    table = bare_table(len(found.varied))
    for number, column in enumerate(words.columns):
        left = number < len(found.varied)
        table.add_column(column, justify="left" if left else "right", no_wrap=not left)
    for row in words.itertuples(index=False):
        table.add_row(*row)
    console.print(table)
    console.print()
    print_notes(console, found.notes())
    if save is not None:
        print(f"kept: {save} (pictures of it: analyzer plot {save})")
