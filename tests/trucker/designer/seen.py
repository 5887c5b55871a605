"""The page in a browser, as somebody sees and handles it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.doors.trucker_designer import Page
from tests.host.browsing import opened_anew

BIG = "return [...document.querySelectorAll('.designer .big b')].map(one => one.textContent)"

SOON = "const later = setTimeout; window.setTimeout = (what, wait = 0) => later(what, Math.min(wait, 50))"
"""What the page would wait for, for a hand to rest or a server to come, it does soon."""


class Seen:
    """The page, what is drawn behind it, and the browser that shows it."""

    def __init__(self, driver: Any, page: Page) -> None:
        self.driver, self.page, self.session = driver, page, page._session

    def load(self) -> None:
        opened_anew(self.driver, self.page)
        self.until(lambda: self.js(BIG))

    def js(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def until(self, holds: Callable[[], Any], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.js("return document.body.innerText")
            time.sleep(0.02)

    def centre(self, row: int, column: int) -> tuple[int, int]:
        """Where a square is in the window."""
        found = self.js(
            """const [row, column] = arguments, board = document.querySelector('.board');
            const numbers = [...board.querySelectorAll('.number')];
            const at = one => [+one.getAttribute('x'), +one.getAttribute('y')];
            const x = numbers.find(one => one.textContent == column && at(one)[1] < 20);
            const y = numbers.find(one => one.textContent == row && at(one)[0] < 20);
            const to = new DOMPoint(at(x)[0], at(y)[1] - 4).matrixTransform(board.getScreenCTM());
            return [to.x, to.y];""",
            row,
            column,
        )
        return round(found[0]), round(found[1])

    def offered(self, part: str) -> tuple[int, int]:
        """Where a component of the box is in the window, which is scrolled there."""
        found = self.js(
            """const one = document.querySelector(`[data-part="${arguments[0]}"]`);
            one.scrollIntoView({block: 'nearest', inline: 'nearest'});
            const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2];""",
            part,
        )
        return round(found[0]), round(found[1])

    def mouse(self, kind: str, at: tuple[int, int], button: str = "left", **more: Any) -> None:
        event = {"type": kind, "x": at[0], "y": at[1], "button": button, "clickCount": 1, **more}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def middle(self, selector: str) -> tuple[int, int]:
        """The middle of an element in the window, which is scrolled there."""
        at = self.js(
            """const one = document.querySelector(arguments[0]); one.scrollIntoView({block: 'center'});
            const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2];""",
            selector,
        )
        return round(at[0]), round(at[1])

    def mouse_on(self, selector: str) -> None:
        at = self.middle(selector)
        self.mouse("mousePressed", at)
        self.mouse("mouseReleased", at)

    def tap(self, selector: str) -> None:
        self.touch("touchStart", self.middle(selector))
        self.touch("touchEnd")

    def drag(self, start: tuple[int, int], end: tuple[int, int], before: Callable[[], None] = lambda: None) -> None:
        self.mouse("mousePressed", start)
        for part in (0.3, 0.7, 1.0):
            at = round(start[0] + part * (end[0] - start[0])), round(start[1] + part * (end[1] - start[1]))
            self.mouse("mouseMoved", at, buttons=1)
        before()
        self.mouse("mouseReleased", end)

    def touch(self, kind: str, *points: tuple[int, int]) -> None:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def press(self, *keys: str, control: bool = False) -> None:
        names = {"space": " "}
        for one in keys:
            key = names.get(one, one)
            event = {"key": key, "modifiers": 2 if control else 0}
            if len(key) == 1 and not control:
                event["text"] = key
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", event | {"type": "keyDown"})
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", event | {"type": "keyUp"})

    def undo(self) -> None:
        """By its button, once the page knows that there is something to undo."""
        left = self.session.history.behind
        self.until(lambda: not self.js("return document.querySelector('[aria-label=\"undo\"]').disabled"))
        self.js("document.querySelector('[aria-label=\"undo\"]').click()")
        self.until(lambda: self.session.history.behind == left - 1)

    def ghost(self) -> str:
        return str(self.js("return document.querySelector('.ghost')?.getAttribute('class') ?? ''"))
