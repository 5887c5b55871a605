"""`analyzer journey`: several flights in a row, alone or against others, in teams, or for titles."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from analyzer.cli.export import Export, check_export, export
from analyzer.cli.flying import Plot, Workers, check_plot_dir
from analyzer.cli.options import AsJson, ShipFiles, print_json
from analyzer.cli.pictures import save_figures
from analyzer.cli.shared import CardsFile, Prognostic, Repair, Seed, Start, load_ships
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError

AGAINST = "--against"
Against = Annotated[
    list[str] | None,
    typer.Option(
        AGAINST,
        help="The ships of another trucker, one for each flight; up to three times.",
        metavar="SHIP SHIP...",
        show_default=False,
    ),
]
Captain = Annotated[
    list[str] | None,
    typer.Option(help="sensible (default), cautious, bold, miser or a .yaml file; once, or once a trucker."),
]
Name = Annotated[list[str] | None, typer.Option(help="What a trucker is called; once for each.", show_default=False)]
Teams = Annotated[bool, typer.Option("--teams", help="Truckers 1 and 2, 3 and 4 are teams that share their money.")]
Learning = Annotated[
    bool, typer.Option("--learning", help="The first flight is the learning flight: the first game of 2007.")
]
Titles = Annotated[bool, typer.Option("--titles", help="Fly for titles: the trek of 2021 over levels I, II, III.")]
TitlesFile = Annotated[
    Path | None, typer.Option(help="Titles of your own (.yaml); flies for titles.", metavar="FILE", show_default=False)
]


Journeys = Annotated[int, typer.Option("--flights", help="How many journeys.")]


class JourneyCommand(TyperCommand):
    """A command that reads `--against A B C` as `--against A,B,C`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the words behind the option, up to the next option."""
        return super().parse_args(ctx, gathered(args))


def gathered(args: list[str]) -> list[str]:
    """The arguments with all words behind each `--against` as one.

    >>> gathered(["a", "--against", "b", "c", "--json"])
    ['a', '--against', 'b,c', '--json']
    """
    out: list[str] = []
    words: list[str] | None = None
    for arg in [*args, "-"]:
        if words is not None and not arg.startswith("-"):
            words.append(arg)
            continue
        if words:
            out.append(",".join(words))
        words = [] if arg == AGAINST else None
        out.append(arg)
    return out[:-1]


def journey(
    ships: ShipFiles,
    against: Against = None,
    flights: Journeys = 100_000,
    seed: Seed = 1,
    start: Start = None,
    captain: Captain = None,
    name: Name = None,
    teams: Teams = False,
    titles: Titles = False,
    titles_file: TitlesFile = None,
    learning: Learning = False,
    repair: Repair = False,
    prognostic: Prognostic = False,
    cards_file: CardsFile = None,
    workers: Workers = 1,
    export_to: Export = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Fly a ship for each flight of a journey, one after the other: money is kept, used cards are out of the game."""
    check_plot_dir(plot)
    check_export(export_to)
    rivals = [[Path(word) for word in text.split(",") if word] for text in against or []]
    layouts = load_ships([*ships, *(path for paths in rivals for path in paths)])
    from analyzer.cli.trucker.journey_tables import show_journey
    from analyzer.trucker.journey.journey import journey as fly_journey

    truckers = [layouts[: len(ships)]]
    for paths in rivals:
        begin = sum(map(len, truckers))
        truckers.append(layouts[begin : begin + len(paths)])
    with progress(flights) as flown:
        found = fly_journey(
            truckers,
            flights,
            seed,
            names=name,
            captain=captain or "sensible",
            teams=_pairs(len(truckers)) if teams else None,
            titles=titles_file or titles,
            learning=learning,
            start=start,
            repair=repair,
            prognostic=prognostic,
            cards_file=cards_file,
            workers=workers,
            progress=flown,
        )
    saved = [] if plot is None else save_figures(iter([("journey", partial(_drawn, found))]), plot)
    if export_to is not None:
        export(found.table(), export_to)
    if as_json:
        print_json(found.as_dict())
        return
    show_journey(found)
    if saved:
        print("plots: " + ", ".join(map(str, saved)))
    if export_to is not None:
        print(f"table: {export_to}")


def _pairs(truckers: int) -> list[tuple[int, int]]:
    """Neighbours in the order in which they were named."""
    if truckers % 2:
        raise AnalyzerError(f"--teams: {truckers} trucker{'s' * (truckers > 1)}: two or four make teams of two")
    return [(number, number + 1) for number in range(0, truckers, 2)]


def _drawn(found: Any) -> Any:
    from analyzer.plots.trucker.journey import plot_journey

    return plot_journey(found)
