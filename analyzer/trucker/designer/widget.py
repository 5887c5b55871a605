"""Designer as a notebook widget: the front end of the page, with the kernel in place of a server."""

from __future__ import annotations

import json
from typing import Any

from anywidget import AnyWidget

from analyzer.trucker.designer.desk import Desk
from analyzer.trucker.designer.frontend import one_module, text_of
from analyzer.trucker.designer.session import Session
from analyzer.trucker.ship.layout import Layout


class Designer(AnyWidget):
    """A notebook widget in which a ship is drawn; it starts to fly the ship when it is first displayed."""

    _esm = one_module()
    _css = text_of("designer.css")

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._desk: Desk | None = None
        self.on_msg(self._on_message)

    @property
    def ship(self) -> Layout:
        """The ship as it is drawn in the widget."""
        return self._session.ship

    def close(self) -> None:
        """Remove the widget from the notebook and end its flights."""
        if self._desk is not None:
            self._desk.stop()
            self._desk = None
        if self._session.drafts is not None:
            self._session.drafts.close()
        super().close()

    def _on_message(self, _: Any, message: Any, __: Any) -> None:
        """Handle a message of the widget's page, and send the answers; start the flights at the first message."""
        self._desk = self._desk or Desk(self._session, self.send)
        for answer in self._desk.receive(json.dumps(message)):
            self.send(answer)
