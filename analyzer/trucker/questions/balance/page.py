"""Page of a balance report of Galaxy Trucker: the page of all games, with figures and the sources of the tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from analyzer.present import balance_page
from analyzer.trucker.figures.comparisons import plot_kinds, plot_luck, plot_places
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.report.content import WIDTH, Picture, picture, sources
from analyzer.trucker.questions.report.sentences import tables


def page_of(answer: Balance) -> str:
    """Return the HTML page of a balance report."""
    return balance_page.page_of(answer, partial(_pictures, answer), sources(tables(answer.key)))


def _pictures(answer: Balance, name: str) -> Iterator[Picture]:
    """Yield the pictures of one section of the report."""
    drawn = {
        "components": (plot_kinds, "what each kind of component is worth more than a plain one, with intervals"),
        "places": (plot_places, "what each place at the start is worth, with intervals"),
        "luck": (plot_luck, "parts of the variance of credits, level by level"),
    }
    if name in drawn:
        draw, shows = drawn[name]
        yield picture(draw(answer, width=WIDTH), shows)
