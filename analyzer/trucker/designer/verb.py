"""`analyzer design`: a page of this machine in which a ship is drawn, with its risk beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.drawing import NoBrowser, Port, page_of, serve
from analyzer.cli.option_records import Only
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.options import PlayerOptions, RivalOptions, TripOptions
from analyzer.trucker.sayings.phrases import many

if TYPE_CHECKING:
    from analyzer.trucker.designer.session import Session
    from analyzer.trucker.designer.sketch import Sheet
    from analyzer.trucker.ship.layout import Layout

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
    page = page_of("analyzer.trucker.designer.server", "designer")
    session = _session(ship, board, trip, players, rivals)
    served = page(session, port)
    serve(served, session, session.ship.name, _offers(session), lambda: _unsaved(session), no_browser)


def _unsaved(session: Session) -> list[str]:
    """What is not saved at the end, and where it is."""
    versions = f"{many(len(session.versions.all), 'version')} that you kept: the next start offers to bring them back"
    return [*map(_where, session.unsaved()), *[versions] * bool(session.versions.all)]


def _offers(session: Session) -> list[str]:
    """What was left behind and is offered in the page."""
    left, versions = len(session.left_behind), sum(len(strip.versions) for strip in session.strips)
    offers = [f"{many(left, 'drawing')} with unsaved changes left from before: open or discard in the page"] * bool(
        left
    )
    bring = f"{many(versions, 'version')} left from before: bring back or discard in the page"
    aside = [] if session.drafts is None else session.drafts.set_aside
    return [*offers, *[bring] * bool(versions), *aside]


def _where(sheet: Sheet) -> str:
    """Where the unsaved changes of a drawing are."""
    drawing = "of a drawing without a file" if sheet.place.path is None else f"of {sheet.place.path}"
    return f"unsaved changes {drawing} are in {sheet.draft}: the next start offers them"


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
