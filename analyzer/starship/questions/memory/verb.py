"""`analyzer starship memory`: what knowing is worth."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.starship.command.options import OR_THINKER, PlayerOptions, TableOptions


def memory(
    *,
    players: Annotated[PlayerOptions, Only("captain"), Says(captain=f"The captain to vary: {OR_THINKER}.")],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "pairs", score="wins", also="games")],
    output: OutputOptions,
) -> None:
    """Compare a captain who remembers seen cards with one who takes no notes and one who peeks, in both seats."""
    output.check(amount)
    from analyzer.present.comparison import view_of
    from analyzer.starship.questions.compare.call import memory as ask

    with amount.progress() as done:
        games = amount.flights or amount.usual
        comparison = ask(
            games, table.seed, captain=players.captain, switches=table.switches(), progress=done, **amount.how()
        )
    output.tell(view_of([comparison]))
