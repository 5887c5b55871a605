"""A drawing with who flies for it and who looks at it, for any host: a page's server, or a notebook."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from analyzer.trucker.designer.flyer import Flyer
from analyzer.trucker.designer.session import Session

Plain = dict[str, Any]


class Desk:
    """Passes messages between a session, the process that flies, and all who look; may be called by any thread.

    `show`: sends a message to all pages.
    """

    def __init__(self, session: Session, show: Callable[[Plain], None]) -> None:
        self.session = session
        self._show = show
        self._one_at_a_time = threading.Lock()
        self._flyer = Flyer(self._on_flown)
        self._flyer.fly(session.wish())

    def receive(self, raw: str | bytes) -> list[Plain]:
        """The answers to a message; what concerns all pages is sent to all."""
        with self._one_at_a_time:
            reply = self.session.receive(raw)
            for message in reply.to_all:
                self._show(message)
            if reply.ask is not None or reply.changed:
                self._flyer.fly(reply.ask)
        return reply.answers

    def stop(self) -> None:
        """End all flights."""
        self._flyer.stop()

    def _on_flown(self, look: Plain) -> None:
        with self._one_at_a_time:
            reply = self.session.on_flown(look)
            for message in reply.to_all:
                self._show(message)
            if reply.ask is not None:
                self._flyer.fly(reply.ask)
