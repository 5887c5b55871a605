"""Web server of drawing pages: connections, limits and routes.

A page of another site can make a browser send requests to this machine, and can give its own name our address.
Foreign `Host` and `Origin` headers are therefore refused. The first message must hold the token, which only the
printed address contains.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from importlib.resources.abc import Traversable
from typing import Any, Protocol, TypeAlias, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketClose, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from analyzer.errors import AnalyzerError
from analyzer.host.places import FRONT, SHARED

Answer = TypeVar("Answer")

SOON = 10.0
"""Seconds within which an HTTP connection must be served, and a page must send its token."""
MOST_CONNECTIONS = 64
"""Maximum number of HTTP connections and pages; beyond it the longest waiting one is closed for a new one."""


class Connection(H11Protocol):
    """HTTP connection that is closed after SOON seconds unless it became the WebSocket of a page."""

    is_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time limit, and close another connection if there are too many."""
        super().connection_made(transport)
        self._end = self.loop.call_later(SOON, transport.abort)
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()
        _strangers[self] = None

    def _make_room(self) -> None:
        """Close the oldest connection that has sent no request, or else the oldest that has not sent the token."""
        for gone in [one for one in _strangers if one.transport.is_closing()]:
            del _strangers[gone]
        others = [one for one in _strangers if one.connections is self.connections]
        silent = [one for one in others if one.cycle is None and not one.is_socket]
        (silent or others or [self])[0].transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the list of those that have not sent the token."""
        self._end.cancel()
        _strangers.pop(self, None)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Turn the connection into a WebSocket, which has limits of its own."""
        self._end.cancel()
        self.is_socket = True
        super().handle_websocket_upgrade(event)


_strangers: dict[Connection, None] = {}
"""Connections that have not sent the token of a page, the oldest first."""


def mark_as_known(client: object) -> None:
    """Mark the connection of a client as one whose page has sent the token; it is then never closed to make room."""
    for one in [one for one in _strangers if one.client == client]:
        del _strangers[one]


async def in_thread(call: Callable[[Any], Answer], argument: Any) -> Answer:
    """Return the result of a call, computed in a thread that does not keep the program from ending."""
    answer: Future[Answer] = Future()
    answer.set_running_or_notify_cancel()

    def work() -> None:
        try:
            answer.set_result(call(argument))
        except Exception as error:
            answer.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(answer)


NAMES = ("127.0.0.1", "localhost")
"""Host names of this machine, the only ones that requests may use."""


def policy(port: int) -> str:
    """Return the content security policy of a page: it may load its own files, and nothing from elsewhere."""
    live = " ".join(f"ws://{name}:{port}" for name in NAMES)
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {live}; img-src 'self' blob: "
        "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Guard:
    """ASGI application that answers 403 to anything but our own page, and adds security headers."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app, self.port = app, port
        self.hosts = {f"{name}:{port}" for name in NAMES} | ({*NAMES} if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self.may_pass(Headers(scope=scope)):
            refused = PlainTextResponse("refused: this address answers its own page on this machine alone\n", 403)
            await (refused if scope["type"] == "http" else WebSocketClose(4403))(scope, receive, send)
        else:
            await self.app(scope, receive, self._with_policy(send))

    def may_pass(self, headers: Headers) -> bool:
        """Return whether a request names this machine as its host, and comes from no page of another origin."""
        origin = headers.get("origin")
        home = origin is None or origin in {f"http://{host}" for host in self.hosts}
        return headers.get("host") in self.hosts and home and len(headers.getlist("host")) == 1

    def _with_policy(self, send: Send) -> Send:
        """Return `send` with the security headers added to every response."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = policy(self.port)
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "no-referrer"
                headers["cross-origin-resource-policy"] = "same-origin"
                headers["cross-origin-opener-policy"] = "same-origin"
                headers["cache-control"] = "no-store"
            await send(message)

        return sent


HERE = "127.0.0.1"
USUAL_PORT = 8424
Files: TypeAlias = Mapping[str, tuple[Traversable, str]]
"""Mapping from the path in a URL to file and media type."""
FILES: Files = {
    "/": (FRONT / "page.html", "text/html"),
    "/page.js": (FRONT / "page.js", "text/javascript"),
    "/page.css": (FRONT / "page.css", "text/css"),
    **{f"/{name}": (FRONT / name, "text/javascript") for name in SHARED},
}
"""Files of every page; a page adds its own module /designer.js, which draws, and /designer.css."""
LARGEST_MESSAGE = 1 << 24
"""Bytes of a message beyond which a connection is closed without an answer."""
LONGEST_HELLO = 1000
"""Maximum number of characters of a page's first message, which holds the token."""
MOST_PAGES = 16
"""Maximum number of pages connected at once."""
REFUSED, TOO_MANY = 4403, 4429


def listening(port: int | None) -> socket.socket:
    """Return a socket that listens to this machine alone.

    Args:
        port: number of the port; if None, the usual port, or any free one if it is taken.

    Raises:
        AnalyzerError: if the port is taken.
    """
    for wanted in (USUAL_PORT, 0) if port is None else (port,):
        place = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((HERE, wanted))
            place.listen()
        except OSError as error:
            place.close()
            if port is not None:
                raise AnalyzerError(
                    f"--port {port}: cannot be used: {error.strerror or error}; name another, or leave it out"
                ) from None
        else:
            return place
    raise AnalyzerError("no port of this machine is free")


class Outbox:
    """Queue of messages for one page that keeps only the latest message of each kind.

    A message replaces earlier ones of its kind. A page that reads slowly therefore costs no memory, and sees the latest
    state.
    """

    def __init__(self) -> None:
        self._latest: dict[str, dict[str, Any]] = {}
        self._more = asyncio.Event()

    def put(self, message: dict[str, Any]) -> None:
        """Queue a message behind all others, removing an earlier one of its kind."""
        self._latest.pop(message["kind"], None)
        self._latest[message["kind"]] = message
        self._more.set()

    def put_first(self, answers: list[dict[str, Any]]) -> None:
        """Queue answers before all messages; a queued message of an answer's kind is newer and takes its place."""
        # The union keeps the places of the answers, and the content of the newer messages.
        self._latest = {answer["kind"]: answer for answer in answers} | self._latest
        self._more.set()

    async def send(self, page: WebSocket) -> None:
        """Send queued messages to the page until it disconnects."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._more.wait()
                self._more.clear()
                while self._latest:
                    await page.send_text(json.dumps(self._latest.pop(next(iter(self._latest)))))


class AnyDesk(Protocol):
    """Protocol of a drawing that answers messages of pages; it also sends messages to all pages by itself."""

    def receive(self, raw: str | bytes) -> list[dict[str, Any]]:
        """Return the answers to a message; the answer to hello is everything that a page shows."""

    def stop(self) -> None:
        """End all computation in the background, e.g. advice on the present drawing."""


Show: TypeAlias = Callable[[dict[str, Any]], None]


class Page:
    """Web server of one drawing and its pages.

    Args:
        begin: function that makes the page's desk, given a function that sends a message to all pages.
        own: files that this page has besides those of all pages.
        port: number of the port; if None, the usual port, or any free one if it is taken.
    """

    def __init__(self, begin: Callable[[Show], AnyDesk], own: Files, port: int | None = None) -> None:
        self.socket = listening(port)
        self.port = int(self.socket.getsockname()[1])
        self.token = secrets.token_urlsafe(24)
        self._begin, self._files = begin, {**FILES, **own}
        self._open: set[Outbox] = set()
        self._one_at_a_time = asyncio.Lock()
        routes = [Route(path, self._file, methods=["GET"]) for path in self._files]
        self.app = Guard(Starlette(routes=[*routes, WebSocketRoute("/live", self._live)]), self.port)
        config = uvicorn.Config(
            self.app,
            http=Connection,
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        """Address of the page, with the token behind the #, which browsers send to nobody."""
        return f"http://{HERE}:{self.port}/#token={self.token}"

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until Ctrl-C, or until `stop` is called.

        Args:
            ready: called once pages can be loaded.
        """
        asyncio.run(self._serve(ready))

    def stop(self) -> None:
        """End the server at once."""
        self.server.should_exit = self.server.force_exit = True

    async def _serve(self, ready: Callable[[], None]) -> None:
        """Serve pages and send them messages until the server is stopped."""
        loop = asyncio.get_running_loop()

        def show(message: dict[str, Any]) -> None:
            # A desk's thread may finish a computation after the last page is gone and the loop is closed.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._show, message)

        self._desk = self._begin(show)
        self.server.handle_exit = lambda *_: self.stop()  # type: ignore[method-assign]
        try:
            serving = loop.create_task(self.server.serve(sockets=[self.socket]))
            while not (self.server.started or serving.done()):
                await asyncio.sleep(0.01)
            ready()
            await serving
        finally:
            self._desk.stop()

    def _show(self, message: dict[str, Any]) -> None:
        """Send a message to all pages."""
        for outbox in self._open:
            outbox.put(message)

    async def _live(self, page: WebSocket) -> None:
        """Accept the WebSocket of a page that sends the token, unless too many pages are connected."""
        await page.accept()
        try:
            if not await self._knows(page):
                await page.close(REFUSED, "the token is not that of this page")
            elif len(self._open) >= MOST_PAGES:
                await page.close(TOO_MANY, "too many pages")
            else:
                await self._talk(page)
        except (WebSocketDisconnect, RuntimeError):
            pass
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)

    async def _talk(self, page: WebSocket) -> None:
        """Exchange messages with one page until it disconnects."""
        mark_as_known(page.scope["client"])
        outbox = Outbox()
        self._open.add(outbox)
        teller = None
        try:
            outbox.put_first(await self._answers('{"kind": "hello"}'))
            teller = asyncio.create_task(outbox.send(page))
            while (message := await page.receive())["type"] == "websocket.receive":
                for answer in await self._answers(message.get("text") or message.get("bytes") or ""):
                    await page.send_text(json.dumps(answer))
        finally:
            self._open.discard(outbox)
            if teller is not None:
                teller.cancel()

    async def _answers(self, raw: str | bytes) -> list[dict[str, Any]]:
        """Return the answers to a message, computed in a thread so that slow files keep no other request waiting."""
        async with self._one_at_a_time:
            return await in_thread(self._desk.receive, raw)

    async def _knows(self, page: WebSocket) -> bool:
        """Return whether the first message of a page holds the token."""
        try:
            text = await asyncio.wait_for(page.receive_text(), SOON)
            first = json.loads(text) if len(text) <= LONGEST_HELLO else None
        except (ValueError, RecursionError, TimeoutError, KeyError):
            return False
        token = first.get("token") if isinstance(first, dict) and first.get("kind") == "hello" else None
        return isinstance(token, str) and secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    async def _file(self, request: Request) -> Response:
        """Return the response with a file of the page."""
        file, kind = self._files[request.url.path]
        return Response(file.read_bytes(), media_type=kind)
