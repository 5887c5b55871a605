"""Pages of answers and stories as HTML and Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

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
from analyzer.answers.story import CheckedRecord
from analyzer.files.made import made_in_words
from analyzer.files.places import check_file, write_whole
from analyzer.statistics.estimate import Estimate

if TYPE_CHECKING:
    from jinja2 import Environment


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


LADDER = (*range(16, 50, 2), *range(50, 76, 4))
"""Widths in rem (the size of plain text) below which a table is stacked: each row as a block of labelled cells."""
REM_A_LETTER, REM_A_GAP, SMALLER = 0.62, 1.1, 0.8
"""The width of a letter in the widest of the fonts that pages are shown in, what lies between two columns, and how much
smaller an interval below its value is."""
OF_WORDS, OF_LABELS = 8.0, 12.0
"""Rem that a column of words, or one that says what a row is about, can do with: they wrap."""
ROOM = 46.0
"""Rem above which intervals stand below their values, in smaller letters, rather than in columns of their own."""
MINUS = re.compile(r"(?<![\w-])-(?=\d)")


@dataclass(frozen=True)
class Cell:
    """A text, what stands below it in smaller letters, and whether it is clearly a gain, a loss or neither ("")."""

    text: str
    small: str = ""
    sense: str = ""

    @property
    def letters(self) -> float:
        """Its width in letters of plain text."""
        return max(len(self.text), SMALLER * len(self.small))


@dataclass(frozen=True)
class Head:
    """The heading of a column. kind: `number`, `text` in one piece, or `words`, which wrap; width: in rem."""

    text: str
    kind: str
    width: float
    is_label: bool


@dataclass(frozen=True)
class PageTable:
    """What the template reads. legend: what columns mean; hidden: how many rows more there are."""

    title: str
    heads: Sequence[Head]
    rows: Sequence[tuple[Row, Sequence[Cell]]]
    legend: Sequence[str]
    hidden: int

    @property
    def needs(self) -> float:
        """Rem that it needs to stand side by side."""
        return sum(head.width + REM_A_GAP for head in self.heads)

    @property
    def rung(self) -> int | None:
        """The rung of LADDER below which it is stacked; None where none is wide enough, and it always is."""
        return next((rung for rung in LADDER if rung >= self.needs), None)


def page_table(table: Table) -> PageTable:
    """The table with intervals in columns of their own, or below their values where that takes too much room."""
    beside = _laid_out(table, has_room=True)
    return beside if beside.needs <= ROOM else _laid_out(table, has_room=False)


def _laid_out(table: Table, *, has_room: bool) -> PageTable:
    seen = table.rows[: table.top]
    columns = [(number < table.labels, column) for number, column in enumerate(table.visible())]
    laid = [part for is_label, column in columns for part in _columns(column, seen, is_label, has_room)]
    lines = zip_longest(*(cells for _, cells in laid), fillvalue=Cell(""))
    rows = [(row, cells) for row, cells in zip(seen, lines, strict=False)]
    return PageTable(table.title, [head for head, _ in laid], rows, table.legend(), len(table.rows) - len(seen))


def _columns(
    column: Column, rows: Sequence[Row], is_label: bool, has_room: bool
) -> Iterator[tuple[Head, Sequence[Cell]]]:
    """A column of values, and that of its intervals where they have one of their own."""
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
    """With the minus sign of pages, and blanks at the beginning that a browser leaves in place."""
    blanks = len(text) - len(text.lstrip(" "))
    return "\N{NO-BREAK SPACE}" * blanks + MINUS.sub("\N{MINUS SIGN}", text[blanks:])


def _sense(column: Column, value: Any) -> str:
    """Whether an estimate is clearly a gain or a loss, where its column says which is which."""
    if not (column.more_is and isinstance(value, Estimate)):
        return ""
    above, below = ("gain", "loss") if column.more_is == "better" else ("loss", "gain")
    return value.says(above, below, "")


def _head(text: str, cells: Sequence[Cell], is_number: bool, is_label: bool) -> Head:
    """The heading of those cells: what is long wraps, numbers take the longest one."""
    longest = max((cell.letters for cell in cells), default=0)
    most = OF_LABELS if is_label else OF_WORDS
    kind = "number" if is_number else "text" if longest * REM_A_LETTER <= most else "words"
    longest_word = max(map(len, text.split()), default=0)
    width = most if kind == "words" else REM_A_LETTER * max(longest_word, longest)
    return Head(text, kind, width, is_label)


@cache
def environment() -> Environment:
    """The templates of this package; a variable that is missing is an error, Markdown escapes by its filters."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("analyzer.present"),
        autoescape=lambda name: not (name or "").endswith(".md"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["ladder"] = LADDER
    made.filters |= {"laid_out": page_table, "plain": plain, "in_markdown": table_in_markdown}
    return made


def render(template: str, **facts: Any) -> str:
    """That template filled in, with what made it."""
    program, command = made_in_words()
    return environment().get_template(template).render(program=program, command=command, **facts)


def write(path: str | Path, text: str) -> None:
    """Write a page; raises AnalyzerError where none can be written."""
    check_file(path)
    write_whole(path, text)


def render_story(game: str, story: Any, title: str, word: str, steps: Sequence[dict[str, Any]], **facts: Any) -> str:
    """The page of a story; each step has a heading and mostly a picture, and is called `word`.

    Without scripts, and in print, all steps stand one below the other.
    """
    return render(f"{game}_story.html", title=title, story=story, word=word, steps=steps, **facts)


def record_page(record: CheckedRecord, pictures: Sequence[str] = (), **facts: Any) -> str:
    """The page of a checked record: each step is done or refused, with its picture, or how things are in words."""
    steps = [
        step._asdict() | {"heading": f"{number}. {step.heading}{step.mark}"}
        for number, step in enumerate(record.record_steps(), start=1)
    ]
    for step, picture in zip(steps, pictures, strict=bool(pictures)):
        step["picture"] = picture
    return render_story("record", record, record.description().subject, "step", steps, **facts)
