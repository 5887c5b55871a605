"""In a real browser: servers that end and come again, and the drawings that are waiting then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import analyzer
from tests.doors.trucker_designer import Drafts, Session, Setting
from tests.facts import untold
from tests.trucker.designer.drawn import HAULER, MILE, lying, says
from tests.trucker.designer.seen import SOON, Seen
from tests.trucker.designer.served import browser, in_browser, served_alone

pytestmark = in_browser
BANNER = "return document.querySelector('.banner').hidden ? '' : document.querySelector('.banner').textContent"
TILES = "return document.querySelectorAll('.board .tile').length"
DRAFTS = "return document.querySelector('.drafts').hidden ? '' : document.querySelector('.drafts').innerText"
PICK = "[...document.querySelectorAll('button')].find((one) => one.textContent === arguments[0]).click()"


@pytest.fixture(scope="module")
def driver() -> Iterator[Any]:
    with browser() as one:
        yield one


def drawing(path: Path, drafts: Path | None = None, *, of_file: bool = False) -> Session:
    opened = path if of_file else None
    return Session(
        analyzer.load_ship(path), Setting("alone"), opened, (200,), None if drafts is None else Drafts(drafts)
    )


@pytest.mark.long
def test_lost_line_changes_nothing(driver: Any) -> None:
    """Keys, buttons and drags change nothing; the new address in the same tab brings it back."""
    one = drawing(MILE)
    with served_alone(one) as page:
        seen = Seen(driver, page)
        seen.load()
        seen.js(SOON)
        seen.js("document.querySelector('.board').focus()")
        seen.press("ArrowUp")
        port = page.port
    seen.until(lambda: "nothing can be changed" in seen.js(BANNER))
    before = lying(one)
    seen.press("Delete", "r")
    seen.drag(seen.centre(8, 8), seen.centre(8, 9))
    assert seen.js("return document.querySelector('.ghost')") is None
    assert seen.js("return document.activeElement === document.body")
    with served_alone(one, port) as page:
        seen.until(lambda: "designer that was stopped" in seen.js(BANNER))
        seen.press("Delete")
        seen.js("location.href = arguments[0]", page.address)
        seen.until(lambda: seen.js(BANNER) == "")
        assert lying(one) == before
        seen.drag(seen.centre(8, 8), seen.centre(8, 9))
        seen.until(lambda: lying(one) == before | {(8, 8): before[8, 9], (8, 9): before[8, 8]})


@pytest.mark.long
def test_tab_finds_the_next_server(driver: Any) -> None:
    """A tab finds the next server once its address is opened in another tab."""
    with served_alone(drawing(MILE)) as page:
        seen = Seen(driver, page)
        seen.load()
        seen.js(SOON)
    other = drawing(HAULER)
    with served_alone(other, page.port) as page:
        seen.until(lambda: "designer that was stopped" in seen.js(BANNER))
        first = driver.current_window_handle
        driver.switch_to.new_window("tab")
        driver.get(page.address)
        driver.switch_to.window(first)
        seen.until(lambda: seen.js(BANNER) == "")
        seen.until(lambda: seen.js(TILES) == len(lying(other)))
        (fresh,) = {*driver.window_handles} - {first}
        driver.switch_to.window(fresh)
        driver.close()
        driver.switch_to.window(first)


@pytest.mark.long
def test_left_drawing_is_offered(driver: Any, tmp_path: Path) -> None:
    """A drawing left behind is offered with its time, and can be opened or discarded."""
    lost = drawing(MILE, tmp_path)
    says(lost, "take_off", at=[6, 8])
    says(lost, "new", board="2007-II")
    says(lost, "rename", name="Second <b>")
    for draft in tmp_path.rglob("*.yaml"):
        os.utime(draft, (1_700_049_600, 1_700_049_600))  # noon of 15 November 2023 in Greenwich
    assert lost.drafts is not None
    lost.drafts.close()
    one = drawing(HAULER, tmp_path)
    with served_alone(one) as page:
        seen = Seen(driver, page)
        seen.load()
        offers = seen.js(DRAFTS)
        assert offers.count("Unsaved changes:") == 2
        assert not untold(offers, "First Mile", "2007-I", "without a file", "Nov 15, 2023")
        assert "Second <b>, board 2007-II" in offers
        seen.js("document.querySelector('[aria-label^=\"open the unsaved First Mile\"]').click()")
        seen.until(lambda: one.ship == analyzer.load_ship(MILE).without([(6, 8)]))
        seen.until(lambda: seen.js(DRAFTS).count("Unsaved changes:") == 1)
        seen.js("document.querySelector('[aria-label^=\"discard the unsaved Second\"]').click()")
        assert len([*tmp_path.rglob("*.yaml")]) == 2
        seen.js(PICK, "Discard them")
        seen.until(lambda: seen.js(DRAFTS) == "")
        assert len([*tmp_path.rglob("*.yaml")]) == 1
        seen.press("z", control=True)


@pytest.mark.long
def test_undo_brings_file_name_back(driver: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text(MILE.read_text(encoding="utf-8"), encoding="utf-8")
    one = drawing(mine, of_file=True)
    name = "return document.querySelector('.file').textContent"
    with served_alone(one) as page:
        seen = Seen(driver, page)
        seen.load()
        assert str(mine) in seen.js(name)
        seen.js(PICK, "New…")
        seen.js(PICK, "2007-II")
        seen.until(lambda: seen.js(name) == "board 2007-II")
        seen.js("document.querySelector('.board').focus()")
        seen.press("z", control=True)
        seen.until(lambda: seen.js(name) == f"board 2007-I, {mine}")
