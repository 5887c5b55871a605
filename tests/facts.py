"""Facts that a text tells, whatever words stand between them."""

from __future__ import annotations

import re
from collections.abc import Iterable

GAP = ".{0,120}?"
"""At most so much may stand between two facts of one sentence."""


def untold(texts: str | Iterable[str], *facts: str) -> list[str]:
    """Return the facts that are missing, in this order, from a text, or from the best of several.

    `assert not untold(notes, "First Mile", "3.00")` holds if one note tells both.
    """
    missing = [_missing(text, facts) for text in ([texts] if isinstance(texts, str) else texts)]
    return min(missing, key=len, default=[*facts])


def _missing(text: str, facts: tuple[str, ...]) -> list[str]:
    for many in range(len(facts), 0, -1):
        if re.search(GAP.join(map(re.escape, facts[:many])), text, re.DOTALL):
            return [*facts[many:]]
    return [*facts]
