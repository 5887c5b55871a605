"""Descriptions as Markdown: what stands above rows becomes a heading, what is typed stands as code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from analyzer.answers.description import (
    Bars,
    Column,
    Description,
    Drawing,
    Labelled,
    Lines,
    Row,
    StoryStep,
    Table,
    in_one_line,
)

WIDTH = 100
"""Columns of a line of prose."""
LONGEST = 60
"""Letters of a heading."""


def plain(text: object) -> str:
    """A text that begins no tag and no link."""
    return str(text).replace("<", "&lt;").replace("[", "&#91;")


def as_markdown(description: Description) -> str:
    """The whole page but what a terminal draws; what columns mean stands below the last table that has them."""
    whole = [*_in_order(description)]
    last = {tuple(table.legend()): table for one, _ in whole for table in one.tables}
    blocks = [block for one, level in whole for block in _blocks(one, level, [*last.values()])]
    notes = dict.fromkeys(note for one, _ in whole for note in one.notes)
    items = _items(notes)
    return "\n\n".join([*blocks, *["## Notes"] * bool(items), *items]) + "\n"


def _in_order(description: Description, level: int = 1) -> Iterator[tuple[Description, int]]:
    """It and the descriptions of each subject, which stand one level below it."""
    yield description, level
    for one in description.each:
        yield from _in_order(one, level + 1)


def _blocks(description: Description, level: int, with_legend: Sequence[Table]) -> Iterator[str]:
    yield from _heading(description, level)
    for part in description.parts:
        if isinstance(part, Table):
            if part.visible():
                yield table_in_markdown(part, level + 1, legend=any(part is table for table in with_legend))
        elif isinstance(part, StoryStep):
            yield f"{'#' * (level + 1)} {plain(part.title)}"
            yield from _items(part.lines)
        elif isinstance(part, Labelled):
            yield from _items(f"{label}: {words}" for label, words in part.words.items())
        elif isinstance(part, Lines):
            yield "\n".join(["```", *part.lines, "```"])
        elif not isinstance(part, Bars | Drawing):
            yield fill(plain(part), WIDTH)


def _heading(description: Description, level: int) -> Iterator[str]:
    """The subject and what the title says of it; where that is long, it is a line below the heading."""
    subject, title = description.subject, description.title
    if len(subject + title) > LONGEST and title.startswith(": "):
        yield f"{'#' * level} {plain(subject)}"
        yield fill(plain(title[2].upper() + title[3:]), WIDTH)
    elif subject or title:
        yield f"{'#' * level} {plain(subject + title)}"


def _items(texts: Iterable[str]) -> list[str]:
    """A list, if there is anything in it."""
    items = [fill(plain(text), WIDTH, initial_indent="- ", subsequent_indent="  ") for text in texts]
    return ["\n".join(items)] if items else []


def table_in_markdown(table: Table, level: int = 2, *, legend: bool = True) -> str:
    """Its title, its first rows with headings of that level above them, and what its columns mean."""
    blocks = [f"**{plain(table.title)}**"] if table.title else []
    for above, rows in _by_heading(table.rows[: table.top]):
        blocks += [f"{'#' * level} {plain(above[0].upper())}{plain(above[1:])}"] if above else []
        blocks.append("\n".join(_lines(table, rows)))
    hidden = len(table.rows[table.top :]) if table.top is not None else 0
    blocks += [f"and {hidden} more"] if hidden else []
    return "\n\n".join([*blocks, *(_items(table.legend()) if legend else ())])


def _by_heading(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    """Rows under the line that stands above the first of them."""
    groups: list[tuple[str, list[Row]]] = []
    for row in rows:
        if row.above or not groups:
            groups.append((row.above, []))
        groups[-1][1].append(row)
    return groups


def _lines(table: Table, rows: Sequence[Row]) -> Iterator[str]:
    """Headings, sides and rows."""
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
    return f"| {' | '.join(cells)} |"


def _cells(column: Column, row: Row) -> Iterator[str]:
    """The cells of a column, safe between bars; blanks at the beginning stay."""
    for text in column.cells(row.values.get(column.name), row.forms.get(column.name)):
        safe = text.strip().replace("|", "\\|")
        blanks = "\N{NO-BREAK SPACE}" * (len(text) - len(text.lstrip(" ")))
        yield f"`{safe}`" if column.form.is_typed and safe else f"{blanks}{plain(safe)}"
