"""What a proof is called with and hands back, and the one statistical test that several of them use."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

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


Share = Callable[[Callable[..., Any], Sequence[tuple[Any, ...]]], list[Any]]
"""Calls a function with every tuple of arguments, and returns all results in order, as JSON gives them back."""
Proof = Callable[..., Proven]
"""Called with its size, and with `share` for what can be divided into pieces."""


def in_turn(function: Callable[..., Any], pieces: Sequence[tuple[Any, ...]]) -> list[Any]:
    """One piece after the other, in this process; nothing is written down."""
    return [as_json(function(*arguments)) for arguments in pieces]


def as_json(result: Any) -> Any:
    """A result as JSON gives it back, so that it is the same whether it was just worked out or read."""
    return json.loads(json.dumps(result))


def chi_square(seen: npt.ArrayLike, chances: npt.ArrayLike) -> float:
    """The p-value of Pearson's test against known chances; cells with an expectation below 5 are pooled.

    0 if something was seen that cannot be; 1 if nothing is left to compare.
    """
    from scipy.stats import chi2

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
