"""`analyzer starship modules`: the best first module, and what each is worth."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.starship.command.options import OR_THINKER, PlayerOptions, TableOptions


def modules(
    *,
    players: Annotated[PlayerOptions, Only("captain"), Says(captain=f"Who plays both ships: {OR_THINKER}.")],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="won")],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Play all 36 pairs of starting modules, and measure what each module is worth, level I and II."""
    output.check(amount)
    from analyzer.starship.questions.modules.call import modules as ask

    with amount.progress(2) as done:
        answer = ask(
            amount.flights,
            table.seed,
            captain=players.captain,
            switches=table.switches(),
            progress=done,
            **amount.how(),
        )
    output.tell(described([answer]))
