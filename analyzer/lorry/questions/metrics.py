"""Glossary of Cosmic Lorry's metrics, by the answers that report them."""

from __future__ import annotations

from analyzer.answers.metrics import Glossary
from analyzer.lorry.metrics import OF_RACES
from analyzer.lorry.questions.pairs import METRICS
from analyzer.lorry.world import GAME


def glossary() -> Glossary:
    """Return the glossary of all metrics of Cosmic Lorry."""
    return Glossary(
        GAME,
        {
            "games (fly, race, compare, specials, leave, begin, rulings, captain)": OF_RACES,
            "pairs of planets (pairs)": METRICS,
        },
    )
