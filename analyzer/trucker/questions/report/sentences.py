"""What a report says in words: sentences made of numbers with their intervals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from analyzer.answers.names import listed
from analyzer.answers.numbers import typeset
from analyzer.answers.setting import in_setting
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.questions.report.contents import Contents

if TYPE_CHECKING:
    from analyzer.trucker.result import ShipResult


def summary(report: Contents) -> Iterator[str]:
    """The sentences at the head of a report."""
    setting = report.comparison.setting
    yield in_setting(setting, who_earns_most(report))
    if report.settings is not None:
        yield from islice(report.settings.in_words(), 2 if len(report.comparison.names) == 2 else 1)
    if len(report.comparison.names) > 1:
        yield from (in_setting(setting, sentence) for sentence in who_is_safest(report))
    yield from (in_setting(setting, sentence) for sentence in what_decides(report))


def who_earns_most(report: Contents) -> str:
    """The best ship, and who cannot be told apart from it."""
    best, *others = report.comparison.ranking()
    told = f"{best['ship']} earns {credits(best['credits'], best['low'], best['high'])} a flight"
    if not others:
        return f"{told}."
    told += f", the most of {1 + len(others)} ships"
    level = [row["ship"] for row in others if set(row["groups"]) & set(best["groups"])]
    if level:
        return f"{told}; {listed(level)} cannot be told apart from it."
    second = others[0]
    gap = credits(second["behind"], second["behind_low"], second["behind_high"])
    return f"{told}: {gap} more than {second['ship']}, which comes next."


def who_is_safest(report: Contents) -> Iterator[str]:
    """Who arrives most often, and who loses money most often."""
    ships = report.comparison.results
    safest = max(ships, key=lambda ship: ship.ending_share("arrived"))
    riskiest = max(ships, key=lambda ship: ship.loss_share())
    yield f"{safest.name} arrives most often, in {chance(safest, 'arrived')} of its flights."
    yield f"{riskiest.name} most often ends with a loss, in {chance(riskiest, 'loss')} of its flights."


def what_decides(report: Contents) -> Iterator[str]:
    """The card that costs most and the one that brings most, over all ships."""
    known = [
        (effect.credits[0], effect.card, effects.ships[0].name)
        for effects in report.effects or ()
        for effect in effects.ships[0].cards
        if effect.credits
    ]
    if known:
        worst, best = min(known, key=lambda one: one[0]), max(known, key=lambda one: one[0])
        yield (
            f"the card that costs most is number {worst[1].id} ({card_in_words(worst[1])}): {signed(worst[0])} credits "
            f"a flight for {worst[2]}. The one that brings most is number {best[1].id} ({card_in_words(best[1])}): "
            f"{signed(best[0])} for {best[2]}."
        )


def chance(ship: ShipResult, name: str) -> str:
    """A chance in percent with its interval."""
    row = next(row for row in ship.rows() if row["metric"] == name)
    return f"{row['mean']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def credits(mean: float, low: float, high: float) -> str:
    """Credits with their interval."""
    return f"{typeset(mean)} credits ({interval(low, high)})"


def interval(low: float, high: float) -> str:
    """Both ends of an interval."""
    return f"{typeset(low)} to {typeset(high)}"


def signed(value: float) -> str:
    """A number with its sign, a true minus."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "\N{MINUS SIGN}")
