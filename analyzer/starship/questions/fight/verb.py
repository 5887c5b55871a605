"""`analyzer starship fight`: pay or fight."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.view import described

Cannons = Annotated[int, typer.Option(help="Cannon strength: the levels of all cannons.")]
Demand = Annotated[int, typer.Option(help="How many Astro the pirate asks for, 3 or 5.")]
Entered = Annotated[int, typer.Option(help="How many of the 28 reserve cards came into play so far.")]
Gain = Annotated[float, typer.Option(help="What a victory is worth, in Astro: a medal and a good.")]


def fight(
    cannons: Cannons = 1,
    demand: Demand = 3,
    entered: Entered = 28,
    gain: Gain = 0,
    *,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Pay or fight: the odds by strength, what may be believed of it, and the price at which both are equal."""
    from analyzer.starship.questions.fight.pay_or_fight import pay_or_fight

    output.check()
    output.tell(described([pay_or_fight(cannons, demand, entered, gain)]))
