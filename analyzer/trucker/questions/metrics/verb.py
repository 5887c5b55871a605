"""`analyzer metrics`: every metric with its unit and meaning."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Without
from analyzer.files.places import check_file
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console

if TYPE_CHECKING:
    from analyzer.answers.glossary import Glossary

Page = Annotated[
    Path | None, typer.Option("-o", "--out", help="Write them as a page.", metavar="FILE.md", show_default=False)
]


def metrics(*, out: Page = None, output: Annotated[OutputOptions, Without("plot")]) -> None:
    """List every metric with its unit and meaning; the names go for tables, JSON, exports, Python and --precision."""
    output.check()
    if out is not None:
        check_file(out, f"--out {out}")
    from analyzer.trucker.questions.metrics.glossary import glossary

    found = glossary()
    if out is not None:
        from analyzer.files.atomic import write_whole

        write_whole(out, found.markdown())
    output.tell(Face(found.as_dict, partial(_show, found, out), found.table))


def _show(found: Glossary, out: Path | None) -> None:
    console = plain_console()
    table = bare_table(gap=2)
    for heading in ("name", "unit", "meaning"):
        table.add_column(heading, no_wrap=heading == "name")
    where = ""
    for row in found.rows():
        if row["told"] != where:
            where = row["told"]
            table.add_heading(where)
        table.add_row(f"  {row['metric']}", row["unit"], row["meaning"], style="bold" if row["score"] else None)
    console.print(table)
    if out is not None:
        print(f"page: {out}")
