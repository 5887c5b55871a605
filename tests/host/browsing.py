"""A page that is served in this process, and a browser to look at it with."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from analyzer.host.server import Page

OfSome = TypeVar("OfSome", bound=Page)
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
in_browser = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="NOT TESTED IN A BROWSER: needs chromium and chromedriver on the path"
)


@contextmanager
def serving(page: OfSome) -> Iterator[OfSome]:
    """The page, served by a thread."""
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
def browser(width: int = 1200, height: int = 900, **media: str) -> Iterator[Any]:
    """Chromium without a window; `media` as `scheme="dark"`."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-background-networking"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    try:
        sized(driver, width, height)
        features = [{"name": f"prefers-color-{name}", "value": value} for name, value in media.items()]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        yield driver
    finally:
        driver.quit()


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
