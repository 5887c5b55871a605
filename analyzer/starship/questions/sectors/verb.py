"""`analyzer starship sectors`: which sector, and after which card to turn back."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only
from analyzer.present.view import described
from analyzer.starship.command.options import Deciding, PlayerOptions, PositionFile, TableOptions

Margin = Annotated[
    float, typer.Option(help="Tenths of an Astro a turn by which choices may differ and still count as equal.")
]


def sectors(
    ship: PositionFile,
    *,
    margin: Margin = 1.0,
    until: Deciding = None,
    players: PlayerOptions,
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "turns", score="worth")],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Which sector to fly to, and after which card to turn back: paired, ranked, or not to be told apart."""
    output.check(amount)
    from analyzer.starship.questions.sectors.call import sectors as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    with amount.progress(8, until) as done:
        answer = ask(ship, amount.flights, table.seed, until=until, margin=margin, progress=done, **how, **amount.how())
    output.tell(described([answer]))
