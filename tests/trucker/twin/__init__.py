"""The plain twin: a slow, scalar referee of whole flights, written from the rule text and docs/rulings.md alone."""

from tests.trucker.twin.geometry import flaws_plain
from tests.trucker.twin.outcome import Outcome
from tests.trucker.twin.referee import fly_one

__all__ = ["Outcome", "flaws_plain", "fly_one"]
