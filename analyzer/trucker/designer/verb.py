"""`analyzer design`: a page of this machine in which a ship is drawn, with its risk beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.stopping import say
from analyzer.errors import AnalyzerError
from analyzer.interrupts import INTERRUPTED
from analyzer.trucker.command.options import PlayerOptions, RivalOptions, TripOptions
from analyzer.trucker.sayings.phrases import many

if TYPE_CHECKING:
    from analyzer.trucker.designer.session import Session
    from analyzer.trucker.designer.sketch import Sheet
    from analyzer.trucker.ship.layout import Layout

INSTALL = "python -m pip install 'analyzer[designer]'"
BOARD = "2007-II"
Ship = Annotated[
    str | None,
    typer.Argument(
        help="Ship file (.yaml), or a link that holds a ship (default: an empty board).",
        metavar="SHIP",
        show_default=False,
    ),
]
Board = Annotated[
    str | None,
    typer.Option(help="The board to begin on, e.g. 2021-II.", metavar="BOARD", show_default=BOARD),
]
Port = Annotated[
    int | None,
    typer.Option(
        help="Port of the page on this machine (default: 8424, or any that is free).",
        min=0,
        max=65535,
        metavar="N",
        show_default=False,
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Print the address only, and open no browser.")]


def design(
    ship: Ship = None,
    *,
    board: Board = None,
    port: Port = None,
    no_browser: NoBrowser = False,
    trip: Annotated[TripOptions, Only("seed", "edition")],
    players: PlayerOptions,
    rivals: RivalOptions,
) -> None:
    """Draw a ship in the browser with its risk beside it: a page on this machine only, until Ctrl-C.

    Needs three more packages: python -m pip install starlette uvicorn websockets
    """
    page_of = _server()
    session = _session(ship, board, trip, players, rivals)
    page = page_of(session, port)

    def ready() -> None:
        print(f"{session.ship.name}: {page.address}", *_offers(session), "stop with Ctrl-C", sep="\n", flush=True)
        if not no_browser:
            import webbrowser

            webbrowser.open(page.address)

    try:
        page.run(ready)
    finally:
        if session.drafts is not None:
            session.drafts.close()
    versions = f"{many(len(session.versions.all), 'version')} that you kept: the next start offers to bring them back"
    say(
        [
            "stopped",
            *map(_where, session.unsaved()),
            *[versions] * bool(session.versions.all),
            *[session.draft_fault] * bool(session.draft_fault),
        ]
    )
    raise typer.Exit(INTERRUPTED)


def _offers(session: Session) -> list[str]:
    """What was left behind and is offered in the page."""
    left, versions = len(session.left_behind), sum(len(strip.versions) for strip in session.strips)
    offers = [f"{many(left, 'drawing')} with unsaved changes left from before: open or discard in the page"] * bool(
        left
    )
    bring = f"{many(versions, 'version')} left from before: bring back or discard in the page"
    return [*offers, *[bring] * bool(versions)]


def _where(sheet: Sheet) -> str:
    """Where the unsaved changes of a drawing are."""
    drawing = "of a drawing without a file" if sheet.place.path is None else f"of {sheet.place.path}"
    return f"unsaved changes {drawing} are in {sheet.draft}: the next start offers them"


def _server() -> type:
    try:
        from analyzer.trucker.designer.server import Page
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("analyzer"):
            raise
        raise AnalyzerError(f"the designer needs {error.name}, which is not installed: {INSTALL}") from None
    return Page


def _session(
    named: str | None, board: str | None, trip: TripOptions, players: PlayerOptions, rivals: RivalOptions
) -> Session:
    from analyzer.trucker.captains.captainfile import load_captain
    from analyzer.trucker.designer import link
    from analyzer.trucker.designer.drafts import Drafts, state_folder
    from analyzer.trucker.designer.session import Session
    from analyzer.trucker.designer.setting import Setting
    from analyzer.trucker.ship.blank import new_ship
    from analyzer.trucker.ship.shipfile import load_ship, parse_ship
    from analyzer.trucker.tables.folder import named_edition

    if named is not None and board is not None:
        raise AnalyzerError("SHIP, --board: choose one: a ship has its board")
    path = None if named is None or link.MARK in named else Path(named)
    layout: Layout
    if path is not None:
        layout = load_ship(path, trip.edition)
    elif named is not None:
        layout = link.ship_in(named, trip.edition)
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
    """The board to begin on: of an edition of the user's own the last one that it has, which is most likely theirs."""
    if named is not None or edition is None:
        return named or BOARD
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.tables.folder import named_edition

    return list(load_edition(named_edition(edition)).boards)[-1]
