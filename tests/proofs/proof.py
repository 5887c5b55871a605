"""What a proof hands back, and the one statistical test that several of them use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2

FAMILY = 0.01
"""The chance that a sound program fails one whole family of tests (Holm's correction)."""
LEAST_EXPECTED = 5.0


@dataclass(frozen=True)
class Proven:
    """What was run, what came out, and every fault: the proof holds if there is none. A table begins with its head."""

    size: str
    result: str
    faults: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


Proof = Callable[..., Proven]
"""Called with its size, and with `workers`."""


def chi_square(seen: npt.ArrayLike, chances: npt.ArrayLike) -> float:
    """The p-value of Pearson's test against known chances; cells with an expectation below 5 are pooled.

    0 if something was seen that cannot be; 1 if nothing is left to compare.
    """
    seen, chances = np.asarray(seen, np.float64).ravel(), np.asarray(chances, np.float64).ravel()
    if seen[chances == 0].any():
        return 0.0
    expected = chances * seen.sum()
    order = np.argsort(-expected, kind="stable")
    seen, expected = seen[order], expected[order]
    large = int((expected >= LEAST_EXPECTED).sum())
    last = large if expected[large:].sum() >= LEAST_EXPECTED else max(large - 1, 0)
    seen, expected = (np.append(cells[:last], cells[last:].sum()) for cells in (seen, expected))
    if expected.size < 2:
        return 1.0
    return float(chi2.sf(((seen - expected) ** 2 / expected).sum(), expected.size - 1))


def rejected(p_values: Sequence[float], family: float = FAMILY) -> list[int]:
    """Which of the tests fail by Holm's step-down correction (S. Holm, 1979)."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    failed = []
    for rank, test in enumerate(order):
        if p_values[test] > family / (len(p_values) - rank):
            break
        failed.append(test)
    return failed
