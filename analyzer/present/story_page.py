"""Pages that tell one trial step by step: one template, of which a game's own says what a step shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.answers.story import CheckedRecord
from analyzer.present.page import render


def render_story(game: str, story: Any, title: str, word: str, steps: Sequence[dict[str, Any]], **facts: Any) -> str:
    """The page of a story; each step has a heading and mostly a picture, and is called `word`.

    Without scripts, and in print, all steps stand one below the other.
    """
    return render(f"{game}_story.html", title=title, story=story, word=word, steps=steps, **facts)


def record_page(record: CheckedRecord, pictures: Sequence[str] = (), **facts: Any) -> str:
    """The page of a checked record: each step is done or refused, with its picture, or how things are in words."""
    steps = [
        step._asdict() | {"heading": f"{number}. {step.heading}{step.mark}"}
        for number, step in enumerate(record.record_steps(), start=1)
    ]
    for step, picture in zip(steps, pictures, strict=bool(pictures)):
        step["picture"] = picture
    return render_story("record", record, record.description().subject, "step", steps, **facts)
