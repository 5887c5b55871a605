"""Bars at the board's edge weigh by the cards of the level: what no card sends is grey, whatever the ship lacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.facts import untold
from tests.trucker.designer.drawn import HAULER, SHIPS, session, state


def lines(path: Any) -> dict[tuple[str, str, int], dict[str, Any]]:
    listed = state(session(path))["facts"]["lines"]
    return {(one["hazard"], one["side"], one["number"]): one for one in listed}


def test_unsent_hazard_is_never() -> None:
    """Large meteors from the rear never come, though no column is defended; `inspect` says the same of this ship."""
    rear = [one for (hazard, side, _), one in lines(HAULER).items() if (hazard, side) == ("large_meteor", "rear")]
    assert [one["number"] for one in rear] == [4, 5, 6, 7, 8, 9, 10]
    assert {one["state"] for one in rear} == {"never"}
    assert {one["hits"] for one in rear} == {0}
    assert not untold(rear[0]["text"], "large meteors", "rear", "column 4", "undefended", "level II")


@pytest.mark.parametrize(
    ("side", "number", "hits"),
    # `inspect` prints 1.40 large meteors a flight from the front, 0.40 from the left; two dice make a 7 in 6 ways of 36
    [("front", 7, 1.4 * 6 / 36), ("front", 10, 1.4 * 3 / 36), ("left", 4, 0.4 * 3 / 36), ("left", 7, 0.4 * 6 / 36)],
)
def test_line_tells_hits_per_flight(side: str, number: int, hits: float) -> None:
    one = lines(HAULER)["large_meteor", side, number]
    assert one["state"] == "open"
    assert one["hits"] == pytest.approx(hits)
    assert one["text"].endswith(f"undefended, {hits:.2f} hits a flight")


def test_bars_add_up_to_inspect() -> None:
    """Damage a flight of large meteors: 0.47 from the front, 0.30 from the left, 0.30 from the right."""
    sums: dict[str, float] = {}
    for (hazard, side, _), one in lines(HAULER).items():
        if hazard == "large_meteor":
            sums[side] = sums.get(side, 0) + one["hits"]
    assert {side: round(hits, 2) for side, hits in sums.items()} == {
        "front": 0.47,
        "left": 0.3,
        "right": 0.3,
        "rear": 0,
    }


def test_charge_defended_line_says_so() -> None:
    charged = [one for one in lines(SHIPS / "II" / "iron-parcel.yaml").values() if one["state"] == "charge"]
    assert charged
    assert all(one["text"].endswith("hits a flight without batteries") for one in charged)
