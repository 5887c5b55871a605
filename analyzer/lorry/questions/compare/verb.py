"""`analyzer lorry compare`: captains, dice, galaxies, points of the rules."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_values import read_switches
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import ANY_CAPTAIN, Against, GalaxyFiles, Seed

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help=f"Captain of trader 1; repeat to compare several: {ANY_CAPTAIN}.", show_default="steady"
    ),
]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals (not a rule of the game).")]
DiceSets = Annotated[
    list[str] | None,
    typer.Option("--dice", help="Set of dice, e.g. white,white,orange; repeat to compare several.", show_default=False),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="Compare a changed point of the rules, e.g. surrounding=off, with the usual rules; repeat for several, "
        "each compared alone; `all` compares every point.",
        metavar="NAME=VALUE|all",
        show_default=False,
    ),
]
Margin = Annotated[
    float,
    typer.Option(help="Count two as equal whose margins (alone, totals) differ by at most this many points a game."),
]
Deciding = Annotated[
    str | None,
    typer.Option(
        "--until",
        help="`decided`: stop as soon as it is clear (at 95% confidence) for every pair which of the two is better, "
        "or that they are equal within the margin.",
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
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Compare captains, dice, galaxies or rules on the same rolls, by margin and chance to win; alone, by total."""
    output.check(amount)
    from analyzer.lorry.questions.compare.call import compare as ask
    from analyzer.lorry.questions.compare.call import every_switch
    from analyzer.present.comparison import view_of

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
    output.tell(view_of([comparison]))
