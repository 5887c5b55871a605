"""Descriptions of answers: tables, columns and sentences, and base classes of answers that show themselves.

`analyzer.present` shows a description in the terminal, in a notebook and on pages. The classes here turn it into data
frames and JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import isinf
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from analyzer.answers.numbers import decimals
from analyzer.answers.numbers import signed as with_sign
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import Estimate, ExactEstimate

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.statistics.histogram import Histogram


INTERVAL = "95% interval"
EXACT = "exact"
"""The text in place of an interval for a number that is known exactly."""


def in_words(value: object) -> str:
    """Return a name with spaces in place of its underscores."""
    return str(value).replace("_", " ")


def in_one_line(heading: str) -> str:
    r"""Return a heading without its line breaks and the hyphens before them.

    >>> in_one_line("compo-\nnents\nlost")
    'components lost'
    """
    return " ".join(heading.replace("-\n", "").split())


def in_percent(value: float, places: int = 1) -> str:
    """Return a share in percent, e.g. `12.3%`."""
    return f"{decimals(100 * value, places)}%"


def in_points(value: float, places: int = 1) -> str:
    """Return a difference of shares in percentage points, without the unit, e.g. `2.5`."""
    return decimals(100 * value, places)


@dataclass(frozen=True)
class Form:
    """The way in which a column's values are written; numbers are aligned right and never wrap.

    Attributes:
        write: Return the text of one value.
        is_number: Whether the values are numbers.
        unit: Text behind the value, but not in its interval.
        is_typed: Whether users must type the text exactly as it stands, e.g. names for options.
    """

    write: Callable[[Any], str] = in_words
    is_number: bool = True
    unit: str = ""
    is_typed: bool = False

    def per(self, scale: int) -> Form:
        """Return the form for values counted in a smaller unit than the one shown, e.g. in tenths of an Astro.

        Args:
            scale: The number of counted units in one shown unit.
        """
        return self if scale == 1 else replace(self, write=lambda value: self.write(value / scale))


TEXT = Form(is_number=False)
WORD = Form(str, is_number=False)
"""The form of text that is shown unchanged, underscores included; `TEXT` would replace these by spaces."""
COUNT = Form(lambda count: f"{count:,}")
NUMBER = Form(decimals)
SIGNED = Form(with_sign)
PERCENT = Form(in_percent)
POINTS = Form(in_points)


def places(form: Callable[..., str], number: int) -> Form:
    """Return a form that writes values with a fixed number of decimals, e.g. `places(in_percent, 2)`."""
    return Form(partial(form, places=number))


def ends(estimate: Estimate, write: Callable[[Any], str] = decimals) -> str:
    """Return the interval of an estimate as text; "exact" for a number that is known.

    >>> ends(Estimate(0, -1, 1)), ends(Estimate(0, 0, float("inf"))), ends(Estimate(0, -float("inf"), float("inf")))
    ('-1.00 to 1.00', '0.00 or more', 'unknown')
    >>> ends(ExactEstimate.of(1.0))
    'exact'
    """
    if isinstance(estimate, ExactEstimate):
        return EXACT
    match isinf(estimate.low), isinf(estimate.high):
        case True, True:
            return "unknown"
        case False, True:
            return f"{write(estimate.low)} or more"
        case True, False:
            return f"{write(estimate.high)} or less"
    return f"{write(estimate.low)} to {write(estimate.high)}"


def columns_of(name: str, value: object) -> dict[str, Any]:
    """Return a value as columns of a tidy table.

    An estimate becomes its mean and the ends of its interval. A mapping becomes a column for each key.
    """
    if isinstance(value, Estimate):
        return {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}
    if isinstance(value, Fraction):
        return {name: float(value)}
    if isinstance(value, Mapping):
        return {f"{name}_{key}": inner for key, inner in value.items()}
    return {name: value}


def main_columns(name: str, estimate: Estimate) -> dict[str, Any]:
    """Return a table's main estimate as columns: the mean under `name`, its interval's ends under `low` and `high`."""
    return dict(zip((name, "low", "high"), estimate, strict=True))


def estimate_columns(name: str, value: Estimate | None) -> dict[str, Any]:
    """Return an estimate as three tidy columns (mean, low and high), each None if the estimate is missing."""
    return columns_of(name, value) if value else dict.fromkeys((name, f"{name}_low", f"{name}_high"))


def plain(value: object) -> Any:
    """Return a value in plain types, for JSON.

    A fraction becomes a dict of its decimal `value` and its `exact` text. An object with `as_dict` becomes what that
    returns, any other dataclass a dict of its fields. A function is called: facts that take time are computed only
    here.
    """
    if callable(value):
        value = value()
    if isinstance(value, Estimate):
        return value._asdict()
    if hasattr(value, "as_dict"):
        return plain(value.as_dict())
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Fraction):
        return {"value": float(value), "exact": str(value)}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class Column:
    """A column of a table for people and for programs.

    Attributes:
        name: The name in JSON and tidy tables, and the key of its values in each row.
        heading: The heading that people see; None hides the column from them.
        form: The form in which its values are written.
        explanation: A line below the table; "" for none.
        interval: The heading of the cells that hold an estimate's interval; "" shows no interval.
        missing: The texts that stand for None, in the cell and in its interval's cell.
        flat: Function that makes the columns of the tidy table from a name and a value. None leaves the column out of
            it.
        in_json: Whether the column stands in JSON.
        more_is: "better" or "worse": whether an estimate above 0 is good or bad. Pages then colour estimates that are
            clearly above or below 0. "" for no colours.
    """

    name: str
    heading: str | None = None
    form: Form = TEXT
    explanation: str = ""
    interval: str = ""
    missing: tuple[str, str] = ("-", "")
    flat: Callable[[str, Any], dict[str, Any]] | None = columns_of
    in_json: bool = True
    more_is: str = ""

    @property
    def headings(self) -> list[str]:
        """The headings of its cells: one, or two if it shows an interval."""
        return [str(self.heading), *[self.interval] * bool(self.interval)]

    def tidy(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return this column's part of a row of the tidy table."""
        return self.flat(self.name, values[self.name]) if self.flat else {}

    def cells(self, value: Any, form: Form | None = None) -> Iterator[str]:
        """Yield the text of a value, then the text of its interval where the column shows one.

        Args:
            value: The value, an estimate, or None if it is missing.
            form: The form to write it in; None for the column's own.
        """
        form = form or self.form
        write, estimate = form.write, value if isinstance(value, Estimate) else None
        yield self.missing[0] if value is None else write(estimate.mean if estimate else value) + form.unit
        if self.interval:
            yield ends(estimate, write) if estimate else self.missing[1]


@dataclass(frozen=True)
class Row:
    """A row of a table, with everything that decides how it is shown.

    Attributes:
        values: The values by column name.
        forms: By column name, the form of this row's value if it differs from the column's own.
        bold: Whether the row is set in bold.
        faint: Whether the row is dimmed.
        above: A heading line above the row; "" for none.
        explanation: A line below the table on what the row means; "" for none.
    """

    values: Mapping[str, Any]
    forms: Mapping[str, Form] = field(default_factory=dict)
    bold: bool = False
    faint: bool = False
    above: str = ""
    explanation: str = ""


@dataclass(frozen=True)
class Table:
    """A table of rows and columns, for people and for programs.

    Attributes:
        name: The name in JSON; without one the table is for people alone.
        columns: The columns; if none has a heading, the table is for programs alone.
        rows: The rows.
        title: A line above the table.
        labels: The number of visible columns, from the left, that say what a row is about.
        visible_rows: The number of rows that people see at first; None for all.
        column_gap: The number of blanks between columns.
        more_option: The option of the command that shows more rows.
        is_flat: Whether JSON has the same columns as the tidy table, e.g. `low` and `high` beside a mean.
        ranked_by: The names of the columns by which rows are ranked. On a narrow terminal they move to the left, next
            to the labels.
    """

    name: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""
    labels: int = 1
    visible_rows: int | None = None
    column_gap: int = 1
    more_option: str = "top"
    is_flat: bool = False
    ranked_by: Sequence[str] = ()

    def visible(self) -> list[Column]:
        """Return the columns that people see."""
        return [column for column in self.columns if column.heading is not None]

    def only(self, *names: str, rows: Callable[[Mapping[str, Any]], bool] = lambda values: True) -> Table:
        """Return the table with only some of its columns and rows; headings above rows are kept.

        Args:
            *names: The names of the columns to keep; all if none is given.
            rows: Return whether to keep a row, given its values.
        """
        columns = [column for column in self.columns if column.name in names] if names else self.columns
        selected, above = [], ""
        for row in self.rows:
            above = row.above or above
            if rows(row.values):
                selected.append(replace(row, above=above))
                above = ""
        labels = sum(column in columns for column in self.visible()[: self.labels])
        return replace(self, columns=columns, rows=selected, labels=labels)

    def plus(self, column: Column, value: Callable[[Mapping[str, Any]], Any]) -> Table:
        """Return the table with one more column."""
        rows = [replace(row, values={**row.values, column.name: value(row.values)}) for row in self.rows]
        return replace(self, columns=[*self.columns, column], rows=rows)

    def cells(self, row: Row) -> list[str]:
        """Return the texts of a row's visible cells."""
        each = ((column, row.values.get(column.name), row.forms.get(column.name)) for column in self.visible())
        return [cell for column, value, form in each for cell in column.cells(value, form)]

    def legend(self) -> list[str]:
        """Return the explanations below the table: a line for each explained column, then for each explained row."""
        columns = [
            f"{in_one_line(in_words(column.heading or column.name))}: {column.explanation}"
            for column in self.columns
            if column.explanation
        ]
        return columns + [f"{self.cells(row)[0].strip()}: {row.explanation}" for row in self.rows if row.explanation]

    def tidy(self) -> pd.DataFrame:
        """Return all rows as a data frame."""
        return to_data_frame(self.flat_rows(), self.flat_names())

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return all rows as dicts by the column names of the tidy table."""
        return [_merged(column.tidy(row.values) for column in self.columns) for row in self.rows]

    def flat_names(self) -> Iterator[str]:
        """Yield the column names of the tidy table; a table without rows needs them for its header."""
        for column in self.columns:
            if column.flat:
                yield from column.flat(column.name, Estimate(0.0, 0.0, 0.0)) if column.interval else [column.name]

    def as_dicts(self) -> list[dict[str, Any]]:
        """Return all rows in plain types, for JSON."""
        columns = [(column, self.is_flat and column.flat) for column in self.columns if column.in_json]
        return [
            _merged(one.tidy(row.values) if tidy else {one.name: plain(row.values[one.name])} for one, tidy in columns)
            for row in self.rows
        ]


def to_data_frame(
    rows: Iterable[Mapping[str, Any]], names: Iterable[str] = (), integers: Iterable[str] = ()
) -> pd.DataFrame:
    """Return rows as a data frame.

    Args:
        rows: The rows by column name.
        names: The names of the columns if there are no rows.
        integers: The names of columns of integers that are missing in some rows; pandas would make floats of them.
    """
    import pandas as pd

    listed = list(rows)
    table = pd.DataFrame(listed, columns=None if listed else [*names])
    return table.astype(dict.fromkeys((name for name in integers if name in table), "Int64"))


DataDictionary: TypeAlias = Mapping[str, tuple[str, str]]
"""Unit and meaning by the name of a column or a metric."""
PANDAS_KEY = b"PANDAS_ATTRS"
"""Key in the metadata of Parquet files under which pandas keeps a frame's `attrs`."""


def attributes_of(known: DataDictionary) -> dict[str, dict[str, str]]:
    """Return a data dictionary as the `attrs` of a data frame: units and meanings by name."""
    units = {name: unit for name, (unit, _) in known.items() if unit}
    return {"units": units, "meanings": {name: meaning for name, (_, meaning) in known.items()}}


def _merged(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return several dicts as one."""
    return {name: value for part in parts for name, value in part.items()}


@dataclass(frozen=True)
class Drawing:
    """A drawing that is made only when it is shown, to fit the terminal's colours and width.

    Attributes:
        title: A line above the drawing.
        maker: The name of the function that draws, `module:function`.
        of: The arguments with which that function is called.
    """

    title: str
    maker: str
    of: tuple[Any, ...]


@dataclass(frozen=True)
class Lines:
    """Lines of text that are printed unchanged."""

    lines: Sequence[str]


@dataclass(frozen=True)
class StoryStep:
    """Step of a story.

    Attributes:
        title: The heading of the step.
        lines: A line for each event.
        roles: The role of each line, e.g. of a heading, which decides its colour.
    """

    title: str
    lines: Sequence[str]
    roles: Sequence[str]


@dataclass(frozen=True)
class LabelledLines:
    """Lines of text, each after a label in bold."""

    words: Mapping[str, str]


@dataclass(frozen=True)
class Bars:
    """Histograms drawn as bars: one, or several side by side."""

    title: str
    histograms: Mapping[str, Histogram]


Part: TypeAlias = Table | Drawing | Lines | LabelledLines | StoryStep | Bars | str
"""A part of a description: a table, a drawing, bars, or text of one or several sentences."""


@dataclass(frozen=True)
class Description:
    """Everything that an answer says, independent of how it is shown.

    Attributes:
        subject: Who or what the answer is about; shown in bold.
        title: What was asked; shown behind the subject.
        facts: What JSON has beside the tables, e.g. the settings of the question; a function gives a fact on demand.
        parts: Tables and sentences in reading order.
        notes: Notes that a reader of the numbers needs.
        each: The descriptions of several subjects, whose parts stand before the answer's own.
        each_key: The key in JSON under which the descriptions in `each` stand; "" leaves them out.
        flat: Function that returns the rows of the tidy table. None takes the rows of the descriptions in `each`, or of
            the first table if `each` is empty.
        integers: The names of columns of integers in the tidy table that are missing in some rows.
    """

    subject: str
    title: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[Part] = ()
    notes: Sequence[str] = ()
    each: Sequence[Description] = ()
    each_key: str = ""
    flat: Callable[[], Iterable[Mapping[str, Any]]] | None = None
    integers: Sequence[str] = ()

    @property
    def tables(self) -> list[Table]:
        """The description's own tables, the main one first; those of single subjects are left out."""
        return [part for part in self.parts if isinstance(part, Table)]

    def tidy(self) -> pd.DataFrame:
        """Return the tidy table; if there are neither rows nor tables, it is a single row of facts."""
        return to_data_frame(self.flat_rows(), self.tables[0].flat_names() if self.tables else (), self.integers)

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the rows of the tidy table."""
        if self.flat is not None:
            return [*map(dict, self.flat())]
        if self.each:
            return [row for one in self.each for row in one.flat_rows()]
        return self.tables[0].flat_rows() if self.tables else [plain(self.facts)]

    def as_dict(self) -> dict[str, Any]:
        """Return everything in plain types, for JSON."""
        return {**self._without_notes(), "notes": [str(note) for note in self.notes]}

    def _without_notes(self) -> dict[str, Any]:
        """Return everything but the notes in plain types."""
        tables = {table.name: table.as_dicts() for table in self.tables if table.name}
        each = (
            {self.each_key: [{"name": one.subject, **one._without_notes()} for one in self.each]}
            if self.each_key
            else {}
        )
        return {**plain(self.facts), **each, **tables}


def load_function(name: str) -> Callable[..., Any]:
    """Import and return the function of that name.

    Args:
        name: The function as `module:function`.
    """
    module, attribute = name.split(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function


def page_of(answer: object, maker: str) -> str:
    """Return the HTML page of an answer.

    Args:
        answer: The answer to show.
        maker: The name of the function that makes the page, `module:function`.
    """
    page: str = load_function(maker)(answer)
    return page


SHOW, MARKDOWN = "analyzer.present.described", "analyzer.present.page"
"""The names of the modules that show descriptions, as text because answers do not import `analyzer.present`."""
EXPORTED = "analyzer.present.exported"
"""The module that writes tables of answers to files."""
PLOTS = "analyzer.present.figures.of_answers"
"""The module that draws the figures of answers."""


class Described:
    """Base class of answers: a subclass defines `description()` and inherits tables, JSON, figures and its display.

    A dataclass that inherits from it takes `repr=False`, because `__repr__` shows the answer.

    Attributes:
        BY_SHIP: Whether a call with several ships gives one answer for each ship; JSON then always holds a list.
    """

    BY_SHIP: ClassVar = False

    def description(self) -> Description:
        """Return everything that the answer says."""
        raise NotImplementedError

    @classmethod
    def side_by_side(cls, answers: Sequence[Any]) -> Sequence[Part]:
        """Return the parts that compare several answers of this class; they are shown below the answers."""
        return ()

    def heading(self) -> str:
        """Return one line on who and what the answer is about."""
        described = self.description()
        return f"{described.subject}{described.title}"

    def table(self) -> pd.DataFrame:
        """Return the main table as a tidy data frame, the ends of each interval in columns of their own."""
        return self.description().tidy()

    def to_frame(self) -> pd.DataFrame:
        """Return the main table as a tidy data frame, with units and meanings of columns and metrics in its `attrs`."""
        table = self.table()
        frame: pd.DataFrame = load_function(f"{EXPORTED}:with_dictionary")(table, self._known(table))
        return frame

    def to_series(self, value: str | None = None) -> pd.Series[Any]:
        """Return one column of the main table as a series, indexed by the columns of text before it.

        Args:
            value: The name of the column; None for `mean`, or else the first column of numbers.

        Raises:
            AnalyzerError: There is no such column of numbers.
        """
        table = self.table()
        numbers = [str(name) for name in table.select_dtypes("number")]
        name = value or ("mean" if "mean" in numbers else next(iter(numbers), ""))
        if name not in numbers:
            raise AnalyzerError(f"value {name!r}: {one_of(name, numbers)}")
        keys = [key for key in table.columns[: list(table.columns).index(name)] if key not in numbers]
        series: pd.Series[Any] = (table.set_index(keys) if keys else table)[name]
        return series

    def data_dictionary(self) -> pd.DataFrame:
        """Return name, unit and meaning of each column of the main table, then of each metric in it."""
        frame: pd.DataFrame = load_function(f"{EXPORTED}:frame_of_dictionary")(self._known(self.table()))
        return frame

    def save_table(self, path: str | Path) -> None:
        """Write the main table to a file that `analyzer.read` reads back.

        The data dictionary stands in the metadata of a Parquet file and in the sheet `columns` of a workbook; beside
        `NAME.csv` it is `NAME.columns.csv`, beside `NAME.json` it is `NAME.columns.json`.

        Args:
            path: The file; its ending decides the format: .csv, .parquet, .xlsx or .json.

        Raises:
            AnalyzerError: The ending is unknown, or the file cannot be written.
        """
        load_function(f"{EXPORTED}:save_table")(self, path)

    def _known(self, table: pd.DataFrame) -> DataDictionary:
        """Return units and meanings of the columns of a table, and of the metrics in it."""
        known: DataDictionary = load_function(f"{EXPORTED}:dictionary_of")(table, [self])
        return known

    def as_dict(self) -> Any:
        """Return everything in plain types, for JSON."""
        return self.description().as_dict()

    def conclusions(self) -> list[str]:
        """Return the sentences of the description."""
        return [part for part in self.description().parts if isinstance(part, str)]

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        return [*self.description().notes]

    def markdown(self) -> str:
        """Return everything as a page in Markdown."""
        page: str = load_function(f"{MARKDOWN}:as_markdown")(self.description())
        return page

    def figures(self) -> dict[str, Callable[..., Figure]]:
        """Return functions by name that draw the answer's figures, e.g. `result.figures()["credits"]()`."""
        figures: dict[str, Callable[..., Figure]] = load_function(f"{PLOTS}:figures")(self)
        return figures

    def plot(self, name: str | None = None, **how: Any) -> Figure:
        """Draw one of the answer's figures, e.g. `result.plot("waterfall")`.

        Args:
            name: The name of the figure, or an unambiguous beginning of it; None for the first figure.
            **how: Options of the figure, e.g. its width.

        Raises:
            AnalyzerError: No figure has that name. The message lists all names.
        """
        figure: Figure = load_function(f"{PLOTS}:plot")(self, name, **how)
        return figure

    def __repr__(self) -> str:
        text: str = load_function(f"{SHOW}:as_text")(self.description())
        return text

    def _repr_html_(self) -> str:
        page: str = load_function(f"{SHOW}:as_html")(self.description())
        return page


class Collection:
    """Base class of answers that hold several answers: iteration, `len`, `in` by name, and completion of names.

    Attributes:
        ITEMS: The name of the subclass's attribute that holds the answers.
    """

    ITEMS: ClassVar[str]

    def each(self) -> Sequence[Any]:
        """Return the answers in the collection."""
        answers: Sequence[Any] = getattr(self, self.ITEMS)
        return answers

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each())

    def __len__(self) -> int:
        return len(self.each())

    def __contains__(self, wanted: object) -> bool:
        """Return whether an answer is in the collection.

        Args:
            wanted: An answer, or the name of one.
        """
        if isinstance(wanted, str):
            return any(getattr(one, "name", None) == wanted for one in self.each())
        return wanted in self.each()

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [one.name for one in self.each() if hasattr(one, "name")]
