"""A number with how sure it is."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean, a chance or a difference, and the ends of its interval."""

    mean: float
    low: float
    high: float
