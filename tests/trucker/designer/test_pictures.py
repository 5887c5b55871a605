"""The page with all of its panes at every width, light and dark: nothing sticks out; the pictures are kept on request.

`DESIGNER_PICTURES=FOLDER ANALYZER_TESTS=all pytest tests/trucker/designer/test_pictures.py` writes them for eyes.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.browsing import liked
from tests.trucker.designer.drawn import HAULER, lying, session
from tests.trucker.designer.seen import Seen
from tests.trucker.designer.served import browser, in_browser, served, sized

pytestmark = [
    in_browser,
    pytest.mark.skipif(os.environ.get("ANALYZER_TESTS") != "all", reason="runs with make verify"),
]
OUT = os.environ.get("DESIGNER_PICTURES")
STICKS_OUT = """return [...document.querySelectorAll('.designer *')]
    .filter((one) => one.offsetParent !== null && !one.closest('.palette, .chips, .items, .cards, textarea'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    """A ship with a flaw, two versions, side by side, and its text."""
    with served(session(HAULER, "alone")) as page, browser() as driver:
        one = Seen(driver, page)
        one.load()
        driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        one.js("localStorage.setItem('designer-tour', 'seen'); document.querySelector('.board').focus()")
        one.press("k")
        one.until(lambda: one.js("return document.querySelector('.more') !== null"))
        one.press("ArrowUp", "ArrowUp", "ArrowUp", "Delete")
        one.until(lambda: (4, 7) not in lying(one.session))
        one.press("ArrowDown", "r")
        one.until(lambda: len(one.session.ship.flaws()) > 0)
        one.js("document.querySelector('.more').click()")
        yield one


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 800, 1200, 1600, 2560])
def test_nothing_sticks_out(seen: Seen, width: int, scheme: str) -> None:
    liked(seen.driver, scheme=scheme)
    sized(seen.driver, width, 1000)
    seen.load()
    seen.js("document.querySelector('[aria-label=\"version 1 side by side\"]').click()")
    seen.js("document.querySelector('.text-pane').open = true")
    seen.until(lambda: "500 of 500" in seen.js("return document.querySelector('.pair').innerText"))
    seen.until(lambda: seen.js("return document.querySelector('.text-pane textarea').value"))
    assert seen.js("return document.documentElement.scrollWidth") <= width
    assert seen.js(STICKS_OUT) == []
    if OUT:
        picture = seen.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
        (Path(OUT) / f"designer-{scheme}-{width}.png").write_bytes(base64.b64decode(picture["data"]))
