"""`analyzer report`: a balance report of many ships, as a page or as Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.flying import Flights, Workers
from analyzer.cli.options import ShipFiles
from analyzer.cli.shared import FlightOptions, load_ships
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, one_of

Out = Annotated[Path, typer.Option("-o", "--out", help="Where the report goes.", metavar="FILE", show_default=False)]
Form = Annotated[str | None, typer.Option("--format", help="html or md; as the file's suffix if not given.")]
Title = Annotated[str | None, typer.Option(help="What the report is called.", show_default=False)]


def report(
    ships: ShipFiles,
    options: FlightOptions,
    out: Out,
    form: Form = None,
    title: Title = None,
    flights: Flights = 20_000,
    workers: Workers = 1,
) -> None:
    """Compare ships on the same decks and dice and write it all up: summary, ranking, cards, a page a ship, sources."""
    from analyzer.report.page import check_place
    from analyzer.report.trucker.balance import FORMATS, PASSES
    from analyzer.report.trucker.balance import report as write_up

    form = form or out.suffix.removeprefix(".")
    if form not in FORMATS:
        raise AnalyzerError(f"--format {form}: {one_of(form, FORMATS)}")
    check_place(out)
    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    with progress(int(PASSES * flights * len(layouts))) as flown:
        written = write_up(
            layouts, options.level, flights, options.seed, title=title, workers=workers, progress=flown, **conditions
        )
    written.save(out, form)
    from analyzer.report.trucker.words import summary

    for sentence in summary(written):
        print(sentence)
    print(f"report: {out} ({out.stat().st_size / 1e6:.1f} MB)")
