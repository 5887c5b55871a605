"""`analyzer new`: a ship file to start from, with the board drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.options import OF_THE_BOX, TripOptions

BoardName = Annotated[str, typer.Argument(help="The board, e.g. II or, with its edition, 2021-II.", metavar="BOARD")]
Out = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--out",
        help="Write the file here. Existing files are never overwritten.",
        metavar="FILE",
        show_default=False,
    ),
]
Name = Annotated[str | None, typer.Option(help="The ship's name (default: that of the file).", show_default=False)]


def new(
    board: BoardName,
    *,
    trip: Annotated[TripOptions, Only("edition"), Says(edition=OF_THE_BOX)],
    name: Name = None,
    out: Out = None,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Print a ship file to start from: the board drawn in a comment, the starting cabin in place."""
    from analyzer.trucker.questions.new.call import new as new_file

    output.tell(described([new_file(board, trip.edition, name, out)]))
