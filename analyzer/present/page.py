"""Pages of answers and stories as HTML and Markdown."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from itertools import chain, zip_longest
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import (
    Bars,
    Column,
    Description,
    Drawing,
    LabelledLines,
    Lines,
    Row,
    StoryStep,
    Table,
    in_one_line,
)
from analyzer.answers.note import fold_notes
from analyzer.answers.story import CheckedRecord
from analyzer.files.made import made_in_words
from analyzer.files.places import check_file, write_whole
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from jinja2 import Environment


WIDTH = 100
"""The width at which prose wraps in a Markdown page, in characters."""
LONGEST = 60
"""The longest heading of a Markdown page, in letters."""
LIBRARIES = ("numpy", "scipy", "pandas", "matplotlib")
"""Libraries whose versions a report names."""


def versions() -> dict[str, str]:
    """Return the versions of `analyzer`, of Python, and of the libraries that compute the numbers."""
    from analyzer import __version__

    return {"analyzer": __version__, "Python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def plain(text: object) -> str:
    """Return a text with escapes, in which nothing is read as an HTML tag or a Markdown link."""
    return str(text).replace("<", "&lt;").replace("[", "&#91;")


def as_markdown(description: Description) -> str:
    """Return a description as a Markdown page, without bars and drawings; each legend stands below its last table."""
    whole = [*_in_order(description)]
    last = {tuple(table.legend()): table for one, _ in whole for table in one.tables}
    blocks = [block for one, level in whole for block in _blocks(one, level, [*last.values()])]
    items = _items(chain(*fold_notes(note for one, _ in whole for note in one.notes)))
    return "\n\n".join([*blocks, *["## Notes"] * bool(items), *items]) + "\n"


def _in_order(description: Description, level: int = 1) -> Iterator[tuple[Description, int]]:
    """Yield a description with its heading level, then the descriptions of its subjects one level below."""
    yield description, level
    for one in description.each:
        yield from _in_order(one, level + 1)


def _blocks(description: Description, level: int, with_legend: Sequence[Table]) -> Iterator[str]:
    """Yield the heading and the visible parts of a description in Markdown."""
    yield from _heading(description, level)
    for part in description.parts:
        if isinstance(part, Table):
            if part.visible():
                yield table_in_markdown(part, level + 1, legend=any(part is table for table in with_legend))
        elif isinstance(part, StoryStep):
            yield f"{'#' * (level + 1)} {plain(part.title)}"
            yield from _items(part.lines)
        elif isinstance(part, LabelledLines):
            yield from _items(f"{label}: {words}" for label, words in part.words.items())
        elif isinstance(part, Lines):
            yield "\n".join(["```", *part.lines, "```"])
        elif not isinstance(part, Bars | Drawing):
            yield fill(plain(part), WIDTH)


def _heading(description: Description, level: int) -> Iterator[str]:
    """Yield the heading: subject and title, with a long title as a line of its own below."""
    subject, title = description.subject, description.title
    if len(subject + title) > LONGEST and title.startswith(": "):
        yield f"{'#' * level} {plain(subject)}"
        yield fill(plain(title[2].upper() + title[3:]), WIDTH)
    elif subject or title:
        yield f"{'#' * level} {plain(subject + title)}"


def _items(texts: Iterable[str]) -> list[str]:
    """Return the texts as one Markdown list; [] if there are none."""
    items = [fill(plain(text), WIDTH, initial_indent="- ", subsequent_indent="  ") for text in texts]
    return ["\n".join(items)] if items else []


def table_in_markdown(table: Table, level: int = 2, *, legend: bool = True) -> str:
    """Return a table in Markdown: title, visible rows under their headings, and legend."""
    blocks = [f"**{plain(table.title)}**"] if table.title else []
    for above, rows in _by_heading(table.rows[: table.visible_rows]):
        blocks += [f"{'#' * level} {plain(above[0].upper())}{plain(above[1:])}"] if above else []
        blocks.append("\n".join(_lines(table, rows)))
    hidden = len(table.rows[table.visible_rows :]) if table.visible_rows is not None else 0
    blocks += [f"and {hidden} more"] if hidden else []
    return "\n\n".join([*blocks, *(_items(table.legend()) if legend else ())])


def _by_heading(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Return the rows grouped by the heading line above them; "" for rows without one."""
    groups: list[tuple[str, list[Row]]] = []
    for row in rows:
        if row.above or not groups:
            groups.append((row.above, []))
        groups[-1][1].append(row)
    return groups


def _lines(table: Table, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the table's lines in Markdown: headings, alignment, rows."""
    columns = table.visible()
    yield _line(in_one_line(heading) for column in columns for heading in column.headings)
    sides = ("---:" if column.form.is_number else "---" for column in columns for _ in column.headings)
    yield f"|{'|'.join(sides)}|"
    is_headed = any(row.above for row in rows)
    for row in rows:
        first, *others = (text for column in columns for text in _cells(column, row))
        first = first.strip() if is_headed or row.bold else first
        yield _line([f"**{first}**" if row.bold and first else first, *others])


def _line(cells: Iterable[str]) -> str:
    """Return cells as a line of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def _cells(column: Column, row: Row) -> Iterator[str]:
    """Yield the cells of a column in Markdown, with bars escaped and leading blanks kept."""
    for text in column.cells(row.values.get(column.name), row.forms.get(column.name)):
        safe = text.strip().replace("|", "\\|")
        blanks = "\N{NO-BREAK SPACE}" * (len(text) - len(text.lstrip(" ")))
        yield f"`{safe}`" if column.form.is_typed and safe else f"{blanks}{plain(safe)}"


LADDER = (*range(16, 50, 2), *range(50, 76, 4))
"""Widths in rem (the size of plain text) below which tables are stacked: each row a block of labelled cells.

The style sheet has one rule for each of these widths. A table uses the smallest one that is not below its own width.
"""
REM_A_LETTER, REM_A_GAP, SMALLER = 0.62, 1.1, 0.8
"""Widths for the layout of tables.

REM_A_LETTER: a letter in the widest font of pages, in rem. REM_A_GAP: the gap between two columns, in rem. SMALLER: the
relative size of an interval below its value.
"""
OF_WORDS, OF_LABELS = 8.0, 12.0
"""The widths, in rem, that suffice for a column of words and for a label column, because these wrap."""
ROOM = 46.0
"""The width in rem from which intervals stand below their values, in smaller letters, instead of in own columns."""
MINUS = re.compile(r"(?<![\w-])-(?=\d)")


@dataclass(frozen=True)
class Cell:
    """A cell of a page's table.

    Attributes:
        text: The text.
        small: Text below it in smaller letters.
        sense: `gain`, `loss`, or "" if it is clearly neither.
    """

    text: str
    small: str = ""
    sense: str = ""

    @property
    def letters(self) -> float:
        """The width of the cell, as a number of letters of plain text."""
        return max(len(self.text), SMALLER * len(self.small))


@dataclass(frozen=True)
class Head:
    """The heading of a column on a page.

    Attributes:
        text: The heading.
        kind: `number`, `text` (which does not wrap), or `words` (which wrap).
        width: The width of the column in rem.
        is_label: Whether the column says what a row is about.
    """

    text: str
    kind: str
    width: float
    is_label: bool


@dataclass(frozen=True)
class PageTable:
    """A table prepared for the page template.

    Attributes:
        title: The line above the table.
        heads: The headings.
        rows: The rows, each with its cells.
        legend: The explanations below the table.
        hidden: The number of further rows that are not shown.
    """

    title: str
    heads: Sequence[Head]
    rows: Sequence[tuple[Row, Sequence[Cell]]]
    legend: Sequence[str]
    hidden: int

    @property
    def needs(self) -> float:
        """The width in rem that the table needs to show all columns side by side."""
        return sum(head.width + REM_A_GAP for head in self.heads)

    @property
    def rung(self) -> int | None:
        """The width of LADDER below which the table is stacked; None if it is too wide and always stacked."""
        return next((rung for rung in LADDER if rung >= self.needs), None)


def page_table(table: Table) -> PageTable:
    """Return the table for a page, with intervals in their own columns, or below their values if that is too wide."""
    beside = _laid_out(table, has_room=True)
    return beside if beside.needs <= ROOM else _laid_out(table, has_room=False)


def _laid_out(table: Table, *, has_room: bool) -> PageTable:
    """Return the table for a page; with `has_room`, intervals have columns of their own."""
    seen = table.rows[: table.visible_rows]
    columns = [(number < table.labels, column) for number, column in enumerate(table.visible())]
    laid = [part for is_label, column in columns for part in _columns(column, seen, is_label, has_room)]
    lines = zip_longest(*(cells for _, cells in laid), fillvalue=Cell(""))
    rows = [(row, cells) for row, cells in zip(seen, lines, strict=False)]
    return PageTable(table.title, [head for head, _ in laid], rows, table.legend(), len(table.rows) - len(seen))


def _columns(
    column: Column, rows: Sequence[Row], is_label: bool, has_room: bool
) -> Iterator[tuple[Head, Sequence[Cell]]]:
    """Yield heading and cells of a column, then of its intervals if they have a column of their own."""
    cells = [_cell(column, row) for row in rows]
    has_own = has_room and bool(column.interval)
    values = [Cell(cell.text, "" if has_own else cell.small, cell.sense) for cell in cells]
    yield _head(in_one_line(str(column.heading)), values, column.form.is_number, is_label), values
    if has_own:
        intervals = [Cell(cell.small) for cell in cells]
        yield _head(column.interval, intervals, True, False), intervals


def _cell(column: Column, row: Row) -> Cell:
    value = row.values.get(column.name)
    text, *interval = map(_typeset, column.cells(value, row.forms.get(column.name)))
    return Cell(text, "".join(interval), _sense(column, value))


def _typeset(text: str) -> str:
    """Return text with a typographic minus sign, and leading blanks that a browser keeps."""
    blanks = len(text) - len(text.lstrip(" "))
    return "\N{NO-BREAK SPACE}" * blanks + MINUS.sub("\N{MINUS SIGN}", text[blanks:])


def _sense(column: Column, value: Any) -> str:
    """Return `gain` or `loss` for an estimate that clearly is one; "" for others and for columns without `more_is`."""
    if not (column.more_is and isinstance(value, Estimate)):
        return ""
    above, below = ("gain", "loss") if column.more_is == "better" else ("loss", "gain")
    return value.in_words(above, below, "")


def _head(text: str, cells: Sequence[Cell], is_number: bool, is_label: bool) -> Head:
    """Return the heading of a column; long words wrap, numbers take the width of the longest."""
    longest = max((cell.letters for cell in cells), default=0)
    most = OF_LABELS if is_label else OF_WORDS
    kind = "number" if is_number else "text" if longest * REM_A_LETTER <= most else "words"
    # a heading wraps between words, so its longest word bounds it
    longest_word = max(map(len, text.split()), default=0)
    width = most if kind == "words" else REM_A_LETTER * max(longest_word, longest)
    return Head(text, kind, width, is_label)


@cache
def environment() -> Environment:
    """Return the Jinja environment of this package's templates, in which a missing variable is an error.

    HTML templates escape text automatically; Markdown templates use the filters `plain` and `in_markdown`.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("analyzer.present"),
        autoescape=lambda name: not (name or "").endswith(".md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["ladder"] = LADDER
    made.filters |= {"laid_out": page_table, "plain": plain, "in_markdown": table_in_markdown, "folded": fold_notes}
    return made


def render(template: str, **facts: Any) -> str:
    """Return a template filled in with facts, and with the program's version and the command."""
    program, command = made_in_words()
    return environment().get_template(template).render(program=program, command=command, **facts)


def write(path: str | Path, text: str) -> None:
    """Write a page to a file."""
    check_file(path)
    write_whole(path, text)


def render_story(game: str, story: Any, title: str, word: str, steps: Sequence[dict[str, Any]], **facts: Any) -> str:
    """Return the HTML page of a story; without scripts, and in print, all steps stand below each other.

    Args:
        game: The beginning of the template's name.
        story: The story, whose ending and notes the template shows.
        title: The title of the page.
        word: The word for a step.
        steps: The steps, each with a heading and mostly a picture.
        **facts: Further variables of the template.
    """
    return render(f"{game}_story.html", title=title, story=story, word=word, steps=steps, **facts)


def record_page(record: CheckedRecord, pictures: Sequence[str] = (), **facts: Any) -> str:
    """Return the HTML page of a checked record; each step shows its picture, or the state in words.

    Args:
        record: The record.
        pictures: A picture for each step as SVG, or none at all.
        **facts: Further variables of the template.
    """
    steps = [
        step._asdict() | {"heading": f"{number}. {step.heading}{step.mark}"}
        for number, step in enumerate(record.record_steps(), start=1)
    ]
    for step, picture in zip(steps, pictures, strict=bool(pictures)):
        step["picture"] = picture
    return render_story("record", record, record.description().subject, "step", steps, **facts)
