"""What things are worth, on its way out of the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.face import Face, of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.worths import Worths


def face(found: Worths) -> Face:
    """A ranked answer."""
    return of_one(found, _show)


def _show(found: Worths) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(labels=1, gap=2)
    wins = found.worths[0].won is not None
    more = found.beside(found.worths[0].name)
    headings = (found.what[0], "worth", "interval", "groups", "games", *("margin", "wins") * wins, *more, "says")
    for heading in headings:
        left = heading in (found.what[0], "groups", "says")
        table.add_column(heading, justify="left" if left else "right", no_wrap=True)
    for one in found.worths:
        worth = (f"{one.total.mean:+.2f}", f"{one.total.low:+.2f} to {one.total.high:+.2f}", one.groups)
        beside = [f"{one.margin.mean:+.2f}"] if one.margin else []
        beside += [f"{one.won.mean:+.1%}"] if one.won else []
        beside += found.beside(one.name).values()
        table.add_row(one.name, *worth, f"{one.differing:,}", *beside, one.says)
    console.print(table)
    console.print(
        f"worth: points more than {'in games without it' if found.without else found.base}; groups: what shares a "
        "letter cannot be told apart; games: in which the total differs",
        soft_wrap=True,
    )
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())
