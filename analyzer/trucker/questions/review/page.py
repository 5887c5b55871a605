"""The page of a review, with your ship as it is at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.review_page import review_page
from analyzer.trucker.drawing.position_svg import own_ship

if TYPE_CHECKING:
    from analyzer.trucker.questions.review.answer import Review


def page(review: Review) -> str:
    """The whole page."""
    before, pictures = review.record.start, []
    for number, step in enumerate(review.steps):
        now = step.position or before
        pictures.append(own_ship(now, before, f"at step {number}"))
        before = now
    return review_page(review, pictures)
