"""`analyzer explore`: a map of good ships instead of one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.multiword_options import Several, separated
from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.errors import AnalyzerError
from analyzer.files.places import check_folder
from analyzer.present.view import described
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    SearchOptions,
    TripOptions,
    conditions_of,
    load_ships,
)
from analyzer.trucker.command.searching import searching

if TYPE_CHECKING:
    from analyzer.trucker.questions.explore.answer import ShipChart
    from analyzer.trucker.ship.layout import Layout

Begin = Annotated[
    str,
    typer.Argument(
        help="Where to begin: a board, e.g. II or 2021-II (its reference ships), or a ship file (.yaml).",
        metavar="BOARD|SHIP",
        show_default=False,
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        help="The two axes of the map: metrics, or `components` for the number a ship is built of. A number "
        "after a colon makes cells that wide, e.g. penalty:2.",
        metavar="METRIC[:STEP] METRIC[:STEP]",
        show_default="components components_lost",
    ),
    Several(),
]
Confirm = Annotated[
    int,
    typer.Option(
        "--confirm", help="Number of fresh flights of every ship that is shown; fewer if the seconds are over."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "-o", "--out", help="Write every ship to a file in this folder.", metavar="FOLDER", show_default=False
    ),
]
Amount = Annotated[
    AmountOptions,
    Only("flights", "save", "quiet"),
    Trials(0, default_text="as many as the seconds allow"),
    Says(
        flights="Number of flights of the whole search, all ships together. The same seed and number give the same "
        "map.",
        save="Save the map in this file after every generation; the same command continues from it.",
    ),
]
SHIP_FILES = (".yaml", ".yml")


def explore(
    begin: Begin,
    *,
    by: By = None,
    search: SearchOptions,
    confirm: Confirm = 4_000,
    out: Out = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Amount,
    output: OutputOptions,
) -> None:
    """Make a map of good ships: the best ship for each number of components used and lost, or for any two metrics.

    Ships may use any components of one box. Each ship shown is flown again: those flights decide its place on the map.
    """
    output.check(amount)
    if out is not None:
        _check_folder(out, Path(begin))
    from analyzer.trucker.questions.explore.call import beginning
    from analyzer.trucker.questions.explore.call import explore as map_ships
    from analyzer.trucker.workshop.axes import USUAL

    start = _start(begin, trip.edition)
    conditions = conditions_of(beginning(start)[:1], trip, deck, players, rivals)
    with searching() as heard:
        chart = map_ships(
            start,
            trip.level,
            amount.flights,
            trip.seed,
            by=separated(by) or USUAL,
            confirm=confirm,
            save=amount.save,
            heard=heard,
            **search.arguments(),
            **conditions,
        )
    writes = [] if out is None else [partial(_write_ships, chart, out)]
    tell_search(
        chart, described([chart]), output, *writes, best="what was found so far", in_file="the map", save=amount.save
    )


def _start(begin: str, edition: str | None) -> Layout | str:
    """The ship of that file, or the board of that name."""
    named = Path(begin)
    if named.suffix in SHIP_FILES or named.exists():
        return load_ships([named], edition)[0]
    return begin if edition is None else f"{edition}-{begin}"


def _check_folder(out: Path, begin: Path) -> None:
    """Complain if no ships can be written in that folder, or if the first ship lies there and might be replaced."""
    check_folder(out, f"--out {out}")
    if begin.is_file() and begin.resolve().parent == out.resolve():
        raise AnalyzerError(f"--out {out}: {begin} lies in it: name another folder, so that it is not overwritten")


def _write_ships(chart: ShipChart, folder: Path) -> str:
    """Every ship of the map in a file of its own; how many there are."""
    from analyzer.files.atomic import write_whole

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in chart.files(folder).items():
        write_whole(folder / name, text)
    return f"ships: {len(chart)} files in {folder}"
