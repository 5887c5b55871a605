"""Pages that tell one trial step by step: one template, of which a game's own says what a step shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.present.page import render


def render_story(game: str, story: Any, title: str, word: str, steps: Sequence[dict[str, Any]], **facts: Any) -> str:
    """The page of a story; each step has a heading and mostly a picture, and is called `word`.

    Without scripts, and in print, all steps stand one below the other.
    """
    return render(f"{game}_story.html", title=title, story=story, word=word, steps=steps, **facts)
