"""`analyzer starship replay`: games that were really played, checked step by step."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import each
from analyzer.present.terminal import bare_table, plain_console
from analyzer.starship.command.options import TableOptions

if TYPE_CHECKING:
    from analyzer.starship.records.replayed import Replayed

Records = Annotated[list[Path], typer.Argument(help="Record files (.yaml).", metavar="RECORD...", show_default=False)]


def replay(
    records: Records,
    *,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Check games of yours step by step: what is not allowed is refused with its reason, the rest goes on."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.starship.records.record import load_record
    from analyzer.starship.records.replay import replay as replay_record

    loaded = all_or_faults(load_record, records)
    found: Sequence[Replayed] = replay_record([*loaded], seed=table.seed, switches=table.switches())
    output.tell(each(found, _show))


def _show(found: Replayed) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.shown_heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    for heading in ("step", "do", "", "why not"):
        table.add_column(heading, justify="right" if heading == "step" else "left")
    for row in found.rows():
        table.add_row(str(row["step"]), row["do"], "done" if row["accepted"] else "refused", row["reason"])
    console.print(table)
    for crest, ship in found.ships.items():
        goods = [f"{many} {name.replace('_', ' ')}" for name, many in ship.to_dict()["goods"].items() if many]
        console.print(f"{crest.capitalize()}: {', '.join([f'{ship.astro} Astro', *goods, f'{ship.science} science'])}")
