"""What a report says in words: sentences made of numbers with their intervals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from analyzer.answers.comparison_tables import editions_of
from analyzer.answers.names import listed
from analyzer.answers.numbers import typeset
from analyzer.answers.setting import in_setting
from analyzer.trucker.cards.cards_in_words import numbers_in_words
from analyzer.trucker.questions.report.contents import Contents

if TYPE_CHECKING:
    from analyzer.trucker.questions.cards.alike_effects import AlikeEffect
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
    """The best ship, and who does not clearly differ from it."""
    best, *others = report.comparison.ranking()
    sentence = f"{best['ship']} earns {credits(best['credits'], best['low'], best['high'])} a flight"
    if not others:
        return f"{sentence}."
    sentence += f", the most of {1 + len(others)} ships"
    level = [row["ship"] for row in others if set(row["groups"]) & set(best["groups"])]
    if level:
        return f"{sentence}. It does not clearly differ from {listed(level)}."
    second = others[0]
    gap = credits(second["behind"], second["behind_low"], second["behind_high"])
    return f"{sentence}: {gap} more than {second['ship']}, which comes next."


def who_is_safest(report: Contents) -> Iterator[str]:
    """Who arrives most often, and who loses money most often."""
    ships = report.comparison.results
    safest = max(ships, key=lambda ship: ship.ending_share("arrived"))
    riskiest = max(ships, key=lambda ship: ship.loss_share())
    yield f"{safest.name} arrives most often, in {chance(safest, 'arrived')} of its flights."
    yield f"{riskiest.name} most often ends with a loss, in {chance(riskiest, 'loss')} of its flights."


def what_decides(report: Contents) -> Iterator[str]:
    """The card that costs most and the one that brings most, over all ships, of those that clearly do."""
    names = report.comparison.names
    editions = editions_of(report.comparison.experiments) or [""] * len(names)
    effects = [
        (effect.credits, f"{card_name(effect, edition)}: {signed(effect.credits.mean)} credits a flight for {name}")
        for name, edition, effects in zip(names, editions, report.card_effects, strict=False)
        for effect in effects
        if effect.credits
    ]
    if not effects:
        return
    costing = [(credits.mean, words) for credits, words in effects if credits.high < 0]
    bringing = [(credits.mean, words) for credits, words in effects if credits.low > 0]
    costs = f"the card that costs most is {min(costing)[1]}" if costing else "no card clearly costs credits"
    brings = f"The card that brings most is {max(bringing)[1]}" if bringing else "No card clearly brings credits"
    yield f"{costs}. {brings}."


def card_name(effect: AlikeEffect, edition: str = "") -> str:
    """Which card it is, or which cards that do the same: `number 2 (pirates: ...)`, `number 2 of 2021 (...)`."""
    several = len(effect.numbers) > 1
    number = f"any of numbers {numbers_in_words(effect.numbers)}" if several else f"number {effect.numbers[0]}"
    return f"{number}{f' of {edition}' if edition else ''} ({effect.words})"


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
    """A number with its sign, and the minus sign of pages."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "\N{MINUS SIGN}")
