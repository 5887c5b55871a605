"""Which cards matter: what meeting a card changes on average, against flights whose deck has it not.

Decks are dealt at random, so flights with and without a card differ by nothing but it (and the average other card that
lies in its place): the difference of their means is what the card causes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

from analyzer.errors import AnalyzerError
from analyzer.runs.amount import Amount, counting
from analyzer.runs.precision import PrecisionLike
from analyzer.trucker.conditions import Conditions, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.dealt import DealtExperiment
from analyzer.trucker.questions.effects import CardEffects
from analyzer.trucker.ship.layout import Layout

FLIGHTS = 100_000


def card_effects(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    first: int = 0,
    workers: int = 1,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> CardEffects:
    """What meeting each card of the level changes for one ship alone, or for several in one convoy.

    `flights` are 100,000 if None, or with `precision` (the half-width of every card's effect) at most 100,000,000;
    level, seed, first, save and `conditions` are those of `fly`; the same seed flies the same flights.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> len(analyzer.card_effects([ship], flights=100)["First Mile"].cards)
    20

    Raises AnalyzerError for a route whose cards are fixed, and with every reason why this cannot be flown.
    """
    amount = Amount(flights, precision, first=first, workers=workers, save=save, usual=FLIGHTS)
    return sort_by_card([plan(ships, level, seed, **conditions)], amount, progress)[0]


def sort_by_card(
    experiments: Sequence[Experiment], amount: Amount, progress: Callable[[int], None] | None = None
) -> list[CardEffects]:
    """The card effects of experiments that are planned already, all kept in one save file if any."""
    for experiment in experiments:
        if experiment.route.cards or experiment.route.learning:
            which = "the chosen cards" if experiment.route.cards else "the eight cards of the learning flight"
            raise AnalyzerError(
                f"every flight meets {which}, none goes without, so there is no effect to measure: "
                "fly a level's own decks, or ask `exact` for one card"
            )
    return amount.run([DealtExperiment(one) for one in experiments], counting(progress))
