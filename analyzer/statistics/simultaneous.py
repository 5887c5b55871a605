"""Intervals that hold for all pairs of subjects at once: how many standard errors they take.

T. Hothorn, F. Bretz, P. Westfall, "Simultaneous inference in general parametric models", 2008: the quantile of the
largest studentised difference, which heeds how all differences hang together.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from analyzer.statistics.interval import SMALL, critical, upper_tail

DRAWS, SEED = 20_000, 2008
Matrix = npt.NDArray[np.float64]


def standard_errors(own: Matrix, between: Matrix, trials: int, confidence: float) -> float:
    """How many standard errors to each side cover all paired differences at once with that confidence.

    `own` (subjects): the variance of each subject; `between` (subjects, subjects): that of every paired difference.
    Never more than Bonferroni's correction takes, nor less than a single pair.
    """
    single = critical(confidence, trials)
    pairs = comb(len(own), 2)
    if pairs < 2:
        return single
    bonferroni = critical(1 - 2 * (1 - upper_tail(confidence)) / pairs, trials)
    if not (np.isfinite(own).all() and np.isfinite(between).all()):
        return bonferroni
    return float(np.clip(np.quantile(_largest(own, between, trials), confidence), single, bonferroni))


def _largest(own: Matrix, between: Matrix, trials: int) -> Matrix:
    """(draws) The largest studentised difference when all subjects are equal; pairs that never differ do not count."""
    generator = np.random.default_rng(SEED)
    covariance = (own[:, None] + own[None, :] - between) / 2
    values, vectors = np.linalg.eigh(covariance)
    means = vectors * np.sqrt(values.clip(0)) @ generator.standard_normal((len(own), DRAWS))
    largest = np.zeros(DRAWS)
    for i in range(len(own) - 1):
        differ = between[i, i + 1 :] > 0
        if differ.any():
            apart = np.abs(means[i + 1 :][differ] - means[i]) / np.sqrt(between[i, i + 1 :][differ])[:, None]
            largest = np.maximum(largest, apart.max(axis=0))
    if trials < SMALL:
        largest /= np.sqrt(generator.chisquare(trials - 1, DRAWS) / (trials - 1))
    return largest
