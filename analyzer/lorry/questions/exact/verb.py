"""`analyzer lorry exact`: best play alone, the whole tree of games counted out."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.lorry.command.options import Dice, PositionFile, colours
from analyzer.present.view import described

Turns = Annotated[int, typer.Option(help="How many turns are left.")]
Budget = Annotated[int, typer.Option(help="The most states that are looked at; with more best play is bounded.")]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help="Count out what this captain comes to, too; may be given several times.", show_default=False
    ),
]
Most = Annotated[int, typer.Option(help="How many first draws are shown.")]


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
    """Best play alone on a tiny galaxy: every roll, every draw, every choice, as fractions; on larger ones bounds."""
    output.check()
    from analyzer.lorry.questions.exact.call import exact as ask

    answer = ask(galaxy, turns, colours(dice), budget)
    output.tell(described([replace(answer, captains=tuple(captain or ()), most=most)]))
