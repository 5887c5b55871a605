"""What all that is printed for a person has in common: a console that takes words as they are, bare tables, notes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.present.sheet import Sheet


NARROWEST, WIDEST = 20, 1_000
"""Columns of a terminal that lines are made for; of fewer or more nothing can be read, or filled in reasonable time."""
FURTHER = 2
"""Blanks more before all lines but the first of a sentence that begins with some."""


def plain_console() -> Console:
    """Standard output; nothing in a text is read as markup, as a number to colour or as an emoji."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def text_console(width: int) -> Console:
    """Return a console that collects plain text for `text_of`.

    In a notebook Rich would else display what is printed, beside the cell's own output.
    """
    from rich.console import Console

    settings: Any = {"color_system": None, "force_terminal": False, "force_jupyter": False}
    return Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False, **settings)


def text_of(console: Console) -> str:
    """Return what was printed on a `text_console`."""
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def bare_table(labels: int = 1, gap: int = 1) -> Sheet:
    """A table without a frame, with `gap` blanks between columns, that is never cut (see `analyzer.present.sheet`).

    Its first `labels` columns say what a row is about.
    """
    from analyzer.present.sheet import Sheet

    return Sheet(labels, gap)


def print_notes(console: Console, notes: Iterable[str]) -> None:
    """What a reader of the numbers should know, each once, a line each."""
    for note in dict.fromkeys(notes):
        print_sentence(console, f"note: {note}")


def print_sentence(console: Console, sentence: str, style: str | None = None) -> None:
    """A sentence: wrapped at blanks in a terminal, one line in a file or a pipe, where programs look for it.

    Of one that begins with blanks the lines below the first begin with two more.
    """
    from rich.text import Text

    margin = len(sentence) - len(sentence.lstrip(" "))
    if not (console.is_terminal and margin):
        console.print(sentence, style=style, soft_wrap=not console.is_terminal)
        return
    room = max(1, console.width - margin - FURTHER)
    for number, line in enumerate(Text(sentence[margin:]).wrap(console, room)):
        console.print(f"{' ' * (margin + FURTHER * (number > 0))}{line.plain.rstrip()}", style=style, soft_wrap=True)


def say_all_characters() -> None:
    """Let standard output put a question mark where it has no such character, rather than fail."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def fill_closed_streams() -> bool:
    """Open standard streams that are closed on the null device; return whether standard output was closed.

    Otherwise the next file that is opened would take its place, and what is printed would end up in there.
    """
    was_closed = sys.stdout is None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.fstat(number)
                continue
            nowhere = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, which is this one
            setattr(sys, name, os.fdopen(nowhere, "w" if number else "r", encoding="utf-8"))
    return was_closed


def limit_width() -> None:
    """Let everything that prints take a terminal as `NARROWEST` to `WIDEST` columns wide, whatever it says."""
    text = os.environ.get("COLUMNS", "")
    columns = int(text[:9]) if text.isdecimal() and text.isascii() else None
    if columns == 0:  # as shells say that they do not know
        columns = None
        del os.environ["COLUMNS"]
    if columns is None:
        with suppress(OSError, ValueError, AttributeError):
            columns = os.get_terminal_size(sys.stdout.fileno()).columns or None
    if columns is not None and not NARROWEST <= columns <= WIDEST:
        os.environ["COLUMNS"] = str(min(max(columns, NARROWEST), WIDEST))


def be_silent() -> None:
    """Drop what standard output cannot take, so that nothing more is said of it when Python ends."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
