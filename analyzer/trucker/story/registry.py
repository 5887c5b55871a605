"""All that can be told of a flight: by the kinds of cards, and by the rules that all cards have in common."""

from __future__ import annotations

from itertools import chain

from analyzer.trucker.adventures import KINDS
from analyzer.trucker.convoy import cargo, charges, crew, damage, track, worth
from analyzer.trucker.convoy.events import Handler, Phrase, joined
from analyzer.trucker.fleets import leaving
from analyzer.trucker.flight import giving_up

ROOMS = (
    charges.EVENTS,
    crew.EVENTS,
    worth.EVENTS,
    cargo.EVENTS,
    track.EVENTS,
    damage.EVENTS,
    leaving.EVENTS,
    giving_up.EVENTS,
)
EVENTS = (*ROOMS, *chain.from_iterable(kind.events for kind in KINDS.values()))
HEARD: dict[str, Handler] = joined(events.handlers for events in EVENTS)
"""What becomes of each event that rules tell; their facts come in plain types, of the one flight."""
SAID: dict[str, Phrase] = joined(events.phrases for events in EVENTS)
"""How each line is said."""
