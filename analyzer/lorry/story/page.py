"""The page of one game that steps through its turns, with the galaxy as it is behind each and what else was weighed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.lorry.drawing.svg import DASHES, HUES, galaxy_svg, ground_svg
from analyzer.present.page import render

if TYPE_CHECKING:
    from analyzer.lorry.story.story import Story, ToldTurn


def story_page(story: Story) -> str:
    """The whole page; without scripts, and in print, all turns stand one below the other."""
    pictures = [
        galaxy_svg(story.galaxy, turn.drawing, _title(story, turn), weighed=turn.weighed, on_ground=True)
        for turn in story.turns
    ]
    return render(
        "lorry_story.html",
        title=f"Cosmic Lorry, game {story.game}",
        story=story,
        ground=ground_svg(story.galaxy),
        pictures=pictures,
        headings=[_title(story, turn) for turn in story.turns],
        hues=list(zip(HUES, DASHES, strict=True)),
    )


def _title(story: Story, turn: ToldTurn) -> str:
    return f"Round {turn.round}, {story.names[turn.trader - 1]}"
