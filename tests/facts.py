"""Facts that a text tells, whatever words stand between them, and places at which two answers differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

GAP = ".{0,120}?"
"""At most so much may stand between two facts of one sentence."""


def untold(texts: str | Iterable[str], *facts: str) -> list[str]:
    """Return the facts that are missing, in this order, from a text, or from the best of several.

    `assert not untold(notes, "First Mile", "3.00")` holds if one note tells both.
    """
    missing = [_missing(text, facts) for text in ([texts] if isinstance(texts, str) else texts)]
    return min(missing, key=len, default=[*facts])


def changed(now: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Name the places at which two answers differ; libraries may differ in the last digits of a float."""
    if isinstance(now, dict) and isinstance(kept, dict) and now.keys() == kept.keys():
        for key in now:
            yield from changed(now[key], kept[key], f"{path}.{key}")
    elif isinstance(now, list) and isinstance(kept, list) and len(now) == len(kept):
        for number, (one, other) in enumerate(zip(now, kept, strict=True)):
            yield from changed(one, other, f"{path}[{number}]")
    elif now != (pytest.approx(kept, rel=1e-7) if isinstance(kept, float) else kept):
        yield f"{path}: {now!r}, not {kept!r}"


def _missing(text: str, facts: tuple[str, ...]) -> list[str]:
    for many in range(len(facts), 0, -1):
        if re.search(GAP.join(map(re.escape, facts[:many])), text, re.DOTALL):
            return [*facts[many:]]
    return [*facts]
