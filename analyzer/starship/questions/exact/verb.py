"""`analyzer starship exact`: a turn in a known sector, every order and every die counted."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.starship.command.options import PlayerOptions, PositionFile, TableOptions

Sector = Annotated[int, typer.Option(help="Fly to this sector, 1 to 4; all its cards must be known.")]
Most = Annotated[
    int | None, typer.Option(help="Turn back after this many cards at the latest.", metavar="CARDS", show_default=False)
]


def exact(
    ship: PositionFile,
    *,
    sector: Sector = 1,
    most: Most = None,
    players: PlayerOptions,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Compute one turn in a sector whose cards are known, over every order and roll, as exact fractions."""
    output.check()
    from analyzer.starship.questions.exact.call import exact as ask

    answer = ask(
        ship,
        sector,
        table.seed,
        captain=players.captain,
        other=players.other,
        most=most,
        switches=table.switches(),
    )
    output.tell(described([answer]))
