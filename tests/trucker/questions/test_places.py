"""Places on arrival: ships that do not arrive have none, and are told apart from those that have."""

from __future__ import annotations

import pytest

import analyzer
from tests.places import ROOT

SHIPS = ROOT / "ships" / "2007" / "I"


def test_missing_arrival_is_no_place():
    ships = [analyzer.load_ship(SHIPS / f"{name}.yaml") for name in ("first-mile", "paper-arrow")]
    place = analyzer.race(ships, flights=300)["Paper Arrow"].place
    counts = place.counts
    assert set(counts) == {0, 1, 2}
    arrived = counts[1] + counts[2]
    assert place.on_arrival.mean == pytest.approx((counts[1] + 2 * counts[2]) / arrived)
    assert place.not_arrived.mean == pytest.approx(counts[0] / 300)
    assert f"mean {(counts[1] + 2 * counts[2]) / arrived:.4g} (" in repr(place)
    assert f"in {arrived} flights that arrived; did not arrive in {counts[0] / 3:.1f}%" in repr(place)
