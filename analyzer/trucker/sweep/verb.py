"""`analyzer sweep`: every combination of ships, captains, rivals, levels and conditions of a plan, in one table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.errors import as_argument

PlanPath = Annotated[Path, typer.Argument(help="Plan file (.yaml).", metavar="PLAN", show_default=False)]


def sweep(
    plan: PlanPath,
    *,
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "scheduler", "save", "quiet"),
        Says(
            flights="Number of flights of each combination (default: as the plan says, else 100,000).",
            save="Save progress in this file (default: the plan's name with .save). The same plan, or a longer one, "
            "continues from it.",
        ),
    ],
    output: Annotated[OutputOptions, Only("export", "as_json", "plot")],
) -> None:
    """Fly every combination of a plan, and show all of them in one table.

    A plan lists ships, captains, rivals, levels and conditions:

    ships: [ships/2007/II/*.yaml]; captains: [sensible, bold]; rivals: [field, alone]; conditions: [{start: 1}]
    """
    output.check(amount)
    from analyzer.cli.watch import progress
    from analyzer.present.view import described
    from analyzer.runs.watched import Watcher
    from analyzer.trucker.sweep.call import amount_of, fly_cells, planned

    plan_file, cells = planned(plan)
    save = amount.save or plan.with_suffix(".save")
    how_much = amount_of(plan_file, amount.flights, amount.run_by(), save)
    open_ended = how_much.precision or how_much.until_events
    with progress(0 if open_ended else how_much.most() * len(cells), called="flights") as watch:
        answer = fly_cells(cells, how_much, Watcher(watch))
    view = described([answer])

    def show() -> None:
        view.show()
        print(f"saved: {save} (figures of it: analyzer plot {as_argument(save)})")

    output.tell(replace(view, show=show))
