"""Advice beside exact answers: at the last card every sequence of rolls is counted out, for every kind of decision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import analyzer
from tests.proofs.at_the_table import last_decisions
from tests.trucker.scripted import ship

HALVES = "7/5 CA0300 ST0303 SC ST0303 CA0003; 8/7 EN3000"
SEVEN = [6, 9, 1, 2, 3, 4, 5]


def at_the_last_card(drawing: str, card: int, **facts: Any) -> dict[str, Any]:
    return {"ship": ship(drawing, board="I"), "rivals": "alone", "met": SEVEN, "card": card} | facts


def test_exact_advice_matches_two_dice() -> None:
    """The cabin at (7,5), alone, is open to the right: the small meteor from there meets row 7 in 6 of 36 ways.

    The other piece keeps its humans whatever comes.
    """
    answer = analyzer.advise(at_the_last_card(HALVES, 8, rolls=[6]), 200, goal="arrived")
    assert {option.value: option.exact for option in answer.options} == {(7, 7): 1, (7, 5): Fraction(5, 6)}
    assert "exactly" in repr(answer)


def test_earlier_cards_are_not_exact() -> None:
    position = at_the_last_card(HALVES, 8, rolls=[6]) | {"met": SEVEN[:6]}
    assert all(option.exact is None for option in analyzer.advise(position, 50).options)


@pytest.mark.long
@pytest.mark.parametrize("path", ["2007/II/steady-hauler.yaml", "2007/I/first-mile.yaml"])
def test_advice_agrees_with_exact(path: str) -> None:
    """The exact mean lies in the interval, widened to one that holds for all; who is best exactly is among the best."""
    kinds, counted = set(), 0
    for advice in last_decisions(path, range(14), 400, rivals="alone"):
        if not advice.is_exact:
            continue
        kinds.add(advice.what)
        best = max(option.exact for option in advice.options if option.exact is not None)
        for option in advice.options:
            counted += 1
            assert option.exact is not None
            half = option.credits.high - option.credits.mean
            assert abs(float(option.exact) - option.credits.mean) <= 2.5 * half + 1e-9
        assert any(option.exact == best for option in advice.together)
    assert counted > 6
    assert kinds
