"""What all that is printed for a person has in common: a console that takes words as they are, bare tables, notes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def plain_console() -> Console:
    """Standard output; nothing in a text is read as markup, as a number to colour or as an emoji."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def bare_table() -> Table:
    """A table without a frame, with one blank between columns."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="none")


def print_notes(console: Console, notes: Iterable[str]) -> None:
    """What a reader of the numbers should know, each once, a line each."""
    for note in dict.fromkeys(notes):
        console.print(f"note: {note}", soft_wrap=True)
