"""The page of one game that steps through its turns, with the galaxy after each and the draws considered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.lorry.drawing.svg import DASHES, HUES, galaxy_svg, ground_svg
from analyzer.present.story_page import render_story

if TYPE_CHECKING:
    from analyzer.lorry.story.story import Story, StoryTurn


def story_page(story: Story) -> str:
    """The whole page."""
    return render_story(
        "lorry",
        story,
        f"Cosmic Lorry, game {story.game}",
        "turn",
        [_step(story, turn) for turn in story.turns],
        names=story.names,
        ground=ground_svg(story.galaxy),
        hues=list(zip(HUES, DASHES, strict=True)),
    )


def _step(story: Story, turn: StoryTurn) -> dict[str, Any]:
    heading = f"Round {turn.round}, {story.names[turn.trader - 1]}"
    picture = galaxy_svg(story.galaxy, turn.drawing, heading, weighed=turn.weighed, on_ground=True)
    return {"heading": heading, "turn": turn, "picture": picture}
