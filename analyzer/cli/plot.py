"""`analyzer plot`: a picture of a saved run or an exported table, by any of its columns, without running it again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.errors import AnalyzerError, one_of

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = (".png", ".svg", ".pdf")
Table = Annotated[
    Path,
    typer.Argument(help="What --save, --export or --flights-out has written.", metavar="FILE", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="The picture, .png, .svg or .pdf; FILE.png if not given.", metavar="FILE"),
]
Along = Annotated[str | None, typer.Option("--x", help="The column along the axis.", metavar="COLUMN")]
Height = Annotated[str | None, typer.Option("--y", help="The column that is drawn, as mean.", metavar="COLUMN")]
Named = Annotated[str | None, typer.Option("--metric", help="Of a table of metrics the one that is drawn.")]
Group = Annotated[str | None, typer.Option("--group", help="The column told by colour.", metavar="COLUMN")]
Facet = Annotated[str | None, typer.Option("--facet", help="The column told by panel.", metavar="COLUMN")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", help="Only rows with that value; may be given several times.", metavar="COLUMN=VALUE"),
]


def plot(
    file: Table,
    *,
    x: Along = None,
    y: Height = None,
    metric: Named = None,
    group: Group = None,
    facet: Facet = None,
    where: Where = None,
    out: Out = None,
) -> None:
    """Draw a saved run or an exported table: points with intervals, by any columns, without flying again."""
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
    """The table in a file: what was exported, one row a flight, or what a save file comes to."""
    import pandas as pd

    readers = {".csv": pd.read_csv, ".parquet": pd.read_parquet, ".json": pd.read_json}
    if not path.is_file():
        raise AnalyzerError(f"{path}: {'is a directory: name a file' if path.is_dir() else 'no such file'}")
    if path.suffix not in readers:
        return _saved(path)
    try:
        table: pd.DataFrame = readers[path.suffix](path)  # type: ignore[operator]
    except (ValueError, OSError, TypeError) as error:
        raise AnalyzerError(f"{path}: no table can be read from it: {str(error).splitlines()[0]}") from None
    if table.empty:
        raise AnalyzerError(f"{path}: the table has no rows")
    return table


def _saved(path: Path) -> pd.DataFrame:
    """What a save file comes to, with a column for all that was set if its face knows."""
    from analyzer.present.faces import face
    from analyzer.runs.merge import merge

    told = face(merge([path]))
    table = told.settings or told.table
    if table is None:
        raise AnalyzerError(f"{path}: what it holds has no table")
    return table()


def chosen(table: pd.DataFrame, where: list[str] | None) -> pd.DataFrame:
    """The rows that have all those values."""
    for text in where or []:
        name, given, value = text.partition("=")
        if not given:
            raise AnalyzerError(f"--where {text}: give a column and a value, as captain=bold")
        if name not in table:
            raise AnalyzerError(f"--where {text}: no such column: {one_of(name, table.columns)}")
        known = list(dict.fromkeys(table[name].astype(str)))
        if value not in known:
            raise AnalyzerError(f"--where {text}: no row has that: {one_of(value, known)}")
        table = table[table[name].astype(str) == value]
    return table
