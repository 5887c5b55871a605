"""`analyzer starship sectors`: which sector, and after which card to turn back."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.starship.command.options import THINKER_TOO, Deciding, PlayerOptions, PositionFile, TableOptions

Margin = Annotated[float, typer.Option(help="Count choices as equal that differ by at most this many Astro a turn.")]


def sectors(
    ship: PositionFile,
    *,
    margin: Margin = 0.1,
    until: Deciding = None,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "turns", score="worth")],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Rank the sectors to fly to, and after how many cards to turn back, in the same turns."""
    output.check(amount)
    from analyzer.starship.questions.sectors.call import sectors as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    with amount.progress(8, until) as done:
        answer = ask(ship, amount.flights, table.seed, until=until, margin=margin, progress=done, **how, **amount.how())
    output.tell(described([answer]))
