"""Tables of worths: alternatives against a base line, with intervals that hold at once, verdicts and who leads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import analyzer
from analyzer import AnalyzerError, Estimate, Histogram, lorry, starship
from tests.doors.answers import metrics, worths
from tests.doors.statistics import Verdict
from tests.places import ROOT

METRICS = metrics.Metrics(
    (metrics.Metric("gain", "points more"), metrics.Metric("home", "share", within=(1, 1))), "gain", "points"
)
GAMES = ("game", "games")
SHIPS = ROOT / "ships"


def columns(gains: list[int], home: int = 0) -> dict[str, Histogram]:
    values = {"gain": gains, "home": [1] * home + [0] * (400 - home)}
    return {name: Histogram.from_values(np.array(each)) for name, each in values.items()}


def table(**alternatives: list[int]) -> worths.WorthTable:
    named = {name: columns(gains, home=100) for name, gains in alternatives.items()}
    return worths.WorthTable.of_histograms(named, METRICS, base="nothing", what=("tile", "tiles"), trial=GAMES)


def test_worth_table_by_hand_count():
    """400 games each: two points in half of them, minus one in all of them but ten, never anything, two in fifty."""
    found = table(
        none=[0] * 400, good=[2, 0] * 200, bad=[-1] * 390 + [0] * 10, rare=[2] * 50 + [0] * 350, wide=[9, -9] * 200
    )
    assert [one.name for one in found] == ["good", "rare", "none", "wide", "bad"]
    assert [one.verdict for one in found] == ["better", "open", "equal", "open", "worse"]
    assert [one.differing for one in found] == [200, 50, 0, 400, 390]
    good = found["good"]
    assert good.alone == Histogram.from_values(np.array([2, 0] * 200)).estimate()
    assert good.estimate == Histogram.from_values(np.array([2, 0] * 200)).estimate(0.99)
    assert good.besides == {"home": Estimate.from_share(100, 400)}
    assert (found.trials, found.margin, len(found)) == (400, 0.25, 5)
    assert [one.name for one in found.leaders] == ["good", "wide"]
    assert found.in_words({Verdict.BETTER: "Take", Verdict.EQUAL: "Leave", Verdict.WORSE: "Shun"}) == [
        "Take: good.",
        "Leave: none.",
        "Shun: bad.",
    ]
    with pytest.raises(AnalyzerError, match="no tile 'goood'"):
        found["goood"]


def test_sharing_first_letter_means_leading():
    def worth(name: str, groups: str) -> worths.Worth:
        return worths.Worth(name, Estimate(0, 0, 0), Estimate(0, 0, 0), 0, Verdict.EQUAL, {}, groups)

    rows = tuple(
        worth(name, groups) for name, groups in (("p", "ab2"), ("q", "b"), ("r", "cb2"), ("s", "a2"), ("t", "a"))
    )
    found = replace(table(p=[0]), rows=rows)
    assert [one.name for one in found.leaders] == ["p", "r", "t"]


def test_comparison_worths_match_verdicts():
    found = lorry.specials(SHIPS / "lorry/tiny.yaml", 150, captains=["steady"])
    compared = found.comparison
    for one in found.worths:
        assert one.estimate == compared.simultaneous(found.base, one.name)
        assert one.alone == compared.difference(found.base, one.name)
        assert one.verdict == compared.verdict(found.base, one.name)
        assert one.estimate.low <= one.alone.low <= one.alone.high <= one.estimate.high
    assert (found.worths.trials, found.worths.what, found.worths.trial) == (150, found.what, GAMES)


@pytest.mark.long
def test_modules_are_judged_jointly():
    found = starship.modules(4)
    for row in found.by_module():
        for level in (1, 2):
            name = f"{row['module']} {'I' * level}"
            ends = tuple(row[f"worth_{level}{end}"] for end in ("", "_low", "_high"))
            assert ends == found.comparison.simultaneous(name, "no module") == found.worths[name].estimate
    assert any("for all modules at once" in note for note in found.notes())


@pytest.mark.long
def test_components_are_judged_jointly():
    ship = analyzer.load_ship(SHIPS / "2007/I/first-mile.yaml")
    weak = analyzer.weak_points(ship, flights=150, rivals="alone")
    assert [row.place for row in weak.rows if row.cost] == [one.name for one in weak.worths]
    for row in weak.rows:
        if row.cost is not None:
            worth = weak.worths[row.place]
            assert (worth.alone, worth.besides) == (row.credits, {"arrival": row.arrival, "lost": row.lost})
            assert worth.estimate.low <= worth.alone.low <= worth.alone.high <= worth.estimate.high
            assert worth.differing == 150 - row.cost.counts.get(0, 0)
    swap = analyzer.swap(ship, (8, 7), flights=150, rivals="alone")
    assert [(row.token, row.simultaneous_gain, row.verdict) for row in swap] == [
        (one.name, one.estimate, one.verdict) for one in swap.worths
    ]
