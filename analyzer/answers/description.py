"""Descriptions of answers: tables, columns and sentences, and classes that show themselves by them.

`analyzer.present` shows a description in the terminal, in a notebook and on pages; here it becomes a table and JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import isinf
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from analyzer.answers.numbers import decimals
from analyzer.answers.numbers import signed as with_sign
from analyzer.statistics.estimate import Estimate, Known

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.statistics.histogram import Histogram


INTERVAL = "95% interval"
EXACT = "exact"
"""In place of the interval of a number that is known."""


def in_words(value: object) -> str:
    """A name as people read it: without underscores."""
    return str(value).replace("_", " ")


def in_one_line(heading: str) -> str:
    """A heading without its breaks: `components lost` for `compo-`, `nents`, `lost` one below the other."""
    return " ".join(heading.replace("-\n", "").split())


def in_percent(value: float, places: int = 1) -> str:
    """A share in percent."""
    return f"{decimals(100 * value, places)}%"


def in_points(value: float, places: int = 1) -> str:
    """A difference of shares in percentage points."""
    return decimals(100 * value, places)


@dataclass(frozen=True)
class Form:
    """How values of a column are written: `write` makes text of one; numbers stand to the right and never wrap.

    unit: behind the value, but not in its interval; is_typed: whether people type it as it stands.
    """

    write: Callable[[Any], str] = in_words
    is_number: bool = True
    unit: str = ""
    is_typed: bool = False

    def per(self, scale: int) -> Form:
        """The form of values of which so many make one of what people read, as tenths of an Astro."""
        return self if scale == 1 else replace(self, write=lambda value: self.write(value / scale))


TEXT = Form(is_number=False)
WORD = Form(str, is_number=False)
"""As it is, underscores too."""
COUNT = Form(lambda count: f"{count:,}")
NUMBER = Form(decimals)
SIGNED = Form(with_sign)
PERCENT = Form(in_percent)
POINTS = Form(in_points)


def places(form: Callable[..., str], number: int) -> Form:
    """A form with so many decimals, as `places(in_percent, 2)`."""
    return Form(partial(form, places=number))


def ends(estimate: Estimate, write: Callable[[Any], str] = decimals) -> str:
    """Its interval as people read it, where nothing bounds an end, too; "exact" for a number that is known.

    >>> ends(Estimate(0, -1, 1)), ends(Estimate(0, 0, float("inf"))), ends(Estimate(0, -float("inf"), float("inf")))
    ('-1.00 to 1.00', '0.00 or more', 'unknown')
    >>> ends(Known.of(1.0))
    'exact'
    """
    if isinstance(estimate, Known):
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
    """A value as columns of a tidy table: an estimate with the ends of its interval, a mapping with its keys."""
    if isinstance(value, Estimate):
        return {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}
    if isinstance(value, Fraction):
        return {name: float(value)}
    if isinstance(value, Mapping):
        return {f"{name}_{key}": inner for key, inner in value.items()}
    return {name: value}


def main_columns(name: str, estimate: Estimate) -> dict[str, Any]:
    """The columns of the estimate that a table is about, whose ends are just low and high."""
    return dict(zip((name, "low", "high"), estimate, strict=True))


def without_estimate(name: str, value: Estimate | None) -> dict[str, Any]:
    """The columns of an estimate that may be missing."""
    return columns_of(name, value) if value else dict.fromkeys((name, f"{name}_low", f"{name}_high"))


def plain(value: object) -> Any:
    """A value in plain types, for JSON; a fraction as a decimal number and exactly."""
    if isinstance(value, Estimate):
        return value._asdict()
    if isinstance(value, Fraction):
        return {"value": float(value), "exact": str(value)}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True)
class Column:
    """One column: its name in tables and JSON, its heading for people, how its values are written, what they mean.

    heading: None where people do not see it; interval: the heading of the interval beside an estimate, "" where none is
    shown; explanation: one line below the table; missing: what stands for None, in the cell and in that of the
    interval; flat: its columns in a tidy table, () for none; in_json: whether programs get it; more_is: "better" or
    "worse" where pages colour estimates that are clearly above or below 0.
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
        """Those of its cells."""
        return [str(self.heading), *[self.interval] * bool(self.interval)]

    def tidy(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Its columns of a tidy table, of a row."""
        return self.flat(self.name, values[self.name]) if self.flat else {}

    def cells(self, value: Any, form: Form | None = None) -> Iterator[str]:
        """What stands in a row: the value, and its interval where one is shown; in another form than its own, too."""
        form = form or self.form
        write, estimate = form.write, value if isinstance(value, Estimate) else None
        yield self.missing[0] if value is None else write(estimate.mean if estimate else value) + form.unit
        if self.interval:
            yield ends(estimate, write) if estimate else self.missing[1]


@dataclass(frozen=True)
class Row:
    """Values by the name of their column; how the row looks; a line above it that is no row.

    forms: by column how this row's value is written, where that is not how its column writes it; explanation: one line
    below the table on what the row means.
    """

    values: Mapping[str, Any]
    forms: Mapping[str, Form] = field(default_factory=dict)
    bold: bool = False
    faint: bool = False
    above: str = ""
    explanation: str = ""


@dataclass(frozen=True)
class Table:
    """Rows under columns.

    labels: how many columns say what a row is about; top: how many rows people see first; gap: blanks between columns;
    option: by which they see more rows; is_flat: JSON has the columns of the tidy table, an interval's ends beside its
    mean; ranked_by: columns that stand right behind the labels where a terminal is too narrow for all. Without a name
    the table is for people alone, without any heading for programs alone.
    """

    name: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str = ""
    labels: int = 1
    top: int | None = None
    gap: int = 1
    option: str = "top"
    is_flat: bool = False
    ranked_by: Sequence[str] = ()

    def visible(self) -> list[Column]:
        """The columns that people see."""
        return [column for column in self.columns if column.heading is not None]

    def only(self, *names: str, rows: Callable[[Mapping[str, Any]], bool] = lambda values: True) -> Table:
        """Some of its columns by name, all if none is named, and the rows whose values pass; lines above rows stay."""
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
        """With one more column, whose values follow from those of the row."""
        rows = [replace(row, values={**row.values, column.name: value(row.values)}) for row in self.rows]
        return replace(self, columns=[*self.columns, column], rows=rows)

    def cells(self, row: Row) -> list[str]:
        """What people see of a row."""
        each = ((column, row.values.get(column.name), row.forms.get(column.name)) for column in self.visible())
        return [cell for column, value, form in each for cell in column.cells(value, form)]

    def legend(self) -> list[str]:
        """A line for every column that needs one, then one for every row that does."""
        columns = [
            f"{in_one_line(in_words(column.heading or column.name))}: {column.explanation}"
            for column in self.columns
            if column.explanation
        ]
        return columns + [f"{self.cells(row)[0].strip()}: {row.explanation}" for row in self.rows if row.explanation]

    def tidy(self) -> pd.DataFrame:
        """All rows as a table for programs."""
        import pandas as pd

        rows = [_merged(column.tidy(row.values) for column in self.columns) for row in self.rows]
        return pd.DataFrame(rows, columns=None if rows else [*self._names()])

    def _names(self) -> Iterator[str]:
        """Those of the columns of a tidy table without rows."""
        for column in self.columns:
            if column.flat:
                yield from column.flat(column.name, Estimate(0.0, 0.0, 0.0)) if column.interval else [column.name]

    def as_dicts(self) -> list[dict[str, Any]]:
        """All rows in plain types, for JSON."""
        columns = [column for column in self.columns if column.in_json]
        return [_merged(self._in_json(column, row) for column in columns) for row in self.rows]

    def _in_json(self, column: Column, row: Row) -> dict[str, Any]:
        is_flat = self.is_flat and column.flat
        return column.tidy(row.values) if is_flat else {column.name: plain(row.values[column.name])}


def _merged(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}


@dataclass(frozen=True)
class Drawing:
    """What is drawn as the terminal allows it: by the function of that name, `module:function`, of what."""

    title: str
    maker: str
    of: tuple[Any, ...]


@dataclass(frozen=True)
class Lines:
    """Lines that stand as they are."""

    lines: Sequence[str]


@dataclass(frozen=True)
class StoryStep:
    """What happens in one step of a story, a line each; roles: of each line its kind, shown by its colour."""

    title: str
    lines: Sequence[str]
    roles: Sequence[str]


@dataclass(frozen=True)
class Labelled:
    """Words behind their labels, a label a line or several."""

    words: Mapping[str, str]


@dataclass(frozen=True)
class Bars:
    """How numbers are spread, as bars: one histogram, or several side by side, by name."""

    title: str
    histograms: Mapping[str, Histogram]


Part: TypeAlias = Table | Drawing | Lines | Labelled | StoryStep | Bars | str
"""What a description consists of, in order; a text is a sentence or several."""


@dataclass(frozen=True)
class Description:
    """All that an answer says.

    subject: who or what it is about, in bold; title: what was asked, behind the subject; facts: what was set, for
    programs; parts: tables and sentences in the order in which they are read; notes: what a reader should know.
    each, called: of an answer about several subjects the description of each, and what they are called in JSON; their
    parts stand before those of the answer.
    """

    subject: str
    title: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[Part] = ()
    notes: Sequence[str] = ()
    each: Sequence[Description] = ()
    called: str = ""

    @property
    def tables(self) -> list[Table]:
        """Its own tables, the main one first."""
        return [part for part in self.parts if isinstance(part, Table)]

    def tidy(self) -> pd.DataFrame:
        """The main table for programs, of several subjects those of all of them in one; without any a row of facts."""
        import pandas as pd

        if self.each:
            return pd.concat([one.tidy() for one in self.each], ignore_index=True)
        return self.tables[0].tidy() if self.tables else pd.DataFrame([plain(self.facts)])

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {**self._without_notes(), "notes": [str(note) for note in self.notes]}

    def _without_notes(self) -> dict[str, Any]:
        tables = {table.name: table.as_dicts() for table in self.tables if table.name}
        each = {self.called: [{"name": one.subject, **one._without_notes()} for one in self.each]} if self.each else {}
        return {**plain(self.facts), **each, **tables}


def load_function(name: str) -> Callable[..., Any]:
    """The function of that name, loaded when it is called for."""
    module, attribute = name.split(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function


def page_of(answer: object, maker: str) -> str:
    """The page of an answer, by the name of the function that makes it."""
    page: str = load_function(maker)(answer)
    return page


SHOW, MARKDOWN = "analyzer.present.described", "analyzer.present.page"
"""Where descriptions are shown: answers know how nothing is shown."""
PLOTS = "analyzer.present.figures.of_answers"
"""Where the pictures of answers are drawn."""


class Described:
    """What has a `description()`. A dataclass that is described takes `repr=False`.

    BY_SHIP: several of its kind come of several ships, so that JSON holds a list even of one.
    """

    BY_SHIP: ClassVar = False

    def description(self) -> Description:
        """All that the answer says."""
        raise NotImplementedError

    @classmethod
    def side_by_side(cls, answers: Sequence[Any]) -> Sequence[Part]:
        """What several of its kind say together, below what each says."""
        return ()

    def heading(self) -> str:
        """One line on who and what this is about."""
        described = self.description()
        return f"{described.subject}{described.title}"

    def table(self) -> pd.DataFrame:
        """The main table, tidy: one row a row, an estimate with the ends of its interval."""
        return self.description().tidy()

    def as_dict(self) -> Any:
        """All of it in plain types, for JSON."""
        return self.description().as_dict()

    def conclusions(self) -> list[str]:
        """What it comes to: the sentences of the description."""
        return [part for part in self.description().parts if isinstance(part, str)]

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [*self.description().notes]

    def markdown(self) -> str:
        """All of it as a page in Markdown."""
        page: str = load_function(f"{MARKDOWN}:as_markdown")(self.description())
        return page

    def figures(self) -> dict[str, Callable[..., Figure]]:
        """Its pictures by name, each drawn when it is called: `result.figures()["credits"]()`."""
        figures: dict[str, Callable[..., Figure]] = load_function(f"{PLOTS}:figures")(self)
        return figures

    def plot(self, name: str | None = None, **how: Any) -> Figure:
        """One of its pictures, e.g. `result.plot("waterfall")`, the first if none is named; `how`: e.g. its width.

        The beginning of a name will do where only one picture begins so. Raises AnalyzerError for another name, with
        those there are.
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
    """Answers that can be iterated and counted; `in` finds the name of a subject, and completion offers them all."""

    def each(self) -> Sequence[Any]:
        """The answers."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each())

    def __len__(self) -> int:
        return len(self.each())

    def __contains__(self, wanted: object) -> bool:
        """Return whether an answer is there; a string is the name of one."""
        if isinstance(wanted, str):
            return any(getattr(one, "name", None) == wanted for one in self.each())
        return wanted in self.each()

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [one.name for one in self.each() if hasattr(one, "name")]
