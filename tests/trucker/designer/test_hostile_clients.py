"""Who speaks no HTTP, stays silent, comes in crowds or names what is no file leaves the page as it was."""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from analyzer import AnalyzerError
from tests.doors.host import server as connections
from tests.doors.trucker_designer import Page, Session
from tests.trucker.designer.drawn import MILE, session
from tests.trucker.designer.served import served_alone

MOST_PAGES = 16
TOO_MANY = 4429


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with served_alone(session(MILE)) as one:
        yield one


def live(page: Page) -> Any:
    return connect(f"ws://127.0.0.1:{page.port}/live", compression=None, max_size=None)


def hello(token: str) -> str:
    return json.dumps({"kind": "hello", "token": token})


def heard(line: Any, kind: str) -> Any:
    while (told := json.loads(line.recv(timeout=20)))["kind"] != kind:
        pass
    return told


def told_by(line: Any, message: dict[str, Any]) -> Any:
    """The answer to that message."""
    line.send(json.dumps(message | {"number": 7}))
    while (told := json.loads(line.recv(timeout=20))).get("number") != 7:
        pass
    return told


def raw(page: Page, text: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", page.port), timeout=20)
    line.sendall(text)
    return line


def ended(line: socket.socket) -> bool:
    """Whether the other side has ended it; waits for that."""
    with suppress(ConnectionResetError):
        while line.recv(1 << 16):
            pass
    return True


def get(page: Page) -> int:
    with closing(HTTPConnection("127.0.0.1", page.port, timeout=20)) as line:
        line.request("GET", "/")
        return line.getresponse().status


@pytest.mark.parametrize("token", ["é", "\ud800", "\u202e" * 50, "\x00"])
def test_odd_token_is_refused(page: Page, token: str, capfd: Any) -> None:
    with live(page) as line:
        line.send(hello(token))
        with pytest.raises(ConnectionClosed, match="4403"):
            line.recv(timeout=20)
    assert capfd.readouterr().err == ""


GARBAGE = [
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20_000,
    b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: \xff\r\n\r\n",
]
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_garbage_requests_leave_no_trace(page: Page, capfd: Any) -> None:
    chance = random.Random(5)
    noise = [chance.randbytes(200) for _ in range(20)]
    frames = [UPGRADE % page.port + b"\x81\x85\x00\x00\x00\x00\xff\xff\xff\xff\xff", UPGRADE % page.port + noise[0]]
    for text in [*GARBAGE, *noise, *frames]:
        with closing(raw(page)) as line:
            with suppress(OSError):
                line.sendall(text)
                line.shutdown(socket.SHUT_WR)
            assert ended(line)
    assert get(page) == 200
    assert capfd.readouterr().err == ""


def test_endless_request_is_ended(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SOON", 0.1)
    whole = b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % page.port
    for text in (b"", b"GET / HT", whole + b"GET / HTTP/1.1\r\nHo"):
        with closing(raw(page, text)) as line:
            assert ended(line)


def test_page_outlives_request_time(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "SOON", 0.1)
    with live(page) as line:
        line.send(hello(page.token))
        heard(line, "welcome")
        with closing(raw(page)) as other:
            assert ended(other), "which was opened later"
        assert told_by(line, {"kind": "in_hand", "part": "CN0003^", "by": 1})["part"] == "CN3000>"


def test_surplus_connections_close_the_oldest(page: Page) -> None:
    with ExitStack() as opened:
        lines = [opened.enter_context(closing(raw(page))) for _ in range(connections.MOST_CONNECTIONS + 1)]
        assert ended(lines[0])
        for line in (lines[1], lines[-1]):
            line.sendall(b"GET / HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n" % page.port)
            assert line.recv(100).startswith(b"HTTP/1.1 200")
            assert ended(line)
    assert get(page) == 200


def test_silent_crowds_lock_nobody_out(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither connections nor sockets that say nothing keep a page waiting, and a page that is there stays."""
    monkeypatch.setattr(connections, "SOON", 1000.0)
    with ExitStack() as opened:
        first = opened.enter_context(live(page))
        first.send(hello(page.token))
        heard(first, "welcome")
        for _ in range(2 * connections.MOST_CONNECTIONS):
            opened.enter_context(closing(raw(page, b"GET / HT")))
        assert get(page) == 200
        for _ in range(connections.MOST_CONNECTIONS + 10):
            opened.enter_context(suppress(ConnectionClosed))
            opened.enter_context(live(page))
        assert get(page) == 200
        second = opened.enter_context(live(page))
        second.send(hello(page.token))
        heard(second, "welcome")
        assert told_by(first, {"kind": "in_hand", "part": "CN0003^", "by": 1})["part"] == "CN3000>"


def test_crowd_is_counted_before_welcome(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 200)
    with ExitStack() as opened:
        lines = [opened.enter_context(live(page)) for _ in range(2 * MOST_PAGES)]
        for line in lines:
            line.send(hello(page.token))
        closed = []
        for line in lines:
            try:
                heard(line, "welcome")
            except ConnectionClosed as end:
                closed.append(end.rcvd and end.rcvd.code)
        assert closed == [TOO_MANY] * MOST_PAGES


def test_strangers_take_no_page_place(page: Page) -> None:
    with ExitStack() as opened:
        for _ in range(MOST_PAGES + 4):
            opened.enter_context(live(page))
        with live(page) as line:
            line.send(hello(page.token))
            assert heard(line, "state")["tiles"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_special_files_are_not_opened(page: Page, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    with (tmp_path / "large.yaml").open("wb") as large:
        large.truncate(1 << 40)
    with socket.socket(socket.AF_UNIX) as place, live(page) as line:
        place.bind(str(tmp_path / "socket.yaml"))
        line.send(hello(page.token))
        for name in ("pipe", "folder", "zero", "socket", "x" * 300, "large"):
            path = str(tmp_path / f"{name}.yaml")
            told = told_by(line, {"kind": "open_file", "path": path})
            assert told["kind"] == "refused"
            assert path in told["faults"][0]
            if name != "large":
                assert told_by(line, {"kind": "save", "path": path, "replace": True})["kind"] == "refused"
        assert told_by(line, {"kind": "try", "part": "CN0003^", "at": [5, 7]})["kind"] == "tried"


def test_slow_file_blocks_no_request(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, go_on = threading.Event(), threading.Event()

    def load(path: Path) -> Any:
        reading.set()
        go_on.wait(20)
        raise AnalyzerError("too slow")

    monkeypatch.setattr(sys.modules[Session.__module__], "load_ship", load)
    with live(page) as line:
        line.send(hello(page.token))
        heard(line, "state")
        line.send(json.dumps({"kind": "open_file", "path": "slow.yaml"}))
        assert reading.wait(20)
        assert get(page) == 200
        go_on.set()
        assert heard(line, "refused")["faults"] == ["too slow"]


@pytest.mark.long
def test_many_pages_end_up_alike(page: Page) -> None:
    pages, edits = 4, 12
    states: list[Any] = [None] * pages

    def edit(number: int) -> None:
        with live(page) as line:
            line.send(hello(page.token))
            heard(line, "state")
            for by in range(edits):
                line.send(json.dumps({"kind": "turn", "at": [6, 8], "by": 1 + by % 3}))
            done.wait(20)
            line.send(json.dumps({"kind": "rename", "name": f"page {number}"}))
            done.wait(20)
            told_by(line, {"kind": "in_hand", "part": "CN0003^", "by": 1})
            done.wait(20)
        with live(page) as line:
            line.send(hello(page.token))
            states[number] = heard(line, "state")

    done = threading.Barrier(pages)
    threads = [threading.Thread(target=edit, args=(number,)) for number in range(pages)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(state == states[0] for state in states)
    assert states[0]["undo"] > pages
    assert states[0]["name"].startswith("page ")
