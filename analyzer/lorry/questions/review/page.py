"""The page of a review, with the galaxy as it is behind each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.lorry.drawing.svg import DASHES, HUES, galaxy_svg, ground_svg
from analyzer.lorry.records.page import drawing_since
from analyzer.present.review_page import review_page

if TYPE_CHECKING:
    from analyzer.lorry.questions.review.answer import Review


def page(review: Review) -> str:
    """The whole page."""
    start = before = review.record.start
    pictures = []
    for number, step in enumerate(review.steps):
        now = step.position or before
        drawing = drawing_since(now, before)
        pictures.append(galaxy_svg(start.galaxy, drawing, f"at step {number}", on_ground=True))
        before = now
    return review_page(
        review,
        pictures,
        look="lorry_look.html",
        keys="lorry_keys.html",
        ground=ground_svg(start.galaxy),
        names=start.names,
        hues=list(zip(HUES, DASHES, strict=True)),
    )
