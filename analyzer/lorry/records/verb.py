"""`analyzer lorry replay`: games that were really played, checked draw by draw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import each
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.records.replay import Replayed

Records = Annotated[list[Path], typer.Argument(help="Record files (.yaml).", metavar="RECORD...", show_default=False)]


def replay(records: Records, *, output: Annotated[OutputOptions, Only("as_json", "export")]) -> None:
    """Check games of yours draw by draw: what is not allowed is refused with the rule, the rest goes on."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.lorry.records.record import load_record
    from analyzer.lorry.records.replay import replay as replay_record

    found: Sequence[Replayed] = [replay_record(record) for record in all_or_faults(load_record, records)]
    output.tell(each(found, _show))


def _show(found: Replayed) -> None:
    from rich.text import Text

    from analyzer.lorry.galaxy.drawing import drawn

    console, now = plain_console(), found.position
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    for heading in ("round", "trader", "takes and draws", "scores", "", "why not"):
        table.add_column(heading, justify="right" if heading == "round" else "left")
    for row in found.rows():
        scores = f"{row['scored']}: {row['points']}" if row["scored"] else ""
        done = "done" if row["accepted"] else "refused"
        table.add_row(str(row["round"]), row["trader"], row["what"], scores, done, row["reason"])
    console.print(table)
    console.print()
    for line in drawn(now.map_rows(), now.galaxy.round_columns, now.galaxy.round_rows):
        console.print(line, soft_wrap=True)
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())
