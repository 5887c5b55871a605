"""`analyzer starship modules`: the best first module, and what each is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes
from analyzer.starship.command.options import PlayerOptions, TableOptions

if TYPE_CHECKING:
    from analyzer.starship.questions.modules.call import ModuleWorths


def modules(
    *,
    players: Annotated[PlayerOptions, Only("captain")],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="won")],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Starting modules against each other, six by six, and each module's worth, level I and II."""
    output.check(amount)
    from analyzer.starship.questions.modules.call import modules as ask

    with amount.progress(2) as done:
        found = ask(
            amount.flights,
            table.seed,
            captain=players.captain,
            switches=table.switches(),
            progress=done,
            **amount.how(),
        )
    output.tell(of_one(found, _show))


def _show(found: ModuleWorths) -> None:
    console = plain_console()
    console.print(found.heading(), style="bold")
    table = bare_table(gap=2)
    table.add_column("Moon \\ Sun")
    won = {(row["moon"], row["sun"]): row["won"] for row in found.rows()}
    names = list(dict.fromkeys(sun for _, sun in won))
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for moon in names:
        table.add_row(moon, *(f"{won[moon, sun]:.1%}" for sun in names))
    console.print(table)
    console.print()
    table = bare_table(gap=2)
    for heading in ("first module", "wins as Moon", "as Sun", "worth of I", "95% interval", "of II", "95% interval"):
        table.add_column(heading, justify="left" if heading == "first module" else "right", no_wrap=True)
    for row in found.by_module():
        cells = [f"{row['won_as_moon']:.1%}", f"{row['won_as_sun']:.1%}"]
        for level in (1, 2):
            cells.append(f"{100 * row[f'worth_{level}']:+.1f} points")
            cells.append(f"{100 * row[f'worth_{level}_low']:+.1f} to {100 * row[f'worth_{level}_high']:+.1f}")
        table.add_row(row["module"], *cells)
    console.print(table)
    print_notes(console, found.notes())
