"""Listener that turns the events of one flight into story lines."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.adventures import ADVENTURES, KINDS
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Handler, Phrase, merge_mappings
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.flight.common_events import ROOMS
from analyzer.trucker.story.lines import EVERYBODY, OWN_SHIP, Line, ShipState, state_of

EVENTS = (*ROOMS, *chain.from_iterable(KINDS[name].events for name in ADVENTURES))
"""Events of all rules and card kinds of the program, each with its handler and phrases."""
HEARD: dict[str, Handler] = merge_mappings(events.handlers for events in EVENTS)
"""Handlers that turn events into lines, by name of the event; they receive the facts of one flight in plain types."""
PHRASES: dict[str, Phrase] = merge_mappings(events.phrases for events in EVENTS)
"""Phrase that puts a line in words, by name of the line."""


def handler_of(event: str) -> Handler | None:
    """Return the handler of an event, including those of the user's own card kinds; None if it has none."""
    own = (events.handlers[event] for events in KINDS.events_of_own() if event in events.handlers)
    return HEARD.get(event) or next(own, None)


def phrase_of(line: str) -> Phrase:
    """Return the phrase of a line, including those of the user's own card kinds.

    Raises:
        AnalyzerError: if the line has no phrase.
    """
    own = (events.phrases[line] for events in KINDS.events_of_own() if line in events.phrases)
    said = PHRASES.get(line) or next(own, None)
    if said is None:
        raise AnalyzerError(f"line {line!r}: no phrase says it: name one in `phrases` of the kind's Events")
    return said


OF_RIVALS = {event for event, said in PHRASES.items() if said.of_rivals}
"""Names of the lines that are kept for rivals, too."""


class Listener:
    """Log of one flight that keeps the lines and states of the ship whose story is told.

    Attributes:
        lines: lines by slot of the deck.
        states: state after each card, by slot of the deck.
    """

    tells_each_ship = True

    def __init__(self) -> None:
        self.lines: dict[int, list[Line]] = {}
        self.states: dict[int, ShipState] = {}
        self._open: dict[str, dict[str, Any]] = {}
        """Facts of the latest line of each event at this card, which handlers may still complete."""

    def on_event(self, event: str, ship: ShipsInFlight, **facts: Any) -> None:
        """Pass an event to its handler, if it has one, with its facts in plain types."""
        heard = handler_of(event)
        if heard is not None:
            heard(self, ship, {name: plain(fact) for name, fact in facts.items()})

    def card_over(self, convoy: Convoy) -> None:
        """Keep the state of the ship after the card."""
        self._open.clear()
        self.states[convoy.slot] = state_of(convoy, OWN_SHIP)

    def add(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line about the given ship at the card at hand."""
        self._keep(ship.convoy.slot, event, ship.number, facts)

    def add_for_all(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line that concerns all ships, unless the last line is the same.

        The same line may come again because each ship emits the event.
        """
        lines = self.lines.get(ship.convoy.slot, [])
        if not lines or lines[-1] != Line(event, EVERYBODY, facts):
            self._keep(ship.convoy.slot, event, EVERYBODY, facts)

    def add_before(self, ship: ShipsInFlight, event: str, **facts: Any) -> None:
        """Add a story line about the given ship to the card before the one at hand, which is not revealed yet."""
        self._keep(ship.convoy.slot - 1, event, ship.number, facts)

    def latest(self, event: str) -> dict[str, Any]:
        """Return the facts of the latest line of a kind at this card, for handlers to extend; {} if there is none."""
        return self._open.get(event, {})

    def left_before(self, ship: ShipsInFlight) -> None:
        """Record that the ship gave up before the card at hand was revealed."""
        if ship.number == OWN_SHIP:
            before = ship.convoy.slot - 1
            self.states[before] = replace(self.states[before], flying=False)

    def _keep(self, slot: int, event: str, number: int, facts: dict[str, Any]) -> None:
        """Keep a line about all ships or about the ship whose story is told; of rivals only lines in `OF_RIVALS`."""
        self._open[event] = facts
        # Kinds of cards of the user's own are not in OF_RIVALS, which is built when the module loads.
        if number in (OWN_SHIP, EVERYBODY) or event in OF_RIVALS or phrase_of(event).of_rivals:
            self.lines.setdefault(slot, []).append(Line(event, number, facts))


def plain(fact: Any) -> Any:
    """Return an array with a single flight as a number or a list of numbers; other facts stay as they are."""
    return fact[..., 0].tolist() if isinstance(fact, np.ndarray) else fact
