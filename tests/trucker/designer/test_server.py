"""Who may speak to the server of the page, and what it does with who speaks badly."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import analyzer
from tests.conftest import Said
from tests.doors.host import server
from tests.doors.trucker_designer import Page
from tests.runs.running import wait_until
from tests.trucker.designer.drawn import MILE, session
from tests.trucker.designer.hostile import hostile
from tests.trucker.designer.served import served


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with served(session(MILE)) as one:
        yield one


def asked(page: Page, path: str = "/", **headers: str) -> tuple[int, dict[str, str], bytes]:
    with closing(HTTPConnection("127.0.0.1", page.port, timeout=10)) as line:
        line.request("GET", path, headers={"Host": f"127.0.0.1:{page.port}"} | headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def live(page: Page, **more: Any) -> Any:
    return connect(f"ws://127.0.0.1:{page.port}/live", compression=None, max_size=None, **more)


@contextmanager
def opened(page: Page) -> Iterator[Any]:
    with live(page) as line:
        line.send(json.dumps({"kind": "hello", "token": page.token}))
        yield line


def heard(line: Any, kind: str, seconds: float = 20) -> Any:
    until = time.monotonic() + seconds
    while True:
        told = json.loads(line.recv(timeout=until - time.monotonic()))
        if told["kind"] == kind:
            return told


HANDSHAKE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""What a browser says first to open a socket."""


# Who may speak


@pytest.mark.parametrize("path", ["/", "/page.js", "/designer.js", "/designer.css", "/page.css"])
def test_page_policy_admits_nothing(page: Page, path: str) -> None:
    status, headers, text = asked(page, path)
    assert status == 200
    assert text
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert not [name for name in headers if name.startswith("access-control")]
    assert not re.search(rb"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("path", ["/nix", "/../server.py", "/live", "/designer.js/.."])
def test_server_has_nothing_else(page: Page, path: str) -> None:
    assert asked(page, path)[0] in (403, 404, 405, 426)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Host": "localhost:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1"},
    ],
)
def test_foreign_hosts_are_refused(page: Page, headers: dict[str, str]) -> None:
    assert asked(page, **headers)[0] == 403
    assert asked(page, "/live", **HANDSHAKE, **headers)[0] == 403


def test_own_page_may_speak(page: Page) -> None:
    assert asked(page, Host=f"localhost:{page.port}", Origin=f"http://localhost:{page.port}")[0] == 200


@pytest.mark.parametrize(
    "first", ['{"kind": "hello", "token": "wrong"}', '{"kind": "hello"}', '{"kind": "undo"}', "x", b"\xff"]
)
def test_wrong_token_learns_nothing(page: Page, first: Any) -> None:
    with live(page) as line:
        line.send(first)
        with pytest.raises(Exception, match=r"4403|token"):
            line.recv(timeout=10)


def test_server_listens_locally_only(page: Page) -> None:
    assert page.socket.getsockname()[0] == "127.0.0.1"
    assert page.address.startswith(f"http://127.0.0.1:{page.port}/#token=")
    assert len(page.token) >= 32


# Who speaks badly


@pytest.mark.long
def test_two_pages_see_the_same(page: Page) -> None:
    """Two pages see the same, and a page that comes back sees the current drawing."""
    with opened(page) as one, opened(page) as other:
        before = heard(one, "state")["change"]
        heard(other, "state")
        one.send(json.dumps({"kind": "turn", "at": [6, 8], "by": 1}))
        assert heard(other, "state")["change"] == heard(one, "state")["change"] == before + 1
        assert heard(other, "risk")["change"] == before + 1
        one.send(json.dumps({"kind": "undo"}))
        shown = heard(other, "state")
    with opened(page) as again:
        assert heard(again, "state")["tiles"] == shown["tiles"]


@pytest.mark.long
def test_broken_messages_leave_memory_flat(page: Page) -> None:
    """Thousands of broken messages are answered, and memory stays flat."""
    chance = random.Random(2)
    sent = [hostile(chance) for _ in range(1000)]
    with opened(page) as line:
        heard(line, "risk")
        for message in sent[:200]:
            line.send(message)
        line.send(json.dumps({"kind": "in_hand", "part": "CN0003^", "by": 0}))
        heard(line, "in_hand", 60)
        tracemalloc.start()
        begun = tracemalloc.get_traced_memory()[0]
        refused = [message for message in sent[200:] if '"kind": "new"' not in message]
        for message in refused:
            line.send(message)
        line.send("x" * 10_000_000)
        line.send(b"\x00\xff")
        line.send(json.dumps({"kind": "in_hand", "part": "CN0003^", "by": 1}))
        assert heard(line, "in_hand", 60)["part"] == "CN3000>"
        grown = tracemalloc.get_traced_memory()[0] - begun
        tracemalloc.stop()
        assert grown < 20_000_000
    with opened(page) as line:
        assert heard(line, "state")["tiles"]


TOO_BIG = 1009
"""Why a connection is closed, as RFC 6455 numbers it."""


def test_too_large_message_ends_connection(page: Page) -> None:
    with opened(page) as line:
        heard(line, "state")
        with suppress(ConnectionClosed):
            line.send("x" * 20_000_000)
        with pytest.raises(ConnectionClosed) as ended:
            heard(line, "refused")
        told = ended.value.rcvd
        assert told is None or told.code == TOO_BIG, "who is still sending may find the line cut before they read why"
    with opened(page) as line:
        assert heard(line, "state")


# From the command line


def test_taken_port_is_told(page: Page, command: Any) -> None:
    said: Said = command("design", "--port", str(page.port), "--no-browser")
    assert said.code == 2
    assert f"--port {page.port}: cannot be used" in said.told
    assert "leave it out" in said.told


def test_usual_port_gives_way() -> None:
    one, other = server.listening(None), server.listening(None)
    assert one.getsockname()[1] != other.getsockname()[1]
    one.close()
    other.close()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["nix.yaml"], "nix.yaml: no such file"),
        ([str(MILE), "--board", "I"], "choose one"),
        (["--board", "2007-X"], "no board"),
        (["http://127.0.0.1:1/#ship=AAAA"], "the link holds no ship"),
        (["--captain", "nobody"], "no captain"),
        (["--rivals", "nix.yaml"], "nix.yaml: no such file"),
        (["--port", "70000"], "65535"),
    ],
)
def test_wrong_start_is_refused_first(command: Any, given: list[str], told: str) -> None:
    """A wrong start is refused before anything is served."""
    said: Said = command("design", "--no-browser", *given)
    assert said.code == 2
    assert told in said.told


def test_help_tells_how_to_install(command: Any) -> None:
    said: Said = command("design", "--help")
    assert "python -m pip install starlette uvicorn websockets" in " ".join(said.out.split())


def test_missing_extra_is_told(command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name
        for name in sys.modules
        if name.startswith(("analyzer.trucker.designer.server", "analyzer.host.server", "uvicorn"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    said: Said = command("design", "--no-browser")
    assert said.code == 2
    assert "python -m pip install 'analyzer[designer]'" in said.told


def children(process: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == process:
            found.append(int(status.parent.name))
    return found + [grandchild for child in found for grandchild in children(child)]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_ctrl_c_ends_server_and_flyer(tmp_path: Path) -> None:
    """Ctrl-C ends the server at once, and the process that flies for it too."""
    root = Path(analyzer.__file__).parent.parent
    process = subprocess.Popen(
        [sys.executable, "-m", "analyzer", "design", str(MILE), "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert process.stdout is not None
    address, _, token = process.stdout.readline().split()[-1].partition("#token=")
    flying = children(process.pid)
    assert flying
    with connect(address.replace("http", "ws") + "live") as line:
        line.send(json.dumps({"kind": "hello", "token": token}))
        heard(line, "state")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)  # while a page listens: it is not waited for
    assert "Traceback" not in err
    wait_until(lambda: not [one for one in flying if Path(f"/proc/{one}").exists()])
