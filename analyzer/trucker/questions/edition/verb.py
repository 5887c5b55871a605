"""`analyzer edition`: begin an edition of one's own, check it, see what it changes."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.edition import Action, tell_edition
from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions

Names = Annotated[
    list[str],
    typer.Argument(help="Folders; for `diff` also 2007 or 2021.", metavar="EDITION...", show_default=False),
]
Base = Annotated[
    str | None,
    typer.Option("--from", help="For `new`: the edition whose tables are copied (default: 2007).", show_default=False),
]


def edition(
    action: Action, names: Names, *, base: Base = None, output: Annotated[OutputOptions, Only("as_json")]
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.trucker.questions.edition import call

    tell_edition(action, names, base, "2007", output, call)
