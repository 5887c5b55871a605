"""Descriptions shown in the terminal and in notebooks, with histograms as bars of text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from html import escape
from operator import add
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import (
    Bars,
    Description,
    Drawing,
    LabelledLines,
    Lines,
    Part,
    StoryStep,
    Table,
    in_one_line,
    load_function,
)
from analyzer.answers.note import Importance, fold_notes, folded_in_words, importance_of
from analyzer.present.terminal import bare_table, is_drawing, plain_console, print_sentence, text_console, text_of

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.answers.description import Described
    from analyzer.present.terminal import Sheet
    from analyzer.runs.watched import Step
    from analyzer.statistics.histogram import Histogram


BARS = 24
TAIL = 0.002
"""The share of trials, at either end of a histogram, whose values are drawn in a single line."""
WIDTH = 44
"""The longest bar, in characters."""
BESIDE = 22
"""The number of characters in front of a bar."""
LABEL, SHARE = 12, 7
"""The number of characters in front of bars side by side: for the values, and for each share."""


def histogram_lines(histogram: Histogram, console: Console) -> Iterator[str]:
    """Yield a histogram as bars of text; many values are grouped, and rare values at either end share a line."""
    width, plain = min(WIDTH, console.width - BESIDE), not console.encoding.startswith("utf")
    ranges = _ranges(histogram)
    shares = [histogram.share(*values) for values in ranges]
    for values, share in zip(ranges, shares, strict=True):
        yield f"{_range_in_words(values):>12}  {100 * share:5.1f}%  {bar(share / max(shares), plain, width)}".rstrip()


def side_by_side(histograms: Mapping[str, Histogram], console: Console) -> Iterator[str]:
    """Yield several histograms as columns of bars, all in the same ranges and to the same scale.

    Args:
        histograms: The histograms by name.
        console: The console whose width they share.
    """
    plain, room = not console.encoding.startswith("utf"), (console.width - LABEL) // len(histograms)
    width = min(WIDTH, room - SHARE)
    ranges = _ranges(reduce(add, histograms.values()))
    shares = [[histogram.share(*values) for histogram in histograms.values()] for values in ranges]
    most = max(map(max, shares))
    names = [wrap(name, room - 1) for name in histograms]
    for at in range(max(map(len, names))):
        yield (" " * LABEL + "".join(f"{(lines[at] if at < len(lines) else ''):<{room}}" for lines in names)).rstrip()
    for values, own_shares in zip(ranges, shares, strict=True):
        columns = (f"{100 * share:4.1f}% {bar(share / most, plain, width)}" for share in own_shares)
        yield f"{_range_in_words(values):>{LABEL - 2}}  {''.join(f'{column:<{room}}' for column in columns)}".rstrip()


def _range_in_words(values: tuple[int, int]) -> str:
    """Return a range of values as text, e.g. `3` or `3 to 5`."""
    return f"{values[0]}" if values[0] == values[1] else f"{values[0]} to {values[1]}"


def _ranges(histogram: Histogram) -> list[tuple[int, int]]:
    """Return the lowest and highest value of each of about 24 lines; the first and the last also hold rare values."""
    low, high = histogram.quantile(TAIL), histogram.quantile(1 - TAIL)
    # round up, so that at most BARS + 1 lines are needed
    step = -(-(high - low + 1) // BARS)
    groups = [(start, start + step - 1) for start in range(low // step * step, high + 1, step)]
    lowest, highest = histogram.lowest, histogram.lowest + histogram.tally.size - 1
    ranges = [(min(lowest, groups[0][0]), groups[0][1]), *groups[1:]]
    ranges[-1] = ranges[-1][0], max(highest, groups[-1][1])
    return ranges


def bar(fill: float, plain: bool = False, width: int = WIDTH) -> str:
    """Return a bar of text, drawn in eighths of a character.

    Args:
        fill: The length as a share of the width.
        plain: Whether to use plain ASCII, in whole characters.
        width: The longest bar, in characters.
    """
    if plain:
        return "#" * round(fill * width)
    eighths = round(fill * width * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


NOTEBOOK_WIDTH = 120
"""The width of an answer that is shown as text, in characters."""
FAINT = "bright_black"
APART = Table | Bars | Drawing | LabelledLines | StoryStep
"""The classes of parts that are printed with a blank line before and after them."""
STYLES = {"loss": "red", "point": "green", "phase": "bold", "state": "cyan", "pass": FAINT, "aside": FAINT}
"""The style of a story's line, by its role."""


def show(answers: Sequence[Described], *, verbose: bool = False) -> None:
    """Print several answers of one kind, then their comparison and their notes."""
    together = answers[0].side_by_side(answers) if len(answers) > 1 else ()
    every = [*(answer.description() for answer in answers), Description("", "", parts=together)]
    show_descriptions(every, verbose=verbose)


def show_descriptions(descriptions: Sequence[Description], *, verbose: bool = False) -> None:
    """Print several descriptions, then their notes; an interim answer has none."""
    console = plain_console()
    _print(console, descriptions)
    if not is_drawing() and (notes := [note for one in descriptions for note in one.notes]):
        console.print()
        print_notes(console, notes, verbose=verbose)


def print_notes(console: Console, notes: Iterable[str], *, verbose: bool = False) -> None:
    """Print the most important notes, each on a line of its own, then a line that counts the others."""
    shown, folded = fold_notes(notes)
    for note in [*shown, *folded] if verbose else shown:
        print_sentence(console, f"note: {note}")
    if folded and not verbose:
        print_sentence(console, folded_in_words(folded, "--verbose"))


def as_text(description: Description, width: int = NOTEBOOK_WIDTH) -> str:
    """Return a description without its notes as text, for Python's own display."""
    console = text_console(width)
    _print(console, [description])
    return "\n".join(line.rstrip() for line in text_of(console).strip("\n").split("\n"))


def _print(console: Console, descriptions: Sequence[Description]) -> None:
    """Print titles and parts in order; each legend is printed once, below the last table that has it."""
    from rich.text import Text

    parts = [part for description in descriptions for part in _in_order(description)]
    last = {tuple(part.legend()): number for number, part in enumerate(parts) if isinstance(part, Table)}
    for number, part in enumerate(parts):
        if number and any(isinstance(each, APART) for each in parts[number - 1 : number + 1]):
            console.print()
        if isinstance(part, Table):
            print_table(console, part, legend=last[tuple(part.legend())] == number)
        elif isinstance(part, Lines):
            console.print(*part.lines, sep="\n", soft_wrap=True)
        elif isinstance(part, StoryStep):
            print_step(console, part)
        elif isinstance(part, LabelledLines):
            print_labelled(console, part)
        elif isinstance(part, Bars):
            print_bars(console, part)
        elif isinstance(part, Drawing):
            print_drawing(console, part)
        elif isinstance(part, Description):
            console.print(Text(part.subject, "bold").append(part.title, "not bold"))
        else:
            print_sentence(console, part)


def _in_order(description: Description) -> Iterator[Description | Part]:
    """Yield all visible parts in order: the parts of each subject, then the description's own.

    A Description in place of a part means that its title is printed there.
    """
    for one in description.each:
        yield from _in_order(one)
    if description.subject:
        yield description
    yield from (part for part in description.parts if not isinstance(part, Table) or part.visible())


def print_table(console: Console, table: Table, *, legend: bool = True) -> None:
    """Print a table: title, visible rows and legend."""
    if table.title:
        console.print(table.title, style="bold")
    console.print(sheet(table))
    if hidden := len(table.rows[table.visible_rows :]) if table.visible_rows is not None else 0:
        console.print(f"and {hidden:,} more rows: --{table.more_option} shows more, --json and --export show all")
    for line in table.legend() if legend else ():
        console.print(line)


def print_step(console: Console, step: StoryStep) -> None:
    """Print a step of a story, each line in the style of its role."""
    print_sentence(console, step.title, "bold")
    for line, role in zip(step.lines, step.roles, strict=True):
        print_sentence(console, f"  {line}", STYLES.get(role))


def print_labelled(console: Console, labelled: LabelledLines) -> None:
    """Print each label in bold, with its text wrapped beside it."""
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for label, words in labelled.words.items():
        grid.add_row(label, words)
    console.print(grid)


def print_bars(console: Console, bars: Bars) -> None:
    """Print one histogram over the whole width, or several side by side."""
    console.print(bars.title, style="bold")
    first, *others = bars.histograms.values()
    for line in side_by_side(bars.histograms, console) if others else histogram_lines(first, console):
        console.print(line, no_wrap=True, overflow="ignore", crop=False)


def print_drawing(console: Console, drawing: Drawing) -> None:
    """Print a drawing in the colours and the width of the console."""
    if drawing.title:
        console.print(drawing.title, style="bold")
    console.print(load_function(drawing.maker)(*drawing.of), crop=False)


def sheet(table: Table) -> Sheet:
    """Return the visible rows of a table, with headings, as a sheet for the terminal."""
    columns = table.visible()
    made = bare_table(table.labels, table.column_gap)
    for column in columns:
        right = column.form.is_number
        if column.name in table.ranked_by:
            made.first.append(len(made.columns))
        for heading in column.headings:
            made.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for row in table.rows[: table.visible_rows]:
        if row.above:
            made.add_heading(row.above)
        made.add_row(*table.cells(row), style="bold" if row.bold else FAINT if row.faint else None)
    return made


def as_html(description: Description) -> str:
    """Return a description as HTML for a notebook; all text is escaped."""
    lines: list[str] = []
    for part in _in_order(description):
        if isinstance(part, Table):
            lines += _html_of(part)
        elif isinstance(part, Lines):
            lines.append(f"<pre>{escape(chr(10).join(part.lines))}</pre>")
        elif isinstance(part, StoryStep):
            lines.append(f"<p><b>{escape(part.title)}</b><br>{'<br>'.join(map(escape, part.lines))}</p>")
        elif isinstance(part, LabelledLines):
            rows = (f"<tr><th>{escape(label)}</th><td>{escape(words)}</td></tr>" for label, words in part.words.items())
            lines.append(f'<table style="text-align: left; white-space: pre-wrap">{"".join(rows)}</table>')
        elif isinstance(part, Bars | Drawing):
            lines.append(f"<pre>{escape(as_text(Description('', '', parts=[part])))}</pre>")
        elif isinstance(part, Description):
            lines.append(f"<p><b>{escape(part.subject)}</b>{escape(part.title)}</p>")
        else:
            lines.append(f"<p>{escape(part)}</p>")
    if notes := "".join(f"<li>{escape(note)}</li>" for note in _notes_in_notebook(description.notes)):
        lines.append(f"<details><summary>what to know about these numbers</summary><ul>{notes}</ul></details>")
    return "\n".join(lines)


FIRST_SHOWN, REDRAWN, DRAWING_SHARE = 1.0, 0.5, 10
"""The seconds of a run before its interim answer is first shown in a notebook, and at least between two drawings; the
divisor that limits the time for drawings to a share of the time of the run."""


class InterimOutput:
    """An interim answer below a notebook's cell (a `Watch`), redrawn in place and gone at the end."""

    def __init__(self) -> None:
        self._begun, self._next = monotonic(), FIRST_SHOWN
        self._output: Any = None

    def __call__(self, trials: int, /) -> None:
        """Ignore numbers of trials that come without an answer."""

    def says(self, text: str) -> None:
        """Print a message of the run."""
        print(text, file=sys.stderr)

    def step(self, step: Step) -> None:
        """Show the answer so far, unless the run is over or it was shown a moment ago."""
        now = monotonic() - self._begun
        if now < self._next or step.so_far.trials >= step.most:
            return
        from IPython.display import HTML, display

        try:
            page = "".join(one._repr_html_() for one in (step.shown() if step.shown else [step.so_far]))
        except Exception:  # too few trials for the table are no reason to end the run
            return
        shown = HTML(f"<p><i>Interim answer, the run goes on:</i></p>{page}")  # type: ignore[no-untyped-call]
        if self._output is None:
            self._output = display(shown, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._output.update(shown)
        took = monotonic() - self._begun - now
        self._next = now + max(REDRAWN, DRAWING_SHARE * took)

    def close(self) -> None:
        """Clear what was shown."""
        if self._output is not None:
            from IPython.display import HTML

            self._output.update(HTML(""))  # type: ignore[no-untyped-call]


SOURCES_SHOWN = set[str]()
"""The notes on weak sources that this session has already shown in a notebook, because each is shown only once."""


def _notes_in_notebook(notes: Sequence[str]) -> list[str]:
    """Return the most important notes, notes on sources not yet shown in this session, and a count of the others."""
    shown, folded = fold_notes(notes)
    new = [one for one in folded if importance_of(one) == Importance.SOURCE and one not in SOURCES_SHOWN]
    SOURCES_SHOWN.update(new)
    others = [one for one in folded if one not in new]
    return [*shown, *new, *([f"{folded_in_words(others, '.notes()')}."] if others else [])]


def _html_of(table: Table) -> Iterator[str]:
    """Yield the HTML of a table: title, rows and legend."""
    if table.title:
        yield f"<p><b>{escape(table.title)}</b></p>"
    columns = table.visible()
    heads = [heading for column in columns for heading in column.headings]
    sides = ["right" if column.form.is_number else "left" for column in columns for _ in column.headings]

    def line(tag: str, cells: Sequence[str]) -> str:
        each = zip(sides, cells, strict=True)
        return (
            "<tr>"
            + "".join(f'<{tag} style="text-align: {side}">{escape(cell)}</{tag}>' for side, cell in each)
            + "</tr>"
        )

    yield f'<table class="dataframe"><thead>{line("th", [*map(in_one_line, heads)])}</thead><tbody>'
    for row in table.rows:
        if row.above:
            yield f'<tr><th colspan="99" style="text-align: left">{escape(row.above)}</th></tr>'
        yield line("th" if row.bold else "td", table.cells(row))
    yield "</tbody></table>"
    if legend := table.legend():
        yield "<p>" + "<br>".join(map(escape, legend)) + "</p>"
