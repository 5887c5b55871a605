"""What came of a record, step by step, and how things stand at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.answers.shown import Shown
from analyzer.starship.ship.ship import Ship

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Replayed(Shown):
    """What came of a record.

    accepted, reasons: by step whether it was done, and why not (None if it was); ships, points: by crest; phase:
    production, sector, flight, trade or over; winner: a crest or None; open: adventures; row: the cards of the last
    flight as they lie, replacements in their place; cards_flown: in it; sectors: cards by sector.
    """

    name: str
    steps: list[str]
    accepted: list[bool]
    reasons: list[str | None]
    ships: dict[str, Ship]
    points: dict[str, int]
    turn: int
    player: str
    phase: str
    winner: str | None
    open: list[str]
    row: list[str]
    cards_flown: int
    actions: int
    sectors: dict[int, list[str]]
    reserve: list[str]

    def rows(self) -> list[dict[str, Any]]:
        """One row a step."""
        told = zip(self.steps, self.accepted, self.reasons, strict=True)
        return [
            {"step": number, "do": do, "accepted": done, "reason": reason or ""}
            for number, (do, done, reason) in enumerate(told, start=1)
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def shown_heading(self) -> str:
        """How many steps were done, and how things stand."""
        points = ", ".join(f"{crest.capitalize()} {many}" for crest, many in self.points.items())
        stands = f"{self.winner.capitalize()} has won" if self.winner else f"{self.player} at turn, {self.phase}"
        return f"{self.name}: {sum(self.accepted)} of {len(self.accepted)} steps done; points: {points}; {stands}"

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "name": self.name,
            "accepted": list(self.accepted),
            "reasons": list(self.reasons),
            "ships": {crest: ship.to_dict() for crest, ship in self.ships.items()},
            "points": self.points,
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "winner": self.winner,
            "open": list(self.open),
            "row": list(self.row),
            "cards_flown": self.cards_flown,
            "actions": self.actions,
            "sectors": {number: list(cards) for number, cards in self.sectors.items()},
            "reserve": len(self.reserve),
        }
