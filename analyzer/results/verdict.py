"""Verdicts as sentences, with the intervals on which they rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.results.numbers import decimals
from analyzer.statistics.paired_interval import LEAST_DIFFERING

if TYPE_CHECKING:
    from analyzer.results.comparison import Comparison

LEAST_SAVED = 0.0005
"""What pairing saves is told from this share of the variance on."""


def pair_in_words(found: Comparison, a: str, b: str) -> Iterator[str]:
    """What a comparison says of two subjects, a sentence a line."""
    yield verdict_in_words(found, a, b)
    share, low, high = found.beats(a, b)
    rest = f"less in {found.beats(b, a).mean:.1%}, the same in {found.ties(a, b).mean:.1%}"
    trials = found.experiments[0].TRIAL[1]
    yield f"{a} earns more in {share:.1%} of {trials} ({low:.1%} to {high:.1%}), {rest}."
    saved = found.saved(a, b)
    if saved > LEAST_SAVED:
        yield f"Pairing saves {saved:.1%} of the variance of the difference in {found.metrics.unit}."


def verdict_in_words(found: Comparison, a: str, b: str) -> str:
    """One sentence on which of the two is better, with the interval on which that rests."""
    mean, low, high = found.surely(a, b)
    verdict = found.verdict(a, b)
    unit = f"{found.metrics.unit} a {found.experiments[0].TRIAL[0]}"
    if verdict == "worse":
        return verdict_in_words(found, b, a)
    if verdict == "better":
        return f"{a} is better than {b} by {mean:.2f} {unit} ({low:.2f} to {high:.2f})."
    told = f"the difference is {decimals(mean)} ({decimals(low)} to {decimals(high)})"
    if verdict == "equal":
        return f"{a} and {b} are equal within {found.margin:g} {unit}: {told}."
    return f"It is open which of {a} and {b} is better: {told}{_few(found, a, b)}."


def _few(found: Comparison, a: str, b: str) -> str:
    """Why a difference that looks sure is not."""
    differing = found.trials - round(found.ties(a, b).mean * found.trials)
    few = differing < LEAST_DIFFERING
    return f", but only {differing} {found.experiments[0].TRIAL[1]} differ" if few else ""
