"""The page of one game retold turn by turn, with both ships after each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.story_page import render_story

if TYPE_CHECKING:
    from analyzer.starship.story.story import Story


def story_page(story: Story) -> str:
    """The whole page."""
    steps = [{"heading": f"Turn {turn.number}, {turn.player.capitalize()}", "turn": turn} for turn in story.turns]
    return render_story("starship", story, f"Starship Catan, game {story.game}", "turn", steps)
