"""Text in the terminal: tables that fit its width, sentences and standard streams.

If not even one column fits beside the labels, every row becomes a list of headings and values.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import cached_property
from io import StringIO, TextIOWrapper
from textwrap import wrap
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Column, Table
from rich.text import Text

PROSE = 18
"""The least width, in characters, of a column whose words may wrap, unless its text is shorter."""
INDENT = 2


class Sheet(Table):
    """A table without a frame; if it is too wide, it is split into parts that each repeat the label columns.

    Cells are text. A column wraps at blanks unless it has `no_wrap`; headings may always wrap. An interval stays beside
    the number before it.

    Args:
        labels: The number of columns, from the left, that say what a row is about.
        gap: The number of blanks between columns.

    Attributes:
        first: The indices of columns that move next to the labels if the table is split.
    """

    def __init__(self, labels: int = 1, gap: int = 1) -> None:
        super().__init__(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="none")
        self.labels, self.gap = labels, gap
        self.first: list[int] = []
        self._headings: dict[int, str] = {}

    def add_heading(self, text: str) -> None:
        """Put a line of text above the next row, across all columns."""
        self._headings[len(self.rows)] = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table: whole, in parts below each other, or as lists if even a part is too wide."""
        parts = list(self._parts(options.max_width))
        if any(self._least(part) > options.max_width for part in parts):
            yield from self._lists(options.max_width)
            return
        for number, part in enumerate(self._even(parts, options.max_width)):
            if number:
                yield Text()
            yield from self._part(part, options.max_width)

    def _even(self, parts: list[list[int]], width: int) -> list[list[int]]:
        """Divide the columns into as many parts, but of more equal width, so that the last one is not very narrow."""
        # narrow the parts as long as that needs no further part and splits no group
        for narrower in range(width - 1, 0, -1):
            again = list(self._parts(narrower))
            too_wide = any(self._least(part) > narrower for part in again)
            if too_wide or len(again) > len(parts) or self._whole(again) < self._whole(parts):
                break
            parts = again
        return parts

    def _whole(self, parts: list[list[int]]) -> int:
        """Return the number of column groups (see `_groups`) that lie in one part without being split."""
        return sum(set(group) <= set(part) for group in self._groups() for part in parts)

    def _parts(self, width: int) -> Iterator[list[int]]:
        """Yield the column indices of each part: the label columns, then the columns that fit beside them."""
        labels = list(range(self.labels))
        part = list(labels)
        groups = list(self._groups())
        if self._least(range(len(self.columns))) > width:
            groups.sort(key=lambda group: not {*group} & {*self.first})
        for group in groups:
            if part != labels and self._least([*part, *group]) > width:
                yield part
                part = list(labels)
            fits = self._least([*part, *group]) <= width
            for pair in [group] if fits else [[column] for column in group]:
                if part != labels and self._least([*part, *pair]) > width:
                    yield part
                    part = list(labels)
                part += pair
        yield part

    def _groups(self) -> Iterator[list[int]]:
        """Yield groups of column indices that should stay in one part: a number and its interval."""
        group: list[int] = []
        for number in range(self.labels, len(self.columns)):
            if group and "interval" not in str(self.columns[number].header):
                yield group
                group = []
            group.append(number)
        yield group

    def _least(self, numbers: Sequence[int]) -> int:
        """Return the least width in characters at which the columns with these indices fit side by side."""
        return sum(self._leasts[number] for number in numbers) + self.gap * (len(numbers) - 1)

    @cached_property
    def _leasts(self) -> list[int]:
        """Least width of each column in characters."""
        return [_least(column) for column in self.columns]

    def _part(self, numbers: Sequence[int], width: int) -> Iterator[Table | Text]:
        """Yield one part of the table as Rich tables, with the added heading lines between them."""
        widths = self._widths(numbers, width)
        headings = {number: _wrapped(str(self.columns[number].header), widths[number]) for number in numbers}
        height = max(map(len, headings.values()))

        def table() -> Table:
            made = Table(box=None, pad_edge=False, padding=self.padding, header_style="none", show_header=False)
            for number in numbers:
                lines = [""] * (height - len(headings[number])) + headings[number]
                made.add_column("\n".join(lines), justify=self.columns[number].justify, width=widths[number])
            return made

        part = table()
        part.show_header = height > 0
        above: list[Text] = []
        for at, (row, cells) in enumerate(zip(self.rows, self._cells(), strict=True)):
            if at in self._headings:
                above = [Text(self._headings[at], "italic")]
            if not any(cells[number] for number in numbers[self.labels :]) and any(cells[self.labels :]):
                continue
            if above:
                yield part
                yield from above
                part, above = table(), []
            part.add_row(*(cells[number] for number in numbers), style=row.style)
        yield part

    def _widths(self, numbers: Sequence[int], width: int) -> dict[int, int]:
        """Return the width of each column in characters; columns of numbers are served first, words share the rest."""
        spare = width - self._least(numbers)
        widths = {}
        for number in sorted(numbers, key=lambda number: not self.columns[number].no_wrap):
            widths[number] = min(_natural(self.columns[number]), self._leasts[number] + spare)
            spare -= widths[number] - self._leasts[number]
        return widths

    def _cells(self) -> list[tuple[str, ...]]:
        """Return the texts of all rows."""
        return list(zip(*([str(cell) for cell in column._cells] for column in self.columns), strict=True))

    def _lists(self, width: int) -> Iterator[Text]:
        """Yield every row as a list: its labels, then each other cell behind its heading."""
        headings = [" ".join(str(column.header).split()) for column in self.columns]
        for at, (row, cells) in enumerate(zip(self.rows, self._cells(), strict=True)):
            if at in self._headings:
                yield Text(self._headings[at], "italic")
            for line in wrap(" ".join(cells[: self.labels]), width):
                yield Text(line, row.style or "")
            for heading, cell in zip(headings[self.labels :], cells[self.labels :], strict=True):
                if cell.strip():
                    for line in wrap(f"{heading}: {cell}", width - INDENT):
                        yield Text(" " * INDENT + line, row.style or "")


def _natural(column: Column) -> int:
    """Return the width of a column without wrapping, in characters."""
    return max(
        (cell_len(line) for text in (column.header, *column._cells) for line in str(text).split("\n")), default=1
    )


def _least(column: Column) -> int:
    """Return the least width of a column in characters; headings and cells of words wrap between words."""
    words = max((cell_len(word) for word in str(column.header).split()), default=1)
    cells = [str(cell) for cell in column._cells]
    if column.no_wrap:
        return max([words, *(cell_len(line) for cell in cells for line in cell.split("\n"))])
    longest = max((cell_len(word) for cell in cells for word in cell.split()), default=1)
    return max(words, longest, min(_natural(column), PROSE))


def _wrapped(heading: str, width: int) -> list[str]:
    """Return the lines of a heading, wrapped to the width; its own line breaks are kept, blank lines dropped."""
    lines = [line for line in heading.split("\n") if line]
    return [part for line in lines for part in wrap(line, width)]


NARROWEST, WIDEST = 20, 1_000
"""The least and the greatest terminal width for which lines are laid out, in characters.

Nothing can be read in a narrower terminal, and a wider one cannot be filled in reasonable time.
"""
FURTHER = 2
"""The number of blanks by which the later lines of an indented sentence are indented more than its first."""


_drawn_on: ContextVar[Console | None] = ContextVar("drawn_on", default=None)


def plain_console() -> Console:
    """Return a console on standard output that reads no markup, colours no numbers and replaces no emoji codes.

    Within `drawing` it is the console of the interim answer instead.
    """
    return _drawn_on.get() or Console(highlight=False, markup=False, emoji=False)


def is_drawing() -> bool:
    """Return whether an interim answer is being drawn."""
    return _drawn_on.get() is not None


def drawing(terminal: Console, show: Callable[[], None]) -> list[Text]:
    """Return the lines that a function prints on its `plain_console`, as they look on a terminal.

    Args:
        terminal: The terminal on which the lines will be shown; its width and colours are used.
        show: The function.
    """
    settings: Any = {"color_system": terminal.color_system, "force_terminal": True, "force_jupyter": False}
    console = Console(file=StringIO(), width=terminal.width, highlight=False, markup=False, emoji=False, **settings)
    token = _drawn_on.set(console)
    try:
        show()
    finally:
        _drawn_on.reset(token)
    return [*Text.from_ansi(text_of(console)).split("\n")]


def text_console(width: int) -> Console:
    """Return a console that collects plain text for `text_of`.

    In a notebook Rich would otherwise display printed text beside the cell's own output.
    """
    settings: Any = {"color_system": None, "force_terminal": False, "force_jupyter": False}
    return Console(file=StringIO(), width=width, highlight=False, markup=False, emoji=False, **settings)


def text_of(console: Console) -> str:
    """Return the text that was printed on a `text_console`."""
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def bare_table(labels: int = 1, gap: int = 1) -> Sheet:
    """Return an empty table without a frame that is never cut off.

    Args:
        labels: The number of columns, from the left, that say what a row is about.
        gap: The number of blanks between columns.
    """
    return Sheet(labels, gap)


def print_sentence(console: Console, sentence: str, style: str | None = None) -> None:
    """Print a sentence: wrapped at blanks in a terminal, on one line, which is easy to search, in a file or a pipe.

    If it begins with blanks, the lines below the first are indented by two more.
    """
    margin = len(sentence) - len(sentence.lstrip(" "))
    if not (console.is_terminal and margin):
        console.print(sentence, style=style, soft_wrap=not console.is_terminal)
        return
    room = max(1, console.width - margin - FURTHER)
    for number, line in enumerate(Text(sentence[margin:]).wrap(console, room)):
        console.print(f"{' ' * (margin + FURTHER * (number > 0))}{line.plain.rstrip()}", style=style, soft_wrap=True)


def say_all_characters() -> None:
    """Let standard output replace characters that it cannot encode by a question mark instead of failing."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def fill_closed_streams() -> bool:
    """Open the null device for each closed standard stream, and return whether standard output was closed.

    Otherwise the next file to be opened would take the stream's number, and printed text would end up in that file.
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
    """Set COLUMNS so that all output is laid out for a width from `NARROWEST` to `WIDEST` characters."""
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
    """Send standard output to the null device.

    Otherwise Python would report at exit that some text could not be written.
    """
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
