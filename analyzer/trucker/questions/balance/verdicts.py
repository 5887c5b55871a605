"""Verdicts on cards and components: in the range of the printed ones, strong, weak, blank, or not known.

Error rate: a verdict follows from intervals. Each row is looked at no more than LOOKS times, at numbers of meetings
that are fixed beforehand. Each interval of each look is as sure as all rows and looks together need (Bonferroni), so
the chance that any interval of any look fails is at most 5%, whichever rows are chosen for another look. All verdicts
of a table are therefore right at once with 95% confidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from analyzer.answers.description import in_words
from analyzer.answers.numbers import decimals, join_names, signed
from analyzer.statistics.estimate import Estimate, each_of
from analyzer.trucker.edition import Card, base_of, load_edition
from analyzer.trucker.questions.balance.sample import LevelShips
from analyzer.trucker.questions.balance.worths import CardOnShips, KindWorth

IN_RANGE, STRONG, WEAK, BLANK, NOT_KNOWN = "in range", "strong", "weak", "blank", "not known"
"""Verdicts on a card or a kind of component."""
MEANINGS = {
    STRONG: "clearly brings more than the best printed one",
    WEAK: "clearly brings less than the worst printed one",
    BLANK: "clearly does next to nothing",
    NOT_KNOWN: "the sample cannot tell",
    IN_RANGE: "clearly within the range of the printed ones, as each printed one is",
}
"""Meaning of each verdict, the most urgent first."""
SIGNS = {STRONG: "\u25b2", WEAK: "\u25bc", BLANK: "\u25cb", IN_RANGE: "\u25cf", NOT_KNOWN: "?"}
"""Sign of each verdict."""
LOOKS = 5
"""Largest number of looks at a card; each has twice the meetings of the one before."""
ROOM = 0.1
"""Share of the printed range by which an effect may lie outside of it and still count as within."""
NOTHING, SELDOM = 0.25, 0.1
"""A blank card or component brings at most so many credits; a blank card changes less than this share of meetings."""
MOST_LACKING = 4
"""Largest number of kinds that a reason lists."""


def confidence_of_looks(rows: int) -> float:
    """Return the confidence of each interval for which all intervals of all rows hold at every look."""
    return each_of(max(1, rows) * LOOKS)


class Yardstick(NamedTuple):
    """Least and largest effect of the printed cards or components.

    Args:
        least: the smallest printed effect.
        most: the largest printed effect.
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
        """Return the limits below and above which an effect is out of range."""
        least, most = self
        below = Estimate(
            *((1 + ROOM) * one - ROOM * other for one, other in zip(least, (most.mean, *most[:0:-1]), strict=True))
        )
        above = Estimate(
            *((1 + ROOM) * one - ROOM * other for one, other in zip(most, (least.mean, *least[:0:-1]), strict=True))
        )
        return below, above

    def verdict(self, effect: Estimate) -> str:
        """Return whether an effect lies clearly above, below or within the range.

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
        """Return whether the verdict on an effect may depend on how well a printed one is known."""
        below, above = self.bounds()
        is_most = effect.high > above.low and printed.high >= self.most.low
        is_least = effect.low < below.high and printed.low <= self.least.high
        return is_most or is_least

    def beside(self, effect: Estimate, noun: str) -> str:
        """Return a comparison of an effect outside the range with the nearer end."""
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
        range: the printed effects with which it was compared; None without any.
        is_own: whether the edition has no printed card or component that is equal.
        is_open: whether more meetings may change the verdict.
    """

    verdict: str
    why: str
    range: Yardstick | None
    is_own: bool
    is_open: bool = False


def is_blank(effect: Estimate, changes: Estimate) -> bool:
    """Return whether a card clearly does next to nothing, given what it brings and how often it changes anything."""
    return changes.high < SELDOM and effect.low >= -NOTHING and effect.high <= NOTHING


def may_be_blank(effect: Estimate, changes: Estimate) -> bool:
    """Return whether the means, without their intervals, say that a card does next to nothing."""
    return changes.mean < SELDOM and abs(effect.mean) < NOTHING


def verdict_on(effect: Estimate, changes: Estimate, printed: Yardstick) -> str:
    """Return the verdict on a card that is not printed."""
    return BLANK if is_blank(effect, changes) else printed.verdict(effect)


class CardJudge:
    """Verdicts on the cards of one level, met in the field.

    Args:
        ships: the ships of the level.
        cards: the effects of its cards; others are left out.
        confidence: confidence of each interval.
    """

    def __init__(self, ships: LevelShips, cards: Iterable[CardOnShips], confidence: float) -> None:
        self.ships, self.confidence = ships, confidence
        own = [one for one in cards if one.in_field and one.level == ships.level]
        self.effects = {one: one.credits(confidence) for one in own}
        base = load_edition(base_of(ships.edition))
        self._known = {(card.level, card.unnumbered()) for card in base.cards}

    def printed(self, level: int) -> dict[CardOnShips, Estimate]:
        """Return the effects of the printed cards of a level of cards."""
        return {
            one: effect
            for one, effect in self.effects.items()
            if any(card.level == level and self._is_printed(card) for card in one.cards)
        }

    def judged(self, one: CardOnShips) -> Judged:
        """Return the verdict on a card, or on several with the same effect."""
        effect, level = self.effects[one], self.level_of(one)
        yardstick = Yardstick.of([*self.printed(level).values()])
        is_own = not any(self._is_printed(card) for card in one.cards)
        changes = one.share(one.changed, self.confidence)
        if is_blank(effect, changes):
            return Judged(BLANK, f"{_rarely(one)}; rests on {resting_on(self.ships)}", yardstick, is_own)
        is_near = may_be_blank(effect, changes)
        if not is_own:
            return Judged(IN_RANGE, "", yardstick, is_own, is_near)
        if yardstick is None:
            return Judged(NOT_KNOWN, "no printed card of its level is dealt", None, is_own, is_near)
        verdict = yardstick.verdict(effect)
        why = yardstick.beside(effect, "card of its level") if verdict in (STRONG, WEAK) else ""
        why = "its interval crosses the end of the range" if verdict == NOT_KNOWN else why
        return Judged(verdict, why, yardstick, is_own, verdict == NOT_KNOWN or is_near)

    def disputed(self) -> list[CardOnShips]:
        """Return the cards that need more meetings: those with an open verdict, and printed ones that may decide it."""
        open_rows = {one: judged for one in self.effects if (judged := self.judged(one)).is_open}
        wanted = dict.fromkeys(open_rows)
        for one, judged in open_rows.items():
            if judged.range is not None and judged.verdict == NOT_KNOWN:
                for other, effect in self.printed(self.level_of(one)).items():
                    if judged.range.disputes(self.effects[one], effect):
                        wanted[other] = None
        return [*wanted]

    def level_of(self, one: CardOnShips) -> int:
        """Return the level of the card: of its printed version, if it has one."""
        return next((card.level for card in one.cards if self._is_printed(card)), one.cards[0].level)

    def _is_printed(self, card: Card) -> bool:
        return (card.level, card.unnumbered()) in self._known


def _rarely(one: CardOnShips) -> str:
    """Return in how many meetings a card changed anything."""
    return f"changed {decimals(100 * one.changed, 1)}% of {one.meetings:,} meetings"


def resting_on(ships: LevelShips) -> str:
    """Return the number of good ships, and which kinds of components none of them has."""
    good, lacking = len(ships.good), [in_words(one) for one in ships.lacking]
    more = [f"{len(lacking) - MOST_LACKING} other kinds"] * (len(lacking) > MOST_LACKING)
    without = f", none of which carries: {join_names([*lacking[:MOST_LACKING], *more])}" if lacking else ""
    return f"{good} good ships{without}"


def judged_kinds(kinds: Sequence[KindWorth], edition: str, confidence: float) -> dict[str, Judged]:
    """Return the verdict on each kind of component, by its name."""
    rules, base = load_edition(edition), load_edition(base_of(edition))
    worths = {one.kind: one.worth(confidence) for one in kinds}
    own = {kind for kind in worths if rules.kinds[kind] != base.kinds.get(kind)}
    yardstick = Yardstick.of([worth for kind, worth in worths.items() if worth is not None and kind not in own])
    return {one.kind: _judged_kind(one, worths[one.kind], yardstick, one.kind in own) for one in kinds}


def _judged_kind(one: KindWorth, worth: Estimate | None, yardstick: Yardstick | None, is_own: bool) -> Judged:
    """Return the verdict on a kind of component."""
    if worth is None:
        number = f"only {one.ships} good ships have" if one.ships else "no good ship has"
        return Judged(NOT_KNOWN, f"{number} one", yardstick, is_own)
    if worth.low >= -NOTHING and worth.high <= NOTHING:
        return Judged(BLANK, f"worth as much as a plain one on {one.ships} good ships", yardstick, is_own)
    if not is_own:
        return Judged(IN_RANGE, "", yardstick, is_own)
    verdict = NOT_KNOWN if yardstick is None else yardstick.verdict(worth)
    if yardstick is None or verdict in (IN_RANGE, NOT_KNOWN):
        why = "its interval crosses the end of the range" if verdict == NOT_KNOWN else ""
        return Judged(verdict, why, yardstick, is_own)
    return Judged(verdict, yardstick.beside(worth, "kind"), yardstick, is_own)
