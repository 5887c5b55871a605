"""Tallies, moments, controls, contests and confidence."""

from analyzer.statistics import contest
from analyzer.statistics.contest import Contest, at_all_times, groups, letters, of_stopped_share
from analyzer.statistics.controls import (
    DRAWS,
    PER_CONTROL,
    ControlSums,
    CorrectedMean,
    Correction,
    Draws,
    Law,
    side_by_side,
)
from analyzer.statistics.estimate import CONFIDENCE, Verdict, critical, each_of
from analyzer.statistics.grouped import GroupedSums
from analyzer.statistics.moments import (
    Differences,
    MeanWithError,
    Moments,
    difference_of_means,
    difference_of_shares,
    gamma_quantile,
    slope,
)
from analyzer.statistics.tally import Columns, PairedTally, SortedTally, Tally
