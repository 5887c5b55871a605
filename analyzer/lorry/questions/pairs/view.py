"""Scored pairs on their way out of the command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.face import Face, each
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.questions.pairs.answer import ScoredPairs


def face(results: Sequence[ScoredPairs]) -> Face:
    """Runs of games, pair by pair."""
    return each(results, _show)


def _show(found: ScoredPairs) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    rows = found.rows()
    headings = list(rows[0])
    for heading in ("pair", "boxes", "scored", "95% interval", *headings[6:]):
        table.add_column(heading.replace("_", " "), justify="left" if heading == "pair" else "right", no_wrap=True)
    for row in rows:
        cells = [f"{row['first']}-{row['second']}", str(row["boxes"] or "no way"), f"{row['scored']:.1%}"]
        cells.append(f"{row['low']:.1%} to {row['high']:.1%}")
        cells += [f"{row[name]:.2f}" if name in ("points", "round") else f"{row[name]:.1%}" for name in headings[6:]]
        table.add_row(*cells)
    console.print(table)
    for seat in found.seats if len(found.seats) > 1 else ():
        won = f"{seat.won.mean:.1%} ({seat.won.low:.1%} to {seat.won.high:.1%})"
        console.print(f"who picks as number {seat.place} in round 1 wins {won}, total {seat.total.mean:.2f}")
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())
