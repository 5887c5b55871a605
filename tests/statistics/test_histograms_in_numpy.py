"""Histograms and estimates where NumPy, SciPy, pandas and matplotlib meet them: as the sample that was counted."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer import AnalyzerError, Chance, Estimate, Histogram
from tests.doors.statistics import CorrectedMean

SAMPLE = np.array([4, -1, 4, 0, 7, 0, 12, 4])
COUNTED = Histogram.from_values(SAMPLE)


@pytest.mark.parametrize(
    "function", [np.mean, np.median, np.std, np.var, np.sum, np.max, np.min, np.ptp, np.size, np.average, stats.skew]
)
def test_numpy_functions_see_the_sample(function):
    assert function(COUNTED) == pytest.approx(function(SAMPLE))


def test_several_quantiles_are_an_array():
    shares = [0, 0.1, 0.5, 1]
    assert COUNTED.quantile(shares).tolist() == np.quantile(SAMPLE, shares, method="inverted_cdf").tolist()
    assert COUNTED.quantile(np.array(shares)).tolist() == [COUNTED.quantile(share) for share in shares]
    with pytest.raises(AnalyzerError, match="give a share"):
        COUNTED.quantile([0.5, 2])
    with pytest.raises(AnalyzerError, match="give a share"):
        COUNTED.quantile("0.5")


def test_estimate_compares_by_its_mean():
    estimate = Estimate(12, 9, 15)
    assert (estimate > 10, estimate >= 12, estimate < 12, estimate <= np.float64(12)) == (True, True, False, True)
    assert estimate > 10
    assert max([Estimate(1, 0, 5), Estimate(2, 0, 3)]) == (2, 0, 3)
    with pytest.raises(TypeError):
        estimate > "10"  # noqa: B015


def test_numpy_quantile_equals_sample():
    assert np.quantile(COUNTED, [0.1, 0.9]).tolist() == np.quantile(SAMPLE, [0.1, 0.9]).tolist()
    assert stats.describe(COUNTED).nobs == 8
    assert np.concatenate([COUNTED, SAMPLE]).size == 16


def test_array_is_the_sorted_sample():
    assert np.asarray(COUNTED).tolist() == COUNTED.to_numpy().tolist() == [*COUNTED] == sorted(SAMPLE.tolist())
    assert np.asarray(COUNTED, dtype=float).dtype == float
    assert len(COUNTED) == 8


def test_comparison_gives_a_mask():
    """The mean of the mask is a share, and the mask selects from the sample, like in pandas."""
    above = COUNTED > 3
    assert above.tolist() == [value > 3 for value in sorted(SAMPLE)]
    assert above.mean() == np.mean(above) == 5 / 8
    assert np.asarray(COUNTED)[COUNTED < 1].tolist() == [-1, 0, 0]
    assert [(COUNTED == 4).sum(), (COUNTED != 4).sum(), (COUNTED >= 4).sum(), (COUNTED <= 4).sum()] == [3, 5, 5, 6]
    assert (np.int64(3) < COUNTED).tolist() == above.tolist()


def test_comparison_has_no_truth_value():
    with pytest.raises(ValueError, match="ambiguous"):
        bool(COUNTED > 3)
    with pytest.raises(TypeError):
        Histogram.from_values(SAMPLE) < COUNTED  # noqa: B015


def test_histograms_are_equal_by_counts():
    assert (Histogram.from_values(SAMPLE[::-1]) == COUNTED) is True
    assert (Histogram.from_values(SAMPLE[1:]) != COUNTED) is True
    assert (COUNTED == "credits") is False
    assert pickle.loads(pickle.dumps(COUNTED)) == COUNTED


def test_adding_a_number_is_refused():
    with pytest.raises(TypeError):
        COUNTED + 1  # type: ignore[operator]


def test_series_holds_the_counts():
    counts = COUNTED.to_series()
    assert counts.to_dict() == pd.Series(SAMPLE).value_counts().to_dict() == COUNTED.counts
    assert (counts.index.name, counts.name, int(counts.sum())) == ("value", "count", 8)
    assert pd.Series(COUNTED).mean() == SAMPLE.mean()
    assert Histogram.from_values(SAMPLE[:0]).to_series().empty


def test_matplotlib_counts_the_sample():
    """Not the attribute `values`, which has each value once."""
    from matplotlib.figure import Figure

    many, _, _ = Figure().subplots().hist(COUNTED, bins=[-1, 4, 13])
    assert many.tolist() == [3, 5]


def test_float_is_the_mean():
    assert float(COUNTED) == COUNTED.mean == SAMPLE.mean()
    assert float(Chance(0, np.array([3, 1]))) == np.mean(Chance(0, np.array([3, 1]))) == 0.25
    assert float(Estimate(1.5, 1, 2)) == 1.5


def test_float_is_the_corrected_mean():
    """The one that tables print; NumPy sees the trials alone."""
    sharp = COUNTED.sharpened(CorrectedMean(5.0, 1.0, 2.0))
    assert (float(sharp), np.mean(sharp), float(sharp.plain)) == (5.0, SAMPLE.mean(), SAMPLE.mean())
