"""`analyzer lorry exact`: best play alone, over the whole tree of games."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import BY_PRICES, Dice, PositionFile, colours
from analyzer.present.view import described

Turns = Annotated[int, typer.Option(help="Number of turns left.")]
Budget = Annotated[
    int, typer.Option(help="Examine at most this many states; if more are needed, best play is only bounded.")
]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help=f"Also compute the exact total of this captain; repeat for several: random, {BY_PRICES}.",
        show_default=False,
    ),
]
Most = Annotated[int, typer.Option(help="Show at most this many first draws.")]


def exact(
    galaxy: PositionFile,
    *,
    turns: Turns = 3,
    dice: Dice = None,
    captain: Captains = None,
    budget: Budget = 200_000,
    most: Most = 8,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Compute best play alone: exact fractions on a tiny galaxy, bounds on a larger one."""
    output.check()
    from analyzer.lorry.questions.exact.call import exact as ask

    answer = ask(galaxy, turns, colours(dice), budget)
    output.tell(described([replace(answer, captains=tuple(captain or ()), most=most)]))
