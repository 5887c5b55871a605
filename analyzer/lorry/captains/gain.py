"""Prices are not best play: how often the captain `thinker` won against `steady` (docs/trust.md)."""

from __future__ import annotations

from collections.abc import Mapping

WON: Mapping[str, tuple[float, float, float, int]] = {
    "the small galaxy": (94.8, 88.4, 97.8, 96),
    "the default galaxy": (87.5, 64.0, 96.5, 16),
}
"""By galaxy percent of games won, the 95% interval, and how many games. Source: the table of docs/trust.md."""


SECOND = ("sprinter", "steady")
"""Who plays on for a second opinion: the first that is not the captain who plays on already."""
FIXED_PRICES = "Captains play by fixed prices: they imitate no human player, and do not prove what best play would be."
"""Beside results of captains who play alone."""


def second_captain(first: str) -> str:
    """Return who is asked for a second opinion beside that captain."""
    return next(name for name in SECOND if name != first)


def thinker_note() -> str:
    """Return how far prices are from a captain who imagines games."""
    each = [f"{won}% of {games} games in {where}" for where, (won, _, _, games) in WON.items()]
    return (
        "Captains play by fixed prices: they imitate no human player, and are not best play. The captain thinker, who "
        f"imagines games, won {' and '.join(each)} against steady (docs/trust.md)."
    )


THINKER_NOTE = thinker_note()
"""Beside results of captains who have rivals."""
