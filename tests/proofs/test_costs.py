"""Captains told apart by what their decisions cost."""

from __future__ import annotations

import pytest

from tests.proofs.costs import ENOUGH, Costs, errs_less, together, told_wrong

GOOD, BAD = Costs(1000, 10, 0.1, 0.01), Costs(1000, 40, 0.2, 0.02)


def test_costs_combine_games_by_decision() -> None:
    """Two games cost 3 and 1 points with errors of 0.3 and 0.4 for 8 decisions: 0.5 a decision, error 0.5 / 8."""
    assert together([[5, 1, 3.0, 0.3], [3, 0, 1.0, 0.4]]) == Costs(8, 1, 0.5, 0.0625)


def test_errs_less_gives_standard_errors() -> None:
    """10 and 40 of 1,000: 0.03 apart; pooled 0.025, error sqrt(0.025 x 0.975 x 2 / 1,000) = 0.00698."""
    assert errs_less(GOOD, BAD) == pytest.approx(4.297, abs=1e-3)


def test_told_wrong_names_reversed_order() -> None:
    each = {"good": GOOD, "bad": BAD}
    assert told_wrong(each, ENOUGH, [("good", "bad")], []) == ()
    assert told_wrong(each, 1, [("bad", "good")], []) == ("bad does worse than good",)
    assert told_wrong(each, 1, [], [("bad", "good")]) == ("bad does worse than good",)


def test_told_wrong_names_undecided_pair() -> None:
    blind = Costs(1000, 0, 0.0, 0.0)
    each = {"good": blind, "bad": blind}
    assert told_wrong(each, ENOUGH, [("good", "bad")], []) == ("good is not told from bad",)
    assert told_wrong(each, ENOUGH, [], [("good", "bad")]) == ()
    assert told_wrong(each, 1, [("good", "bad")], []) == ()
