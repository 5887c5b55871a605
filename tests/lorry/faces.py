"""The faces of the dice."""

from __future__ import annotations

FACES = {
    "white": ("straight",) * 3 + ("curve",) * 2 + ("branch",),
    "orange": ("straight",) + ("curve",) * 2 + ("branch",) * 2 + ("crossing",),
}
"""As the facts have them."""
