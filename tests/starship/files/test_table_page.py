"""A turn of Starship Catan that is noted by clicks in a real browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from analyzer import starship
from tests.doors.host import Notes, NotesPage
from tests.doors.starship import NotedStarship, load_notes
from tests.host.browsing import browser, in_browser, nameless, opened_anew, serving

pytestmark = [in_browser, pytest.mark.long]


class Quick(NotedStarship):
    """Evaluations of few games: their values are tested elsewhere."""

    LOOKS: ClassVar[tuple[int, ...]] = (2, 4, 4)


class Clicks:
    """The page in a browser, used by the words on its buttons."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def js(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(script, *values)

    def until(self, holds: Callable[[], Any]) -> Any:
        end = time.monotonic() + 30
        while not (found := holds()):
            assert time.monotonic() < end, self.js("return document.body.innerText")
            time.sleep(0.02)
        return found

    def asked(self, question: str) -> None:
        self.until(lambda: question in self.js("return document.querySelector('.ask')?.innerText ?? ''"))

    def noted(self, act: Callable[[], Any]) -> None:
        """Do something, and wait until the page shows what it leads to."""
        self.js("document.querySelector('.head h1').dataset.old = 'yes'")
        self.until(act)
        self.until(lambda: not self.js("return document.querySelector('.head h1').dataset.old"))

    def click(self, question: str, words: str) -> None:
        """Answer a question by the button that begins with some words."""
        self.asked(question)
        script = """const one = [...document.querySelectorAll('.ask button')].find(
            (button) => button.textContent.startsWith(arguments[0]));
            if (one) one.click(); return Boolean(one);"""
        self.noted(lambda: self.js(script, words))

    def search(self, question: str, words: str) -> None:
        """Answer a question by typing words, and Enter."""
        self.asked(question)
        field = self.driver.find_element("css selector", ".ask input[type=search]")
        self.noted(lambda: field.send_keys(words, "\ue007") is None)


def test_turn_noted_by_clicks_is_a_record(tmp_path: Path) -> None:
    new, _ = load_notes()
    notes = Notes(Quick(new.start, new.is_new), tmp_path / "game.yaml")
    with serving(NotesPage(notes, 0)) as page, browser() as driver:
        opened_anew(driver, page)
        clicks = Clicks(driver)
        clicks.click("Which module does Moon begin with?", "sensor")
        clicks.click("Which module does Sun begin with?", "trade")
        clicks.click("What does Moon roll?", "3")
        clicks.click("Where does Moon fly?", "fly to sector 2")
        clicks.search("Which card does the sensor show next?", "merak")
        clicks.search("Which card does the sensor show next?", "alkor")
        clicks.click("Where do these cards go?", "leave on top Merak V (BASE07), then Alkor III (BASE08)")
        clicks.click("What does Moon do?", "fly on")
        clicks.click("Which card is turned up?", "Merak V")
        clicks.click("What does Moon do?", "found a colony")
        clicks.click("Which card came from the reserve?", "")
        clicks.click("What does Moon do?", "fly on")
        clicks.click("Which card is turned up?", "Alkor III")
        clicks.click("What does Moon do?", "pass and turn back")
        clicks.asked("What does Moon build or trade?")
        clicks.until(lambda: driver.find_elements("css selector", ".ask .best"))
        clicks.click("What does Moon build or trade?", "end the turn")
        clicks.asked("What does Sun roll?")
        assert nameless(driver) == []
        driver.find_element("xpath", "//button[text()='Undo']").click()
        clicks.asked("What does Moon build or trade?")
        clicks.click("What does Moon build or trade?", "end the turn")
        clicks.asked("What does Sun roll?")
    found = starship.replay(tmp_path / "game.yaml")
    assert all(found.accepted)
    assert (found.turn, found.phase, found.ships["moon"].colonies[1:]) == (2, "production", ("BASE07",))
