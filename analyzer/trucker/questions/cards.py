"""Effects of cards on average credits, from flights whose decks hold them and flights whose decks do not.

Decks are dealt at random. Flights with and without a card differ in nothing else, save the average card in its place.
So the difference of their means is what the card causes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Self, Unpack

import numpy as np
import numpy.typing as npt

from analyzer.answers.comparison import MARGIN
from analyzer.answers.derived import Derived
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    SIGNED,
    TEXT,
    Collection,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    estimate_columns,
)
from analyzer.answers.metrics import Metrics
from analyzer.answers.note import note_on_correction
from analyzer.answers.numbers import find_by_name, signed
from analyzer.answers.result import ByItself, RunResult, one_or_by_itself
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, run_each, split_amount
from analyzer.statistics.controls import DRAWS, CorrectedMean, Law
from analyzer.statistics.estimate import CONFIDENCE, Estimate, each_of
from analyzer.statistics.grouped import GroupedSums
from analyzer.statistics.moments import Moments, difference_of_means, difference_of_shares, slope
from analyzer.statistics.tally import Columns
from analyzer.trucker.cards.cards_in_words import card_in_words, numbers_in_words, other_figures
from analyzer.trucker.cards.deck_chances import Alike, DeckChances, alike, rows_by_number, with_numbers
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import Conditions, FlightKeywords, plan_by_ship
from analyzer.trucker.controls import FlightControls, law_of_flights
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS, METRICS
from analyzer.trucker.ship.shipfile import ShipsLike

ALL = -1
"""Index of the group that holds all flights: the last one."""


@dataclass(frozen=True, eq=False)
class LawByCard(Law):
    """Known means and covariances of the control variates, for all flights and for groups of flights.

    There is one group per card that may come: the flights whose deck holds it. Cards with the same effect also have a
    group for each number of them in a deck. The last group is ALL flights. Each group has a row in the column `dealt`
    (see `with_numbers`).
    """

    deck: DeckChances = field(kw_only=True)
    route: Route = field(kw_only=True)
    ships: int = field(kw_only=True)

    @cached_property
    def rows(self) -> list[int]:
        """Row of the column `dealt` for each group: single cards first, then `others`."""
        return [*self.deck.cards, *self.others]

    @cached_property
    def others(self) -> list[int]:
        """Rows of the column `dealt` for 1, 2, ... cards with the same effect in a deck, then that of ALL flights."""
        return [*(row for rows in self.alike for row in rows), ALL]

    @cached_property
    def alike(self) -> dict[range, Alike]:
        """Indices of cards with the same effect, by the rows of `dealt` that count them in a deck."""
        return {rows: same for same, rows in rows_by_number(self.route).items()}

    def given(self, some: Alike, number: int) -> Law:
        """Return means and covariances of the control variates for decks that hold `number` of the cards `some`."""
        return _given(self, some, number)

    def holds_for_decks(self, some: Alike, flights: int) -> bool:
        """Return whether `flights` flights are enough to correct effects of the cards `some` by control variates."""
        return self.holds_for(int(flights * (1 - max(self.deck.numbers(some).values()))))


@dataclass(frozen=True)
class CardControls(FlightControls):
    """Control variates of flights, for the effects of single cards on the mean results.

    Covariances are known for decks with a given card, and measured for all flights together.
    """

    @property
    def own(self) -> int:
        """Number of controls that say whether a card is in the deck, one per card that may come."""
        return len(self.law.deck.cards)

    @property
    def law(self) -> LawByCard:
        """Known means and covariances of the control variates, for all flights and for decks with given cards."""
        assert self.deck is not None
        return _law_by_card(self.deck, self.route, self.ships)


@lru_cache(16)
def _law_by_card(deck: DeckChances, route: Route, ships: int) -> LawByCard:
    return LawByCard(law_of_flights(deck.law(), route, ships).mean, None, deck=deck, route=route, ships=ships)


@lru_cache(1024)
def _given(law: LawByCard, some: Alike, number: int) -> Law:
    return law_of_flights(law.deck.law_given(some, number), law.route, law.ships)


MEASURED = ("credits", "components_lost", "arrived")
"""Metrics on which the effect of every card is measured."""
CORRECTED = MEASURED[:2]
"""Metrics whose means are corrected by known chances of the draws."""
Exact = npt.NDArray[np.float64]
"""Array of whole numbers below 2**53 as floats, which hold them exactly and multiply fast."""


@dataclass(frozen=True, eq=False)
class SortedByCard:
    """Sums over the flights of each group, with all flights as the last group. Two of these can be added.

    A group holds the flights whose deck contains one card, or a certain number of cards with the same effect (see
    `alike`). Each group is a row of the column `dealt`.

    Attributes:
        counts: number of flights, (groups + 1).
        sums: sums of values, (MEASURED, ships, groups + 1).
        squares: sums of squared values, (MEASURED, ships, groups + 1).
        drawn: sums of the control variates for the groups of the law, if their chances are known.
        law: known means and covariances of the control variates if effects are corrected by them, else None.
    """

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]
    drawn: GroupedSums | None = None
    law: LawByCard | None = None

    @classmethod
    def of(cls, columns: Columns, controls: CardControls | None = None) -> SortedByCard:
        """Build the sums of a block of trials, with control variates if the block holds them."""
        dealt = columns["dealt"]
        # The last group holds all flights. Products of floats are fast, and exact as long as sums stay below 2**53.
        everyone = np.vstack([dealt, np.ones_like(dealt[:1])])
        groups: Exact = everyone.astype(np.float64)
        values: Exact = np.stack([columns[metric] for metric in MEASURED]).astype(np.float64)
        sums, squares = ((power @ groups.T).astype(np.int64) for power in (values, values**2))
        counts = groups.sum(axis=1).astype(np.int64)
        if controls is None or DRAWS not in columns:
            return cls(counts, sums, squares)
        corrected = np.vstack([columns[metric] for metric in CORRECTED])
        largest = int(np.abs(corrected).max())
        drawn = GroupedSums.of(corrected, everyone[controls.law.others], columns[DRAWS], controls, largest)
        return cls(counts, sums, squares, drawn)

    def __add__(self, other: SortedByCard) -> SortedByCard:
        drawn = None if self.drawn is None or other.drawn is None else self.drawn + other.drawn
        return SortedByCard(self.counts + other.counts, self.sums + other.sums, self.squares + other.squares, drawn)

    def __eq__(self, other: object) -> bool:
        """Return whether both hold equal sums, and are both corrected or both uncorrected."""
        if not isinstance(other, SortedByCard) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: LawByCard) -> SortedByCard:
        """Return a copy whose effects are corrected by the known chances of the draws."""
        return replace(self, law=law)

    def unsharpened(self) -> SortedByCard:
        """Return a copy whose effects are not corrected."""
        return replace(self, law=None)

    @property
    def trials(self) -> int:
        """Number of flights in the sums."""
        return int(self.counts[-1])

    @property
    def shape(self) -> Hashable:
        """Shape of the sums and of the control variates; only equal shapes can be added."""
        return self.sums.shape, None if self.drawn is None else self.drawn.shape

    def plain(self) -> dict[str, Any]:
        """Return the sums in plain types for JSON."""
        arrays = {"counts": self.counts, "sums": self.sums, "squares": self.squares}
        drawn = {} if self.drawn is None else {"drawn": self.drawn.plain()}
        return {"trials": self.trials, **{name: array.tolist() for name, array in arrays.items()}, **drawn}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Rebuild sums from `plain()`; raise ValueError, TypeError or KeyError if they do not fit together."""
        counts, sums, squares = (np.array(plain[name], np.int64) for name in ("counts", "sums", "squares"))
        if sums.shape != squares.shape or sums.shape[-1:] != counts.shape or counts[-1] != plain["trials"]:
            raise ValueError("its sums are not of as many flights and cards as it says")
        drawn = plain.get("drawn")
        return cls(counts, sums, squares, None if drawn is None else GroupedSums.of_plain(drawn))

    def met(self, card: int) -> int:
        """Return the number of flights whose deck held the card with index `card`."""
        return int(self.counts[card])

    def met_any(self, rows: range) -> int:
        """Return the number of flights whose deck held at least one of several cards with the same effect.

        Args:
            rows: rows of the column `dealt` that mark decks with one of these cards, with two, and so on.
        """
        return int(self.counts[rows.start : rows.stop].sum())

    def effect(self, metric: str, ship: int, card: int, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean of a metric over flights with a card, less the mean over flights without it.

        Returns:
            The difference with its interval, or None if all flights had the card or none had it.
        """
        # Flights without the card are all flights less those with it: integers, so nothing is lost by subtracting.
        having = self._moments(metric, ship, {card: 1}, ((card,), 1))
        without = self._moments(metric, ship, {ALL: 1, card: -1}, ((card,), 0))
        if not (having.trials and without.trials):
            return None
        if metric == "arrived":
            return difference_of_shares(having.total, having.trials, without.total, without.trials, confidence)
        return difference_of_means(having, without, confidence)

    def effect_of_each(self, metric: str, ship: int, rows: range, confidence: float = CONFIDENCE) -> Estimate | None:
        """Return the mean change of a metric by each further card in a deck, for several cards with the same effect.

        Args:
            metric: name of a metric in `MEASURED`.
            ship: index of the ship.
            rows: rows of `dealt` for decks with exactly one of the cards, with two, and so on.
            confidence: level of the interval.

        Returns:
            The slope with its interval, or None if all flights had the same number of these cards.
        """
        same = () if self.law is None else self.law.alike[rows]
        none = self._moments(metric, ship, {ALL: 1, **dict.fromkeys(rows, -1)}, (same, 0))
        each = {n: self._moments(metric, ship, {row: 1}, (same, n)) for n, row in enumerate(rows, start=1)}
        return slope({0: none, **each}, confidence, is_chance=metric == "arrived")

    def _moments(self, metric: str, ship: int, signs: Mapping[int, int], decks: tuple[Alike, int]) -> Moments:
        """Return the moments of one metric over groups that are added and subtracted.

        Args:
            metric: name of a metric in `MEASURED`.
            ship: index of the ship.
            signs: weight of each group by its row: 1 adds it, -1 subtracts it.
            decks: cards with the same effect, and how many of them the deck of each resulting flight holds. Known
                means and covariances for these decks correct the result.
        """
        weights = np.zeros(self.counts.size, np.int64)
        weights[[*signs]] = [*signs.values()]
        here = MEASURED.index(metric), ship
        counted = self.counts, self.sums[here], self.squares[here]
        trials, total, squares = (int(weights @ each) for each in counted)
        own = Moments(trials, total, squares)
        law, drawn, (some, number) = self.law, self.drawn, decks
        if law is None or drawn is None or metric not in CORRECTED or not own.trials:
            return own
        # A metric that never varies has no slope on the draws.
        varies = int(counted[2][ALL]) * self.trials > int(counted[1][ALL]) ** 2
        if not varies or not law.holds_for_decks(some, self.trials):
            return own
        # Value 0 of `drawn` is the constant 1; then come the ships of each corrected metric.
        value = 1 + CORRECTED.index(metric) * self.sums.shape[1] + ship
        return drawn.corrected(value, weights[law.rows], own, law.given(some, number))


@dataclass(frozen=True)
class EffectOfGroup:
    """Cards with the same effect by the rules, and the change caused by one more of them in a deck.

    Attributes:
        cards: the cards, one or several.
        met: number of flights whose deck had at least one of them.
        credits: change of the mean credits; None if all decks had equally many of these cards.
        components_lost: change of the mean number of components lost; None as above.
        arrived: change of the share of flights that arrive; None as above.
        printed: printed numbers of the cards in words, if level IV changes them, else "".
    """

    cards: tuple[Card, ...]
    met: int
    credits: Estimate | None
    components_lost: Estimate | None
    arrived: Estimate | None
    printed: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the cards of the group."""
        return tuple(card.id for card in self.cards)

    @property
    def words(self) -> str:
        """Kind and printed numbers of the cards, in words."""
        return card_in_words(self.cards[0])

    def as_row(self) -> Row:
        """Return the row of these cards in a table of effects."""
        effects = {metric: getattr(self, metric) for metric in MEASURED}
        words = f"{self.words} (printed: {self.printed})" if self.printed else self.words
        names = {"cards": self.numbers, "kind": self.cards[0].kind, "words": words, "met": self.met}
        return Row(names | effects)


def effects_of_alike(route: Route, tally: SortedByCard, ship: int, at_once: int | None = None) -> list[EffectOfGroup]:
    """Return the effects on one ship for each group of cards with the same effect, the most harmful first.

    Args:
        route: route of the flights.
        tally: counted flights.
        ship: index of the ship.
        at_once: number of effects for which the 95% intervals hold at once; the number of groups if None.
    """
    all_cards = alike(route)
    confidence = each_of(at_once or len(all_cards))
    by_number = rows_by_number(route)

    def effects() -> Iterator[EffectOfGroup]:
        for same in all_cards:
            cards, rows = tuple(route.rules.cards[i] for i in same), by_number.get(same)
            printed = other_figures(route.printed(cards[0]), cards[0])
            if rows is None:
                credits, lost, arrived = (tally.effect(metric, ship, same[0], confidence) for metric in MEASURED)
                yield EffectOfGroup(cards, tally.met(same[0]), credits, lost, arrived, printed)
            else:
                credits, lost, arrived = (tally.effect_of_each(metric, ship, rows, confidence) for metric in MEASURED)
                yield EffectOfGroup(cards, tally.met_any(rows), credits, lost, arrived, printed)

    return sorted(effects(), key=lambda effect: effect.credits.mean if effect.credits else float("inf"))


def alike_table(effects: list[EffectOfGroup], at_once: int | None = None) -> Table:
    """Return a table with a row per group of cards with the same effect."""
    return Table("alike", _columns(at_once or len(effects)), [effect.as_row() for effect in effects])


LOST = Column("components_lost", "compo-\nnents\nlost", SIGNED, "likewise, on average")
ARRIVES = Column(
    "arrived",
    "arrived,\npoints",
    Form(lambda share: signed(100 * share, 1)),
    "likewise, the chance to arrive in percentage points",
)
"""Columns of effects on the components lost and on arrival, in the tables by group and by card."""


@cache
def _columns(rows: int) -> tuple[Column, ...]:
    """Return the columns of a table whose intervals hold for `rows` rows at once."""
    held = f"the 95% intervals hold for all {rows} rows at once" if rows > 1 else "with its 95% interval"
    return (
        Column("cards", "no.", Form(numbers_in_words), missing=("", "")),
        Column("words", "card", TEXT, "goods by letter: red, yellow, green, blue"),
        Column("kind"),
        Column("met"),
        Column(
            "credits",
            "credits",
            SIGNED,
            "mean credits of flights with the card in their deck minus that of flights without it; in a row of several "
            f"cards, the effect of one more of them; {held}",
            INTERVAL,
            missing=("-", "not measured"),
            more_is="better",
        ),
        LOST,
        ARRIVES,
    )


NOTHING = (float("nan"),) * 3
"""Values that stand for a missing effect in flat tables: mean, low and high."""
COLUMNS = (
    Column("ship", in_json=False),
    Column("card", "no.", COUNT),
    Column("in_words", "card", TEXT, "goods by letter: red, yellow, green, blue", flat=None, in_json=False),
    Column("kind"),
    Column("met"),
    Column("words", flat=None),
    Column(
        "credits",
        "credits",
        SIGNED,
        "mean credits of flights with the card in their deck minus that of flights without it",
        INTERVAL,
        missing=("-", "not measured"),
        flat=lambda name, effect: dict(zip((name, "low", "high"), effect or NOTHING, strict=True)),
        more_is="better",
    ),
    replace(LOST, flat=estimate_columns),
    replace(ARRIVES, flat=estimate_columns),
    Column("printed", flat=None),
)
FOR_PROGRAMS = tuple(replace(column, heading=None) for column in COLUMNS)
"""Columns of the rows for single cards, which only programs read; tables for people have a row per group of cards."""


@dataclass(frozen=True, repr=False)
class CardEffect(Described):
    """A card of the level and the effect of meeting it.

    Each effect is the value of flights with the card less that of flights without it. It is None if no flight or every
    flight had the card.

    Attributes:
        card: the card.
        met: number of flights whose deck had it.
        credits: effect on the mean credits.
        components_lost: effect on the mean number of components lost.
        arrived: effect on the share of flights that arrive.
        printed: printed numbers of the card in words, if level IV changes them, else "".
    """

    card: Card
    met: int
    credits: Estimate | None
    components_lost: Estimate | None
    arrived: Estimate | None
    printed: str = ""

    def heading(self) -> str:
        """Return the card's number, kind and printed numbers as a title."""
        return f"card {self.card.id}: {card_in_words(self.card)}"

    def description(self) -> Description:
        """Describe the card alone, as a table of one row."""
        row = Table("", COLUMNS, [self.as_row("")])
        return Description(f"card {self.card.id}", f": {card_in_words(self.card)}", parts=(row,))

    def as_row(self, ship: str) -> Row:
        """Return the row of this card in a table of effects on `ship`."""
        values = {name: getattr(self, name) for name in ("met", "credits", "components_lost", "arrived")}
        words = card_in_words(self.card)
        card = {"ship": ship, "card": self.card.id, "kind": self.card.kind, "words": words}
        with_printed = f"{words} (printed: {self.printed})" if self.printed else words
        return Row(card | values | {"in_words": with_printed, "printed": self.printed})


@dataclass(frozen=True, repr=False)
class ShipEffects(Described, Collection):
    """Effects of each card on one ship, the most harmful first; index it by the number of a card.

    Attributes:
        name: name of the ship.
        cards: one effect per card.
        by_effect: one effect per group of cards that do the same, with intervals that hold for all groups at once.
    """

    ITEMS: ClassVar = "cards"

    name: str
    cards: tuple[CardEffect, ...]
    by_effect: tuple[EffectOfGroup, ...] = ()

    def __getitem__(self, number: int) -> CardEffect:
        for effect in self.cards:
            if effect.card.id == number:
                return effect
        numbers = sorted(effect.card.id for effect in self.cards)
        raise AnalyzerError(f"no card {number!r} among those that the flight can meet: {one_of(number, numbers)}")

    def description(self) -> Description:
        """Describe the effects: a row per group of equal cards for people, also a row per card for programs."""
        cards = Table("cards", FOR_PROGRAMS, [effect.as_row(self.name) for effect in self.cards])
        return Description(self.name, ": what meeting a card changes", parts=(cards, alike_table([*self.by_effect])))


@dataclass(frozen=True, repr=False)
class CardEffects(Collection, RunResult):
    """Effects of each card on all ships of an experiment; indexing by a ship's name gives its effects."""

    ITEMS: ClassVar = "ships"
    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: SortedByCard

    @cached_property
    def ships(self) -> tuple[ShipEffects, ...]:
        """Effects of the cards on each ship except the rivals."""
        names = self.experiment.names[: self.experiment.subject_count]
        return tuple(
            ShipEffects(name, self._ranked(number), self.by_effect(number)) for number, name in enumerate(names)
        )

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield the effect of each card on a metric, named by card and ship, if it can be measured."""
        for number, ship in enumerate(self.experiment.names[: self.experiment.subject_count]):
            for i, card in enumerate(self.experiment.route.rules.cards):
                effect = self.tally.effect(metric, number, i)
                if effect is not None:
                    yield f"card {card.id} for {ship}", effect

    def by_effect(self, ship: int, at_once: int | None = None) -> tuple[EffectOfGroup, ...]:
        """Return the effects on one ship for each group of cards with the same effect, the most harmful first.

        Args:
            ship: index of the ship.
            at_once: number of effects for which the 95% intervals hold at once; the number of groups if None.
        """
        return tuple(effects_of_alike(self.experiment.route, self.tally, ship, at_once))

    def _ranked(self, ship: int) -> tuple[CardEffect, ...]:
        """Return the effects of each card of the level on one ship, the most harmful first."""
        route = self.experiment.route
        effects = []
        for i, card in enumerate(route.rules.cards):
            if card.level in route.level.pile:
                credits, lost, arrived = (self.tally.effect(metric, ship, i) for metric in MEASURED)
                printed = other_figures(route.printed(card), card)
                effects.append(CardEffect(card, self.tally.met(i), credits, lost, arrived, printed))
        return tuple(sorted(effects, key=lambda effect: effect.credits[0] if effect.credits else float("inf")))

    def __getitem__(self, name: str) -> ShipEffects:
        return find_by_name(self.ships, name, "ship", "these effects")

    def description(self) -> Description:
        """Describe all ships: a row per ship and card, the most harmful first, with the interval of credits."""
        facts = {"flights": self.flights, "seed": self.experiment.seed, **self.experiment.facts()}
        players = [subject.player for subject in self.experiment.subjects]
        ships = [
            replace(ship.description(), title=f": {self.conditions}, captain {player}: what meeting a card changes")
            for ship, player in zip(self.ships, players, strict=True)
        ]
        return Description("", "", facts, (), self.notes(), ships, "ships")

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        rows = self.ships[0].by_effect
        notes = [
            "Decks are dealt at random, so flights with a card and flights without it differ by nothing else. "
            "An effect compares the card with an average other card in its place.",
            f"The intervals in the table hold for all {len(rows)} rows at once, at 95%; in --json, --export and Python "
            "each card has an interval of its own, and about 1 of 20 such intervals excludes 0 by chance alone.",
        ]
        unknown = [number for effect in rows if effect.credits is None for number in effect.numbers]
        if unknown:
            notes.append(
                f"The effect of cards {numbers_in_words(unknown)} cannot be measured: no deck or every deck had them. "
                "Fly more flights, without a forecast that puts these cards into every deck."
            )
        sharper = note_on_correction(self.experiment, self._corrected(), self.trials, score="effects on credits")
        return [*notes, *self.experiment.notes(), *sharper, *self.remarks]

    def _corrected(self) -> Iterator[Moments]:
        """Yield the effects on credits that are corrected by control variates, as moments.

        The two variances of each are the squared half-widths of its corrected and of its plain interval. The note needs
        only the ratio of the two.
        """
        plain = replace(self.tally, law=None)
        for number, ship in enumerate(self.ships):
            of_trials = {one.cards: one.credits for one in effects_of_alike(self.experiment.route, plain, number)}
            for one in ship.by_effect:
                corrected, other = one.credits, of_trials[one.cards]
                if corrected and other and corrected != other:
                    width, plain_width = (((each.high - each.low) / 2) ** 2 for each in (corrected, other))
                    yield Moments(self.trials, 0, 0, CorrectedMean(corrected.mean, width, plain_width))


CARD_METRICS = Metrics(
    tuple(METRICS[name] for name in MEASURED), METRICS.score, METRICS.unit, bounds=dict.fromkeys(MEASURED, BY_FLIGHTS)
)
"""Metrics on which the effect of every card is measured."""


@dataclass(frozen=True)
class DealtExperiment(Derived[Experiment]):
    """An experiment whose blocks also tell which cards each deck holds.

    In addition to the columns of MEASURED there is the column `dealt` of zeros and ones. It marks the flights whose
    deck holds each card, or a number of cards with the same effect (see `with_numbers`).
    """

    QUESTION: ClassVar[str] = "cards"
    metrics: ClassVar[Metrics] = CARD_METRICS
    AT_ONCE: ClassVar[int] = 1 << 16
    COUNTED: ClassVar[type[SortedByCard]] = SortedByCard

    @property
    def controls(self) -> CardControls | None:
        """Control variates for the means of credits and components lost, or None."""
        own: FlightControls | None = getattr(self.experiment, "controls", None)
        columns = tuple(metric.column for metric in self.metrics.means)
        return None if own is None else CardControls(own.route, own.seed, own.ships, columns)

    def result(self, counted: SortedByCard, stretches: tuple[Stretch, ...] = ()) -> CardEffects:
        """Build the `CardEffects` from the counted flights."""
        return CardEffects(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """Run the flights from `first` on and return their columns."""
        experiment = self.experiment
        outcome, own = experiment.run(first, trials), experiment.subject_count
        decks = experiment.route.deal(experiment.seed, first, trials)
        dealt = np.zeros((len(experiment.route.rules.cards), trials), np.int64)
        # `decks` (flights, slots) hold card indices: this sets dealt[card, flight] for every card of every deck.
        dealt[decks, np.arange(trials)[:, None]] = 1
        return {
            "credits": outcome.credits[:own],
            "components_lost": outcome.components_lost[:own],
            "arrived": (outcome.ending[:own] == ARRIVED).astype(np.int64),
            "dealt": with_numbers(experiment.route, dealt),
        }


FLIGHTS = 100_000
"""Largest number of flights if none is given."""


def card_effects(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[FlightKeywords],
) -> CardEffects | ByItself:
    """Measure what meeting each card of the level changes for each ship, flown by itself.

    Args:
        ships: a ship or several, or the paths of their files.
        level: flight level; that of the board if None.
        flights: number of flights. If None, at most 100,000, until every card's effect is known within 0.25 credits; or
            at most 100,000,000 with `precision`.
        seed: fixes all decks and dice.
        **options: conditions of the flights (see `Conditions`; rivals are the field by default) and how much is run
            (see `HowMuch`). `precision` is the half-width of every card's effect.

    Returns:
        Effects by ship and card; of several ships, all their effects in a `ByItself`.

    Raises:
        AnalyzerError: for a route whose cards are fixed, and with every reason why these ships cannot be flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.card_effects([ship], flights=100)["First Mile"][0].card.kind
    'slavers'
    """
    how_much, conditions = split_amount(options, Conditions)
    return one_or_by_itself(sort_by_card(plan_by_ship(ships, level, seed, **conditions), flights, **how_much))


def sort_by_card(
    experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[CardEffects]:
    """Run planned experiments and return the card effects of each; a save file, if given, holds all of them."""
    for experiment in experiments:
        if experiment.route.cards or experiment.route.learning:
            which = "the chosen cards" if experiment.route.cards else "the eight cards of the learning flight"
            raise AnalyzerError(
                f"every flight meets {which}, so no effect can be measured: "
                "fly a level's own decks, or ask `exact` for one card"
            )
    dealt = [DealtExperiment(one) for one in experiments]
    return run_each(dealt, flights, FLIGHTS, enough=MARGIN, **how_much)
