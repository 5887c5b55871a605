"""Who listens to a single flight: what rules tell becomes lines, in the order in which it happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.trucker.captains.captain import CREW_TYPES
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.edition import GOODS
from analyzer.trucker.explain.lines import ASKED, EVERYBODY, Line, ShipState, state_of
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.hull import Hull

OF_RIVALS = {"planets", "offer", "battle", "loss", "epidemic", "search", "speed", "dust", "leaves"}
"""What is kept of the other ships."""
Facts = dict[str, Any]


class Listener:
    """A Log of one flight; `lines` and `states` of the asked ship by slot of the deck, `start` its state at launch."""

    def __init__(self) -> None:
        self.lines: dict[int, list[Line]] = {}
        self.states: dict[int, ShipState] = {}
        self._open: dict[str, Facts] = {}
        """The latest line of each event, whose facts may still be added to."""

    def heard(self, event: str, ship: Ship, **facts: Any) -> None:
        """Keep what becomes of an event, if anything does."""
        if event in HEARD:
            HEARD[event](self, ship, {name: plain(fact) for name, fact in facts.items()})

    def card_over(self, convoy: Convoy) -> None:
        """Note the state of the ship after the card."""
        self._open.clear()
        self.states[convoy.slot] = state_of(convoy, ASKED)

    def add(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line of that ship, at the card at hand."""
        self._keep(ship.convoy.slot, event, ship.number, facts)

    def add_for_all(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line that concerns everybody, unless another ship has just told the same."""
        lines = self.lines.get(ship.convoy.slot, [])
        if not lines or lines[-1] != Line(event, EVERYBODY, facts):
            self._keep(ship.convoy.slot, event, EVERYBODY, facts)

    def add_before(self, ship: Ship, event: str, **facts: Any) -> None:
        """A new line of that ship after the last card, the one at hand not being revealed yet."""
        self._keep(ship.convoy.slot - 1, event, ship.number, facts)

    def latest(self, event: str) -> Facts:
        """The facts of the latest line of that event at this card, to be added to; empty if there is none."""
        return self._open.get(event, {})

    def land(self, slot: int) -> None:
        """The asked ship gave up before the card behind that slot was revealed."""
        self.states[slot] = replace(self.states[slot], flying=False)

    def _keep(self, slot: int, event: str, number: int, facts: Facts) -> None:
        self._open[event] = facts
        if number in (ASKED, EVERYBODY) or event in OF_RIVALS:
            self.lines.setdefault(slot, []).append(Line(event, number, facts))


Hearer = Callable[[Listener, Ship, Facts], None]
HEARD: dict[str, Hearer] = {}
"""What becomes of each event that rules tell; their facts come in plain types, of the one flight."""


def hears(event: str) -> Callable[[Hearer], Hearer]:
    """Register who hears that event."""

    def register(hearer: Hearer) -> Hearer:
        HEARD[event] = hearer
        return hearer

    return register


def plain(fact: Any) -> Any:
    """An array as the number, or list of numbers, of the one flight; anything else as it is."""
    return fact[..., 0].tolist() if isinstance(fact, np.ndarray) else fact


def squares(hull: Hull, bits: int) -> list[Square]:
    """The squares in a set, in reading order."""
    return sorted(hull.squares_of(bits), key=hull.layout.board.reading_order)


def by_type(counts: list[int]) -> dict[str, int]:
    """Crew counted by type, without those of whom there is none."""
    return {kind: number for kind, number in zip(CREW_TYPES, counts, strict=True) if number}


def by_colour(counts: list[int]) -> dict[str, int]:
    """Cubes counted by colour, without those of which there is none."""
    return {colour: number for colour, number in zip(GOODS, counts, strict=True) if number}
