"""Turns and games on their way out of the command: a table each in blocks of metrics, and what one should know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.face import Face, each
from analyzer.present.subjects import show_one, side_by_side
from analyzer.present.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.answers.result import Result


def face(results: Sequence[Result]) -> Face:
    """Runs of turns or games."""
    return each(results, _show)


def _show(result: Result) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 2:
        console.print(side_by_side(result.subjects))
    else:
        for one in result.subjects:
            show_one(console, one)
    print_notes(console, result.notes())
