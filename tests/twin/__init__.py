"""The plain twin: a slow, scalar referee of whole flights, written from the rule text and docs/rulings.md alone."""

from tests.twin.geometry import exposed_plain, flaws_plain, pieces_plain, risk_plain
from tests.twin.hazards import strike_plain
from tests.twin.outcome import Outcome
from tests.twin.referee import fly_one
from tests.twin.strength import cannon_plain, engine_plain

__all__ = [
    "Outcome",
    "cannon_plain",
    "engine_plain",
    "exposed_plain",
    "flaws_plain",
    "fly_one",
    "pieces_plain",
    "risk_plain",
    "strike_plain",
]
