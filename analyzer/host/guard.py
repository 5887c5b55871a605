"""Who may speak to the page's server: nobody but a page of its own, on this machine, that knows the token.

A page of another site can make a browser send requests to this machine, and can give its own name our address; so
foreign `Host` and `Origin` are refused, and the token that only the printed address holds is asked for first.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

NAMES = ("127.0.0.1", "localhost")
"""What this machine calls itself; it listens to nobody else."""


def policy(port: int) -> str:
    """What a page may load: what came with it, and nothing from elsewhere."""
    live = " ".join(f"ws://{name}:{port}" for name in NAMES)
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' {live}; img-src 'self' blob: "
        "data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Guard:
    """An ASGI application that refuses with 403 what does not come from our own page, and says what a page may do."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app, self.port = app, port
        self.hosts = {f"{name}:{port}" for name in NAMES} | ({*NAMES} if port == 80 else set())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif not self.may_pass(Headers(scope=scope)):
            refused = PlainTextResponse("refused: this address answers its own page on this machine alone\n", 403)
            await (refused if scope["type"] == "http" else WebSocketClose(4403))(scope, receive, send)
        else:
            await self.app(scope, receive, self._with_policy(send))

    def may_pass(self, headers: Headers) -> bool:
        """Whether it was sent to us by a name of this machine, and by no page of another origin."""
        origin = headers.get("origin")
        home = origin is None or origin in {f"http://{host}" for host in self.hosts}
        return headers.get("host") in self.hosts and home and len(headers.getlist("host")) == 1

    def _with_policy(self, send: Send) -> Send:
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
