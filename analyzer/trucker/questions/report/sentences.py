"""What a report says in words: sentences made of numbers with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import ceil, inf
from typing import TYPE_CHECKING, Any

from analyzer.answers.comparison_tables import editions_of
from analyzer.answers.leaders import MOST_NAMED, leaders, leaders_by_difference, leaders_by_interval
from analyzer.answers.names import listed
from analyzer.answers.numbers import typeset
from analyzer.answers.setting import in_setting, sentence_begins
from analyzer.montecarlo.stretch import some_trials
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.trucker.cards.cards_in_words import kind_in_words, numbers_in_words
from analyzer.trucker.questions.report.contents import Contents

if TYPE_CHECKING:
    from analyzer.trucker.questions.cards.alike_effects import AlikeEffect
    from analyzer.trucker.result import ShipResult


MOST_TIMES = 1_000
"""More times as many flights are not counted."""


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
    """Say which ship earns most, together with those that cannot be told apart from it."""
    compared = report.comparison
    best, *others = rows = compared.ranking()
    if not others:
        return f"{best['ship']} earns {_earned(best)} a flight."
    own = {row["ship"]: row for row in rows}
    first = leaders(
        compared.names,
        lambda one, other: compared.verdict(one, other) is Verdict.BETTER,
        lambda name: float(own[name]["credits"]),
    )
    most = f"the most of {len(rows)} ships"
    if not first.is_clear:
        means = [own[name]["credits"] for name in first.items]
        few = len(means) <= MOST_NAMED
        earns = listed([*map(typeset, means)]) if few else f"{typeset(min(means))} to {typeset(max(means))}"
        earns = f"{earns} credits a flight"
        if first.is_open:
            return f"no ship clearly earns more than another: {earns} in {_flights(report)}."
        return f"{first.names()} earns {most}, {earns}{first.open_in_words(_flights(report))}."
    second, *rest = (row["ship"] for row in others)
    follows = ", which comes next" * all(compared.verdict(second, name) is Verdict.BETTER for name in rest)
    gap = others[0]
    ahead = credits(gap["behind"], gap["behind_low"], gap["behind_high"])
    return f"{best['ship']} earns {_earned(best)} a flight, {most}: {ahead} more than {second}{follows}."


def _earned(row: Mapping[str, Any]) -> str:
    return credits(row["credits"], row["low"], row["high"])


def who_is_safest(report: Contents) -> Iterator[str]:
    """Say who arrives most often, and who loses money most often, as far as flights tell them apart."""
    yield _most_often(report, "arrived", "arrives")
    yield _most_often(report, "loss", "ends with a loss")


def _most_often(report: Contents, metric: str, does: str) -> str:
    compared = report.comparison
    shares = {ship.name: ship.measured(metric).mean for ship in compared.results}
    if not any(shares.values()):
        return f"no ship {does} in any of {_flights(report)}."
    first = leaders_by_difference(
        compared.names, lambda one, other, confidence: compared.difference(one, other, metric, confidence)
    )
    if first.winner is not None:
        return f"{first.winner} {does} most often, in {chance(compared[first.winner], metric)} of its flights."
    lowest, highest = (f"{end([shares[name] for name in first.items]):.1%}" for end in (min, max))
    often = f"in {lowest}{f' to {highest}' * (lowest != highest)} of"
    if first.is_open:
        return f"no ship clearly {does} more often than another: {often} {_flights(report)}."
    return f"{first.names()} {does} most often, {often} flights{first.open_in_words(_flights(report))}."


def what_decides(report: Contents) -> Iterator[str]:
    """Say which card costs most and which brings most, on average over all ships that meet it."""
    names = report.comparison.names
    if not report.card_effects:
        return
    editions = editions_of(report.comparison.experiments) or [""] * len(names)
    for edition in dict.fromkeys(editions):
        ships = [number for number, own in enumerate(editions) if own == edition]
        of_ships = f"for {names[ships[0]]}" if len(ships) == 1 else f"on average over {_all_of(len(ships), len(names))}"
        effects = _averages([report.card_effects[number] for number in ships])
        begins = f"of the cards of {edition}, " * bool(edition)
        costs = _extreme(effects, "costs", _negated, of_ships, report)
        brings = _extreme(effects, "brings", None, of_ships, report)
        yield f"{begins}{costs}. {sentence_begins(brings)}."


def _all_of(some: int, every: int) -> str:
    number = "both" if some == 2 else f"all {some}"
    return f"{number} ships" if some == every else f"its {some} ships"


def _averages(of_ships: Sequence[Sequence[AlikeEffect]]) -> list[tuple[AlikeEffect, Estimate]]:
    """Average the effect of each card over the ships that it was measured for.

    The ends of the intervals are averaged too: where all intervals hold at once, those of averages do.
    """
    by_card: dict[tuple[int, ...], list[AlikeEffect]] = {}
    for effects in of_ships:
        for effect in effects:
            if effect.credits is not None:
                by_card.setdefault(effect.numbers, []).append(effect)
    averages = []
    for _, same in sorted(by_card.items()):
        ends = zip(*(one.credits for one in same if one.credits is not None), strict=True)
        averages.append((same[0], Estimate(*(sum(values) / len(same) for values in ends))))
    return averages


def _extreme(
    effects: list[tuple[AlikeEffect, Estimate]],
    does: str,
    turned: Callable[[Estimate], Estimate] | None,
    of_ships: str,
    report: Contents,
) -> str:
    """Say which card costs or brings most, or that none clearly does; turned: so that more means more of that."""

    def amount(one: tuple[AlikeEffect, Estimate]) -> Estimate:
        return one[1] if turned is None else turned(one[1])

    if not any(amount(one).low > 0 for one in effects):
        return f"no card clearly {does} credits {of_ships}"
    first = leaders_by_interval(effects, amount)
    if first.winner is not None:
        effect, (mean, low, high) = first.winner
        own = f"{signed(mean)} credits a flight ({signed(low)} to {signed(high)}) {of_ships}"
        return f"the card that {does} most is {card_name(effect)}: {own}"

    def name(one: tuple[AlikeEffect, Estimate]) -> str:
        return f"{_numbered(one[0])} ({kind_in_words(one[0].cards[0])}, {signed(one[1].mean)})"

    if len(first.items) <= MOST_NAMED:
        return f"the card that {does} most {of_ships} is {first.names(name)}{first.open_in_words(_flights(report))}"
    leader, second = first.likeliest[:2]
    return (
        f"in {_flights(report)} the card that {does} most {of_ships} is {name(leader)}, but they do not decide it: "
        f"{len(first.items) - 1} others may {does.removesuffix('s')} as much; to tell it from the next, "
        f"{name(second)}, takes {_times_as_many(amount(leader), amount(second))} flights"
    )


def _times_as_many(leader: Estimate, second: Estimate) -> str:
    """Say how many times as many trials would tell two means apart: intervals get narrower with the square root."""
    gap, widths = leader.mean - second.mean, leader.mean - leader.low + second.high - second.mean
    factor = (widths / gap) ** 2 if gap else inf
    if factor > MOST_TIMES:
        return f"over {MOST_TIMES:,} times as many"
    return f"about {max(2, ceil(factor)):,} times as many"


def _negated(estimate: Estimate) -> Estimate:
    return estimate.negated


def _flights(report: Contents) -> str:
    return some_trials(report.comparison.trials, report.comparison.experiments[0].TRIAL)


def card_name(effect: AlikeEffect) -> str:
    """Name a card, or the cards that do the same: `number 2 (pirates: ...)`, `any of numbers 4-7 (open space)`."""
    return f"{_numbered(effect)} ({effect.words})"


def _numbered(effect: AlikeEffect) -> str:
    several = len(effect.numbers) > 1
    return f"any of numbers {numbers_in_words(effect.numbers)}" if several else f"number {effect.numbers[0]}"


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
