"""`analyzer starship weak`: what each part of a ship is worth."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.starship.command.options import THINKER_TOO, Against, PlayerOptions, PositionFile, TableOptions


def weak(
    ship: PositionFile,
    *,
    against: Against = None,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won")],
    output: OutputOptions,
) -> None:
    """Measure what each booster, cannon, module, colony and station is worth: the same games without it."""
    output.check(amount)
    from analyzer.present.comparison import view_of
    from analyzer.starship.questions.compare.call import weak as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    with amount.progress() as done:
        comparison = ask(ship, amount.flights, table.seed, against=against, progress=done, **how, **amount.how())
    output.tell(view_of([comparison], ranked=True))
