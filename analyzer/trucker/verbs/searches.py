"""Verbs of Galaxy Trucker under "A better ship" in the help."""

from __future__ import annotations

from functools import partial
from os.path import dirname, exists, realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.drawing import NO_BROWSER, PORT, page_of, serve
from analyzer.cli.multiword_options import Several, split_values
from analyzer.cli.option_records import HelpTexts, OnlyFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.errors import AnalyzerError, as_argument
from analyzer.files.places import check_folder, check_yaml, write_whole, written_yaml
from analyzer.present.view import view_of_descriptions
from analyzer.trucker.command.flying import searching
from analyzer.trucker.command.options import (
    SHIP_FILE,
    FieldOptions,
    PlayerOptions,
    RivalOptions,
    SearchOptions,
    TripOptions,
    conditions_of,
    load,
    load_ships,
)
from analyzer.trucker.sayings.phrases import many

if TYPE_CHECKING:
    from analyzer.trucker.designer.session import Session
    from analyzer.trucker.designer.sketch import Sheet
    from analyzer.trucker.questions.explore import ShipChart
    from analyzer.trucker.questions.improve import Improved
    from analyzer.trucker.ship.layout import Layout


BOARD = "2007-II"


def design(
    ship: str | None = argument(
        None, "Ship file (.yaml), or a link that holds a ship (default: an empty board).", metavar="SHIP"
    ),
    *,
    board: str | None = option(None, "The board to begin on, e.g. 2021-II.", metavar="BOARD", show_default=BOARD),
    port: int | None = PORT,
    no_browser: bool = NO_BROWSER,
    trip: Annotated[TripOptions, OnlyFields("seed", "edition")],
    players: PlayerOptions,
    rivals: RivalOptions,
) -> None:
    """Draw a ship in the browser with its risk beside it: a page on this machine only, until Ctrl-C.

    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    page = page_of("analyzer.trucker.designer.server", "designer")
    session = _session(ship, board, trip, players, rivals)
    served = page(session, port)
    serve(served, session, session.ship.name, _offers(session), lambda: _unsaved(session), no_browser)


def _unsaved(session: Session) -> list[str]:
    """Return lines that say where unsaved drawings and kept versions are stored."""
    versions = f"{many(len(session.versions.all), 'version')} that you kept: the next start offers to bring them back"
    return [*map(_where, session.unsaved()), *[versions] * bool(session.versions.all)]


def _offers(session: Session) -> list[str]:
    """Return lines on drawings and versions that earlier sessions left."""
    left, versions = len(session.left_behind), sum(len(strip.versions) for strip in session.strips)
    offers = [f"{many(left, 'drawing')} with unsaved changes left from before: open or discard in the page"] * bool(
        left
    )
    bring = f"{many(versions, 'version')} left from before: bring back or discard in the page"
    aside = [] if session.drafts is None else session.drafts.set_aside
    return [*offers, *[bring] * bool(versions), *aside]


def _where(sheet: Sheet) -> str:
    """Return a line that says where the unsaved changes of a drawing are stored."""
    drawing = "of a drawing without a file" if sheet.place.path is None else f"of {sheet.place.path}"
    return f"unsaved changes {drawing} are in {sheet.draft}: the next start offers them"


def _session(
    named: str | None, board: str | None, trip: TripOptions, players: PlayerOptions, rivals: RivalOptions
) -> Session:
    from analyzer.trucker.captains import load_captain
    from analyzer.trucker.designer import drafts
    from analyzer.trucker.designer.drafts import Drafts, state_folder
    from analyzer.trucker.designer.session import Session
    from analyzer.trucker.designer.setting import Setting
    from analyzer.trucker.editions import named_edition
    from analyzer.trucker.ship.blank import new_ship
    from analyzer.trucker.ship.shipfile import load_ship, parse_ship

    if named is not None and board is not None:
        raise AnalyzerError("SHIP, --board: choose one: a ship has its board")
    path = None if named is None or drafts.MARK in named else Path(named)
    layout: Layout
    if path is not None:
        layout = load_ship(path, trip.edition)
    elif named is not None:
        layout = drafts.ship_in(named, trip.edition)
    else:
        layout = parse_ship(new_ship(_board(board, trip.edition), trip.edition))
    (captain,) = players.of([layout])
    load_captain(captain)
    setting = Setting.against(rivals.load(trip.edition), captain, trip.seed)
    if setting.named and not layout.flaws():
        setting.plan(layout)
    editions = () if trip.edition is None else (named_edition(trip.edition),)
    return Session(layout, setting, path, drafts=Drafts(state_folder()), editions=editions)


def _board(named: str | None, edition: str | None) -> str:
    """Return the board to start with; for a user's own edition its last board, which the user most likely added."""
    if named is not None or edition is None:
        return named or BOARD
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.editions import named_edition

    return list(load_edition(named_edition(edition)).boards)[-1]


def place(
    ship: Path = SHIP_FILE,
    tile: list[str] = option(
        ...,
        "One to four components in hand, written as in a ship file (CN0121^) or as printed (CN0121).",
        several=Several(),
        metavar="TOKEN...",
    ),
    *,
    search: Annotated[SearchOptions, OnlyFields("goal")],
    flight: FieldOptions,
    amount: Annotated[
        AmountOptions,
        Trials(4_000),
        HelpTexts(
            flights="Number of flights of the ship as it is, and of each of the best placements; with --precision, at "
            "most this "
            "many."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Find what to do with one to four components in hand: fly and rank every legal way to lay them.

    Each may go on any free square where its connectors fit, turned any way, or be laid aside.
    """
    output.check(amount)
    from analyzer.trucker.questions.place import place as what_to_do

    (layout,), conditions = load([ship], flight)
    how = {"goal": search.goal, "seed": flight.seed, **conditions}
    answer = amount.answer(what_to_do, layout, split_values(tile), flight.level, runs=0, **how)
    output.tell(view_of_descriptions([answer]))


ImproveAmount = Annotated[
    AmountOptions,
    OnlyFields("flights", "save", "workers", "scheduler", "quiet"),
    Trials(0, default_text="as many as the seconds allow"),
    HelpTexts(
        flights="Number of flights of the whole search, all ships together. The same seed and number give the same "
        "answer.",
        save="Save the search in this file after every generation; the same command continues from it.",
        workers="Number of processes for the fresh flights at the end, or `auto`. The search itself takes one.",
        scheduler="Address of a Dask cluster for the fresh flights at the end, e.g. tcp://host:8786 (needs the extra "
        "`cluster`).",
    ),
]


def improve(
    ship: Path = SHIP_FILE,
    *,
    rearrange: bool = option(False, "Move components: the same ones may lie on other squares."),
    change: int | None = option(
        None,
        "Exchange at most this many components for others of the box. The new ones lie on the same squares; "
        "with --rearrange anywhere.",
        metavar="K",
    ),
    free: bool = option(False, "Build a ship of any components that one box of the game holds."),
    search: SearchOptions,
    confirm: int = option(
        20_000,
        "Number of fresh flights at the end, of the best ship found and of yours; fewer if the time runs out.",
    ),
    out: Path | None = option(None, "Write the best ship found to this file.", "-o", "--out", metavar="FILE"),
    flight: FieldOptions,
    amount: ImproveAmount,
    output: OutputOptions,
) -> None:
    """Look for a better ship under the conditions of your game, and confirm it on fresh flights.

    Say what may be changed: --rearrange, --change K, both, or --free. Ctrl-C ends the search and shows the best so far.
    """
    from analyzer.trucker.questions.improve import improve as look_for_better

    _check(amount, output, out)

    (layout,), conditions = load([ship], flight)
    with searching() as heard:
        better = look_for_better(
            layout,
            flight.level,
            amount.flights,
            flight.seed,
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
    tell_search(better, view_of_descriptions([better]), output, *writes, save=amount.save)


def _check(amount: AmountOptions, output: OutputOptions, out: Path | None) -> None:
    """Raise AnalyzerError before the search if an output file could not be written after it."""
    from analyzer.trucker.ship.shipfile import load_ship

    output.check(amount, out=out)
    check_yaml(out, "--out", "ship", load_ship)


def _write_ship(better: Improved, file: Path) -> str:
    """Write the ship to a file, and return a line with its path and the command that shows it."""
    write_whole(str(file), better.ship_file_at(file))
    return f"ship: {written_yaml(file)} (look at it: analyzer inspect {as_argument(file)})"


ExploreAmount = Annotated[
    AmountOptions,
    OnlyFields("flights", "save", "quiet"),
    Trials(0, default_text="as many as the seconds allow"),
    HelpTexts(
        flights="Number of flights of the whole search, all ships together. The same seed and number give the same "
        "map.",
        save="Save the map in this file after every generation; the same command continues from it.",
    ),
]
SHIP_FILES = (".yaml", ".yml")


def explore(
    begin: str = argument(
        ...,
        "Where to begin: a board, e.g. II or 2021-II (its reference ships), or a ship file (.yaml).",
        metavar="BOARD|SHIP",
    ),
    *,
    by: list[str] | None = option(
        None,
        "The two axes of the map: metrics, or `components`, the number of components of a ship. A number "
        "after a colon is the width of a cell, e.g. penalty:2.",
        several=Several(),
        metavar="METRIC[:STEP] METRIC[:STEP]",
        show_default="components components_lost",
    ),
    search: SearchOptions,
    confirm: int = option(4_000, "Number of fresh flights of every ship that is shown; fewer if the time runs out."),
    out: Path | None = option(None, "Write every ship to a file in this folder.", "-o", "--out", metavar="FOLDER"),
    flight: FieldOptions,
    amount: ExploreAmount,
    output: OutputOptions,
) -> None:
    """Make a map of good ships: the best ship for each number of components used and lost, or for any two metrics.

    Ships may use any components of one box. Each ship shown is flown again: those flights decide its place on the map.
    """
    output.check(amount)
    if out is not None:
        _check_folder(out, Path(begin))
    from analyzer.trucker.questions.explore import beginning
    from analyzer.trucker.questions.explore import explore as map_ships
    from analyzer.trucker.workshop.elites import USUAL

    start = _start(begin, flight.edition)
    conditions = conditions_of(beginning(start)[:1], flight)
    with searching() as heard:
        chart = map_ships(
            start,
            flight.level,
            amount.flights,
            flight.seed,
            by=split_values(by, "--by") or USUAL,
            confirm=confirm,
            save=amount.save,
            heard=heard,
            **search.arguments(),
            **conditions,
        )
    writes = [] if out is None else [partial(_write_ships, chart, out)]
    tell_search(
        chart,
        view_of_descriptions([chart]),
        output,
        *writes,
        best="what was found so far",
        in_file="the map",
        save=amount.save,
    )


def _start(begin: str, edition: str | None) -> Layout | str:
    """Return the ship of a file, or the name of a board."""
    named = Path(begin)
    if named.suffix in SHIP_FILES or exists(named):
        return load_ships([named], edition)[0]
    return begin if edition is None else f"{edition}-{begin}"


def _check_folder(out: Path, begin: Path) -> None:
    """Raise AnalyzerError if ships cannot be written to a folder, or if the first ship lies in it."""
    check_folder(out, f"--out {out}")
    if begin.is_file() and dirname(realpath(begin)) == realpath(out):
        raise AnalyzerError(f"--out {out}: {begin} lies in it: name another folder, so that it is not overwritten")


def _write_ships(chart: ShipChart, folder: Path) -> str:
    """Write every ship of the map to a file of its own, and return a line with their number."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in chart.files(folder).items():
        write_whole(folder / name, text)
    return f"ships: {len(chart)} files in {folder}"
