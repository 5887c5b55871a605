"""Connections to the page's server: so many at once, and none that waits for the rest of a request for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from uvicorn.protocols.http.h11_impl import H11Protocol

Answer = TypeVar("Answer")

SOON = 10.0
"""Seconds within which all that an HTTP connection asks for is sent, and a page has to say who it is."""
MOST_CONNECTIONS = 64
"""HTTP connections and pages at once; beyond that a new one is closed unheard."""


class Connection(H11Protocol):
    """An HTTP connection, which ends after some seconds, unless it has become the socket of a page by then."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and say when it ends."""
        super().connection_made(transport)
        self._end = self.loop.call_later(SOON, transport.abort)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._end.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket, which has limits of its own."""
        self._end.cancel()
        super().handle_websocket_upgrade(event)


async def in_thread(call: Callable[[Any], Answer], argument: Any) -> Answer:
    """What the call returns, made in a thread for which the end of the program does not wait."""
    answer: Future[Answer] = Future()
    answer.set_running_or_notify_cancel()

    def work() -> None:
        try:
            answer.set_result(call(argument))
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(answer)
