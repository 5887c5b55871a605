"""`analyzer improve`: a better ship than the one given, under the conditions that will be played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only, Says
from analyzer.cli.stopping import end_stopped
from analyzer.files.places import check_file
from analyzer.present.view import described
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFile,
    SoughtOptions,
    TripOptions,
    WantedOptions,
    load,
)
from analyzer.trucker.command.reading import read_kept
from analyzer.trucker.command.searching import searching

Rearrange = Annotated[bool, typer.Option("--rearrange", help="The same components may lie elsewhere.")]
Change = Annotated[
    int | None,
    typer.Option(
        "--change",
        help="At most so many components may be exchanged for others of the box, on their squares or, with "
        "--rearrange, anywhere.",
        metavar="K",
        show_default=False,
    ),
]
Free = Annotated[bool, typer.Option("--free", help="Any components of one box, anywhere.")]
Confirm = Annotated[int, typer.Option(help="How many fresh flights the answer and the ship given fly at the end.")]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the ship that was found as a file.", metavar="FILE", show_default=False),
]


def improve(
    ship: ShipFile,
    *,
    rearrange: Rearrange = False,
    change: Change = None,
    free: Free = False,
    wanted: WantedOptions,
    sought: SoughtOptions,
    confirm: Confirm = 20_000,
    out: Out = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "save", "workers", "scheduler"),
        Trials(0, shown="as many as the seconds allow"),
        Says(
            flights="How many flights of all ships together are sought through; the same seed and flights give the "
            "same answer.",
            save="Keep the search in this file after every generation; the same command goes on from there.",
            workers="Processes for the fresh flights at the end; the search takes one.",
            scheduler="A Dask cluster for the fresh flights at the end, as tcp://host:8786 (extra `cluster`).",
        ),
    ],
    output: OutputOptions,
) -> None:
    """Look for a better ship under the conditions that will be played, and fly the answer anew beside the ship given.

    Say what may be changed: --rearrange, --change K, both, or --free. Ctrl-C ends the search and tells the best so far.
    """
    output.check(amount)
    if out is not None:
        check_file(out, f"--out {out}")
    from analyzer.trucker.questions.improve.call import improve as better

    (layout,), conditions = load([ship], trip, deck, players, rivals)
    with searching() as heard:
        found = better(
            layout,
            trip.level,
            amount.flights,
            trip.seed,
            rearrange=rearrange,
            change=change,
            free=free,
            keep=read_kept(sought.keep or []),
            goal=wanted.goal,
            seconds=sought.seconds,
            confirm=confirm,
            save=amount.save,
            workers=amount.run_by(),
            heard=heard,
            **conditions,
        )

    def write() -> str:
        from analyzer.files.atomic import write_whole

        write_whole(str(out), found.filed)
        return f"ship: {out} (look at it: analyzer inspect {out})"

    output.tell(described([found]), *[write] * (out is not None))
    if found.stopped:
        end_stopped("the best so far", "the search", amount.save)
