"""`analyzer editions`: what the rules of 2021 changed for a ship, against those of 2007."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.cli.compare import plain_table
from analyzer.cli.export import Export, check_export
from analyzer.cli.export import export as save_table
from analyzer.cli.flying import Flights, Workers
from analyzer.cli.options import AsJson, ShipFiles, print_json
from analyzer.cli.shared import Captains, FlightOptions, Learning, Prognostic, Repair, Rivals, Seed, Start, load_ships
from analyzer.cli.watch import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from rich.table import Table

    from analyzer.trucker.editions_result import TwoEditions


def editions(
    ships: ShipFiles,
    seed: Seed = 1,
    learning: Learning = False,
    start: Start = None,
    captain: Captains = None,
    repair: Repair = False,
    prognostic: Prognostic = False,
    rivals: Rivals = None,
    flights: Flights = 100_000,
    workers: Workers = 1,
    export: Export = None,
    as_json: AsJson = False,
) -> None:
    """Fly each ship by the rules of 2007 and of 2021, alone or against rivals, and show what changed, and why.

    A ship is rebuilt on the other edition's board, which needs the same squares; the field is that of each edition.
    """
    check_export(export)
    from analyzer.trucker.conditions import same_in_both  # placeholder
