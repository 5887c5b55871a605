"""`analyzer merge`: runs that were saved on several machines, or under several seeds, as one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.export import Export, check_export
from analyzer.cli.flying import Plot, check_plot_dir, show
from analyzer.cli.options import AsJson

SaveFiles = Annotated[
    list[Path], typer.Argument(help="Files that --save has written.", metavar="FILE...", show_default=False)
]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Save the merged run in this new file.", metavar="FILE")]


def merge(
    files: SaveFiles,
    out: Out = None,
    export: Export = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Add up saved runs that differ in nothing but their seed or the numbers of their flights."""
    check_plot_dir(plot)
    check_export(export)
    from analyzer.runs.merge import merge as merged

    show(merged(files, out), as_json, plot, export)
