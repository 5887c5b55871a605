"""All that can be told of a flight: by the kinds of cards, and by the rules that all cards have in common."""

from __future__ import annotations

from itertools import chain

from analyzer.errors import AnalyzerError
from analyzer.trucker.adventures import ADVENTURES, KINDS
from analyzer.trucker.convoy.events import Handler, Phrase, joined
from analyzer.trucker.flight.common_events import ROOMS

EVENTS = (*ROOMS, *chain.from_iterable(KINDS[name].events for name in ADVENTURES))
HEARD: dict[str, Handler] = joined(events.handlers for events in EVENTS)
"""What becomes of each event that rules tell; their facts come in plain types, of the one flight."""
SAID: dict[str, Phrase] = joined(events.phrases for events in EVENTS)
"""How each line is said."""


def handler_of(event: str) -> Handler | None:
    """What becomes of an event, of kinds of cards of the user's own too; None if nothing does."""
    own = (events.handlers[event] for events in KINDS.events_of_own() if event in events.handlers)
    return HEARD.get(event) or next(own, None)


def phrase_of(line: str) -> Phrase:
    """How a line is said, of kinds of cards of the user's own too."""
    own = (events.phrases[line] for events in KINDS.events_of_own() if line in events.phrases)
    said = SAID.get(line) or next(own, None)
    if said is None:
        raise AnalyzerError(f"line {line!r}: no phrase says it: name one in `phrases` of the kind's Events")
    return said
