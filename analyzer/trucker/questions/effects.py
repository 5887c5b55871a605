"""What meeting each card changes: effects by ship, the most harmful first, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError, one_of
from analyzer.results.names import of_name
from analyzer.results.run_result import RunResult
from analyzer.results.shown import Several, Shown
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.cards.cards_in_words import card_in_words, other_figures
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.sorted_by_card import TOLD, SortedByCard

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class CardEffect(Shown):
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

    def table(self) -> pd.DataFrame:
        """The row as a table."""
        import pandas as pd

        return pd.DataFrame([self.as_row()])

    def as_row(self) -> dict[str, Any]:
        """One flat row, NaN where there is no effect to tell."""
        row: dict[str, Any] = {"card": self.card.id, "kind": self.card.kind, "met": self.met}
        nothing = (float("nan"),) * 3
        row |= dict(zip(("credits", "low", "high"), self.credits or nothing, strict=True))
        for metric in ("components_lost", "arrived"):
            names = metric, f"{metric}_low", f"{metric}_high"
            row |= dict(zip(names, getattr(self, metric) or nothing, strict=True))
        return row


@dataclass(frozen=True, repr=False)
class ShipEffects(Several, Shown):
    """What each card does to one ship, the most harmful first; index it by the number of a card."""

    name: str
    cards: tuple[CardEffect, ...]

    def __getitem__(self, number: int) -> CardEffect:
        for effect in self.cards:
            if effect.card.id == number:
                return effect
        numbers = sorted(effect.card.id for effect in self.cards)
        raise AnalyzerError(f"no card {number!r} among those that the flight can meet: {one_of(number, numbers)}")

    def each(self) -> tuple[CardEffect, ...]:
        """One effect a card."""
        return self.cards

    def table(self) -> pd.DataFrame:
        """A tidy table, as `CardEffects.table`, of this ship alone."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a card."""
        return [{"ship": self.name} | effect.as_row() for effect in self.cards]


@dataclass(frozen=True, repr=False)
class CardEffects(Several, RunResult):
    """What each card does to all ships of one experiment; index it by a ship's name."""

    experiment: Experiment
    tally: SortedByCard

    @cached_property
    def ships(self) -> tuple[ShipEffects, ...]:
        """The effects on the reported ships, rivals left out."""
        names = self.experiment.names[: self.experiment.asked]
        return tuple(ShipEffects(name, self._ranked(number)) for number, name in enumerate(names))

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

    def _ranked(self, ship: int) -> tuple[CardEffect, ...]:
        route = self.experiment.route
        effects = []
        for i, card in enumerate(route.rules.cards):
            if card.level in route.level.pile:
                credits, lost, arrived = (self.tally.effect(metric, ship, i) for metric in TOLD)
                printed = other_figures(route.printed(card), card)
                effects.append(CardEffect(card, self.tally.met(i), credits, lost, arrived, printed))
        return tuple(sorted(effects, key=lambda effect: effect.credits[0] if effect.credits else float("inf")))

    def __getitem__(self, name: str) -> ShipEffects:
        return of_name(self.ships, name, "ship", "these effects")

    def table(self) -> pd.DataFrame:
        """A tidy table, the most harmful card first: ship, card, kind, met, credits, components_lost, arrived.

        Each effect comes with its 95% interval: `low` and `high` for credits, `..._low` and `..._high` for the others.
        """
        import pandas as pd

        return pd.DataFrame([row for ship in self.ships for row in ship.rows()])

    def heading(self) -> str:
        """What was flown."""
        return f"{super().heading()}: what meeting a card changes"

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        effects = self.ships[0].cards
        notes = [
            "an effect is the mean of flights whose deck has the card less that of flights whose deck has it not: "
            "what it does in place of an average other card",
            f"each 95% interval is for its card alone: of {len(effects)} cards that do nothing about "
            f"{len(effects) / 20:.0f} would show one that leaves out 0",
        ]
        unknown = [str(effect.card.id) for effect in effects if effect.credits is None]
        if unknown:
            notes.append(
                f"all flights met or none did, so there is no effect to measure: cards {', '.join(unknown)}; "
                "fly more, and without a forecast that settles them"
            )
        return [*notes, *self.experiment.notes(), *self.remarks]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "flights": self.flights,
            "seed": self.experiment.seed,
            **self.experiment.facts(),
            "ships": [{"name": ship.name, "cards": list(map(_told, ship.cards))} for ship in self.ships],
            "notes": self.notes(),
        }


def _told(effect: CardEffect) -> dict[str, Any]:
    told: dict[str, Any] = {"card": effect.card.id, "kind": effect.card.kind, "met": effect.met}
    told["words"] = card_in_words(effect.card)
    if effect.printed:
        told["printed"] = effect.printed
    for metric in TOLD:
        measured = getattr(effect, metric)
        told[metric] = None if measured is None else dict(zip(("mean", "low", "high"), measured, strict=True))
    return told
