"""What meeting each card changes: effects by ship, the most harmful first, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from analyzer.answers.collection import Collection
from analyzer.answers.described import Described
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    SIGNED,
    TEXT,
    Column,
    Description,
    Form,
    Row,
    Table,
    without_estimate,
)
from analyzer.answers.names import of_name
from analyzer.answers.numbers import signed
from analyzer.answers.run_result import RunResult
from analyzer.answers.sharper import note_on_sharper
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.controls import Sharper
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.cards.cards_in_words import card_in_words, numbers_in_words, other_figures
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.cards.alike_effects import AlikeEffect, alike_table, effects_of_alike
from analyzer.trucker.questions.cards.tally import MEASURED, SortedByCard

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
