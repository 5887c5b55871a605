"""All that can be told of a flight: by the kinds of cards, and by the rules that all cards have in common."""

from __future__ import annotations

from itertools import chain

from analyzer.trucker.adventures import KINDS
from analyzer.trucker.convoy import cargo, charges, crew, damage, track, worth
from analyzer.trucker.convoy.tells import Hearer, Said, joined
from analyzer.trucker.fleets import leaving
from analyzer.trucker.flight import giving_up

ROOMS = (charges.TELLS, crew.TELLS, worth.TELLS, cargo.TELLS, track.TELLS, damage.TELLS, leaving.TELLS, giving_up.TELLS)
TELLS = (*ROOMS, *chain.from_iterable(kind.tells for kind in KINDS.values()))
HEARD: dict[str, Hearer] = joined(told.heard for told in TELLS)
"""What becomes of each event that rules tell; their facts come in plain types, of the one flight."""
SAID: dict[str, Said] = joined(told.said for told in TELLS)
"""How each line is said."""
