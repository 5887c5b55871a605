"""`analyzer lorry compare`: captains, dice, galaxies, points of the rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials, read_switches
from analyzer.lorry.command.options import GalaxyFiles, Seed

Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="Who trades first in seating order; several are compared.", show_default="steady"),
]
Against = Annotated[
    list[str] | None, typer.Option(help="The captains of the other traders, one to three.", show_default="steady")
]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals, which is no rule of the game.")]
DiceSets = Annotated[
    list[str] | None,
    typer.Option("--dice", help="A set of dice, as white,white,orange; several are compared.", show_default=False),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="A point of the rules set otherwise, as surrounding=off, compared with the usual rules; several are "
        "compared one by one; `all`: every point there is.",
        metavar="NAME=VALUE|all",
        show_default=False,
    ),
]
Margin = Annotated[float, typer.Option(help="Points a game by which two may differ and still count as equal.")]
Deciding = Annotated[
    str | None,
    typer.Option(
        "--until",
        help="`decided`: stop as soon as it is certain, at 5%, which of every pair is better, or that they are equal "
        "within the margin.",
        metavar="decided",
        show_default=False,
    ),
]


def compare(
    galaxies: GalaxyFiles,
    *,
    captain: Captains = None,
    against: Against = None,
    alone: Alone = False,
    dice: DiceSets = None,
    switch: Switches = None,
    margin: Margin = 0.5,
    until: Deciding = None,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Play common rolls with other captains, dice, galaxies or rules: what makes more points for trader 1?"""
    output.check(amount)
    from analyzer.lorry.questions.compare.call import compare as ask
    from analyzer.lorry.questions.compare.call import every_switch
    from analyzer.present.comparison import face

    variants = [
        one
        for text in switch or ()
        for one in (every_switch() if text == "all" else [read_switches([text], "surrounding=off")])
    ]
    how: Any = {"until": until, "margin": margin, "switches": variants, "dice": dice or (None,)}
    rivals = () if alone else against or ("steady",)
    with amount.progress(1, until) as done:
        comparison = ask(
            [str(path) for path in galaxies],
            amount.flights,
            seed,
            captains=captain or ("steady",),
            against=rivals,
            progress=done,
            **how,
            **amount.how(),
        )
    output.tell(face([comparison]))
