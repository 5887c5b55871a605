"""`analyzer starship sectors`: which sector, and after which card to turn back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only
from analyzer.present.comparison import show_comparison
from analyzer.present.face import of_one
from analyzer.present.terminal import plain_console
from analyzer.starship.command.options import Deciding, PlayerOptions, PositionFile, TableOptions

if TYPE_CHECKING:
    from analyzer.starship.questions.sectors.call import Sectors

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
        found = ask(ship, amount.flights, table.seed, until=until, margin=margin, progress=done, **how, **amount.how())
    output.tell(of_one(found, _show))


def _show(found: Sectors) -> None:
    show_comparison(found.by_sector)
    console = plain_console()
    console.print()
    console.print(f"in sector {found.best}, by how many cards are flown at most", style="bold")
    show_comparison(found.by_cards)
    console.print(f"note: {found.notes()[0]}", soft_wrap=True)
