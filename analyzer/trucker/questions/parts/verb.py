"""`analyzer parts`: the components of one box, what is left of it beside a ship, and what may lie on a square."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.multiword_options import Several, separated
from analyzer.cli.option_records import Only, Says, Without
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.options import OF_THE_BOX, SquareOf, TripOptions, load_ships
from analyzer.trucker.command.reading import read_square

Ship = Annotated[
    Path | None, typer.Argument(help="Ship file (.yaml): show what it leaves in the box.", show_default=False)
]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        help="Only components of these kinds, e.g. CN, single_cannon or cannon.", metavar="KIND...", show_default=False
    ),
    Several(),
]
Connectors = Annotated[
    str,
    typer.Option(
        help="Only components with all of these connectors, e.g. 33 (two universal ones) or 0.", show_default=False
    ),
]


def parts(
    ship: Ship = None,
    *,
    trip: Annotated[TripOptions, Only("edition"), Says(edition=OF_THE_BOX)],
    kind: Kinds = None,
    connectors: Connectors = "",
    square: SquareOf = None,
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """List what one box holds by kind, what remains once a ship is built, or what may lie on a square of the ship."""
    output.check()
    from analyzer.trucker.questions.parts.call import parts as what_is_there

    layout = load_ships([ship])[0] if ship is not None else None
    at = None if square is None else read_square(square)
    kinds = separated(kind)
    answer = what_is_there(trip.edition, ship=layout, square=at, kinds=kinds, connectors=connectors)
    output.tell(described([answer]))
