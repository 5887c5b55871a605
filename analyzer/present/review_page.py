"""The page of a review: the expected result step by step, and each step with its picture and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.answers.review import CLOSE, WORSE, Review, ReviewStep, verdict_of
from analyzer.present.review_chart import chart
from analyzer.present.story_page import render_story

SENSES = {WORSE: "loss", CLOSE: "quiet"}
"""By verdict how its line looks."""


def review_page(review: Review, pictures: Sequence[str] = (), **facts: Any) -> str:
    """The whole page; pictures: one a step (ship, sector, galaxy) as SVG, or none at all.

    facts: `look`, `keys` and `ground` as of the page of a record.
    """
    turning = review.turning_points
    steps = [
        {"heading": _heading(number, step), "is_turning": number in turning, "lines": step.lines}
        | _in_words(review, number, step)
        for number, step in enumerate(review.steps)
    ]
    for step, picture in zip(steps, pictures, strict=bool(pictures)):
        step["picture"] = picture
    title = review.description().subject
    return render_story("review", review, title, "step", steps, chart=chart(review), **facts)


def _heading(number: int, step: ReviewStep) -> str:
    mistake = " (mistake)" if step.decision is not None and step.decision.verdict == WORSE else ""
    return f"{number}. {step.heading}{mistake}"


def _in_words(review: Review, number: int, step: ReviewStep) -> dict[str, Any]:
    """What a step changed, and its decision with all options."""
    wanted, decision = review.wanted, step.decision
    luck = review.luck_at(number).estimate()
    described = {
        "expected": wanted.result(step.expected.estimate()),
        "luck": wanted.change(luck) if number else "",
        "luck_is": luck.says("gain", "loss", "quiet"),
        "decided": "",
    }
    if decision is None:
        return described
    cost = "" if decision.chosen.is_best else f": {wanted.amount(decision.chosen.worse)} behind the best option"
    asked = "" if decision.second is None else f" (with {review.second} playing on: {verdict_of(decision.second)})"
    return described | {
        "decided": f"{'You' if decision.is_written else 'A captain'} decided to {decision.words}",
        "verdict": f"{decision.verdict}{cost}{asked}",
        "sense": SENSES.get(decision.verdict, "gain"),
        "options": review.options_of(decision),
        "is_mistake": decision.verdict == WORSE,
    }
