"""Verdicts on paired differences, in words."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from analyzer.answers.numbers import decimals
from analyzer.answers.origin import in_setting
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, Verdict
from analyzer.statistics.moments import FEW

PERCENTAGE_POINTS = "percentage points"
LEAST_SAVED = 0.0005
"""The smallest share of variance removed by pairing that a sentence mentions."""


class PairVerdict(NamedTuple):
    """A verdict on two subjects with the difference on which it rests.

    Attributes:
        a: The name of the first subject.
        b: The name of the second subject.
        verdict: The verdict on the first against the second.
        simultaneous: The first subject's score less the second's, with the interval on which the verdict rests.
        margin: The difference up to which the two count as equal.
        unit: The unit of the difference, e.g. `points a game`.
        differing: The number of trials in which the two differ at all.
        trials: The word for several trials.
        setting: The setting in words, e.g. `alone`; "" if the two subjects differ in it.
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


def verdict_in_words(judged: PairVerdict) -> str:
    """Return a sentence on which of the two is better and in which setting, with the interval on which that rests."""
    return in_setting(judged.setting, _verdict(judged))


def _verdict(judged: PairVerdict) -> str:
    """Return the sentence on a verdict, without its setting."""
    a, b, (mean, low, high) = judged.a, judged.b, judged.simultaneous
    if judged.verdict is Verdict.BETTER:
        return f"{a} is better than {b} by {mean:.2f} {judged.unit} ({low:.2f} to {high:.2f})."
    if judged.verdict is Verdict.WORSE:
        return _verdict(judged._replace(a=b, b=a, verdict=Verdict.BETTER, simultaneous=Estimate(-mean, -high, -low)))
    known = isfinite(low) and isfinite(high)
    interval = f"({decimals(low)} to {decimals(high)})" if known else f"so far: too few {judged.trials} for an interval"
    difference = f"the difference is {decimals(mean)} {judged.unit} {interval}"
    differ = f"differ in only {judged.differing} of the {judged.trials}"
    if judged.verdict is Verdict.EQUAL:
        unseen = f" They {differ}, so a rare and much larger difference may be unseen."
        says = f"{a} and {b} are equal within {_counted(judged.margin, judged.unit)}: {difference}."
        return says + unseen * (FEW <= judged.differing < LEAST_DIFFERING)
    rule = f"a verdict needs {LEAST_DIFFERING}, so run more"
    few = f", but they {differ}: {rule}" if judged.differing < LEAST_DIFFERING else ""
    begins = "it is" if judged.setting else "It is"
    return f"{begins} open which of {a} and {b} is better: {difference}{few}."


def _counted(number: float, unit: str) -> str:
    """Return a number with its unit, in the singular for 1, e.g. `1 tenth of an Astro a turn`."""
    noun = PERCENTAGE_POINTS if unit.startswith(PERCENTAGE_POINTS) else unit.partition(" ")[0]
    return f"{number:g} {noun.removesuffix('s') if number == 1 else noun}{unit.removeprefix(noun)}"


def beside_in_words(
    a: str, b: str, shares: tuple[float, ...], more: Estimate, trials: str, ahead: Mapping[str, Estimate]
) -> list[str]:
    """Return a sentence on how often each of two subjects wins, then a warning for each metric that contradicts it.

    Args:
        a: The name of the first subject.
        b: The name of the second subject.
        shares: The chance to win of each.
        more: The first one's chance to win less the second's.
        trials: The word for several trials.
        ahead: By verb phrase, e.g. `scores more`, the first subject's value less the second's.
    """
    other = (line for does, estimate in ahead.items() for line in disagreement_in_words(a, b, does, estimate, more))
    return [chances_in_words(a, b, shares, more, trials), *other]


def chances_in_words(a: str, b: str, shares: tuple[float, ...], more: Estimate, trials: str) -> str:
    """Return a sentence on how often each of two subjects wins.

    Args:
        a: The name of the first subject.
        b: The name of the second subject.
        shares: The chance to win of each.
        more: The first one's chance to win less the second's.
        trials: The word for several trials.
    """
    clear = more.in_words("more often", "less often", "no clear difference")
    mean, low, high = (decimals(100 * end, 1) for end in more)
    return f"{a} wins {shares[0]:.1%} of {trials}, {b} {shares[1]:.1%}: {clear} ({mean} points, {low} to {high})."


def disagreement_in_words(a: str, b: str, does: str, ahead: Estimate, wins: Estimate) -> list[str]:
    """Return a warning if the subject that is clearly ahead in a metric does not clearly win more often.

    The list is empty otherwise.

    Args:
        a: The name of the first subject.
        b: The name of the second subject.
        does: The verb phrase for being ahead in the metric, e.g. `scores more`.
        ahead: The first subject's value of the metric less the second's.
        wins: The first subject's chance to win less the second's.
    """
    if ahead.low <= 0 <= ahead.high or (wins.low > 0 < ahead.mean) or (wins.high < 0 > ahead.mean):
        return []
    who, other = (a, b) if ahead.mean > 0 else (b, a)
    less = "does not clearly win more" if wins.low <= 0 <= wins.high else "wins less"
    return [f"{who} {does} than {other}, but {less}."]


def wins_in_words(a: str, beats: Estimate, beaten: float, ties: float, trials: str, metric: str = "") -> str:
    """Return a sentence on how often one subject does better than another in the same trial.

    Args:
        a: The name of the subject.
        beats: The share of trials in which it does better, with its interval.
        beaten: The share of trials in which it does worse.
        ties: The share of trials in which both do equally well.
        trials: The word for several trials.
        metric: The metric that decides; "" for the score.
    """
    share, low, high = beats
    if metric:
        rest = f"the smaller in {beaten:.1%}, the same in {ties:.1%}"
        return f"{a} has the larger {metric} in {share:.1%} of {trials} ({low:.1%} to {high:.1%}), {rest}."
    rest = f"worse in {beaten:.1%}, equally well in {ties:.1%}"
    return f"Side by side, {a} does better in {share:.1%} of {trials} ({low:.1%} to {high:.1%}), {rest}."


def saved_in_words(saved: float, unit: str) -> list[str]:
    """Return a sentence on the variance that pairing removes; [] if that is next to nothing.

    Args:
        saved: The share of the difference's variance that pairing removes.
        unit: The unit of the difference.
    """
    return [f"Pairing removes {saved:.1%} of the variance of the difference in {unit}."] * (saved > LEAST_SAVED)


def wins_beside(compared: Any, a: str, b: str) -> list[str]:
    """Return the sentences of `beside_in_words` on two subjects of a comparison; [] if the game has no winner."""
    metrics, first = compared.metrics, compared.experiments[0]
    if not metrics.wins:
        return []
    one, other = compared.names.index(a), compared.names.index(b)
    shares = tuple(compared.counted.own(metrics.wins, number).mean for number in (one, other))
    ahead = {"scores more": compared.difference(a, b, first.metrics.score)}
    ahead[f"has a larger {metrics.verdict_by}"] = compared.simultaneous(a, b)
    return beside_in_words(a, b, shares, compared.contest.chance_to_win(one, other), first.TRIAL[1], ahead)
