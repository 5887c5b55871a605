"""`analyzer balance`: is an edition in balance? Cards, components, levels, places, captains and luck, over ships."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import check_page
from analyzer.cli.typed import as_typed
from analyzer.cli.watch import count, progress
from analyzer.montecarlo.start import read_processes
from analyzer.trucker.command.options import TripOptions, load_ships

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from analyzer.trucker.questions.balance.answer import Balance

EditionName = Annotated[
    str, typer.Argument(help="The edition: 2007, 2021 or a folder of tables.", metavar="EDITION", show_default="2007")
]
Named = Annotated[
    list[Path] | None,
    typer.Argument(help="More ships to include in the report (.yaml).", metavar="SHIP...", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "-o", "--out", help="Write the report as a page to this file (.html).", metavar="FILE", show_default=False
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against",
        help="Compare with this edition: 2007, 2021 or a folder of tables.",
        metavar="NAME|FOLDER",
        show_default=False,
    ),
]
Ships = Annotated[
    int,
    typer.Option("--ships", help="Ships to make for each level: one in three by a short search, the others at random."),
]
Top = Annotated[int, typer.Option("--top", help="How many cards and ships the tables show.", min=1)]
Measured = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        help="Make only this part of the report: cards, components, places or luck. Ships and levels are always there; "
        "`levels` is those alone. May be given several times (default: all).",
        metavar="PART",
        show_default=False,
    ),
]
Amount = Annotated[
    AmountOptions,
    Only("flights", "workers", "quiet"),
    Trials(4_000),
    Says(flights="Number of flights of each ship; flights for cards, components and places grow with it."),
]
Output = Annotated[
    OutputOptions,
    Says(export="Save every table in a file of its own, e.g. report.csv: report-cards.csv, report-components.csv, ..."),
]


def balance(
    edition: EditionName = "2007",
    named: Named = None,
    *,
    other: Against = None,
    ships: Ships = 9,
    out: Out = None,
    top: Top = 10,
    only: Measured = None,
    trip: Annotated[TripOptions, Only("level", "seed"), Says(level="Report this level alone, e.g. II (default: all).")],
    amount: Amount,
    output: Output,
) -> None:
    """Report whether an edition is in balance: what cards, components, levels, places, captains and luck do.

    Every level is flown by its reference ships, the ships you name, ships found by a short search, and ships built at
    random.

    E.g. analyzer balance 2007 ships/2007/II/*.yaml -o balance.html
    """
    output.check(out=out)
    from analyzer.present.view import View, described, drawn
    from analyzer.trucker.questions.balance.call import balance as report_on
    from analyzer.trucker.questions.balance.call import work

    if out is not None:
        check_page(out, more="; --export saves tables")
    layouts, flights = load_ships(named or []), amount.amount().most()
    editions = [one for one in (edition, other) if one is not None]
    total = sum(work(one, ships, flights, len(layouts), trip.level, only or ()) for one in editions)
    with progress(total, fixed=True, called="flights") as watch:
        if not amount.quiet:
            watch.says(_ahead(flights, total))
        answer = report_on(
            edition, ships, flights, trip.seed, level=trip.level, only=only or (), named=layouts, against=other,
            workers=read_processes(amount.workers), progress=watch, command=as_typed(),
        )  # fmt: skip
    answer = replace(answer, top=top)
    view = described([answer])
    output.tell(View(view.facts, view.show, None, drawn(answer)), *_writes(answer, out, output.export))


def _ahead(flights: int, total: int) -> str:
    """What will be flown, before it begins."""
    ways = f"each ship flies {flights:,} in the field and as many alone, the rest is for the other parts of the report"
    return f"about {count(total)} flights in all: {ways}"


def _writes(answer: Balance, out: Path | None, export: Path | None) -> Iterator[Callable[[], str]]:
    """What saves the page, and each table in a file of its own."""
    from analyzer.present.export import export as save_table

    def page() -> str:
        assert out is not None
        answer.save(out)
        return f"report: {out} ({out.stat().st_size / 1e6:.1f} MB)"

    def tables() -> str:
        assert export is not None
        named = {name: export.with_name(f"{export.stem}-{name}{export.suffix}") for name in answer.tables}
        return "\n".join(save_table(answer.table(name), path) for name, path in named.items())

    if out is not None:
        yield page
    if export is not None:
        yield tables
