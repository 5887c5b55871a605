"""`analyzer merge`: runs that were saved on several machines, or under several seeds, as one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions

SaveFiles = Annotated[
    list[Path], typer.Argument(help="Files written by --save.", metavar="FILE...", show_default=False)
]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Save the merged run in this new file.", metavar="FILE")]


def merge(
    files: SaveFiles,
    *,
    out: Out = None,
    amount: Annotated[AmountOptions, Only("plain")],
    output: OutputOptions,
) -> None:
    """Add up saved runs that differ only in their seed or in their trial numbers."""
    output.check()
    from analyzer.present.views import view_of
    from analyzer.runs.merge import merge as merged

    output.tell(view_of(merged(files, out, plain=amount.plain)))
