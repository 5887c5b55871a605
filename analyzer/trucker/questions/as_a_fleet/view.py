"""What fleet rules change on its way out of the command: a row a kind of card, that which costs a fleet most first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals, signed
from analyzer.present.face import Face, of_several
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.present.sheet import Sheet
    from analyzer.trucker.questions.as_a_fleet.answer import FleetEffects

COLUMNS = {
    "components_lost": "components lost",
    "crew_lost": "crew lost",
    "batteries_spent": "batteries",
    "paid": "paid",
}
COLUMNS |= {"days": "days", "ships_lost": "ships lost"}


def face(found: Sequence[FleetEffects]) -> Face:
    """What it changes to be a fleet, for each build."""
    return of_several(found, _show)


def _show(found: Sequence[FleetEffects]) -> None:
    from rich.text import Text

    console = plain_console()
    for one in found:
        told = one.heading().removeprefix(one.ship.name)
        heading = Text(one.ship.name, "bold").append(f"{told}, captain {one.captain.name}", "not bold")
        console.print(heading, soft_wrap=True)
        for sentence in one.conclusions():
            console.print(sentence, soft_wrap=True)
        console.print()
        console.print(_table(one))
        console.print("a card on average; from `more` on: what the fleet has more than the one large ship")
        console.print()
        for row in one.rows:
            if row.why:
                console.print(f"{row.kind.replace('_', ' ')}: {row.why}", soft_wrap=True)
        console.print()
    print_notes(console, (note for one in found for note in one.notes()))


def _table(found: FleetEffects) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("kind", no_wrap=True)
    for heading in ("cards", "worth, fleet", "large", "more", "95% interval", *COLUMNS.values()):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in found.rows:
        more, large = row.more("worth"), row.large("worth")
        table.add_row(
            row.kind.replace("_", " "),
            str(len(row.cards)),
            decimals(large + more.mean),
            decimals(large),
            signed(more.mean),
            f"{signed(more.low)} to {signed(more.high)}",
            *(signed(row.more(metric).mean) for metric in COLUMNS),
        )
    return table
