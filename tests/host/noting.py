"""Stories of games, told note by note, that are noted by touch in a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.doors.host import Notes

IS_SHOWN = "return document.querySelector('.notes')?.dataset.change === arguments[0];"
PLACE = """const [tag, words, part] = arguments;
const said = (one) => one.textContent.toLowerCase().replaceAll('(', ' ');
const fits = (one) => words.split(' ').every((word) => /^[0-9]+$/.test(word) ? said(one).split(/[^0-9]+/)[0] === word
  || said(one).split(/\\s+/).includes(word) : said(one).includes(word));
const one = [...document.querySelectorAll(`${part} ${tag}`)].find((each) => !each.disabled && (!words || fits(each)));
if (!one) return null;
one.scrollIntoView({ block: 'center' });
const box = one.getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];"""
"""Where the first element of a part of the page is that has some words."""


def told(story: str) -> list[str]:
    """The words of a story, note by note."""
    return [words.strip() for line in story.splitlines() for words in line.split("|")]


def fits(words: str, said: str) -> bool:
    """Whether a choice has all the words; a number stands alone."""
    parts = said.lower().replace("(", " ").split()
    return all(word in parts if word.isdigit() else word in said.lower() for word in words.split())


def note_by_touch(driver: Any, notes: Notes, story: str) -> tuple[int, int]:
    """Note a story by taps and typed words, and return how many taps and letters it took.

    Words behind a place, as in `@7,2 branch`, choose among what fits at that place of the board.
    """
    taps = letters = 0
    for words in told(story):
        change = str(notes.change)
        until(driver, lambda change=change: driver.execute_script(IS_SHOWN, change))
        if words.startswith("@"):
            place, _, fitting = words[1:].partition(" ")
            tap(driver, f"[data-spot='{place}']", "", ".board")
            taps += 1 + bool(fitting)
            if fitting:
                tap(driver, "button", fitting)
        elif driver.execute_script("return Boolean(document.querySelector('.ask input[type=search]'))"):
            tap(driver, "input", "")
            driver.find_element("css selector", ".ask input").send_keys(words)
            tap(driver, "button", words)
            taps, letters = taps + 2, letters + len(words)
        else:
            tap(driver, "button", words)
            taps += 1
        until(driver, lambda change=change: str(notes.change) != change)
    return taps, letters


def tap(driver: Any, tag: str, words: str, part: str = ".ask") -> None:
    """Tap the first element with these words."""
    found: list[Any] = []
    until(driver, lambda: (place := driver.execute_script(PLACE, tag, words, part)) and not found.append(place))
    point = {"x": found[-1][0], "y": found[-1][1]}
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def until(driver: Any, holds: Callable[[], Any], seconds: float = 20) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, driver.execute_script("return document.body.innerText")[:500]
        time.sleep(0.02)
