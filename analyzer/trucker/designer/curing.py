"""A flaw mended as its cure says."""

from __future__ import annotations

from dataclasses import replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.designer import drawing
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.cures import Cure, cures
from analyzer.trucker.ship.grid import codes_of, parse_token
from analyzer.trucker.ship.layout import Layout


def mended(ship: Layout, kind: str, square: Square | None, other: Square | None) -> Layout:
    """The ship after the cure of that flaw; raises AnalyzerError where the flaw is gone, or has no cure."""
    for flaw, cure in cures(ship).items():
        if (flaw.kind, flaw.square, flaw.other) == (kind, square, other):
            if cure is None:
                raise AnalyzerError(f"{flaw}: no single change mends it")
            return with_cure(ship, cure)
    raise AnalyzerError("this flaw is not there any more")


def with_cure(ship: Layout, cure: Cure) -> Layout:
    """The ship as the cure says.

    >>> import analyzer
    >>> quiz = analyzer.load_ship("ships/2007/flawed/quiz.yaml")
    >>> flaw = quiz.flaws()[-1]
    >>> flaw in with_cure(quiz, analyzer.cures(quiz)[flaw]).flaws()
    False
    """
    if cure.how == "take off":
        return ship.without(cure.removed)
    if cure.how == "move":
        return drawing.manned(ship, cure.alien, cure.square)
    if cure.how == "at home":
        return replace(ship, aliens={one: home for one, home in ship.aliens.items() if one != cure.alien})
    part = parse_token(cure.token, codes_of(ship.board))
    return ship.rebuilt_of({**ship.components, cure.square: part})
