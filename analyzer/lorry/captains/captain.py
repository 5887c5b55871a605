"""The decisions a trader makes, as prices: rules say what may be chosen, captains choose (docs/lorry-rulings.md)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

PRICES = (
    "point",
    "near",
    "growth",
    "arm",
    "slot",
    "finish",
    "star",
    "rocket",
    "asteroid",
    "hole",
    "deny",
    "block",
)
"""Fields that hold whole tenths of a point."""
GOALS = ("margin", "won", "total")
"""What a thinker may maximise: the total above the best rival's, the chance to win, or the total."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How far a thinker looks: games imagined after each of the best candidates, for some rounds more.

    goal: one of GOALS, alone always `total`; rounds: 0 is to the end.
    """

    candidates: int = 10
    games: int = 8
    rounds: int = 0
    goal: str = "margin"


@dataclass(frozen=True, slots=True)
class Captain:
    """A trader's prices, in whole tenths of a point, but `patience`, whole boxes; plays: by prices, or at random.

    thinks: for a thinker, who imagines games in which these prices choose; None: by prices alone. What each price is
    for: docs/lorry-rulings.md.
    """

    name: str
    point: int
    near: int
    growth: int
    arm: int
    slot: int
    finish: int
    star: int
    rocket: int
    asteroid: int
    hole: int
    deny: int
    block: int
    patience: int
    plays: str = "prices"
    thinks: Thinking | None = None

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: points with at most one decimal."""
        prices = {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
        if self.thinks is None:
            del prices["thinks"]
        return prices

    def in_words(self) -> str:
        """How a thinker chooses; "" for others."""
        if self.thinks is None:
            return ""
        how = self.thinks
        goal = {"margin": "largest margin", "won": "best chance to win", "total": "largest total"}[how.goal]
        far = "to the end" if not how.rounds else f"for {how.rounds} more round{'s' * (how.rounds != 1)}"
        return (
            f"{self.name} imagines {how.games} games after each of up to {how.candidates} draws, {far}, in which all "
            f"play by {self.name}'s prices, and takes the {goal} (alone: total)."
        )

    @property
    def behind(self) -> Captain:
        """The captain by whose prices a thinker's imagined games are played; others: the captain itself."""
        return replace(self, thinks=None)
