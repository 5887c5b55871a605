"""The board in a real browser: mouse, keys and fingers, from 400 to 1,600 pixels, light and dark."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from analyzer import lorry
from tests.doors.lorry import Session, Sketch, desk
from tests.host.browsing import browser, in_browser, liked, nameless, opened_anew, serving, sized
from tests.places import ROOT

pytestmark = in_browser
LATE = ROOT / "ships" / "lorry" / "late.yaml"


class Seen:
    """The page, what is drawn behind it, and the browser that shows it."""

    def __init__(self, driver: Any, page: desk.Page) -> None:
        self.driver, self.page, self.session = driver, page, page.session

    def load(self) -> None:
        opened_anew(self.driver, self.page)
        self.until(lambda: self.js("return document.querySelectorAll('.board .grid').length"))
        self.js("localStorage.setItem('designer-lorry-tour', 'seen'); document.querySelector('.tour').hidden = true")

    def js(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def until(self, holds: Callable[[], Any], seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, self.js("return document.body.innerText")
            time.sleep(0.02)

    def centre(self, column: int, row: int) -> tuple[int, int]:
        x, y = self.js(
            """const board = document.querySelector('.board'), [x, y] = [...arguments].map(one => 20 + (one - .5) * 34);
            const to = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
            return [to.x, to.y];""",
            column,
            row,
        )
        return round(x), round(y)

    def mouse(self, kind: str, column: int, row: int, **more: Any) -> None:
        x, y = self.centre(column, row)
        event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, **more}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    def click(self, column: int, row: int) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.mouse(kind, column, row)

    def tool(self, selector: str) -> None:
        self.js("document.querySelector(arguments[0]).click()", selector)

    def tap(self, at: tuple[int, int]) -> None:
        """A finger alone: no mouse event is sent."""
        for kind, points in (("touchStart", [{"x": at[0], "y": at[1]}]), ("touchEnd", [])):
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def session_says(self, kind: str, **facts: Any) -> None:
        """A change that another page makes."""
        self.page._desk.receive(json.dumps({"kind": kind, **facts}))

    @property
    def status(self) -> str:
        return str(self.js("return document.querySelector('.status').textContent"))


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    """Advice is played for few games: what it says is tested elsewhere."""
    session = Session(Sketch.of(lorry.load_position(LATE)), LATE)
    with pytest.MonkeyPatch.context() as few:
        few.setattr(desk, "SHOWN_AFTER", (2, 4))
        with serving(desk.Page(session, 0)) as page, browser() as driver:
            yield Seen(driver, page)


@pytest.mark.long
def test_mouse_draws_and_shows_rule(seen: Seen) -> None:
    seen.load()
    seen.tool("[data-ends=NS]")
    seen.mouse("mouseMoved", 10, 3)
    seen.until(lambda: "not here: it is not connected" in seen.status)
    assert seen.js("return document.querySelectorAll('.ghost.bad').length") == 2
    before = seen.session.sketch
    seen.click(10, 3)
    seen.until(lambda: "is not connected" in seen.status)
    assert seen.session.sketch is before
    seen.tool("[data-ends=EW]")
    seen.mouse("mouseMoved", 5, 2)
    seen.until(lambda: "allowed" in seen.status)
    seen.click(5, 2)
    seen.until(lambda: (5, 2, 1, "EW") in seen.session.sketch.tracks)
    seen.tool("[data-tool=erase]")
    seen.click(5, 2)
    seen.until(lambda: (5, 2, 1, "EW") not in seen.session.sketch.tracks)
    seen.tool("[data-mark='*']")
    seen.click(1, 4)
    seen.until(lambda: ((1, 4), "*") in seen.session.sketch.marks)
    assert seen.driver.get_log("browser") == []


@pytest.mark.long
def test_keys_draw_and_undo(seen: Seen) -> None:
    from selenium.webdriver.common.keys import Keys

    seen.load()
    seen.tool("[data-ends=NS]")
    seen.js("document.querySelector('.board').focus()")
    board = seen.driver.switch_to.active_element
    before = seen.session.sketch
    board.send_keys(Keys.ARROW_RIGHT, *[Keys.ARROW_RIGHT] * 4, Keys.ARROW_DOWN)
    seen.until(lambda: "column 5, row 2" in seen.status)
    board.send_keys("r", Keys.ENTER)
    seen.until(lambda: (5, 2, 1, "EW") in seen.session.sketch.tracks)
    board.send_keys(Keys.CONTROL, "z")
    seen.until(lambda: seen.session.sketch == before)


@pytest.mark.long
def test_advice_appears_beside_board(seen: Seen) -> None:
    seen.load()
    seen.until(lambda: seen.js("return document.querySelectorAll('.advice tbody tr').length"), 60)
    assert "best" in seen.js("return document.querySelector('.advice tbody').innerText")
    assert seen.js("return document.querySelectorAll('.board .best').length") == 1


@pytest.mark.long
def test_page_fits_every_width(seen: Seen) -> None:
    """The page, which looks at its width nowhere but in its style, is loaded once, and drawn at every width."""
    seen.load()
    for width in (400, 800, 1600, 1200):
        sized(seen.driver, width)
        seen.until(lambda width=width: seen.js("return innerWidth") == width)  # type: ignore[misc]
        assert seen.js("return document.documentElement.scrollWidth") <= width
        x, y = seen.centre(16, 10)
        assert 0 < x < width
        assert y > 0


@pytest.mark.long
def test_finger_draws_a_track(seen: Seen) -> None:
    sized(seen.driver, 400, 1800, touch=True)
    seen.load()
    seen.tool("[data-ends=EW]")
    seen.js("document.querySelector('.board').scrollIntoView({block: 'center'})")
    seen.tap(seen.centre(5, 2))
    seen.until(lambda: (5, 2, 1, "EW") in seen.session.sketch.tracks)
    sized(seen.driver, 1200)


def test_dark_scheme_is_dark(seen: Seen) -> None:
    liked(seen.driver, scheme="dark")
    seen.load()
    colours = seen.js(
        "const look = one => getComputedStyle(document.querySelector(one));"
        "return [look('body').backgroundColor, look('h2').color]"
    )
    liked(seen.driver)
    assert colours == ["rgb(18, 21, 27)", "rgb(230, 233, 239)"]


@pytest.mark.long
def test_turn_is_clicked_and_ended(seen: Seen) -> None:
    before = seen.session.sketch
    seen.load()
    seen.tool("[data-tool=play]")
    open_now = seen.session.state()["open"]
    ends, boxes = next((ends, boxes) for ends, boxes in open_now["legal"].items() if boxes)
    seen.tool(f"[data-ends={ends}]")
    seen.mouse("mouseMoved", *boxes[0])
    seen.until(lambda: "allowed" in seen.status)
    seen.click(*boxes[0])
    seen.until(lambda: seen.session.sketch.turn.so_far.box == boxes[0])
    seen.until(lambda: seen.js("return document.querySelectorAll('.board .now').length") == 1)
    seen.until(lambda: seen.js("return document.querySelector('[data-tool=end]') !== null"))
    seen.tool("[data-tool=end]")
    seen.until(lambda: len(seen.session.sketch.tracks) == len(before.tracks) + 1)
    seen.session.now = seen.session.past[0]
    seen.session._after_change()


@pytest.mark.long
def test_text_pane_marks_faulty_box(seen: Seen) -> None:
    seen.load()
    seen.js("document.querySelector('.text-pane').open = true")
    seen.until(lambda: "grid:" in seen.js("return document.querySelector('.text-pane textarea').value"))
    before = seen.session.sketch
    seen.js(
        """const area = document.querySelector('.text-pane textarea');
        area.value = area.value.replace(/1EW/, '1XX'); area.dispatchEvent(new Event('input'));"""
    )
    seen.until(lambda: seen.js("return document.querySelectorAll('.board .fault').length") == 1)
    assert seen.js("return document.querySelectorAll('.text-faults li button').length") == 1
    assert seen.session.sketch == before


@pytest.mark.long
def test_tour_has_five_steps_theme_switches(seen: Seen) -> None:
    seen.load()
    seen.js("localStorage.removeItem('designer-lorry-tour')")
    opened_anew(seen.driver, seen.page)
    for step in range(1, 6):
        seen.until(lambda step=step: f"{step} of 5" in seen.js("return document.querySelector('.tour').innerText"))
        seen.until(lambda: seen.js("return document.querySelectorAll('.toured').length") == 1)
        if step == 4:  # the side is drawn anew, as it is when advice comes
            seen.tool("[data-tool=play]")
            assert seen.js("return document.querySelectorAll('.toured').length") == 1
        seen.tool(".tour button.main")
    assert seen.js("return document.querySelector('.tour').hidden")
    for theme in ("light", "dark"):
        seen.tool(".theme")
        assert seen.js("return document.querySelector('main').dataset.theme") == theme
    assert seen.js("return getComputedStyle(document.body).backgroundColor") == "rgb(18, 21, 27)"
    seen.tool(".theme")


@pytest.mark.long
def test_controls_have_names_legality_is_fast(seen: Seen) -> None:
    seen.load()
    assert nameless(seen.driver) == []
    seen.tool("[data-ends=EW]")
    seen.mouse("mouseMoved", 1, 1)
    column, row = seen.session.state()["legal"][0]["EW"][0]
    seen.js("performance.clearMeasures()")
    for _ in range(10):
        seen.mouse("mouseMoved", column, row)
        seen.mouse("mouseMoved", column, row + 1)
    seen.until(lambda: len(seen.js("return performance.getEntriesByName('legality').map(one => one.duration)")) == 20)
    fastest = min(seen.js("return performance.getEntriesByName('legality').map(one => one.duration)"))
    assert fastest < 20


FOCUSED = "return document.activeElement.getAttribute('aria-label') ?? ''"


def test_focus_survives_page_redrawing(seen: Seen) -> None:
    """A tool that is chosen by keys; a name that is half typed while the drawing changes elsewhere."""
    seen.load()
    seen.js("document.querySelector('[data-mark=\"*\"]').focus(); document.activeElement.click()")
    assert seen.js(FOCUSED) == "star"
    seen.js("const one = document.querySelector('.traders input'); one.focus(); one.value = 'Half a na'")
    change = seen.session.change
    seen.js("document.querySelector('[data-ends=NS]').click()")
    seen.mouse("mouseMoved", 1, 1)
    seen.js("document.querySelector('.traders input').focus()")
    seen.session_says("settings", end_after=8 if seen.session.sketch.end_after != 8 else 9)
    seen.until(lambda: seen.session.change > change)
    seen.until(lambda: seen.js("return document.querySelector('[max=\"36\"]').value") in ("8", "9"))
    assert seen.js("return [document.activeElement.value, document.activeElement.className]") == [
        "Half a na",
        "trader of-1",
    ]


def test_save_as_opens_dialog(seen: Seen) -> None:
    """No prompt of the browser: a field with the name, Enter, and a question before a file is replaced."""
    seen.load()
    seen.js("[...document.querySelectorAll('.top button')].find(one => one.textContent === 'save as').click()")
    assert seen.js("return document.querySelector('dialog[open] input').value") == str(LATE)
    seen.js("document.querySelector('dialog[open] input').value = arguments[0]", "late.txt")
    seen.js("document.querySelector('dialog[open] .main').click()")
    seen.until(lambda: "let it end in .yaml" in seen.status)
    seen.until(lambda: not seen.js("return document.querySelectorAll('dialog').length"))


@pytest.mark.long
def test_advice_is_announced_aloud(seen: Seen) -> None:
    seen.load()
    seen.until(lambda: seen.js("return document.querySelector('.announced').textContent"))
