"""`analyzer metrics`: every metric with its unit and meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Without
from analyzer.files.places import check_file
from analyzer.present.view import described

Page = Annotated[
    Path | None, typer.Option("-o", "--out", help="Write them as a page.", metavar="FILE.md", show_default=False)
]


def metrics(*, out: Page = None, output: Annotated[OutputOptions, Without("plot")]) -> None:
    """List every metric with its unit and meaning; the names go for tables, JSON, exports, Python and --precision."""
    output.check()
    if out is not None:
        check_file(out, f"--out {out}")
    from analyzer.trucker.questions.metrics.glossary import glossary

    page = glossary()

    def write() -> str:
        from analyzer.files.atomic import write_whole

        write_whole(str(out), page.markdown())
        return f"page: {out}"

    output.tell(described([page]), *[write] * (out is not None))
