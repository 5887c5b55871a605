"""The page of the board: a drawing of a galaxy and a position on the host of all drawings."""

from __future__ import annotations

from importlib.resources import files

from analyzer.host.server import Files
from analyzer.host.server import Page as AnyPage
from analyzer.lorry.designer.desk import Desk
from analyzer.lorry.designer.session import Session

FRONT = files("analyzer.lorry.designer") / "front"
FILES: Files = {
    "/designer.js": (FRONT / "board.js", "text/javascript"),
    "/pane.js": (FRONT / "pane.js", "text/javascript"),
    "/designer.css": (FRONT / "board.css", "text/css"),
}


class Page(AnyPage):
    """A server of one session."""

    def __init__(self, session: Session, port: int | None = None, captain: str = "steady", seed: int = 1) -> None:
        super().__init__(lambda show: Desk(session, show, captain, seed), FILES, port)
        self.session = session
