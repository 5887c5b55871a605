"""`analyzer improve`: a better ship than the one given, under the conditions that will be played."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.errors import as_argument
from analyzer.files.apart import check_yaml
from analyzer.present.view import described
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    SearchOptions,
    ShipFile,
    TripOptions,
    load,
)
from analyzer.trucker.command.searching import searching

if TYPE_CHECKING:
    from analyzer.trucker.questions.improve.answer import Improved

Rearrange = Annotated[
    bool, typer.Option("--rearrange", help="Move components: the same ones may lie on other squares.")
]
Change = Annotated[
    int | None,
    typer.Option(
        "--change",
        help="Exchange at most this many components for others of the box. The new ones lie on the same squares; "
        "with --rearrange anywhere.",
        metavar="K",
        show_default=False,
    ),
]
Free = Annotated[bool, typer.Option("--free", help="Build a ship of any components that one box of the game holds.")]
Confirm = Annotated[
    int,
    typer.Option(
        help="Number of fresh flights at the end, of the best ship found and of yours; fewer if the seconds are over."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the best ship found to this file.", metavar="FILE", show_default=False),
]
Amount = Annotated[
    AmountOptions,
    Only("flights", "save", "workers", "scheduler", "quiet"),
    Trials(0, default_text="as many as the seconds allow"),
    Says(
        flights="Number of flights of the whole search, all ships together. The same seed and number give the same "
        "answer.",
        save="Save the search in this file after every generation; the same command continues from it.",
        workers="Number of processes for the fresh flights at the end, or `auto`. The search itself takes one.",
        scheduler="Address of a Dask cluster for the fresh flights at the end, e.g. tcp://host:8786 (needs the extra "
        "`cluster`).",
    ),
]


def improve(
    ship: ShipFile,
    *,
    rearrange: Rearrange = False,
    change: Change = None,
    free: Free = False,
    search: SearchOptions,
    confirm: Confirm = 20_000,
    out: Out = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Amount,
    output: OutputOptions,
) -> None:
    """Look for a better ship under the conditions of your game, and confirm it on fresh flights.

    Say what may be changed: --rearrange, --change K, both, or --free. Ctrl-C ends the search and shows the best so far.
    """
    from analyzer.trucker.questions.improve.call import improve as look_for_better

    _check(amount, output, out)

    (layout,), conditions = load([ship], trip, deck, players, rivals)
    with searching() as heard:
        better = look_for_better(
            layout,
            trip.level,
            amount.flights,
            trip.seed,
            rearrange=rearrange,
            change=change,
            free=free,
            confirm=confirm,
            save=amount.save,
            workers=amount.run_by(),
            heard=heard,
            **search.arguments(),
            **conditions,
        )

    writes = [] if out is None else [partial(_write_ship, better, out)]
    tell_search(better, described([better]), output, *writes, save=amount.save)


def _check(amount: AmountOptions, output: OutputOptions, out: Path | None) -> None:
    """Complain now if something cannot be written later."""
    from analyzer.trucker.ship.shipfile import load_ship

    output.check(amount, out=out)
    check_yaml(out, "--out", "ship", load_ship)


def _write_ship(better: Improved, file: Path) -> str:
    """The ship as a file; where it is, and how to look at it."""
    from analyzer.files.atomic import write_whole

    write_whole(str(file), better.filed_at(file))
    return f"ship: {file} (look at it: analyzer inspect {as_argument(file)})"
