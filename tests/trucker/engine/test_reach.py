"""What flights can come to by the rules bounds every flight, and what a sample has not seen."""

from __future__ import annotations

from math import log
from pathlib import Path

import pytest

import analyzer
from tests.conftest import ALL
from tests.places import ROOT

PAID = ("bounty", "goods_sold", "order_reward", "looks_reward")
SHIPS = sorted(path for path in (ROOT / "ships").glob("20*/[ILV]*/*.yaml"))


@pytest.mark.long
@pytest.mark.slow(but=4)
@pytest.mark.parametrize("path", SHIPS, ids=lambda path: path.stem)
def test_reach_bounds_every_flight(path: Path) -> None:
    """All columns but codes and places by wealth have possible values from least to most, and stay within them."""
    for rivals in ("alone", "field") if ALL else ("field",):
        result = analyzer.fly([analyzer.load_ship(path)], flights=200 if ALL else 20, seed=3, rivals=rivals)
        histograms = result.ships[0].histograms
        codes = {
            "ending",
            "wealth",
            *(column for column in histograms if column.endswith(("joined", "_left", "_right"))),
        }
        assert {column for column, histogram in histograms.items() if histogram.reach is None} == codes
        for column in {*histograms} - codes:
            histogram = histograms[column]
            least, most = histogram.reach
            assert least <= histogram.lowest, column
            assert histogram.lowest + histogram.tally.size - 1 <= most, column


def test_reach_bounds_unseen_outcomes() -> None:
    """A swarm pays nothing, so the bounty is nothing for certain; card 16 pays 4 at most, good looks pay 2.

    40 flights in which all paid 2 leave a chance of up to -log(0.025) / 40 that one pays nothing.
    """
    ship = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")
    swarm = analyzer.fly([ship], flights=40, cards=[8], rivals="alone").ships[0]
    assert swarm.bounty.interval() == (0, 0)
    station = analyzer.fly([ship], flights=40, cards=[8, 16], rivals="alone", captain="sensible").ships[0]
    assert station.bounty.reach == (0, 4)
    low, high = station.looks_reward.interval()
    assert 2 - 2 * -log(0.025) / 40 <= low < high == 2


def test_reach_knows_the_premium() -> None:
    """A premium is paid before the flight, so its interval is one value, even after a single flight."""
    build = analyzer.load_ship(ROOT / "ships/2007/IVC/four-winds.yaml")
    for premium in (0, 5):
        one = analyzer.fly([build], flights=1, rivals="alone", insurance=[premium]).ships[0]
        assert one.premium.interval() == (premium, premium)


def test_reach_bounds_a_single_flight() -> None:
    """Level I charges 5 at most for losses, and pays nothing below 0."""
    ship = analyzer.load_ship(ROOT / "ships/2007/I/first-mile.yaml")
    one = analyzer.fly([ship], flights=1, rivals="alone").ships[0]
    assert one.credits.interval()[0] == -5
    assert one.credits.interval()[1] == sum(one.histograms[part].reach[1] for part in PAID)
    assert one.penalty.interval()[0] == 0
