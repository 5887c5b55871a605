"""Verbs that every game shares: merge, plot and metrics."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.option_records import OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.story import check_page
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.places import read_bytes, write_whole
from analyzer.present.view import SUFFIXES as TABLES
from analyzer.present.view import as_written, view_of, view_of_descriptions

if TYPE_CHECKING:
    import pandas as pd


def merge(
    files: list[Path] = argument(..., "Files written by --save.", metavar="FILE..."),
    *,
    out: Path | None = option(None, "Save the merged run in this new file.", "--out", "-o", metavar="FILE"),
    amount: Annotated[AmountOptions, OnlyFields("plain")],
    output: OutputOptions,
) -> None:
    """Add up saved runs that differ only in their seed or in their trial numbers."""
    output.check()
    from analyzer.runs.merge import merge as merged

    output.tell(view_of(merged(files, out, plain=amount.plain)))


SUFFIXES = (".png", ".svg", ".pdf")
LARGEST = 1_000_000_000
"""The largest file of a table, in bytes."""
MOST_COLUMNS = 1_000


def plot(
    file: Path = argument(..., "File written by --save, --export or --flights-out.", metavar="FILE"),
    *,
    x: str | None = option(None, "Column along the horizontal axis.", metavar="COLUMN"),
    y: str | None = option(None, "Column that is drawn, e.g. mean.", metavar="COLUMN"),
    metric: str | None = option(None, "Metric that is drawn, where the table has several."),
    group: str | None = option(None, "Column shown by colour.", metavar="COLUMN"),
    facet: str | None = option(None, "Column with one panel for each value.", metavar="COLUMN"),
    where: list[str] | None = option(
        None, "Only rows with this value. May be given several times.", metavar="COLUMN=VALUE"
    ),
    out: Path | None = option(
        None, "Figure to write, .png, .svg or .pdf (default: FILE.png).", "--out", "-o", metavar="FILE"
    ),
) -> None:
    """Draw a saved run or an exported table: points with intervals, by any columns. Nothing is run again."""
    out = out or file.with_suffix(".png")
    if out.suffix not in SUFFIXES:
        raise AnalyzerError(f"--out {out}: name a file that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    from analyzer.present.figures.style import house_style
    from analyzer.present.figures.tidy import plot_table

    table = chosen(read_table(file), where)
    figure = plot_table(table, x, y, metric=metric, group=group, facet=facet)
    try:
        with house_style():
            figure.savefig(out, dpi=150, metadata={"Date": None} if out.suffix == ".svg" else None)
    except OSError as error:
        raise AnalyzerError(f"--out {out}: cannot be written: {error.strerror or error}") from None
    print(f"plot: {out}")


def read_table(path: Path) -> pd.DataFrame:
    """Return the table in a file: an exported table, rows of trials, or the result of a save file.

    Raises:
        AnalyzerError: The file is missing, is too large, or holds no table.
    """
    import pandas as pd

    if path.suffix not in TABLES:
        return _saved(path)
    try:
        data = BytesIO(read_bytes(path, LARGEST))
        if (columns := _columns(data, path.suffix)) > MOST_COLUMNS:
            raise AnalyzerError(f"{path}: {columns:,} columns: a table has at most {MOST_COLUMNS:,}")
        data.seek(0)
        if path.suffix == ".csv":
            table = pd.read_csv(data).map(as_written)
        else:
            table = pd.read_parquet(data) if path.suffix == ".parquet" else pd.read_json(data)
        if not table.columns.is_unique:
            raise AnalyzerError(f"{path}: two columns of one name: rename one")
        for name in table:
            if table[name].dtype.kind == "O":
                table[name].nunique()  # raises for lists in cells
    except AnalyzerError:
        raise
    except FileNotFoundError:
        raise AnalyzerError(f"{path}: no such file") from None
    except Exception as error:  # of a damaged file the readers may raise anything
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise AnalyzerError(f"{path}: no table can be read from it: {reason}") from None
    if table.empty:
        raise AnalyzerError(f"{path}: the table has no rows")
    return table


def _columns(data: BytesIO, suffix: str) -> int:
    """Return the number of columns of a table without parsing it, because very many columns take minutes."""
    if suffix == ".csv":
        return 1 + max((line.count(b",") for line in data), default=0)
    if suffix == ".json":
        return len({name for row in json.load(data) for name in row})
    import pyarrow.parquet as pq

    return len(pq.read_schema(data).names)


def _saved(path: Path) -> pd.DataFrame:
    """Return the table of a save file, with a column for each setting if the result has several settings."""
    from analyzer.runs.merge import merge
    from analyzer.runs.store import MAGIC

    if path.is_file():
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC.encode():
                raise AnalyzerError(
                    f"{path}: is no save file and no table of analyzer: name a file that --save wrote, or one that "
                    "--export or --flights-out wrote (.csv, .parquet or .json)"
                )
    view = view_of(merge([path]))
    table = view.settings or view.table
    if table is None:
        raise AnalyzerError(f"{path}: what it holds has no table")
    return table()


def chosen(table: pd.DataFrame, where: list[str] | None) -> pd.DataFrame:
    """Return the rows that have all the given values.

    Args:
        table: The table.
        where: Conditions `COLUMN=VALUE`.

    Raises:
        AnalyzerError: A condition cannot be read, or no row meets it.
    """
    for text in where or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise AnalyzerError(f"--where {text}: give a column and a value, e.g. captain=bold")
        if name not in table:
            raise AnalyzerError(f"--where {text}: no such column: {one_of(name, table.columns)}")
        known = list(dict.fromkeys(table[name].astype(str)))
        if value not in known:
            raise AnalyzerError(f"--where {text}: no row has that: {one_of(value, known)}")
        table = table[table[name].astype(str) == value]
    return table


PAGE = option(None, "Write the list to this file as a page.", "-o", "--out", metavar="FILE.md")
MADE = (
    "Made by `analyzer metrics -o docs/metrics.md` from the records that tables, JSON, exports and calls are made from."
)


Output = Annotated[OutputOptions, WithoutFields("plot", "verbose")]


def tell_metrics(out: Path | None, output: OutputOptions, *games: str) -> None:
    """Print the metrics of the first game, and write those of all games to a page if one is asked for.

    Args:
        out: The page, a Markdown file.
        output: The options of output.
        *games: The names of the games' packages.
    """
    output.check()
    if out is not None:
        check_page(out, endings=(".md",))
    from analyzer.world import glossary

    def write() -> str:

        write_whole(str(out), page(*games))
        return f"page: {out}"

    output.tell(view_of_descriptions([glossary(games[0])]), *[write] * (out is not None))


def page(*games: str) -> str:
    """Return the metrics of the games as a page in Markdown."""
    from analyzer.answers.description import Description
    from analyzer.present.page import as_markdown
    from analyzer.world import glossary

    return as_markdown(Description("Metrics", "", parts=[MADE], each=[glossary(game).description() for game in games]))
