"""Metrics: one record says what is told of a trial, and everything else is read from it."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.errors import AnalyzerError
from analyzer.results.metrics import Metric, Metrics
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.trucker.metrics import METRICS

END = ("home", "lost", "sunk")
OF_TRIPS = Metrics(
    listed=(
        Metric("home", "came home", "end", (0, 0)),
        Metric("gone", "did not", "end", (1, 2)),
        Metric("fish", "fish caught"),
        Metric("nets", "nets torn", shown=False),
        Metric("money", "money made"),
    ),
    score="money",
    unit="coins",
    parts={"fish": 1, "nets": -1},
    words={"end": END},
)


def test_columns_are_those_that_metrics_are_read_from_each_once():
    assert OF_TRIPS.columns == ("end", "fish", "nets", "money")
    assert [metric.name for metric in OF_TRIPS.chances] == ["home", "gone"]
    assert [metric.name for metric in OF_TRIPS.means] == ["fish", "nets", "money"]
    assert OF_TRIPS["fish"].column == "fish"
    assert OF_TRIPS["home"].column == "end"
    assert [OF_TRIPS[name].is_chance for name in ("home", "fish")] == [True, False]


def test_a_chance_is_a_share_of_values_and_a_mean_a_mean():
    """Of four trips one ends with code 0 and two with 1 or 2; fish 1, 2, 3, 6: mean 3."""
    histograms = {"end": Histogram.of(np.array([0, 1, 2, 5])), "fish": Histogram.of(np.array([1, 2, 3, 6]))}
    assert OF_TRIPS.measured("home", histograms).mean == 0.25
    assert OF_TRIPS.measured("gone", histograms).mean == 0.5
    fish = OF_TRIPS.measured("fish", histograms)
    assert isinstance(fish, Estimate)
    assert fish.mean == 3
    assert fish == histograms["fish"].estimate()
    assert OF_TRIPS.measured("gone", histograms) == histograms["end"].chance(1, 2)


def test_columns_of_chances_stand_beside_the_others():
    columns = {"end": np.array([[0, 1, 2, 3]]), "fish": np.array([[4, 5, 6, 7]])}
    told = OF_TRIPS.with_chances(columns)
    assert told["home"].tolist() == [[1, 0, 0, 0]]
    assert told["gone"].tolist() == [[0, 1, 1, 0]]
    assert told["fish"].tolist() == [[4, 5, 6, 7]]
    assert told["home"].dtype == np.int64
    assert set(columns) == {"end", "fish"}


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(
        AnalyzerError, match="no metric 'fisch': use one of home, gone, fish, nets, money; did you mean fish"
    ):
        OF_TRIPS["fisch"]


def test_every_table_of_flights_begins_with_chances_and_ends_with_the_score():
    names = list(METRICS.by_name)
    assert names[0] == "arrived"
    assert names[-1] == METRICS.score == "credits"
    first_mean = next(i for i, name in enumerate(names) if not METRICS[name].is_chance)
    assert all(METRICS[name].is_chance for name in names[:first_mean])
    assert not any(METRICS[name].is_chance for name in names[first_mean:])
    assert set(METRICS.parts) < set(METRICS.columns)
