"""Verdicts on paired differences, in words."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from analyzer.answers.numbers import decimals
from analyzer.answers.origin import in_setting
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, Verdict
from analyzer.statistics.moments import FEW

LEAST_SAVED = 0.0005
"""What pairing saves is told from this share of the variance on."""


class Judged(NamedTuple):
    """Two by name, what is to be said of the first of them, and the difference, with its interval, on which that rests.

    margin: by how much they may differ and count as equal; unit: of what, as `points a game`; differing: trials in
    which they differ at all, and what those are called; setting: who else takes part, "" if they differ in that.
    """

    a: str
    b: str
    verdict: Verdict
    simultaneous: Estimate
    margin: float
    unit: str
    differing: int
    trials: str
    setting: str = ""


def verdict_in_words(judged: Judged) -> str:
    """One sentence on which of the two is better and where, with the interval on which that rests."""
    return in_setting(judged.setting, _verdict(judged))


def _verdict(judged: Judged) -> str:
    a, b, (mean, low, high) = judged.a, judged.b, judged.simultaneous
    if judged.verdict is Verdict.BETTER:
        return f"{a} is better than {b} by {mean:.2f} {judged.unit} ({low:.2f} to {high:.2f})."
    if judged.verdict is Verdict.WORSE:
        return _verdict(judged._replace(a=b, b=a, verdict=Verdict.BETTER, simultaneous=Estimate(-mean, -high, -low)))
    known = isfinite(low) and isfinite(high)
    interval = f"({decimals(low)} to {decimals(high)})" if known else f"so far: too few {judged.trials} for an interval"
    difference = f"the difference is {decimals(mean)} {interval}"
    differ = (
        f"1 of the {judged.trials} differs" if judged.differing == 1 else f"{judged.differing} {judged.trials} differ"
    )
    if judged.verdict is Verdict.EQUAL:
        unseen = f" Only {differ}, so a rare and much larger difference may be unseen."
        says = f"{a} and {b} are equal within {_counted(judged.margin, judged.unit)}: {difference}."
        return says + unseen * (FEW <= judged.differing < LEAST_DIFFERING)
    rule = f"a verdict needs {LEAST_DIFFERING}, so run more"
    few = f", but only {differ}: {rule}" if judged.differing < LEAST_DIFFERING else ""
    begins = "it is" if judged.setting else "It is"
    return f"{begins} open which of {a} and {b} is better: {difference}{few}."


def _counted(number: float, unit: str) -> str:
    """So many of a unit, one of it in the singular: `1 tenth of an Astro a turn`."""
    first, blank, rest = unit.partition(" ")
    return f"{number:g} {first.removesuffix('s') if number == 1 else first}{blank}{rest}"


def beside_in_words(
    a: str, b: str, shares: tuple[float, ...], more: Estimate, trials: str, ahead: Mapping[str, Estimate]
) -> list[str]:
    """Who wins how often, and where wins say otherwise. ahead: by what they do what the first does more."""
    other = (line for does, estimate in ahead.items() for line in disagreement_in_words(a, b, does, estimate, more))
    return [chances_in_words(a, b, shares, more, trials), *other]


def chances_in_words(a: str, b: str, shares: tuple[float, ...], more: Estimate, trials: str) -> str:
    """Who wins how often. more: by how much the first one's chance is above the second's."""
    clear = more.says("more often", "less often", "no clear difference")
    mean, low, high = (decimals(100 * end, 1) for end in more)
    return f"{a} wins {shares[0]:.1%} of {trials}, {b} {shares[1]:.1%}: {clear} ({mean} points, {low} to {high})."


def disagreement_in_words(a: str, b: str, does: str, ahead: Estimate, wins: Estimate) -> list[str]:
    """Where the one who clearly has more of something does not win more. does: what they do, e.g. `scores more`; ahead,
    wins: what the first has more of that, and of the chance to win."""
    if ahead.low <= 0 <= ahead.high or (wins.low > 0 < ahead.mean) or (wins.high < 0 > ahead.mean):
        return []
    who, other = (a, b) if ahead.mean > 0 else (b, a)
    less = "does not clearly win more" if wins.low <= 0 <= wins.high else "wins less"
    return [f"{who} {does} than {other}, but {less}."]


def wins_in_words(a: str, beats: Estimate, beaten: float, ties: float, trials: str, judge: str = "") -> str:
    """How often one does better than the other, trial by trial, in a sentence."""
    share, low, high = beats
    if judge:
        rest = f"the smaller in {beaten:.1%}, the same in {ties:.1%}"
        return f"{a} has the larger {judge} in {share:.1%} of {trials} ({low:.1%} to {high:.1%}), {rest}."
    rest = f"worse in {beaten:.1%}, equally well in {ties:.1%}"
    return f"Paired, {a} does better in {share:.1%} of {trials} ({low:.1%} to {high:.1%}), {rest}."


def saved_in_words(saved: float, unit: str) -> list[str]:
    """What pairing saves, if it is worth a sentence."""
    return [f"Pairing removes {saved:.1%} of the variance of the difference in {unit}."] * (saved > LEAST_SAVED)


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
