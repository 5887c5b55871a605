"""`analyzer explore`: a map of good ships instead of one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only, Says
from analyzer.cli.stopping import end_stopped
from analyzer.cli.words import Several
from analyzer.files.places import check_folder
from analyzer.present.view import described
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    SoughtOptions,
    TripOptions,
    WantedOptions,
    conditions_of,
    load_ships,
)
from analyzer.trucker.command.reading import read_kept
from analyzer.trucker.command.searching import searching

Begin = Annotated[
    str,
    typer.Argument(
        help="A board, as II or 2021-II, which begins with its reference ships; or a ship file (.yaml) to begin with.",
        metavar="BOARD|SHIP",
        show_default=False,
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option(
        help="The two numbers by which ships are told apart: metrics, or components for how many a ship has, each "
        "with a step of its own behind a colon, as penalty:2.",
        metavar="METRIC[:STEP] METRIC[:STEP]",
        show_default="components components_lost",
    ),
    Several(),
]
Fresh = Annotated[int, typer.Option("--confirm", help="How many fresh flights every ship that is shown flies.")]
Folder = Annotated[
    Path | None,
    typer.Option(
        "-o", "--out", help="Write every ship as a file in this folder.", metavar="FOLDER", show_default=False
    ),
]
SHIP_FILES = (".yaml", ".yml")


def explore(
    begin: Begin,
    *,
    by: By = None,
    wanted: WantedOptions,
    sought: SoughtOptions,
    confirm: Fresh = 4_000,
    out: Folder = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "save"),
        Trials(0, shown="as many as the seconds allow"),
        Says(
            flights="How many flights of all ships together the map is filled with; the same seed and flights give the "
            "same map.",
            save="Keep the map in this file after every generation; the same command goes on from there.",
        ),
    ],
    output: OutputOptions,
) -> None:
    """Draw a map of good ships: for each cell of components used and lost, or any two numbers, the one that does best.

    Ships are of any components of one box. What is shown flew anew, and stands in the cell where it was then.
    """
    output.check(amount)
    if out is not None:
        check_folder(out, f"--out {out}")
    from analyzer.trucker.questions.explore.call import beginning
    from analyzer.trucker.questions.explore.call import explore as chart_of
    from analyzer.trucker.workshop.axes import USUAL

    named = Path(begin)
    start = load_ships([named])[0] if named.suffix in SHIP_FILES or named.exists() else begin
    conditions = conditions_of(beginning(start)[:1], trip, deck, players, rivals)
    axes = [word for text in by for word in text.split(",") if word] if by else USUAL
    with searching() as heard:
        found = chart_of(
            start,
            trip.level,
            amount.flights,
            trip.seed,
            by=axes,
            keep=read_kept(sought.keep or []),
            goal=wanted.goal,
            seconds=sought.seconds,
            confirm=confirm,
            save=amount.save,
            heard=heard,
            **conditions,
        )

    def write() -> str:
        from analyzer.files.atomic import write_whole

        assert out is not None
        out.mkdir(parents=True, exist_ok=True)
        for name, text in found.files().items():
            write_whole(out / name, text)
        return f"ships: {len(found)} files in {out}"

    output.tell(described([found]), *[write] * (out is not None))
    if found.stopped:
        end_stopped("what was found so far", "the map", amount.save)
