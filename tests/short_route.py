"""A route that is soon flown, for tests in which cards do not matter."""

from typing import Any

SHORT = [42, 28]
"""Pirates and meteors, on which dice decide how a ship comes through."""
ALONE: dict[str, Any] = {"cards": SHORT, "rivals": "alone"}
