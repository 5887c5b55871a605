"""Glossary of Starship Catan's metrics, by the answers that report them."""

from __future__ import annotations

from analyzer.answers.metrics import Glossary
from analyzer.starship.metrics import OF_GAMES, OF_PAIRS, OF_TURNS
from analyzer.starship.questions.adventures import METRICS as OF_ADVENTURES
from analyzer.starship.world import GAME


def glossary() -> Glossary:
    """Return the metrics of all answers of the game, grouped by the verbs that report them."""
    return Glossary(
        GAME,
        {
            "turns (fly, sectors, exact)": OF_TURNS,
            "games (play, compare, weak, captain from a position, modules)": OF_GAMES,
            "two games with seats exchanged (play --swap, captain, memory)": OF_PAIRS,
            "each adventure (adventures)": OF_ADVENTURES,
        },
    )
