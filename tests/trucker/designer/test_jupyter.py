"""The widget in a real Jupyter: a cell shows it, a hand draws in it, and the next cell reads what is drawn.

It takes ten seconds of a processor, so it runs where every case of every family does (`make verify`).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

import analyzer
from tests.trucker.designer.drawn import MILE
from tests.trucker.designer.seen import BIG, Seen
from tests.trucker.designer.served import browser, in_browser

pytestmark = [
    in_browser,
    pytest.mark.skipif(find_spec("jupyterlab") is None, reason="NOT TESTED IN JUPYTER: needs jupyterlab"),
    pytest.mark.skipif(os.environ.get("ANALYZER_TESTS") != "all", reason="runs with make verify"),
]
CELLS = (
    f"import analyzer\nwidget = analyzer.designer(analyzer.load_ship({str(MILE)!r}), rivals='alone')\nwidget",
    "analyzer.save_ship(widget.ship, 'drawn.yaml')",
)


def notebook() -> str:
    cells = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
        for i, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def jupyter(folder: Path) -> Iterator[str]:
    """The address of a Jupyter that serves the folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "drawing.ipynb").write_text(notebook(), encoding="utf-8")
    home = {name: str(folder / "home") for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    flags = ["--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=x", f"--notebook-dir={folder}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", *flags],
        env={**os.environ, **home, "XDG_STATE_HOME": str(folder / "state")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(OSError), urllib.request.urlopen(f"{address}/api/status?token=x"):
                break
            time.sleep(0.1)
        yield f"{address}/lab/tree/drawing.ipynb?token=x"
    finally:
        process.terminate()
        process.wait(30)


class Lab(Seen):
    """A notebook that is open in a browser."""

    def __init__(self, driver: object) -> None:
        self.driver = driver

    def run(self, cell: int) -> None:
        """Run that cell, from 0."""
        at = self.js(
            """const one = document.querySelectorAll('.jp-CodeCell .cm-content')[arguments[0]]; one.scrollIntoView();
            const box = one.getBoundingClientRect(); return [Math.round(box.x + 40), Math.round(box.y + 8)];""",
            cell,
        )
        self.mouse("mousePressed", tuple(at))
        self.mouse("mouseReleased", tuple(at))
        self.press_with_control("Enter")

    def press_with_control(self, key: str) -> None:
        code = {"key": key, "code": key, "windowsVirtualKeyCode": 13, "modifiers": 2}
        for kind in ("rawKeyDown", "keyUp"):
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": kind, **code})  # type: ignore[attr-defined]


def test_a_cell_shows_it_a_hand_draws_and_the_next_cell_reads_the_ship(tmp_path: Path) -> None:
    with jupyter(tmp_path) as address, browser(1400, 1100) as driver:
        lab = Lab(driver)
        driver.get(address)
        lab.until(lambda: lab.js("return document.querySelectorAll('.jp-CodeCell .cm-content').length") == 2, 60)
        lab.until(lambda: lab.js("return document.body.innerText.includes('Idle')"), 60)
        lab.run(0)
        lab.until(lambda: lab.js("return document.querySelector('.designer .big') !== null"), 60)
        lab.until(lambda: lab.js(BIG))
        start = lab.centre(6, 8)
        lab.mouse("mousePressed", start)
        lab.mouse("mouseReleased", start)
        lab.press("Delete")
        sheet = "return document.querySelector('.designer').innerText"
        lab.until(lambda: "17 on 18 squares" in lab.js(sheet) and " flights, 2007, level I" in lab.js(sheet), 60)
        if "SHOT" in os.environ:
            driver.save_screenshot(os.environ["SHOT"])
        lab.run(1)
        end = time.monotonic() + 30
        while not (tmp_path / "drawn.yaml").exists():
            assert time.monotonic() < end, lab.js("return document.body.innerText")
            time.sleep(0.1)
    assert analyzer.load_ship(tmp_path / "drawn.yaml") == analyzer.load_ship(MILE).without([(6, 8)])
    assert [*(tmp_path / "state").rglob("drawing-*.yaml")]
