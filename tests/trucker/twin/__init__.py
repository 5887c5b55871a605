"""The plain twin: a slow, scalar referee of whole flights, written from the rule text and docs/rulings.md alone."""

from tests.trucker.twin.geometry import exposed_plain, flaws_plain, pieces_plain, risk_plain
from tests.trucker.twin.hazards import strike_plain
from tests.trucker.twin.outcome import Outcome
from tests.trucker.twin.referee import fly_one
from tests.trucker.twin.strength import cannon_plain, engine_plain

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
