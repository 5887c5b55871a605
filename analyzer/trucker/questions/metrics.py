"""Glossary of Galaxy Trucker's metrics, by the answers that report them."""

from __future__ import annotations

from dataclasses import replace

from analyzer.answers.metrics import Glossary
from analyzer.trucker.journey.experiment import AT_THE_END, GOLD, metrics_of, of_flight
from analyzer.trucker.metrics import FLEET_METRICS, METRICS, OF_CARDS
from analyzer.trucker.questions.cards import CARD_METRICS
from analyzer.trucker.questions.course import metrics_by_card
from analyzer.trucker.questions.insure.answer import INSURED
from analyzer.trucker.questions.swap import SWAPPED
from analyzer.trucker.questions.weak import WORTH
from analyzer.trucker.world import GAME


def glossary() -> Glossary:
    """Return the glossary of all metrics, grouped by the answers that report them.

    Metrics that exist for each flight of a journey, or for each card of a route, are listed only for number 1.
    """
    journey = metrics_of((*of_flight(1, titled=True), GOLD, *AT_THE_END))
    fleets = replace(FLEET_METRICS, listed=FLEET_METRICS.listed[len(METRICS.listed) :], tails=())
    return Glossary(
        GAME,
        {
            "flights (fly, race, compare, crew, editions)": METRICS,
            "fleets of class IVC: besides those of all flights": fleets,
            "journeys (journey, compare --journey): those of flight 1 stand for every flight": journey,
            "what cards change (cards)": CARD_METRICS,
            "what components are worth (weak)": WORTH,
            "what other components would bring (swap)": SWAPPED,
            "what premiums are worth (insure)": INSURED,
            "single cards and short routes (exact)": OF_CARDS,
            "the course of a flight (course): those of card 1 stand for every card": metrics_by_card(1),
        },
    )
