"""Contents of a report: its runs, their provenance, and sentences about them."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import ceil, inf
from typing import TYPE_CHECKING, Any, cast

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import Comparison
from analyzer.answers.leaders import MOST_NAMED, leaders, leaders_by_difference, leaders_by_interval
from analyzer.answers.numbers import join_names, typeset
from analyzer.answers.origin import in_setting, sentence_begins
from analyzer.answers.tables import editions_of
from analyzer.montecarlo.stretch import some_trials
from analyzer.present.page import versions
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.trucker.captains import Captain
from analyzer.trucker.cards.cards_in_words import kind_in_words, numbers_in_words
from analyzer.trucker.edition import table_of
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.cards import CardEffects, EffectOfGroup
from analyzer.trucker.questions.course import Course
from analyzer.trucker.ship.shipfile import write_ship

if TYPE_CHECKING:
    from analyzer.trucker.result import ShipResult


TABLES = ("cards", "components", "boards", "levels", "goods")
"""Tables of an edition that a report names as its sources."""


@dataclass(frozen=True)
class Table:
    """A data file of an edition, with its sources and the number of its rows at each level of confidence."""

    name: str
    rows: int
    confidence: tuple[tuple[str, int], ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Provenance:
    """Everything needed to reproduce the numbers, and the tables that they rest on.

    Attributes:
        versions: versions of the product and of libraries.
        edition: name of the edition, or of several.
        level: name of the flight level.
        seed: seed of all decks and dice.
        flights: flights of each ship.
        ships: name, fingerprint and captain of each ship.
        rivals: names of the rivals.
        tables: tables of facts of the edition.
        captains: all captains, including the rivals', each once.
        command: command line; empty if the report was made in Python.
    """

    versions: dict[str, str]
    edition: str
    level: str
    seed: int
    flights: int
    ships: tuple[tuple[str, str, str], ...]
    rivals: tuple[str, ...]
    tables: tuple[Table, ...]
    captains: tuple[Captain, ...]
    command: str = ""


def provenance(comparison: Comparison, command: str = "") -> Provenance:
    """Return the seeds, versions, ships and tables behind a comparison of ships."""
    experiments = cast(tuple[Experiment, ...], comparison.experiments)
    first = experiments[0]
    editions = [*dict.fromkeys(one.route.edition for one in experiments)]
    return Provenance(
        versions=versions(),
        edition=join_names(editions),
        level=first.route.level_name,
        seed=first.seed,
        flights=comparison.flights,
        ships=tuple(
            (name, fingerprint(one), one.captains[0].name)
            for name, one in zip(comparison.names, experiments, strict=True)
        ),
        rivals=tuple(ship.name for ship in first.ships[first.subject_count :]),
        tables=tuple(
            replace(one, name=f"{edition}: {one.name}" if len(editions) > 1 else one.name)
            for edition in editions
            for one in tables(edition)
        ),
        captains=tuple(dict.fromkeys(captain for one in experiments for captain in one.captains)),
        command=command,
    )


def fingerprint(experiment: Experiment) -> str:
    """Return the first 12 digits of the SHA-256 of the ship's file, as the product writes it."""
    return hashlib.sha256(write_ship(experiment.ships[0], "components").encode()).hexdigest()[:12]


def tables(edition: str) -> Iterator[Table]:
    """Yield the data files of an edition that hold facts, with the confidence and sources of their rows."""
    for name in TABLES:
        rows = list(csv.DictReader(table_of(edition, name).splitlines()))
        sure = Counter(row.get("confidence") or row.get("rewards_confidence") or "not stated" for row in rows)
        sources = dict.fromkeys(row["source"] for row in rows)
        yield Table(name, len(rows), tuple(sure.most_common()), tuple(sources))


@dataclass(frozen=True, repr=False)
class Contents:
    """Runs of a report: the comparison of all ships, each ship's course, and the effect of each card on it.

    Attributes:
        title: title of the report.
        comparison: all ships compared.
        courses: each ship's course, card by card.
        effects: each ship's card effects; None if every flight meets the same cards.
        command: command line; empty if the report is made in Python.
        elsewhere: the ships compared in the other setting (alone or in the field); None for a single ship.
    """

    title: str
    comparison: Comparison
    courses: tuple[Course, ...]
    effects: tuple[CardEffects, ...] | None
    command: str = ""
    elsewhere: Comparison | None = None

    @property
    def settings(self) -> BothSettings | None:
        """Comparisons of the ships in both settings, alone and in the field; None for a single ship."""
        return None if self.elsewhere is None else BothSettings(self.comparison, self.elsewhere)

    @cached_property
    def card_effects(self) -> tuple[tuple[EffectOfGroup, ...], ...]:
        """Effects on each ship, for each group of cards with the same effect.

        The intervals hold for all rows and ships at once.
        """
        effects = self.effects or ()
        at_once = sum(len(one.ships[0].by_effect) for one in effects)
        return tuple(one.by_effect(0, at_once) for one in effects)

    @cached_property
    def provenance(self) -> Provenance:
        """Seeds, versions, ships and tables from which the report's numbers come."""
        return provenance(self.comparison, self.command)

    def heading(self) -> str:
        """Return the heading: the ships compared, their route, the number of flights, and the captain."""
        captains = {captain for _, _, captain in self.provenance.ships}
        of_all = f", captain {captains.pop()}" if len(captains) == 1 else ", each with a captain of its own"
        return f"{self.comparison.heading()}{of_all}"

    def notes(self) -> list[str]:
        """Return the notes of the comparisons and of the effects of cards, each once."""
        compared = self.settings or self.comparison
        several = [compared.notes(), *(effects.notes() for effects in self.effects or ())]
        return list(dict.fromkeys(note for notes in several for note in notes))


MOST_TIMES = 1_000
"""Largest factor that a sentence states; larger factors become `over 1,000 times as many`."""


def summary(report: Contents) -> Iterator[str]:
    """Yield the summary sentences of a report."""
    setting = report.comparison.setting
    yield in_setting(setting, who_earns_most(report))
    if report.settings is not None:
        yield from islice(report.settings.in_words(), 2 if len(report.comparison.names) == 2 else 1)
    if len(report.comparison.names) > 1:
        yield from (in_setting(setting, sentence) for sentence in who_is_safest(report))
    yield from (in_setting(setting, sentence) for sentence in what_decides(report))


def who_earns_most(report: Contents) -> str:
    """Return a sentence on the ship that earns most, and on ships that cannot be told apart from it."""
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
        earns = join_names([*map(typeset, means)]) if few else f"{typeset(min(means))} to {typeset(max(means))}"
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
    """Yield sentences on the ship that arrives most often, and on the ship that loses money most often."""
    yield _most_often(report, "arrived", "arrives")
    yield _most_often(report, "loss", "ends with a loss")


def _most_often(report: Contents, metric: str, does: str) -> str:
    """Return a sentence on the ship that has a result most often, or that none clearly does."""
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
    """Yield sentences on the cards that cost the most and bring the most, on average over the ships that meet them."""
    names = report.comparison.names
    if not report.card_effects:
        return
    editions = editions_of(report.comparison.experiments) or [""] * len(names)
    for edition in dict.fromkeys(editions):
        ships = [number for number, own in enumerate(editions) if own == edition]
        # "its 3 ships" are those of one edition, if there are ships of others too.
        every = f"{'both' if len(ships) == 2 else f'all {len(ships)}'} ships"
        several = every if len(ships) == len(names) else f"its {len(ships)} ships"
        of_ships = f"for {names[ships[0]]}" if len(ships) == 1 else f"on average over {several}"
        effects = _averages([report.card_effects[number] for number in ships])
        begins = f"of the cards of {edition}, " * bool(edition)
        costs, brings = (_extreme(effects, does, of_ships, report) for does in ("costs", "brings"))
        yield f"{begins}{costs}. {sentence_begins(brings)}."


def _averages(of_ships: Sequence[Sequence[EffectOfGroup]]) -> list[tuple[EffectOfGroup, Estimate]]:
    """Average the effect of each card over the ships for which it was measured.

    The ends of the intervals are averaged too. If all intervals hold at once, so do those of the averages.
    """
    by_card: dict[tuple[int, ...], list[EffectOfGroup]] = {}
    for effects in of_ships:
        for effect in effects:
            if effect.credits is not None:
                by_card.setdefault(effect.numbers, []).append(effect)
    averages = []
    for _, same in sorted(by_card.items()):
        ends = zip(*(one.credits for one in same if one.credits is not None), strict=True)
        averages.append((same[0], Estimate(*(sum(values) / len(same) for values in ends))))
    return averages


def _extreme(effects: list[tuple[EffectOfGroup, Estimate]], does: str, of_ships: str, report: Contents) -> str:
    """Return a clause on the card that costs or brings the most, or that no card clearly does.

    Args:
        effects: effects averaged over ships.
        does: verb of the clause, `costs` or `brings`.
        of_ships: the ships in words.
        report: the report.
    """

    def amount(one: tuple[EffectOfGroup, Estimate]) -> Estimate:
        return one[1].negated if does == "costs" else one[1]

    if not any(amount(one).low > 0 for one in effects):
        return f"no card clearly {does} credits {of_ships}"
    first = leaders_by_interval(effects, amount)
    if first.winner is not None:
        effect, (mean, low, high) = first.winner
        own = f"{signed(mean)} credits a flight ({signed(low)} to {signed(high)}) {of_ships}"
        return f"the card that {does} most is {card_name(effect)}: {own}"

    def name(one: tuple[EffectOfGroup, Estimate]) -> str:
        return f"{_numbered(one[0])} ({kind_in_words(one[0].cards[0])}, {signed(one[1].mean)})"

    if len(first.items) <= MOST_NAMED:
        return f"the card that {does} most {of_ships} is {first.names(name)}{first.open_in_words(_flights(report))}"
    leader, second = first.likeliest[:2]
    return (
        f"in {_flights(report)} the card that {does} most {of_ships} is {name(leader)}. But "
        f"{len(first.items) - 1} others may {does.removesuffix('s')} as much: to tell it from the next one, "
        f"{name(second)}, takes {_times_as_many(amount(leader), amount(second))} flights"
    )


def _times_as_many(leader: Estimate, second: Estimate) -> str:
    """Format how many times as many flights would clearly separate two means, e.g. `about 4 times as many`.

    Intervals narrow with the square root of the number of flights.
    """
    gap, widths = leader.mean - second.mean, leader.mean - leader.low + second.high - second.mean
    factor = (widths / gap) ** 2 if gap else inf
    if factor > MOST_TIMES:
        return f"over {MOST_TIMES:,} times as many"
    return f"about {max(2, ceil(factor)):,} times as many"


def _flights(report: Contents) -> str:
    return some_trials(report.comparison.trials, report.comparison.experiments[0].TRIAL)


def card_name(effect: EffectOfGroup) -> str:
    """Name a card, or cards with the same effect: `number 2 (pirates: ...)`, `any of numbers 4-7 (open space)`."""
    return f"{_numbered(effect)} ({effect.words})"


def _numbered(effect: EffectOfGroup) -> str:
    several = len(effect.numbers) > 1
    return f"any of numbers {numbers_in_words(effect.numbers)}" if several else f"number {effect.numbers[0]}"


def chance(ship: ShipResult, name: str) -> str:
    """Format a chance of the ship, e.g. `arrived`, in percent with its interval."""
    row = next(row for row in ship.rows() if row["metric"] == name)
    return f"{row['mean']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def credits(mean: float, low: float, high: float) -> str:
    """Format a mean in credits with the ends of its interval."""
    return f"{typeset(mean)} credits ({interval(low, high)})"


def interval(low: float, high: float) -> str:
    """Format an interval by its two ends."""
    return f"{typeset(low)} to {typeset(high)}"


def signed(value: float) -> str:
    """Format a number with its sign, with the typographic minus sign that pages use."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "\N{MINUS SIGN}")
