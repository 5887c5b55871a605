"""The events of the rules that all cards have in common."""

from __future__ import annotations

from analyzer.trucker.convoy import cargo, charges, crew, damage, track, worth
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
