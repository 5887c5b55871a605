"""`analyzer lorry turn`: this turn, exactly: every die and every box."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import Only
from analyzer.cli.options import RULES, OutputOptions
from analyzer.lorry.command.options import PositionFile, colours
from analyzer.present.view import described

Trader = Annotated[
    int | None, typer.Option(help="Trader whose turn it is, from 1; as in the file if not given.", show_default=False)
]
Dice = Annotated[
    list[str] | None,
    typer.Option(
        help="Dice of this turn, e.g. white,orange; if not given, those in the file, else the "
        "usual ones for that number of traders.",
        metavar="COLOURS",
        show_default=False,
        rich_help_panel=RULES,
    ),
    Several(),
]
Budget = Annotated[
    int,
    typer.Option(
        help="Examine at most this many states for extra tracks; if more are needed, values are lower bounds."
    ),
]
Most = Annotated[int, typer.Option(help="Show at most this many draws for each type of track.")]


def turn(
    position: PositionFile,
    *,
    trader: Trader = None,
    dice: Dice = None,
    most: Most = 3,
    budget: Budget = 2_000,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Compute this turn exactly: the points each draw scores now, before and after the roll."""
    output.check()
    from analyzer.lorry.position.positionfile import load_position
    from analyzer.lorry.questions.turn.call import points_now

    answer = points_now(load_position(position), trader, colours(dice) if dice else None, budget)
    output.tell(described([replace(answer, most=most)]))
