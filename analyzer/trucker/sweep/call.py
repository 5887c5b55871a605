"""Flying a sweep: all combinations of a plan, kept in one file that goes on where it was left, and that may grow."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.places import path_of
from analyzer.montecarlo.blocks import Workers
from analyzer.montecarlo.start import AUTO
from analyzer.runs.amount import Amount
from analyzer.runs.identity import identity
from analyzer.runs.store import Run, read, read_identity, write_new
from analyzer.runs.watched import Watcher
from analyzer.trucker.sweep.answer import Sweep
from analyzer.trucker.sweep.cells import Cell, cells_of
from analyzer.trucker.sweep.planfile import PlanFile, load_plan


def sweep(
    plan: str | Path,
    flights: int | None = None,
    *,
    workers: Workers = AUTO,
    save: str | Path | None = None,
) -> Sweep:
    """Fly every combination of a plan file; `flights` as the plan says if None, `save` a file from which it goes on.

    Raises AnalyzerError with every fault of the plan and of the files it names.

    >>> import analyzer
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> plan = Path(mkdtemp()) / "plan.yaml"
    >>> ship = Path("ships/2007/I/first-mile.yaml").absolute()
    >>> _ = plan.write_text(f"ships: [{ship}]\\ncaptains: [bold, cautious]\\nflights: 20\\n")
    >>> sorted({*analyzer.sweep(plan).table()["captain"]})
    ['bold', 'cautious']
    """
    plan_file, cells = planned(path_of(plan, "a plan file"))
    return fly_cells(cells, amount_of(plan_file, flights, workers, save))


def planned(path: Path) -> tuple[PlanFile, list[Cell]]:
    """What a plan file asks for, and its combinations."""
    plan_file, data = load_plan(path)
    return plan_file, cells_of(path, plan_file, data)


def amount_of(plan_file: PlanFile, flights: int | None, workers: Workers, save: str | Path | None) -> Amount:
    """How much of each combination is flown."""
    return Amount(
        plan_file.flights if flights is None else flights,
        plan_file.precision,
        workers=workers,
        save=save,
        until_events=plan_file.until_events,
        called="flights",
    )


def fly_cells(cells: Sequence[Cell], amount: Amount, watcher: Watcher | None = None) -> Sweep:
    """What all combinations come to, those that are kept already first."""
    experiments = [cell.experiment for cell in cells]
    if amount.save is not None:
        _grow(Path(amount.save), experiments)
    results = amount.run(experiments, watcher) if watcher else amount.run(experiments)
    return Sweep(tuple(cells), tuple(results))


def _grow(path: Path, experiments: Sequence[Any]) -> None:
    """Let a file that holds some of these runs, and no others, hold all of them; others are refused later."""
    if not os.path.isfile(path):
        return
    try:
        before = read_identity(path)
    except AnalyzerError:
        return
    wanted = identity(experiments, 0)
    same = all(before.get(key) == wanted[key] for key in wanted if key != "runs")
    if not same or before["runs"] == wanted["runs"] or not all(run in wanted["runs"] for run in before["runs"]):
        return
    saved = read(path)
    runs: dict[int, Run] = {}
    for number, run in enumerate(before["runs"]):
        if number in saved.runs:
            runs[wanted["runs"].index(run)] = saved.runs[number]
    beside = path.with_name(f".{path.name}.grown")
    beside.unlink(missing_ok=True)
    write_new(beside, wanted, runs)
    os.replace(beside, path)
