"""Trials told sort by sort: groups of codes that chance makes (layouts of a fleet), and every code of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.answers.metrics import Metrics
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram

Histograms = dict[str, Histogram]


@dataclass(frozen=True)
class Sort:
    """A group of trials, or those of one code of it.

    group: its name; code: the code in words, "" for a group of several; chance: how often chance makes it, exactly;
    trials: how many were of it; share: that share of all, with its interval; histograms: what those trials came to,
    {} if there were none.
    """

    group: str
    code: str
    chance: Fraction
    trials: int
    share: Estimate
    histograms: Histograms

    @property
    def name(self) -> str:
        """The code if it stands for one, else the group."""
        return self.code or self.group

    def row(self, metrics: Metrics, word: str, column: str) -> dict[str, Any]:
        """One flat row: what it is, its chance, the share that came, and the metrics that tables tell."""
        assert metrics.sorting is not None
        row: dict[str, Any] = {word: self.group, column: self.code, "chance": float(self.chance), "trials": self.trials}
        row |= dict(zip(("share", "share_low", "share_high"), self.share, strict=True))
        for name in metrics.sorting.shown_metrics:
            estimate = metrics.measured(name, self.histograms) if self.histograms else (None,) * 3
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), estimate, strict=True))
        return row


def sorts(metrics: Metrics, parts: Mapping[int, Histograms]) -> Iterator[Sort]:
    """Every group that chance can make, and behind a group of several codes each of them.

    `parts`: by code what its trials came to.
    """
    sorting = metrics.sorting
    if sorting is None or not parts:
        return
    words = metrics.words[sorting.column]
    counted = {words[code]: histograms for code, histograms in parts.items()}
    every = sum(_trials(histograms) for histograms in counted.values())

    def sort(group: str, code: str, codes: tuple[str, ...]) -> Sort:
        own = together([counted[one] for one in codes if one in counted])
        trials = _trials(own)
        share = Estimate.of_share(trials, every)
        return Sort(group, code, sorting.chance(codes), trials, share, own)

    for group, codes in sorting.possible.items():
        yield sort(group, codes[0] if len(codes) == 1 else "", codes)
        if len(codes) > 1:
            yield from (sort(group, code, (code,)) for code in codes)


def together(parts: list[Histograms]) -> Histograms:
    """Histograms added up, {} of none."""
    if not parts:
        return {}
    first, *others = parts
    added = dict(first)
    for other in others:
        added = {name: histogram + other[name] for name, histogram in added.items()}
    return added


def _trials(histograms: Histograms) -> int:
    return next(iter(histograms.values())).n if histograms else 0
