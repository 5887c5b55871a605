"""Verbs that every game shares: merge, plot and metrics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.option_records import OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.story import check_page
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.places import check_output, whole_file, write_whole
from analyzer.present.exported import read as read_table
from analyzer.present.view import view_of, view_of_descriptions

if TYPE_CHECKING:
    import pandas as pd


def merge(
    files: list[Path] = argument(..., "Files written by --save.", metavar="FILE..."),
    *,
    out: Path | None = option(None, "Save the merged run in this new file.", "--out", "-o", metavar="FILE"),
    whole: bool = option(
        False, "Keep all whole blocks of a damaged file; without this option, such a file is refused."
    ),
    amount: Annotated[AmountOptions, OnlyFields("plain")],
    output: OutputOptions,
) -> None:
    """Add up saved runs that differ only in their seed or in their trial numbers."""
    output.check()
    from analyzer.runs.merge import merge as merged

    output.tell(view_of(merged(files, out, plain=amount.plain, whole=whole)))


SUFFIXES = (".png", ".svg", ".pdf")


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
    check_output(out, f"--out {out}")
    from analyzer.present.figures.style import house_style
    from analyzer.present.figures.tidy import plot_table

    table = chosen(read_table(file), where)
    figure = plot_table(table, x, y, metric=metric, group=group, facet=facet)
    dated = {"Date": None} if out.suffix == ".svg" else None
    with house_style(), whole_file(out, f"--out {out}") as beside:
        figure.savefig(beside, format=out.suffix[1:], dpi=150, metadata=dated)
    print(f"plot: {out}")


def chosen(table: pd.DataFrame, where: list[str] | None) -> pd.DataFrame:
    """Return the rows that have all the given values.

    Args:
        table: The table.
        where: Conditions `COLUMN=VALUE`.
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
    """Print the metrics of the first game; write the metrics of all games to a page if one is asked for."""
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
