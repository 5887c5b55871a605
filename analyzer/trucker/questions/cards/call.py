"""Which cards matter: what meeting a card changes on average, against flights whose deck has it not.

Decks are dealt at random, so flights with and without a card differ by nothing but it (and the average other card that
lies in its place): the difference of their means is what the card causes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.answers.by_itself import ByItself, one_or_by_itself
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import HowMuch, parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_by_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.cards.answer import CardEffects
from analyzer.trucker.questions.cards.experiment import DealtExperiment
from analyzer.trucker.ship.shipfile import ShipsLike

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
