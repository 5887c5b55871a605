"""`analyzer starship memory`: what knowing is worth."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only
from analyzer.starship.command.options import PlayerOptions, TableOptions


def memory(
    *,
    players: Annotated[PlayerOptions, Only("captain")],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "pairs", score="wins", also="games")],
    output: OutputOptions,
) -> None:
    """The same captain who remembers, takes no notes, or peeks, in both seats against one who remembers."""
    output.check(amount)
    from analyzer.present.comparison import face
    from analyzer.starship.questions.compare.call import memory as ask

    with amount.progress() as done:
        games = amount.flights or amount.usual
        comparison = ask(
            games, table.seed, captain=players.captain, switches=table.switches(), progress=done, **amount.how()
        )
    output.tell(face([comparison]))
