"""Verdicts on the cards and components of Galaxy Trucker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analyzer.answers.balance.verdicts import NOT_KNOWN, Judged, Yardstick, judged
from analyzer.answers.description import in_words
from analyzer.answers.numbers import decimals, join_names
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.edition import Card, base_of, load_edition
from analyzer.trucker.questions.balance.sample import LevelShips
from analyzer.trucker.questions.balance.worths import CardOnShips, KindWorth

NOTHING = 0.25
"""Number of credits that a blank card or component brings at most."""
MOST_LACKING = 4
"""Largest number of kinds that a reason lists."""


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
        """Return the effect of each measured card that the base edition has too, for cards of one printed level."""
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
        return judged(
            effect, yardstick, is_own=is_own, noun="card of its level", nothing=NOTHING,
            rests_on=f"changed {decimals(100 * one.changed, 1)}% of {one.meetings:,} meetings; "
            f"rests on {resting_on(self.ships)}",
            changes=one.share(one.changed, self.confidence),
        )  # fmt: skip

    def disputed(self) -> list[CardOnShips]:
        """Return the cards that need more meetings.

        These are the cards with an open verdict, and the printed cards on whose effect such a verdict may depend.
        """
        open_rows = {one: judged for one in self.effects if (judged := self.judged(one)).is_open}
        wanted = dict.fromkeys(open_rows)
        for one, judged in open_rows.items():
            if judged.range is not None and judged.verdict == NOT_KNOWN:
                for other, effect in self.printed(self.level_of(one)).items():
                    if judged.range.disputes(self.effects[one], effect):
                        wanted[other] = None
        return [*wanted]

    def level_of(self, one: CardOnShips) -> int:
        """Return the printed level of a card; if several share the effect, one of the base edition counts."""
        return next((card.level for card in one.cards if self._is_printed(card)), one.cards[0].level)

    def _is_printed(self, card: Card) -> bool:
        return (card.level, card.unnumbered()) in self._known


def resting_on(ships: LevelShips) -> str:
    """Return a phrase on the ships behind a verdict: how many good ships, and the kinds that none of them has."""
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
    """Return the verdict on one kind of component, with the reason."""
    if worth is None:
        number = f"only {one.ships} good ships have" if one.ships else "no good ship has"
        return Judged(NOT_KNOWN, f"{number} one", yardstick, is_own)
    rests_on = f"worth as much as a plain one on {one.ships} good ships"
    return judged(worth, yardstick, is_own=is_own, noun="kind", nothing=NOTHING, rests_on=rests_on)
