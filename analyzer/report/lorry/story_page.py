"""The page of one game told turn by turn, with the galaxy as it is behind each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.report.lorry.galaxy_svg import HUES, galaxy_svg
from analyzer.report.page import render

if TYPE_CHECKING:
    from analyzer.lorry.telling.story import Story


def story_page(story: Story) -> str:
    """The whole page."""
    pictures = [
        galaxy_svg(story.galaxy, turn.drawing, f"round {turn.round}, after {story.names[turn.trader - 1]}")
        for turn in story.turns
    ]
    title = f"Cosmic Lorry, game {story.game}"
    return render("lorry_story.html", title=title, story=story, pictures=pictures, hues=HUES)
