"""Games on their way out of the command: one who plays alone in full, several traders side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.face import Face, each
from analyzer.present.subjects import show_one, side_by_side
from analyzer.present.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.result import Races


def face(results: Sequence[Races]) -> Face:
    """Runs of games."""
    return each(results, _show)


def _show(result: Races) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(result.heading(), "bold"), soft_wrap=True)
    if len(result.subjects) == 1:
        show_one(console, result.subjects[0])
    else:
        console.print(side_by_side(result.subjects))
    print_notes(console, result.notes())
