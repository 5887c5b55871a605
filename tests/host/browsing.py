"""A page that is served in this process, and a browser to look at it with."""

from __future__ import annotations

import atexit
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any, TypeVar

import pytest

from tests.doors.host import server

OfSome = TypeVar("OfSome", bound=server.Page)
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPENED = count()
DRIVER = shutil.which("chromedriver")
in_browser = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="NOT TESTED IN A BROWSER: needs chromium and chromedriver on the path"
)


@contextmanager
def serving(page: OfSome) -> Iterator[OfSome]:
    """The page, served by a thread, which when it ends waits no second for browsers that are still there."""
    page.server.config.timeout_graceful_shutdown = 0.05  # type: ignore[assignment]
    up = threading.Event()
    thread = threading.Thread(target=page.run, args=(up.set,))
    thread.start()
    try:
        assert up.wait(30)
        yield page
    finally:
        page.stop()
        thread.join(30)
        assert not thread.is_alive()


@contextmanager
def browser(width: int = 1200, height: int = 900) -> Iterator[Any]:
    """The Chromium of this process, empty before and after."""
    driver = chromium()
    emptied(driver, width, height)
    try:
        yield driver
    finally:
        emptied(driver)


@cache
def chromium() -> Any:
    """Chromium without a window: the first who asks for it starts it, and it ends with this process."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-background-networking"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    atexit.register(driver.quit)
    return driver


def emptied(driver: Any, width: int = 1200, height: int = 900) -> None:
    """No page, one tab, and nothing of what pages keep: another server may have the same port."""
    first, *others = driver.window_handles
    for one in others:
        driver.switch_to.window(one)
        driver.close()
    driver.switch_to.window(first)
    origin = driver.execute_script("return location.origin")
    driver.get("about:blank")
    if origin.startswith("http"):
        driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    driver.get_log("browser")
    sized(driver, width, height)
    liked(driver)


def liked(driver: Any, **media: str) -> None:
    """What the user likes is this: `scheme="dark"`; nothing for nothing."""
    features = [{"name": f"prefers-color-{name}", "value": value} for name, value in media.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def opened_anew(driver: Any, page: server.Page) -> None:
    """The page as who opens it sees it; where it was there before, in the same process, which costs half as much.

    Behind the ? is nothing that the page reads: another address alone is loaded anew, the same one is not.
    """
    driver.get(page.address.replace("#", f"?{next(OPENED)}#"))


def sized(driver: Any, width: int, height: int = 900, *, touch: bool = False) -> None:
    """Give the page that size."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def nameless(driver: Any) -> list[str]:
    """What the page offers to who cannot see it without a name: controls, pictures, tables and regions."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles = ("button", "combobox", "textbox", "spinbutton", "checkbox", "link", "application", "DisclosureTriangle")
    roles += ("img", "table", "region", "dialog", "progressbar")
    shown = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    return [role for role, name in shown if role in roles and not any(letter.isalnum() for letter in name)]
