"""The page of a review, with the player's ship as it is at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.review_page import review_page
from analyzer.starship.edition import played_by
from analyzer.starship.ship.svg import ship_svg

if TYPE_CHECKING:
    from analyzer.starship.questions.review.answer import Review


def page(review: Review) -> str:
    """The whole page."""
    with played_by(review.edition):
        return review_page(review, _pictures(review))


def _pictures(review: Review) -> list[str]:
    """The player's ship at each step."""
    player = review.player
    pictures = []
    for step in review.steps:
        assert step.position is not None
        ships = step.position.ships
        pictures.append(ship_svg(next(ship for ship in ships if ship.name == player)))
    return pictures
