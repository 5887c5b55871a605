"""Fitting of the worths of planets within reach: known worths are found again, boards are counted right."""

from __future__ import annotations

import numpy as np
import pytest

from tests.doors.lorry import fitting

MEASURED = 4_000


def test_fit_finds_known_worths(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points follow from worths that change with the slots left; other figures are chance."""
    random = np.random.default_rng(1)
    at_knots = np.array([[9.0, 8, 6, 3, 2, 1, 0.5], [4.0, 4, 4, 4, 1, 1, 0]])
    by_slots = at_knots[:1] + np.arange(fitting.SLOTS)[:, None] / (fitting.SLOTS - 1) * (at_knots[1:] - at_knots[:1])
    expected = np.array([np.interp(np.arange(1, 16), fitting.KNOTS, row) for row in by_slots])
    slots = random.integers(0, fitting.SLOTS, MEASURED)
    figures = random.integers(-3, 4, (fitting.LONGEST_WAY + 4, MEASURED))
    points = (expected[slots] * figures[:15].T).sum(axis=1)
    monkeypatch.setattr(fitting, "measured", lambda games, seed: [(slots, 0 * slots, figures, points)])
    monkeypatch.setattr(fitting, "RIDGE", 1e-9)
    fitted = fitting.fit()
    assert np.abs(fitted[fitting.LATE :, :15] - 10 * expected[fitting.LATE :]).max() <= 0.5
    assert not fitted[: fitting.LATE].any()
    assert not fitted[:, 15].any()


def test_first_board_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the second round each trader has one track: no slot is used, and a planet was flown to."""
    monkeypatch.setattr(fitting, "GALAXY", "small.yaml")
    slots, lead, figures, _ = next(iter(fitting.measured(4, 1)))
    assert set(slots.tolist()) == {2}
    assert np.abs(lead).max() <= 3
    assert figures[16:].any()
    assert figures[:16].sum(axis=0).tolist() == [0] * slots.size, "each has the same number of planets"
