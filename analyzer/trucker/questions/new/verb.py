"""`analyzer new`: a ship file to start from, with the board drawn."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.errors import AnalyzerError
from analyzer.present.view import View
from analyzer.trucker.command.options import EditionName

BoardName = Annotated[str, typer.Argument(help="I, II and so on, or with its edition 2021-II.", metavar="BOARD")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the file; none is replaced.", metavar="FILE", show_default=False),
]
Name = Annotated[str | None, typer.Option(help="The ship's name; that of the file if not given.", show_default=False)]


def new(
    board: BoardName,
    *,
    edition: EditionName = None,
    name: Name = None,
    out: Out = None,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Print a ship file to start from: the board drawn in a comment, the starting cabin in place."""
    from analyzer.files.atomic import write_whole
    from analyzer.trucker.ship.blank import NAME, new_ship
    from analyzer.trucker.ship.shipfile import parse_ship

    if out is not None and out.exists():
        raise AnalyzerError(f"{out}: is there already: name another file, nothing is replaced")
    called = name or (out.stem.replace("-", " ").replace("_", " ").title() if out is not None else NAME)
    text = new_ship(board, edition, called)
    parse_ship(text, "--name")
    if out is not None:
        write_whole(out, text)
    output.tell(View(partial(_facts, text, out), partial(_show, text, out)))


def _facts(text: str, out: Path | None) -> dict[str, Any]:
    from analyzer.trucker.ship.shipfile import parse_ship

    ship = parse_ship(text)
    board = ship.board
    where = {"edition": board.edition, "board": board.name, "start": board.start, "squares": board.squares}
    return {"name": ship.name, **where, "file": None if out is None else str(out), "text": text}


def _show(text: str, out: Path | None) -> None:
    if out is None:
        print(text, end="")
    else:
        print(f"{out}: written; edit it, then look at it: analyzer inspect {out}")
