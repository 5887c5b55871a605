"""What numbers of captains leave out: how they trade, and how often the `thinker` won against `sensible`."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.starship.captains.captain import Captain

WON = (88.0, 81.9, 91.9)
"""Percent of games won, and the 95% interval: 100 deals in both seats. Source: docs/trust.md, Players are models."""
THINKER_NOTE = (
    f"The captain thinker, who imagines how the game may go on, won {WON[0]:.0f}% of games against sensible: between "
    "such players chances may differ (docs/trust.md)."
)
"""Beside results of `sensible`."""
OWN_CARDS = (
    "The thinker judges games by chances to win that were fitted to the usual cards: with tables of your own it may "
    "choose worse than there (docs/starship-rulings.md, A thinker)."
)
"""Beside results of a thinker under an edition of the user's own."""
FIXED_PRICES = "Captains play by fixed prices: they imitate no human player, and do not prove what best play would be."
TRADE = (
    "Both captains trade alike: as often as the trade module allows, they force the other to sell a good for 2 Astro. "
    "Nobody holds goods back against it. So the trade module is worth more here than against a careful opponent."
)
"""Why chances to win, and worths of modules, hold for such an opponent."""


def notes_on_captains(captains: Sequence[Captain]) -> list[str]:
    """Return how far the play of those captains may be trusted, where games were played to their ends."""
    if any(captain.thinks for captain in captains):
        return [TRADE]
    return [TRADE, *([THINKER_NOTE] if any(captain.name == "sensible" for captain in captains) else [])]
