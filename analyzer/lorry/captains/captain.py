"""The decisions a trader makes, as prices: rules say what may be chosen, captains choose (docs/lorry-rulings.md)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
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
"""Fields that are kept in whole tenths of a point."""


@dataclass(frozen=True, slots=True)
class Captain:
    """A trader's prices, in whole tenths of a point, but `patience`, whole boxes; plays: by prices, or at random.

    What each is for stands in docs/lorry-rulings.md.
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

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: points with at most one decimal."""
        return {key: value / 10 if key in PRICES else value for key, value in asdict(self).items()}
