"""Beside a verdict on points: who wins more often, and where the one who has more does not win more."""

from __future__ import annotations

from typing import Any

from analyzer.answers.verdict import beside_in_words


def wins_beside(compared: Any, a: str, b: str) -> list[str]:
    """What a comparison (comparison.py) says so of two by name; nothing where nobody wins."""
    metrics, first = compared.metrics, compared.experiments[0]
    if not metrics.wins:
        return []
    one, other = compared.names.index(a), compared.names.index(b)
    shares = tuple(compared.counted.own(metrics.wins, number).mean for number in (one, other))
    ahead = {"scores more": compared.difference(a, b, first.metrics.score)}
    ahead[f"has a larger {metrics.judge}"] = compared.simultaneous(a, b)
    return beside_in_words(a, b, shares, compared.contest.chance_to_win(one, other), first.TRIAL[1], ahead)
