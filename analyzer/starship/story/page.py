"""The page of one game told turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.page import render

if TYPE_CHECKING:
    from analyzer.starship.story.story import Story


def story_page(story: Story) -> str:
    """The whole page."""
    return render("starship_story.html", title=f"Starship Catan, game {story.game}", story=story)
