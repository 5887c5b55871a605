"""Page of the designer: a drawing of a ship on the server that all drawings share."""

from __future__ import annotations

from analyzer.host.places import SHARED
from analyzer.host.server import Files
from analyzer.host.server import Page as AnyPage
from analyzer.trucker.designer.desk import Desk
from analyzer.trucker.designer.frontend import FRONT, MODULES
from analyzer.trucker.designer.session import Session

FILES: Files = {
    **{f"/{module}": (FRONT / module, "text/javascript") for module in MODULES if module not in SHARED},
    "/designer.css": (FRONT / "designer.css", "text/css"),
}


class Page(AnyPage):
    """Page of the designer in a browser: a server on this machine for the drawing of one session."""

    def __init__(self, session: Session, port: int | None = None) -> None:
        super().__init__(lambda show: Desk(session, show), FILES, port)
        self._session = session
