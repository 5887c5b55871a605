"""Verdicts on things of an edition: in the range of the printed ones, strong, weak, blank, or not known.

Error rate: a verdict follows from intervals. Each row is checked at most CHECKS times, at numbers of trials that are
fixed beforehand. The confidence of each interval is corrected for the number of rows times CHECKS (Bonferroni). The
chance that any interval fails at any check is then at most 5%, whichever rows are checked again. All verdicts of a
table are therefore right at once with 95% confidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from analyzer.answers.description import INTERVAL, SIGNED, WORD, Column, Form
from analyzer.answers.numbers import decimals, signed
from analyzer.statistics.estimate import Estimate, each_of

IN_RANGE, STRONG, WEAK, BLANK, NOT_KNOWN = "in range", "strong", "weak", "blank", "not known"
"""Verdicts on a thing, e.g. a card or a kind of component."""
MEANINGS = {
    STRONG: "clearly brings more than the best printed one",
    WEAK: "clearly brings less than the worst printed one",
    BLANK: "clearly does next to nothing",
    NOT_KNOWN: "the sample cannot tell",
    IN_RANGE: "clearly within the range of the printed ones; so is every printed one that is not blank",
}
"""Meaning of each verdict, the most urgent first."""
SIGNS = {STRONG: "\u25b2", WEAK: "\u25bc", BLANK: "\u25cb", IN_RANGE: "\u25cf", NOT_KNOWN: "?"}
"""Sign of each verdict."""
CHECKS = 5
"""Largest number of checks of a verdict; each check has twice the trials of the one before."""
ROOM = 0.1
"""Share of the width of the printed range by which it is widened at each end."""
SELDOM = 0.1
"""Largest share of trials that a blank thing may change."""


def confidence_of_checks(rows: int) -> float:
    """Return the confidence of a single interval for which the intervals of all rows hold at every check at 95%."""
    return each_of(max(1, rows) * CHECKS)


class Yardstick(NamedTuple):
    """Range of the effects of the printed things.

    Args:
        least: the least printed effect.
        most: the greatest printed effect.
    """

    least: Estimate
    most: Estimate

    @classmethod
    def of(cls, printed: Sequence[Estimate]) -> Self | None:
        """Return the range of printed effects, None without any; the intervals must hold for all of them at once.

        >>> Yardstick.of([Estimate(1, 0, 2), Estimate(4, 3, 5)]).most
        Estimate(mean=4, low=3, high=5)
        """
        if not printed:
            return None
        ends = [*zip(*printed, strict=True)]
        return cls(Estimate(*map(min, ends)), Estimate(*map(max, ends)))

    def bounds(self) -> tuple[Estimate, Estimate]:
        """Return the lower and the upper limit of the widened range; effects beyond them are out of range."""
        least, most = self
        # A difference: the lower end of one goes with the upper end of the other. `[:0:-1]` is (high, low).
        below = Estimate(
            *((1 + ROOM) * one - ROOM * other for one, other in zip(least, (most.mean, *most[:0:-1]), strict=True))
        )
        above = Estimate(
            *((1 + ROOM) * one - ROOM * other for one, other in zip(most, (least.mean, *least[:0:-1]), strict=True))
        )
        return below, above

    def verdict(self, effect: Estimate) -> str:
        """Return the verdict on an effect: clearly above, below or within the range, or not known.

        >>> [Yardstick(Estimate(-2, -3, -1), Estimate(4, 3, 5)).verdict(Estimate(m, m - 1, m + 1)) for m in (9, 1, 4)]
        ['strong', 'in range', 'not known']
        """
        below, above = self.bounds()
        if effect.low > above.high:
            return STRONG
        if effect.high < below.low:
            return WEAK
        return IN_RANGE if effect.high <= above.low and effect.low >= below.high else NOT_KNOWN

    def disputes(self, effect: Estimate, printed: Estimate) -> bool:
        """Return whether more trials of a printed card, tile or other thing may change the verdict on an effect.

        Such trials move the ends of the printed range, i.e. the least and the greatest effect of all printed things.
        They matter if the printed thing may be the one at an end, and if the effect is not clearly within the limit of
        `bounds` at that end.

        Args:
            effect: The effect to be judged.
            printed: The effect of the printed thing.
        """
        below, above = self.bounds()
        is_most = effect.high > above.low and printed.high >= self.most.low
        is_least = effect.low < below.high and printed.low <= self.least.high
        return is_most or is_least

    def beside(self, effect: Estimate, noun: str) -> str:
        """Return a phrase that compares an effect outside the range with the nearer end of the range."""
        is_above = effect.mean > self.most.mean
        end, which = (self.most, f"best printed {noun}") if is_above else (self.least, f"worst printed {noun}")
        verb = "brings" if effect.mean > 0 else "costs"
        is_clear = end.low > 0 if is_above else end.high < 0
        if is_clear and effect.mean / end.mean > 1:
            return f"{verb} {decimals(effect.mean / end.mean, 1)} times what the {which} {verb}"
        return f"{verb} {decimals(abs(effect.mean), 1)}, the {which} {signed(end.mean, 1)}"


@dataclass(frozen=True)
class Judged:
    """A verdict with its reason.

    Attributes:
        verdict: a key of MEANINGS.
        why: the reason in words; "" if there is nothing to add.
        range: range of the printed effects with which the thing was compared; None without any.
        is_own: whether the thing differs from every printed thing.
        is_open: whether more trials may change the verdict.
    """

    verdict: str
    why: str
    range: Yardstick | None
    is_own: bool
    is_open: bool = False


def is_blank(effect: Estimate, nothing: float, changes: Estimate | None = None) -> bool:
    """Return whether a thing clearly does next to nothing.

    Args:
        effect: mean effect of the thing.
        nothing: largest effect, above or below 0, of a thing that still counts as blank.
        changes: share of trials that the thing changes; None if that was not counted.
    """
    is_seldom = changes is None or changes.high < SELDOM
    return is_seldom and effect.low >= -nothing and effect.high <= nothing


def may_be_blank(effect: Estimate, nothing: float, changes: Estimate | None = None) -> bool:
    """Return whether a thing does next to nothing by its means alone, without their intervals.

    The arguments are those of `is_blank`.
    """
    return (changes is None or changes.mean < SELDOM) and abs(effect.mean) < nothing


def judged(
    effect: Estimate,
    printed: Yardstick | None,
    *,
    is_own: bool,
    noun: str,
    nothing: float,
    rests_on: str,
    changes: Estimate | None = None,
) -> Judged:
    """Return the verdict on a thing, with its reason.

    Args:
        effect: mean effect of the thing.
        printed: range of the printed effects with which it is compared; None without any.
        is_own: whether the thing differs from every printed thing.
        noun: word for the printed things, e.g. `card of its level`.
        nothing: largest effect, above or below 0, of a thing that still counts as blank.
        rests_on: reason for the verdict `blank`.
        changes: share of trials that the thing changes; None if that was not counted.
    """
    if is_blank(effect, nothing, changes):
        return Judged(BLANK, rests_on, printed, is_own)
    is_near = may_be_blank(effect, nothing, changes)
    if not is_own:
        return Judged(IN_RANGE, "", printed, is_own, is_near)
    if printed is None:
        return Judged(NOT_KNOWN, f"no printed {noun} was measured", None, is_own, is_near)
    verdict = printed.verdict(effect)
    why = printed.beside(effect, noun) if verdict in (STRONG, WEAK) else ""
    why = "its interval crosses an end of the range" if verdict == NOT_KNOWN else why
    return Judged(verdict, why, printed, is_own, verdict == NOT_KNOWN or is_near)


POINTS = Form(lambda share: signed(100 * share, 1))
"""Format of a difference of shares in percentage points."""


def effect(name: str, heading: str, explanation: str = "", more_is: str = "better") -> Column:
    """Return a table column of effects: estimates, each written with its sign and interval."""
    return Column(name, heading, SIGNED, explanation, INTERVAL, missing=("-", ""), flat=flat, more_is=more_is)


def flat(name: str, value: Estimate | None) -> dict[str, Any]:
    """Return an estimate as three columns of a tidy table (mean, low, high); None in each if it is missing."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), value or (None,) * 3, strict=True))


VERDICT = Column(
    "verdict",
    "verdict",
    Form(lambda verdict: f"{SIGNS[verdict]} {verdict}", is_number=False),
    "; ".join(f"{SIGNS[verdict]} {verdict}: {meaning}" for verdict, meaning in MEANINGS.items()),
    missing=("", ""),
)
VERDICT_COLUMNS = (
    Column("printed", "printed range", Form(str), "least and largest effect of the printed ones of the "
           "same level or kind", flat=None, in_json=False),
    Column("why", "why", WORD),
    Column("printed_least", flat=flat),
    Column("printed_most", flat=flat),
    Column("is_own"),
)  # fmt: skip
"""Columns that give the reasons of a verdict."""


def judgement(judged: Judged | None) -> dict[str, Any]:
    """Return the values of the columns that show a verdict; None or "" if there is no verdict."""
    least, most = (judged.range if judged else None) or (None, None)
    return {
        "verdict": judged.verdict if judged else None,
        "why": judged.why if judged else "",
        "printed": f"{signed(least.mean)} to {signed(most.mean)}" if least and most else "",
        "printed_least": least,
        "printed_most": most,
        "is_own": judged.is_own if judged else None,
    }
