"""Which cards matter: what meeting a card changes on average, against flights whose deck has it not.

Decks are dealt at random, so flights with and without a card differ by nothing but it (and the average other card that
lies in its place): the difference of their means is what the card causes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.blocks import run
from analyzer.results.shown import Shown
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Tally
from analyzer.trucker.cards.cards_in_words import card_in_words
from analyzer.trucker.conditions import Conditions, plan
from analyzer.trucker.edition import Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.sorted_by_card import METRICS, DealtExperiment, Effect, SortedByCard
from analyzer.trucker.result import Result, of_name
from analyzer.trucker.ship.layout import Layout

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 1 << 16
"""Flights that are held in memory at once, with a column for each card."""


@dataclass(frozen=True)
class CardEffect:
    """One card of the level and what meeting it changes; an effect is None where no flight or every flight had it.

    met: in how many flights the deck had it; credits: mean result in credits; components_lost: mean number; arrived:
    share of flights: each that of flights with the card less that of flights without.
    """

    card: Card
    met: int
    credits: Effect | None
    components_lost: Effect | None
    arrived: Effect | None

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
class ShipEffects(Shown):
    """What each card does to one ship, the most harmful first; index it by the number of a card."""

    name: str
    cards: tuple[CardEffect, ...]

    def __getitem__(self, number: int) -> CardEffect:
        for effect in self.cards:
            if effect.card.id == number:
                return effect
        numbers = sorted(effect.card.id for effect in self.cards)
        raise AnalyzerError(f"no card {number!r} among those that the flight can meet: {one_of(number, numbers)}")

    def table(self) -> pd.DataFrame:
        """A tidy table, as `CardEffects.table`, of this ship alone."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """One row a card."""
        return [{"ship": self.name} | effect.as_row() for effect in self.cards]


@dataclass(frozen=True, repr=False)
class CardEffects(Shown):
    """What each card does to all ships of one experiment; index it by a ship's name."""

    experiment: Experiment
    sums: SortedByCard

    @property
    def flights(self) -> int:
        """How many flights were flown."""
        return self.sums.flights

    @cached_property
    def ships(self) -> tuple[ShipEffects, ...]:
        """The effects on the reported ships, rivals left out."""
        names = [ship.name for ship in self._result.ships]
        return tuple(ShipEffects(name, self._ranked(number)) for number, name in enumerate(names))

    @property
    def _result(self) -> Result:
        """The same experiment as a result, which knows names and notes."""
        flown = Histogram(0, np.array([self.flights]))
        return Result(self.experiment, Tally(({"flown": flown},) * self.experiment.asked))

    def _ranked(self, ship: int) -> tuple[CardEffect, ...]:
        effects = [
            CardEffect(card, self.sums.met(i), *(self.sums.effect(metric, ship, i) for metric in METRICS))
            for i, card in enumerate(self.experiment.route.rules.cards)
            if card.level in self.experiment.route.level.pile
        ]
        return tuple(sorted(effects, key=lambda effect: effect.credits[0] if effect.credits else float("inf")))

    def __getitem__(self, name: str) -> ShipEffects:
        return of_name(self.ships, name, "these effects")

    def table(self) -> pd.DataFrame:
        """A tidy table, the most harmful card first: ship, card, kind, met, credits, components_lost, arrived.

        Each effect comes with its 95% interval: `low` and `high` for credits, `..._low` and `..._high` for the others.
        """
        import pandas as pd

        return pd.DataFrame([row for ship in self.ships for row in ship.rows()])

    def heading(self) -> str:
        """What was flown."""
        return f"{self._result.heading()}: what meeting a card changes"

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
        return notes + self._result.notes()

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        route = self.experiment.route
        return {
            "flights": self.flights,
            "seed": self.experiment.seed,
            "route": asdict(route) | {"length": route.length},
            "ships": [{"name": ship.name, "cards": list(map(_told, ship.cards))} for ship in self.ships],
            "notes": self.notes(),
        }


def card_effects(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int = 100_000,
    seed: int = 1,
    *,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> CardEffects:
    """What meeting each card of the level changes for one ship alone, or for several in one convoy.

    Level, seed and `conditions` are those of `fly`; the same seed flies the same flights.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> len(analyzer.card_effects([ship], flights=100)["First Mile"].cards)
    20

    Raises AnalyzerError for a route whose cards are fixed, and with every reason why this cannot be flown.
    """
    return sort_by_card(plan(ships, level, seed, **conditions), flights, workers=workers, progress=progress)


def sort_by_card(
    experiment: Experiment, flights: int, *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> CardEffects:
    """The card effects of an experiment that is planned already."""
    if experiment.route.cards or experiment.route.learning:
        which = "the chosen cards" if experiment.route.cards else "the eight cards of the learning flight"
        raise AnalyzerError(
            f"every flight meets {which}, none goes without, so there is no effect to measure: "
            "fly a level's own decks, or ask `exact` for one card"
        )
    dealt = DealtExperiment(experiment)
    return CardEffects(
        experiment, run(dealt, flights, SortedByCard.of, workers=workers, block=BLOCK, progress=progress)
    )


def _told(effect: CardEffect) -> dict[str, Any]:
    told: dict[str, Any] = {"card": effect.card.id, "kind": effect.card.kind, "met": effect.met}
    told["words"] = card_in_words(effect.card)
    for metric in METRICS:
        measured = getattr(effect, metric)
        told[metric] = None if measured is None else dict(zip(("mean", "low", "high"), measured, strict=True))
    return told
