"""Money between flights: what is held never drops below 0, teams hold it together (rules: FAQ, "Teamvariante")."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.ship.bitboard import Counts

Purses = tuple[tuple[int, ...], ...]
"""For each purse the truckers who share it."""


def purses(truckers: int, teams: Sequence[Sequence[int]] | None) -> Purses:
    """One purse a trucker, or one a team; raises AnalyzerError unless each trucker is in just one team of two."""
    if teams is None:
        return tuple((trucker,) for trucker in range(truckers))
    shared = tuple(tuple(team) for team in teams)
    if sorted(trucker for team in shared for trucker in team) != list(range(truckers)):
        listed = ", ".join(map(str, range(truckers)))
        raise AnalyzerError(f"teams {list(shared)}: name each trucker once, by number, of {listed}")
    if any(len(team) != 2 for team in shared):
        raise AnalyzerError(f"teams {list(shared)}: two truckers are a team, and two or four truckers are needed")
    return shared


def held_after(held: Counts, credits: Counts, shared: Purses) -> Counts:
    """(purses, flights) What is held after a flight that ended with `credits` (truckers, flights): never below 0."""
    earned = np.stack([credits[list(members)].sum(axis=0) for members in shared])
    return np.asarray(np.maximum(held + earned, 0))


def for_each_trucker(by_purse: Counts, shared: Purses) -> Counts:
    """(truckers, flights) What holds of a purse, for each of those who share it."""
    of = {trucker: number for number, members in enumerate(shared) for trucker in members}
    return by_purse[[of[trucker] for trucker in range(len(of))]]


def richest(held: Counts) -> Counts:
    """(purses, flights) 1 for whoever holds most; all that tie are richest."""
    return np.asarray(held == held.max(axis=0), np.int64)
