"""Handlers and phrases of the events that do not belong to a single kind of card."""

from __future__ import annotations

from analyzer.trucker.convoy import cargo, charges, crew, damage, track, worth
from analyzer.trucker.fleets import in_flight
from analyzer.trucker.flight import giving_up

ROOMS = (
    charges.EVENTS,
    crew.EVENTS,
    worth.EVENTS,
    cargo.EVENTS,
    track.EVENTS,
    damage.EVENTS,
    in_flight.EVENTS,
    giving_up.EVENTS,
)
