"""How far counts are from what is expected of fair draws."""

from __future__ import annotations

import numpy as np
from scipy.stats import chisquare

UNFAIR = 1e-4
"""A p-value below this is called unfair."""


def fair(seen: np.ndarray, expected: np.ndarray) -> float:
    """The p-value of Pearson's chi-square test."""
    expected = np.asarray(expected, float)
    return float(chisquare(seen.ravel(), expected.ravel() * seen.sum() / expected.sum()).pvalue)


def times_of(columns: np.ndarray) -> dict[tuple[int, ...], int]:
    """How often each column of numbers below 32 comes."""
    digits = 32 ** np.arange(len(columns), dtype=np.int64)
    codes, times = np.unique(digits @ columns.astype(np.int64), return_counts=True)
    return {tuple((code // digits % 32).tolist()): int(n) for code, n in zip(codes, times, strict=True)}
