"""Pages of stories: one flight or game of any game, and one checked record, steps through the same page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

import analyzer
from analyzer import lorry, starship
from tests.places import ROOT

SHIPS = ROOT / "ships"
STORIES: dict[str, tuple[Callable[[], Any], str]] = {
    "trucker": (lambda: analyzer.explain([analyzer.load_ship(SHIPS / "2007/I/first-mile.yaml")], 2), "step"),
    "starship": (lambda: starship.explain(3, turns=4), "turn"),
    "lorry": (lambda: lorry.explain(SHIPS / "lorry/tiny.yaml", 3, turns=4), "turn"),
}


@pytest.mark.parametrize("game", STORIES)
def test_story_page_has_every_step(game: str) -> None:
    tell, word = STORIES[game]
    story = tell()
    page = story.html()
    many = len(story.cards) + 1 if game == "trucker" else len(story.turns)
    options = re.findall(r'<option value="\d+">([^<]+)</option>', page)
    headings = re.findall(r'<section class="step" id="step-\d+">\s*<div>\s*<h2>([^<]+)</h2>', page)
    assert options == headings
    assert len(headings) == many
    assert f'aria-label="the next {word}"' in page
    assert all(part in page for part in (story.heading(), story.ending(), *story.notes()))
    pictures = {"trucker": 'aria-label="First Mile ', "starship": 'class="state"', "lorry": '<svg class="galaxy"'}
    assert page.count(pictures[game]) == many


RECORDS: dict[str, tuple[Callable[[], Any], dict[int, str], str]] = {
    "starship": (
        lambda: starship.replay(
            {"steps": [{"do": "produce", "roll": 1}, {"do": "build", "what": "cannon"}, {"do": "end"}]}
        ),
        {2: "not now"},
        'class="state"',
    ),
    "lorry": (
        lambda: lorry.replay(SHIPS / "lorry/example-record.yaml"),
        {9: "track 1NEW in column 7, row 6: planet 5 was flown to by trader 1: each trader flies to a planet once"},
        '<svg class="galaxy"',
    ),
}


@pytest.mark.parametrize("game", RECORDS)
def test_record_page_marks_refused_steps(game: str) -> None:
    check, refused, picture = RECORDS[game]
    record = check()
    page = record.html()
    sections = re.findall(r'<section class="step" id="step-\d+">(.*?)</section>', page, re.DOTALL)
    headings = [re.findall(r"<h2>([^<]+)</h2>", section)[0] for section in sections]
    assert re.findall(r'<option value="\d+">([^<]+)</option>', page) == headings
    assert len(sections) == len(record.reasons)
    marked = {number for number, heading in enumerate(headings, start=1) if heading.endswith("(refused)")}
    assert marked == {number for number, reason in enumerate(record.reasons, start=1) if reason}
    for number, reason in refused.items():
        assert f"refused: {reason}" in unescape(sections[number - 1])
    assert all(picture in section for section in sections)
    assert record.heading() in unescape(page)


def test_record_steps_give_text_and_state() -> None:
    """Both begin with one point, and nothing is built before the trade phase."""
    steps = [{"do": "produce", "roll": 1}, {"do": "build", "what": "cannon"}]
    first, second = starship.replay({"steps": steps}).record_steps()
    assert (first.what, second.what, first.reason) == ("roll: 1", "what: cannon", None)
    assert first.state[:2] == ["Turn 1, Moon: sector", "Points: Moon 1, Sun 1"]
    assert second.state == first.state


def test_record_page_escapes_written_text() -> None:
    rounds = [{"roll": ["straight", "branch"], "draws": [{"trader": "<b>Tom", "die": "straight"}]}]
    record = {"galaxy": str(SHIPS / "lorry/tiny.yaml"), "traders": ["<b>Tom", "Uli"], "rounds": rounds}
    page = lorry.replay(record).html()
    assert "<b>Tom" not in page
    assert "&lt;b&gt;Tom" in page
