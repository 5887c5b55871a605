"""`analyzer report`: a balance report of many ships, as a page or as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.typed import as_typed
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, one_of
from analyzer.files.places import check_file
from analyzer.present.view import View
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import (
    DeckOptions,
    InEditions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    conditions_of,
    in_one,
    load_in_editions,
)

Out = Annotated[
    Path,
    typer.Option(
        "-o", "--out", help="Write the report to this file (.html or .md).", metavar="FILE", show_default=False
    ),
]
Form = Annotated[str | None, typer.Option("--format", help="html or md (default: what the file's name ends in).")]
Title = Annotated[str | None, typer.Option(help="Title of the report.", show_default=False)]
Amount = Annotated[
    AmountOptions,
    Only("flights", "workers", "scheduler", "quiet"),
    Trials(20_000),
    Says(flights="Number of flights of each ship."),
]


def report(
    ships: ShipFiles,
    *,
    out: Out,
    form: Form = None,
    title: Title = None,
    edition: InEditions = None,
    trip: Annotated[TripOptions, Without("edition")],
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Amount,
) -> None:
    """Write a balance report: ships on the same decks and dice, ranked, with figures, and what each card does."""
    from analyzer.trucker.questions.report.balance import FORMATS, passes
    from analyzer.trucker.questions.report.balance import report as write_up

    form = form or out.suffix.removeprefix(".")
    if form not in FORMATS:
        raise AnalyzerError(f"--format {form}: {one_of(form, FORMATS)}")
    check_file(out, f"--out {out}")
    layouts = load_in_editions(ships, edition)
    conditions = conditions_of(layouts, in_one(trip, edition), deck, players, rivals, fleets)
    flights, workers = amount.amount().most(), amount.run_by()
    with progress(int(flights * passes(len(layouts), flights)), fixed=True, called="flights") as watch:
        written = write_up(
            layouts, trip.level, flights, trip.seed,
            title=title, workers=workers, progress=watch, command=as_typed(), **conditions,
        )  # fmt: skip

    def show() -> None:
        from analyzer.trucker.questions.report.sentences import summary

        print(*summary(written), sep="\n")

    def write() -> str:
        written.save(out, form)
        return f"report: {out} ({out.stat().st_size / 1e6:.1f} MB)"

    OutputOptions().tell(View(lambda: None, show), write)
