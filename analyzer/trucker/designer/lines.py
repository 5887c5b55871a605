"""The lines along which meteors do damage, each with what the cards of the level send along it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.trucker.ship.board import ways
from analyzer.trucker.ship.facts import ShipFacts, Threat

OPEN, CHARGE, NEVER = "open", "charge", "never"
"""Nothing helps; only a shield or a double cannon with a battery helps; no card sends such a meteor."""


def lines_of(facts: ShipFacts) -> Iterator[dict[str, Any]]:
    """Every line in which a meteor may do damage, with `hits`: how many a flight, where no battery is spent.

    `number`: the dice sum of its column or row.
    """
    for threat in facts.threats:
        comes = float(facts.coming[threat.hazard, threat.side].a_flight)
        for state, rolls in ((OPEN, threat.undefended), (CHARGE, threat.needs_battery)):
            for number in rolls:
                hits = comes * ways(number) / 36
                yield {
                    "hazard": threat.hazard,
                    "side": threat.side,
                    "number": number,
                    "state": state if hits else NEVER,
                    "hits": hits,
                    "text": _in_words(threat, number, state, hits, facts.route.title),
                }


def _in_words(threat: Threat, number: int, state: str, hits: float, level: str) -> str:
    line = "column" if threat.side in ("front", "rear") else "row"
    meteors = f"{threat.hazard.replace('_', ' ')}s from the {threat.side}, {line} {number}"
    defence = "undefended" if state == OPEN else "a battery is needed"
    if not hits:
        return f"{meteors}: {defence}, but no card of {level} sends one"
    return f"{meteors}: {defence}, {hits:.2f} hits a flight{'' if state == OPEN else ' without batteries'}"
