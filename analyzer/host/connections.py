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
"""HTTP connections and pages at once; beyond that the one that has waited longest is closed for a new one."""


class Connection(H11Protocol):
    """An HTTP connection, which ends after some seconds, unless it has become the socket of a page by then."""

    is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, say when it ends, and close another one where there are too many."""
        super().connection_made(transport)
        self._end = self.loop.call_later(SOON, transport.abort)
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()
        _strangers[self] = None

    def _make_room(self) -> None:
        """Close the oldest connection that has asked for nothing, or else the oldest whose page is not known yet."""
        for gone in [one for one in _strangers if one.transport.is_closing()]:
            del _strangers[gone]
        others = [one for one in _strangers if one.connections is self.connections]
        silent = [one for one in others if one.cycle is None and not one.is_socket]
        (silent or others or [self])[0].transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._end.cancel()
        _strangers.pop(self, None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket, which has limits of its own."""
        self._end.cancel()
        self.is_socket = True
        super().handle_websocket_upgrade(event)


_strangers: dict[Connection, None] = {}
"""Connections that have not said the token of a page, the oldest first."""


def is_known(client: object) -> None:
    """Keep the connection of that client (address and port) for good: its page has said the token."""
    for one in [one for one in _strangers if one.client == client]:
        del _strangers[one]


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
