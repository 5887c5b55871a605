"""Effects of cards on average credits, from flights whose decks hold them and flights whose decks do not.

Decks are dealt at random, so flights with and without a card differ by nothing but it (and the average other card that
lies in its place): the difference of their means is what the card causes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Self, Unpack

import numpy as np
import numpy.typing as npt

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
    without_estimate,
)
from analyzer.answers.metrics import Metrics
from analyzer.answers.note import note_on_sharper
from analyzer.answers.numbers import of_name, signed
from analyzer.answers.result import ByItself, RunResult, one_or_by_itself
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch
from analyzer.runs.amount import HowMuch, parted, run_each
from analyzer.statistics.controls import DRAWS, Law, Sharper
from analyzer.statistics.estimate import CONFIDENCE, Estimate, each_of
from analyzer.statistics.grouped import GroupedSums
from analyzer.statistics.moments import Moments, difference_of_means, difference_of_shares, slope
from analyzer.statistics.tally import Columns
from analyzer.trucker.cards.alike import Alike, alike, rows_by_number, with_numbers
from analyzer.trucker.cards.cards_in_words import card_in_words, numbers_in_words, other_figures
from analyzer.trucker.cards.deck_law import Deck
from analyzer.trucker.cards.route import Route
from analyzer.trucker.conditions import Asked, Conditions, plan_by_ship
from analyzer.trucker.controls import FlightControls, law_of_flights
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED, BY_FLIGHTS, METRICS
from analyzer.trucker.ship.shipfile import ShipsLike

ALL = -1
"""The group of all flights."""


@dataclass(frozen=True, eq=False)
class LawByCard(Law):
    """The law of all draws, and that of the decks with so many of some cards.

    Its groups are rows of `dealt` (see `with_numbers`): those of cards that may come, of numbers of cards that do the
    same, and ALL flights.
    """

    deck: Deck = field(kw_only=True)
    route: Route = field(kw_only=True)
    ships: int = field(kw_only=True)

    @cached_property
    def rows(self) -> list[int]:
        """The row of `dealt` of each group."""
        return [*self.deck.cards, *self.others]

    @cached_property
    def others(self) -> list[int]:
        """The rows of groups beside those of single cards."""
        return [*(row for rows in self.alike for row in rows), ALL]

    @cached_property
    def alike(self) -> dict[range, Alike]:
        """By the rows that count how many of them lie in a deck, the cards that do the same."""
        return {rows: same for same, rows in rows_by_number(self.route).items()}

    def given(self, some: Alike, number: int) -> Law:
        """That of decks with so many of some cards."""
        return _given(self, some, number)

    def holds_for_decks(self, some: Alike, flights: int) -> bool:
        """Whether so many flights are enough to tell those with some cards from those without them, with controls."""
        return self.holds_for(int(flights * (1 - max(self.deck.numbers(some).values()))))


@dataclass(frozen=True)
class CardControls(FlightControls):
    """Control variates of what cards change; of decks with a card the covariance is known, of all it is measured."""

    @property
    def own(self) -> int:
        """One for each card that may come: whether it does."""
        return len(self.law.deck.cards)

    @property
    def law(self) -> LawByCard:
        """That of all draws, and of decks with some cards."""
        assert self.deck is not None
        return _law_by_card(self.deck, self.route, self.ships)


@lru_cache(16)
def _law_by_card(deck: Deck, route: Route, ships: int) -> LawByCard:
    return LawByCard(law_of_flights(deck.law(), route, ships).mean, None, deck=deck, route=route, ships=ships)


@lru_cache(1024)
def _given(law: LawByCard, some: Alike, number: int) -> Law:
    return law_of_flights(law.deck.law_given(some, number), law.route, law.ships)


MEASURED = ("credits", "components_lost", "arrived")
"""The metrics on which the effect of every card is measured."""
CORRECTED = MEASURED[:2]
"""Those whose means are corrected by the known chances of what was drawn."""
Exact = npt.NDArray[np.float64]
"""Whole numbers below 2**53, which floats hold exactly and multiply fast."""


@dataclass(frozen=True, eq=False)
class SortedByCard:
    """Sums over the flights of each group, and behind the last group over all flights; two such sums can be added.

    A group is a row of `dealt`: flights with one card, or with so many of the cards that do the same (see `alike`).
    `counts` (groups + 1) are flights, `sums` and `squares` (MEASURED, ships, groups + 1) sums of values and of squares;
    `drawn`: sums of what was drawn, where its chances are known, of the groups that the law names; `law`: that of what
    was drawn, by which effects are corrected, if they are.
    """

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    squares: npt.NDArray[np.int64]
    drawn: GroupedSums | None = None
    law: LawByCard | None = None

    @classmethod
    def of(cls, columns: Columns, controls: CardControls | None = None) -> SortedByCard:
        """The sums of a block of trials; with controls where the block holds what was drawn."""
        dealt = columns["dealt"]
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
        """Return whether both counted the same, and both means are corrected or none."""
        if not isinstance(other, SortedByCard) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: LawByCard) -> SortedByCard:
        """The same with effects that are corrected by the known chances of what was drawn."""
        return replace(self, law=law)

    def unsharpened(self) -> SortedByCard:
        """The same with the effects of the trials, not corrected."""
        return replace(self, law=None)

    @property
    def trials(self) -> int:
        """How many flights were counted."""
        return int(self.counts[-1])

    @property
    def shape(self) -> Hashable:
        """Of how many groups and ships."""
        return self.sums.shape, None if self.drawn is None else self.drawn.shape

    def plain(self) -> dict[str, Any]:
        """In plain types, for JSON."""
        arrays = {"counts": self.counts, "sums": self.sums, "squares": self.squares}
        drawn = {} if self.drawn is None else {"drawn": self.drawn.plain()}
        return {"trials": self.trials, **{name: array.tolist() for name, array in arrays.items()}, **drawn}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no sums can be."""
        counts, sums, squares = (np.array(plain[name], np.int64) for name in ("counts", "sums", "squares"))
        if sums.shape != squares.shape or sums.shape[-1:] != counts.shape or counts[-1] != plain["trials"]:
            raise ValueError("its sums are not of as many flights and cards as it says")
        drawn = plain.get("drawn")
        return cls(counts, sums, squares, None if drawn is None else GroupedSums.of_plain(drawn))

    def met(self, card: int) -> int:
        """In how many flights the deck had the card of that index."""
        return int(self.counts[card])

    def met_any(self, rows: range) -> int:
        """In how many flights the deck had at least one of the cards that do the same, which those rows count."""
        return int(self.counts[rows.start : rows.stop].sum())

    def effect(self, metric: str, ship: int, card: int, confidence: float = CONFIDENCE) -> Estimate | None:
        """Mean with the card less mean without, and its interval; None if one of them has no flights."""
        having = self._moments(metric, ship, {card: 1}, ((card,), 1))
        without = self._moments(metric, ship, {ALL: 1, card: -1}, ((card,), 0))
        if not (having.trials and without.trials):
            return None
        if metric == "arrived":
            return difference_of_shares(having.total, having.trials, without.total, without.trials, confidence)
        return difference_of_means(having, without, confidence)

    def effect_of_each(self, metric: str, ship: int, rows: range, confidence: float = CONFIDENCE) -> Estimate | None:
        """What one more of the cards that do the same changes on average; `rows`: of decks with one, with two, ...

        None if all flights had the same number of them.
        """
        same = () if self.law is None else self.law.alike[rows]
        none = self._moments(metric, ship, {ALL: 1, **dict.fromkeys(rows, -1)}, (same, 0))
        each = {n: self._moments(metric, ship, {row: 1}, (same, n)) for n, row in enumerate(rows, start=1)}
        return slope({0: none, **each}, confidence, is_chance=metric == "arrived")

    def _moments(self, metric: str, ship: int, signs: Mapping[int, int], decks: tuple[Alike, int]) -> Moments:
        """Of the flights of some groups less those of others; decks: how many of which cards theirs hold."""
        weights = np.zeros(self.counts.size, np.int64)
        weights[[*signs]] = [*signs.values()]
        here = MEASURED.index(metric), ship
        counted = self.counts, self.sums[here], self.squares[here]
        trials, total, squares = (int(weights @ each) for each in counted)
        own = Moments(trials, total, squares)
        law, drawn, (some, number) = self.law, self.drawn, decks
        if law is None or drawn is None or metric not in CORRECTED or not own.trials:
            return own
        varies = int(counted[2][ALL]) * self.trials > int(counted[1][ALL]) ** 2
        if not varies or not law.holds_for_decks(some, self.trials):
            return own
        value = 1 + CORRECTED.index(metric) * self.sums.shape[1] + ship
        return drawn.corrected(value, weights[law.rows], own, law.given(some, number))


@dataclass(frozen=True)
class AlikeEffect:
    """Cards that are one card to the rules, one or several, and what one more of them in a deck changes.

    met: in how many flights the deck had at least one of them; the effects are None where all decks had as many;
    printed: their printed figures in words, where level IV has others.
    """

    cards: tuple[Card, ...]
    met: int
    credits: Estimate | None
    components_lost: Estimate | None
    arrived: Estimate | None
    printed: str = ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """Those of the cards."""
        return tuple(card.id for card in self.cards)

    @property
    def words(self) -> str:
        """What the cards do, in words."""
        return card_in_words(self.cards[0])

    def as_row(self) -> Row:
        """Its row."""
        effects = {metric: getattr(self, metric) for metric in MEASURED}
        words = f"{self.words} (printed: {self.printed})" if self.printed else self.words
        names = {"cards": self.numbers, "kind": self.cards[0].kind, "words": words, "met": self.met}
        return Row(names | effects)


def effects_of_alike(route: Route, tally: SortedByCard, ship: int, at_once: int | None = None) -> list[AlikeEffect]:
    """The effects on one ship, the most harmful first, with intervals that hold for so many rows at once, at 95%.

    `at_once`: as many as there are rows if None.
    """
    all_cards = alike(route)
    confidence = each_of(at_once or len(all_cards))
    by_number = rows_by_number(route)

    def effects() -> Iterator[AlikeEffect]:
        for same in all_cards:
            cards, rows = tuple(route.rules.cards[i] for i in same), by_number.get(same)
            printed = other_figures(route.printed(cards[0]), cards[0])
            if rows is None:
                credits, lost, arrived = (tally.effect(metric, ship, same[0], confidence) for metric in MEASURED)
                yield AlikeEffect(cards, tally.met(same[0]), credits, lost, arrived, printed)
            else:
                credits, lost, arrived = (tally.effect_of_each(metric, ship, rows, confidence) for metric in MEASURED)
                yield AlikeEffect(cards, tally.met_any(rows), credits, lost, arrived, printed)

    return sorted(effects(), key=lambda effect: effect.credits.mean if effect.credits else float("inf"))


def alike_table(effects: list[AlikeEffect], at_once: int | None = None) -> Table:
    """A row for the cards that do the same."""
    return Table("alike", _columns(at_once or len(effects)), [effect.as_row() for effect in effects])


@cache
def _columns(rows: int) -> tuple[Column, ...]:
    """Those of tables whose intervals hold for so many rows at once."""
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
            "average result of flights with the card in their deck minus that of flights without it, or for each one "
            f"more of several cards that are alike; {held}",
            INTERVAL,
            missing=("-", "not measured"),
            more_is="better",
        ),
        Column("components_lost", "compo-\nnents\nlost", SIGNED, "likewise, on average"),
        Column(
            "arrived",
            "arrived,\npoints",
            Form(lambda share: signed(100 * share, 1)),
            "likewise, the chance to arrive in percentage points",
        ),
    )


NOTHING = (float("nan"),) * 3
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
        "average result of flights with the card in their deck minus that of flights without it",
        INTERVAL,
        missing=("-", "not measured"),
        flat=lambda name, effect: dict(zip((name, "low", "high"), effect or NOTHING, strict=True)),
        more_is="better",
    ),
    Column("components_lost", "compo-\nnents\nlost", SIGNED, "likewise, on average", flat=without_estimate),
    Column(
        "arrived",
        "arrived,\npoints",
        Form(lambda share: signed(100 * share, 1)),
        "likewise, the chance to arrive in percentage points",
        flat=without_estimate,
    ),
    Column("printed", flat=None),
)
FOR_PROGRAMS = tuple(replace(column, heading=None) for column in COLUMNS)
"""A row a number; people see a row for the cards that do the same."""


@dataclass(frozen=True, repr=False)
class CardEffect(Described):
    """One card of the level and what meeting it changes; an effect is None where no flight or every flight had it.

    met: in how many flights the deck had it; credits: mean result in credits; components_lost: mean number; arrived:
    share of flights: each that of flights with the card less that of flights without; printed: its printed figures in
    words, where level IV has others.
    """

    card: Card
    met: int
    credits: Estimate | None
    components_lost: Estimate | None
    arrived: Estimate | None
    printed: str = ""

    def heading(self) -> str:
        """The card in words."""
        return f"card {self.card.id}: {card_in_words(self.card)}"

    def description(self) -> Description:
        """The card alone."""
        row = Table("", COLUMNS, [self.as_row("")])
        return Description(f"card {self.card.id}", f": {card_in_words(self.card)}", parts=(row,))

    def as_row(self, ship: str) -> Row:
        """The row of a table of cards."""
        values = {name: getattr(self, name) for name in ("met", "credits", "components_lost", "arrived")}
        words = card_in_words(self.card)
        card = {"ship": ship, "card": self.card.id, "kind": self.card.kind, "words": words}
        with_printed = f"{words} (printed: {self.printed})" if self.printed else words
        return Row(card | values | {"in_words": with_printed, "printed": self.printed})


@dataclass(frozen=True, repr=False)
class ShipEffects(Described, Collection):
    """What each card does to one ship, the most harmful first; index it by the number of a card.

    alike: the same for cards that are one card to the rules, with intervals that hold for all of them at once.
    """

    name: str
    cards: tuple[CardEffect, ...]
    alike: tuple[AlikeEffect, ...] = ()

    def __getitem__(self, number: int) -> CardEffect:
        for effect in self.cards:
            if effect.card.id == number:
                return effect
        numbers = sorted(effect.card.id for effect in self.cards)
        raise AnalyzerError(f"no card {number!r} among those that the flight can meet: {one_of(number, numbers)}")

    def each(self) -> tuple[CardEffect, ...]:
        """One effect a card."""
        return self.cards

    def description(self) -> Description:
        """For people a row for the cards that do the same, for programs a row a number, too."""
        cards = Table("cards", FOR_PROGRAMS, [effect.as_row(self.name) for effect in self.cards])
        return Description(self.name, ": what meeting a card changes", parts=(cards, alike_table([*self.alike])))


@dataclass(frozen=True, repr=False)
class CardEffects(Collection, RunResult):
    """What each card does to all ships of one experiment; index it by a ship's name."""

    BY_SHIP: ClassVar = True

    experiment: Experiment
    tally: SortedByCard

    @cached_property
    def ships(self) -> tuple[ShipEffects, ...]:
        """The effects on the reported ships, rivals left out."""
        names = self.experiment.names[: self.experiment.asked]
        return tuple(ShipEffects(name, self._ranked(number), self.alike(number)) for number, name in enumerate(names))

    def each(self) -> tuple[ShipEffects, ...]:
        """One answer a ship."""
        return self.ships

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Every card's effect on a metric that can be measured, by ship and card."""
        for number, ship in enumerate(self.experiment.names[: self.experiment.asked]):
            for i, card in enumerate(self.experiment.route.rules.cards):
                effect = self.tally.effect(metric, number, i)
                if effect is not None:
                    yield f"card {card.id} for {ship}", effect

    def alike(self, ship: int, at_once: int | None = None) -> tuple[AlikeEffect, ...]:
        """The effects of cards that are one card to the rules on the ship of that number, the most harmful first.

        The intervals hold for so many of them at once, for all of this ship's if None.
        """
        return tuple(effects_of_alike(self.experiment.route, self.tally, ship, at_once))

    def _ranked(self, ship: int) -> tuple[CardEffect, ...]:
        route = self.experiment.route
        effects = []
        for i, card in enumerate(route.rules.cards):
            if card.level in route.level.pile:
                credits, lost, arrived = (self.tally.effect(metric, ship, i) for metric in MEASURED)
                printed = other_figures(route.printed(card), card)
                effects.append(CardEffect(card, self.tally.met(i), credits, lost, arrived, printed))
        return tuple(sorted(effects, key=lambda effect: effect.credits[0] if effect.credits else float("inf")))

    def __getitem__(self, name: str) -> ShipEffects:
        return of_name(self.ships, name, "ship", "these effects")

    def description(self) -> Description:
        """A row a ship and card, the most harmful first; `low` and `high` are the interval of credits."""
        facts = {"flights": self.flights, "seed": self.experiment.seed, **self.experiment.facts()}
        players = [subject.player for subject in self.experiment.subjects]
        ships = [
            replace(ship.description(), title=f": {self.conditions}, captain {player}: what meeting a card changes")
            for ship, player in zip(self.ships, players, strict=True)
        ]
        return Description("", "", facts, (), self.notes(), ships, "ships")

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        rows = self.ships[0].alike
        notes = [
            "Decks are dealt at random, so flights with a card and flights without it differ by nothing else: "
            "an effect is what the card does in place of an average other card.",
            "Cards that do the same share a row. Its effect is that of one more of them in place of another card.",
            f"The intervals in the table hold for all {len(rows)} rows at once, at 95%; in --json, --export and Python "
            "each card has an interval of its own, of which about 1 in 20 leaves out 0 by chance.",
        ]
        unknown = [number for effect in rows if effect.credits is None for number in effect.numbers]
        if unknown:
            notes.append(
                f"The effect of cards {numbers_in_words(unknown)} cannot be measured: no deck or every deck had them. "
                "Fly more flights, without a forecast that puts these cards into every deck."
            )
        sharper = note_on_sharper(self.experiment, self._corrected(), self.trials, score="effects on credits")
        return [*notes, *self.experiment.notes(), *sharper, *self.remarks]

    def _corrected(self) -> Iterator[Moments]:
        """The corrected effects on credits; their variances stand for how wide their intervals and plain ones are."""
        plain = replace(self.tally, law=None)
        for number, ship in enumerate(self.ships):
            of_trials = {one.cards: one.credits for one in effects_of_alike(self.experiment.route, plain, number)}
            for one in ship.alike:
                corrected, other = one.credits, of_trials[one.cards]
                if corrected and other and corrected != other:
                    width, plain_width = (((each.high - each.low) / 2) ** 2 for each in (corrected, other))
                    yield Moments(self.trials, 0, 0, Sharper(corrected.mean, width, plain_width))


CARD_METRICS = Metrics(
    tuple(METRICS[name] for name in MEASURED), METRICS.score, METRICS.unit, bounds=dict.fromkeys(MEASURED, BY_FLIGHTS)
)
"""On what the effect of every card is measured."""


@dataclass(frozen=True)
class DealtExperiment(Derived[Experiment]):
    """An experiment whose blocks have, besides MEASURED, the decks: `dealt` (see `with_numbers`), 0 or 1."""

    QUESTION: ClassVar[str] = "cards"
    AT_ONCE: ClassVar[int] = 1 << 16
    COUNTED: ClassVar[type[SortedByCard]] = SortedByCard

    @property
    def metrics(self) -> Metrics:
        """Those on which effects are measured."""
        return CARD_METRICS

    def count(self, columns: Columns) -> SortedByCard:
        """Sums by card."""
        return SortedByCard.of(columns, self.controls)

    @property
    def controls(self) -> CardControls | None:
        """What is drawn of which the chances are known, for the means of credits and of components lost."""
        own: FlightControls | None = getattr(self.experiment, "controls", None)
        columns = tuple(metric.column for metric in self.metrics.means)
        return None if own is None else CardControls(own.route, own.seed, own.ships, columns)

    def result(self, counted: SortedByCard, stretches: tuple[Stretch, ...] = ()) -> CardEffects:
        """What meeting each card changes."""
        return CardEffects(self.experiment, counted, stretches)

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of those flights, for the Monte Carlo layer."""
        experiment = self.experiment
        outcome, own = experiment.run(first, trials), experiment.asked
        decks = experiment.route.deal(experiment.seed, first, trials)
        dealt = np.zeros((len(experiment.route.rules.cards), trials), np.int64)
        dealt[decks, np.arange(trials)[:, None]] = 1
        return {
            "credits": outcome.credits[:own],
            "components_lost": outcome.components_lost[:own],
            "arrived": (outcome.ending[:own] == ARRIVED).astype(np.int64),
            "dealt": with_numbers(experiment.route, dealt),
        }


FLIGHTS = 100_000


def card_effects(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> CardEffects | ByItself:
    """What meeting each card of the level changes for each ship, in the field of its board if nothing else is said.

    `flights` are 100,000 if None, or with `precision` (the half-width of every card's effect) at most 100,000,000;
    level, seed and all else are as in `fly` (see `Conditions`, `HowMuch`); the same seed flies the same flights.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> len(analyzer.card_effects([ship], flights=100)["First Mile"].cards)
    20

    Raises AnalyzerError for a route whose cards are fixed, and with every reason why this cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    return one_or_by_itself(sort_by_card(plan_by_ship(ships, level, seed, **conditions), flights, **how_much))


def sort_by_card(
    experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[CardEffects]:
    """The card effects of experiments that are planned already, all kept in one save file if any."""
    for experiment in experiments:
        if experiment.route.cards or experiment.route.learning:
            which = "the chosen cards" if experiment.route.cards else "the eight cards of the learning flight"
            raise AnalyzerError(
                f"every flight meets {which}, none goes without, so there is no effect to measure: "
                "fly a level's own decks, or ask `exact` for one card"
            )
    return run_each([DealtExperiment(one) for one in experiments], flights, FLIGHTS, **how_much)
