"""`analyzer lorry rulings`: which open point of the rules matters."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import ANY_CAPTAIN, Against, GalaxyFile, Seed
from analyzer.present.view import described

Captain = Annotated[str, typer.Option(help=f"Captain of trader 1, whose total is compared: {ANY_CAPTAIN}.")]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals (not a rule of the game).")]
Margin = Annotated[float, typer.Option(help="Ignore differences of at most this many points a game.")]


def rulings(
    galaxy: GalaxyFile,
    *,
    captain: Captain = "steady",
    against: Against = None,
    alone: Alone = False,
    margin: Margin = 0.5,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Without("precision"), Trials(500, "games", score="total")],
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """Change every open point of the rules, one at a time: which of them change the numbers?"""
    output.check(amount)
    from analyzer.lorry.questions.rulings.call import rulings as ask

    rivals = () if alone else against or ("steady",)
    how = amount.how()
    with amount.progress(1) as done:
        answer = ask(
            str(galaxy), amount.flights, seed, captain=captain, against=rivals, margin=margin, progress=done, **how
        )
    output.tell(described([answer]))
