"""How answers of every game leave the command, whatever they are answers of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.answers.described import Described
from analyzer.present.face import Face, described
from analyzer.world import beside


def face(results: Sequence[Any]) -> Face:
    """What answers of one kind have to say: as they describe themselves, or by the `view.py` beside their class."""
    if isinstance(results[0], Described):
        return described(results)
    from analyzer.present import comparison

    found: Face = (beside(results[0], "view") or comparison).face(results)
    return found
