"""Tallies, moments, controls, contests and confidence."""

from analyzer.statistics import contest, controls, moments
from analyzer.statistics.contest import Contest, at_all_times, of_stopped_share
from analyzer.statistics.controls import DRAWS, CorrectedMean, Law, side_by_side
from analyzer.statistics.estimate import CONFIDENCE, Verdict, critical, each_of
from analyzer.statistics.grouped import GroupedSums
from analyzer.statistics.moments import MeanWithError, Moments, difference_of_means, difference_of_shares, slope
from analyzer.statistics.tally import PairedTally, SortedTally, Tally
