"""Pages of stories: one flight or game of any game steps through the same page."""

from __future__ import annotations

import re
from collections.abc import Callable
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
def test_every_story_steps_through_the_same_page(game: str) -> None:
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
