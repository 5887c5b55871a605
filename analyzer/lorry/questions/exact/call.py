"""Best play alone on tiny galaxies: the whole tree of games, special boxes included, as fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, whole_number
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import load_position
from analyzer.lorry.questions.dice.rolls import colours
from analyzer.lorry.questions.exact.answer import SoloOptimum
from analyzer.lorry.questions.exact.solo_tree import BUDGET

USUAL = ("white", "orange")
TURNS = 3
MOST_TURNS = 40


def exact(
    source: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> SoloOptimum:
    """Best play alone, exactly: `.expected` total, `.first_draws`, `.by_type`, `.states`.

    source: a galaxy, or a position of one trader to go on from; budget: the most states examined. Where more are
    needed, best play is bounded (`.between.least`, `.between.most`, `.exact` is False), and `.expected` raises
    AnalyzerError, as a position of several traders does.

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.exact(short, turns=1, dice=["white"]).exact
    True
    """
    position = load_position(source)
    if not (position.tracks or position.filled or isinstance(source, Position)):
        position = Position(position.galaxy, 1, name=position.name)
    if position.traders != 1:
        raise AnalyzerError(
            f"{position.name}: has {position.traders} traders: best play is computed for one alone; "
            "give a position of one trader"
        )
    turns = whole_number(turns, "turns", 0, MOST_TURNS)
    budget = whole_number(budget, "budget", 1)
    return SoloOptimum(position, colours(dice, position.galaxy.dice), turns, budget)


def solo_optimum(
    galaxy: Galaxy | Position | Mapping[str, Any] | str | Path,
    turns: int = TURNS,
    dice: Sequence[str] = USUAL,
    budget: int = BUDGET,
) -> Fraction:
    """The mean total of best play alone in some turns: points of routes and stars (see `exact`).

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.solo_optimum(short, turns=1, dice=["white"])      # a straight or a branch joins them
    Fraction(2, 3)
    """
    return exact(galaxy, turns, dice, budget).expected
