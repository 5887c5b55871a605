"""`analyzer editions`: what the rules of 2021 change for a ship, against those of 2007."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.cli.export import Export, check_export
from analyzer.cli.export import export as save_table
from analyzer.cli.flying import Flights, Workers
from analyzer.cli.options import AsJson, ShipFiles, print_json
from analyzer.cli.shared import (
    Captains,
    FlightOptions,
    Learning,
    Prognostic,
    Repair,
    Rivals,
    Seed,
    Start,
    load_rivals,
    load_ships,
)
from analyzer.cli.watch import progress
from analyzer.errors import all_or_faults

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from analyzer.trucker.editions.result import TwoEditions
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.ship.layout import Layout


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
    """Fly each ship by the rules of 2007 and by those of 2021, and show what changes, and which rule changes it.

    The ship and its rivals are rebuilt on the other edition's board, which needs the same squares; `field` is the
    field of each edition.
    """
    check_export(export)
    from analyzer.runs.amount import Amount
    from analyzer.trucker.editions.two_editions import changed_by_edition

    options = FlightOptions(
        seed=seed,
        learning=learning,
        start=start,
        captain=captain,
        repair=repair,
        prognostic=prognostic,
        rivals=rivals,
    )
    planned = _planned(load_ships(ships), options)
    with progress(flights * len(planned), runs=len(planned)) as flown:
        found = changed_by_edition(planned, Amount(flights, workers=workers), flown)
    if export is not None:
        _save(found, export)
    if as_json:
        print_json([one.as_dict() for one in found])
        return
    from analyzer.cli.trucker.editions_tables import show_editions

    show_editions(found)
    if export is not None:
        print(f"table: {export}")


def _planned(ships: list[Layout], options: FlightOptions) -> list[dict[str, Experiment]]:
    """What is flown for each ship; raises AnalyzerError with the faults of all."""
    from analyzer.trucker.editions.two_editions import FIELD, plan_editions

    named = options.rivals or []
    against: Any = FIELD if named == [FIELD] else load_rivals(named, "I")

    def planned(pair: tuple[Layout, str]) -> dict[str, Experiment]:
        ship, captain = pair
        return plan_editions(
            ship,
            options.seed,
            rivals=against,
            captain=captain,
            learning=options.learning,
            start=options.start,
            repair=options.repair,
            prognostic=options.prognostic,
        )

    return all_or_faults(planned, zip(ships, options.captains(ships), strict=True))


def _save(found: Sequence[TwoEditions], path: Path) -> None:
    """Every ship's differences in one table, with flights and seed."""
    import pandas as pd

    from analyzer.results.names import distinct

    names = distinct(one.ship for one in found)
    rows = [
        {"ship": name, **row, "flights": one.flights, "seed": one.seed}
        for name, one in zip(names, found, strict=True)
        for row in one.differences()
    ]
    save_table(pd.DataFrame(rows), path)
