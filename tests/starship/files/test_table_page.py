"""Turns of Starship Catan that are noted by touch in a real browser, told as a story."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pytest

from analyzer import starship
from tests.doors.host import Notes, NotesPage
from tests.doors.starship import at_table
from tests.host.browsing import browser, in_browser, nameless, opened_anew, serving, sized
from tests.host.noting import note_by_touch, tap, until
from tests.places import ROOT

pytestmark = [in_browser, pytest.mark.long]


class Quick(at_table.NotedStarship):
    """Evaluations of few games: their values are tested elsewhere."""

    SHOWN_AFTER: ClassVar[tuple[int, ...]] = (2, 4, 4)


OPENING = """\
sensor | trade | 3 | fly to sector 2 | merak | alkor | leave on top merak v base07 , then | fly on | merak
found colony | greens | fly on | alkor | pass turn back | end turn"""
"""A first turn: the sensor shows Merak V and Alkor III, and Merak V becomes a colony."""
STORY = """\
fight | pirate 2 | 4 | 1 | gain ore | greens | fly on | alkor | found colony | diplomats | turn back
buy 1 fuel | trade with other | moon gives 1 ore | sun gives 2 astro | agreed | build science | end turn
1 | produce carbon | fly to sector 4 | fly on | saiph | found station | lost planet | fly on | diplomats | buy 1 ore
end turn"""
"""A turn and a half from a position in which a pirate waits.

Moon beats Pirate 2 with a 4 against a 1, takes ore and founds a colony on Alkor III. It buys fuel at its station,
sells an ore to Sun for two Astro and builds the science module. Sun rolls a 1, Moon takes carbon for it. Sun flies to
sector 4, founds a station on Saiph VI, buys ore from Diplomats, which ends its flight.
"""


def noted(driver: Any, source: str | None, story: str, to: Path) -> tuple[int, int]:
    """Note a story on a telephone; return the taps and the letters that it took."""
    game, line = at_table.load_notes(None if source is None else ROOT / "ships" / "starship" / source)
    notes = Notes(Quick(game.start, game.is_new), to, line, len(line))
    with serving(NotesPage(notes, 0)) as page:
        sized(driver, 400, 800, touch=True)
        opened_anew(driver, page)
        effort = note_by_touch(driver, notes, story)
        until(driver, lambda: "roll?" in driver.execute_script("return document.querySelector('.ask').innerText"))
        assert nameless(driver) == []
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        tap(driver, "button", "undo", ".head")
        until(driver, lambda: notes.at == len(notes.line) - 1)
        until(driver, lambda: driver.find_elements("css selector", ".ask .best"))
        tap(driver, "button", "redo", ".head")
        until(driver, lambda: notes.at == len(notes.line))
    return effort


def test_first_turn_is_noted_by_touch(tmp_path: Path) -> None:
    with browser() as driver:
        noted(driver, None, OPENING, tmp_path / "game.yaml")
    found = starship.replay(tmp_path / "game.yaml")
    assert all(found.accepted)
    assert (found.turn, found.phase, found.ships["moon"].colonies[1:]) == (2, "production", ("BASE07",))


def test_two_turns_are_noted_by_touch(tmp_path: Path) -> None:
    """A fight, production, both flights, trade and building are a record of 29 notes."""
    with browser() as driver:
        taps, letters = noted(driver, "pirate.yaml", STORY, tmp_path / "game.yaml")
    found = starship.replay(tmp_path / "game.yaml")
    assert all(found.accepted)
    moon, sun = found.ships["moon"], found.ships["sun"]
    assert (found.turn, found.phase) == (11, "production")
    assert ("BASE08" in moon.colonies, "I05" in moon.pirates, "BASE17" in sun.stations) == (True, True, True)
    assert (taps, letters) == (35, 58)
