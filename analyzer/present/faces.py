"""How answers of every game leave the command, whatever they are answers of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.present.face import Face, described
from analyzer.world import beside


def face(results: Sequence[Any]) -> Face:
    """What answers of one kind have to say: by the `view.py` beside their class, or as they describe themselves."""
    from analyzer.answers.comparison import Comparison
    from analyzer.present import comparison

    if view := beside(results[0], "view"):
        found: Face = view.face(results)
        return found
    return comparison.face(results) if isinstance(results[0], Comparison) else described(results)
