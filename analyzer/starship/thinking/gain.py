"""What prices leave out: how often the captain `thinker` won against `sensible` (docs/trust.md)."""

from __future__ import annotations

WON = (86.0, 81.4, 90.6)
"""Percent of games won, and the 95% interval: 100 deals in both seats. Source: docs/trust.md, Players are models."""
THINKER_NOTE = (
    f"The captain thinker, who plays ways to go on in mind, won {WON[0]:.0f}% of games against sensible: between such "
    "players chances may differ (docs/trust.md)."
)
"""Beside results of `sensible`."""
OWN_CARDS = (
    "The thinker judges games by chances to win that were fitted to the usual cards: with tables of your own it may "
    "choose worse than there (docs/starship-rulings.md, A thinker)."
)
"""Beside results of a thinker under an edition of the user's own."""
