"""The result of a record, step by step, and the state at its end."""

from __future__ import annotations

from dataclasses import dataclass, field

from analyzer.answers.description import COUNT, WORD, Column, Description, Form, Row, Table
from analyzer.answers.story import CheckedRecord, RecordStep
from analyzer.starship.ship.ship import Ship

COLUMNS = (
    Column("step", "step", COUNT),
    Column("do", "do", WORD),
    Column("accepted", "", Form(lambda done: "done" if done else "refused", is_number=False)),
    Column("reason", "why not", WORD),
)


@dataclass(frozen=True, repr=False)
class Replayed(CheckedRecord):
    """The result of a record.

    accepted, reasons: by step whether it was done, and why not (None if it was); ships, points: by crest; phase:
    production, sector, flight, trade or over; winner: a crest or None; open: adventures; row: the cards of the last
    flight as they lie, replacements in their place; cards_flown: in it; sectors: cards by sector; details, states:
    by step what it says besides what is done, and how things are behind it, in words.
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
    details: list[str] = field(default_factory=list)
    states: list[list[str]] = field(default_factory=list)

    def record_steps(self) -> list[RecordStep]:
        """What was done, step by step, and how both ships are behind it."""
        steps = zip(self.steps, self.details, self.reasons, self.states, strict=True)
        return [RecordStep(*step) for step in steps]

    def description(self) -> Description:
        """A row a step, and what both have aboard."""
        facts = {
            "name": self.name,
            "accepted": self.accepted,
            "reasons": self.reasons,
            "ships": {crest: ship.to_dict() for crest, ship in self.ships.items()},
            "points": self.points,
            "turn": self.turn,
            "player": self.player,
            "phase": self.phase,
            "winner": self.winner,
            "open": self.open,
            "row": self.row,
            "cards_flown": self.cards_flown,
            "actions": self.actions,
            "sectors": self.sectors,
            "reserve": len(self.reserve),
        }
        outcomes = zip(self.steps, self.accepted, self.reasons, strict=True)
        steps = [
            Row({"step": number, "do": step, "accepted": accepted, "reason": reason or ""})
            for number, (step, accepted, reason) in enumerate(outcomes, start=1)
        ]
        points = ", ".join(f"{crest.capitalize()} {many}" for crest, many in self.points.items())
        state = f"{self.winner.capitalize()} has won" if self.winner else f"{self.player} at turn, {self.phase}"
        title = f": {sum(self.accepted)} of {len(self.accepted)} steps done; points: {points}; {state}"
        stores = (f"{crest.capitalize()}: {ship.stores_in_words()}" for crest, ship in self.ships.items())
        return Description(self.name, title, facts, (Table("", COLUMNS, steps), *stores))
