"""`analyzer starship fight`: pay or fight."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described

Cannons = Annotated[
    int | None,
    typer.Option(
        help="Your cannon strength: the levels of all your cannons added up.",
        show_default="that of the ship in --from, else 1",
    ),
]
Demand = Annotated[int, typer.Option(help="Astro the pirate asks for: 3 or 5.")]
Entered = Annotated[
    int | None,
    typer.Option(
        help="How many of the 28 reserve cards have come into play so far.",
        show_default="as in --from, else all 28, as late in a game",
    ),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Take cannons, reserve cards in play and beaten pirates from this ship or position.",
        metavar="SHIP|POSITION",
        show_default=False,
    ),
]
Gain = Annotated[float, typer.Option(help="What a victory (a medal and a good) is worth to you, in Astro.")]


def fight(
    cannons: Cannons = None,
    demand: Demand = 3,
    entered: Entered = None,
    gain: Gain = 0,
    *,
    begin: From = None,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Decide whether to pay or fight: your odds by the pirate's strength, and when both cost the same."""
    from analyzer.starship.questions.fight.pay_or_fight import pay_or_fight

    output.check()
    output.tell(described([pay_or_fight(cannons, demand, entered, gain, position=begin)]))
