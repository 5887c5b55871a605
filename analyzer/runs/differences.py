"""What differs between two identities, in words: names rather than dumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

LONGEST = 60
"""Characters of a value that are shown."""
MOST = 12
"""Differences that are listed."""
SORT = frozenset({"world", "question", "seed", "by_number"})
"""What a described experiment has in common with many others; what comes after it names whom it is about."""


def differences(one: Any, other: Any, here: str, there: str) -> list[str]:
    """Each part that differs, as `run 1, seed: 1 in the file, 2 now`; [] for equal values."""
    lines = [
        f"{place}: {_brief(mine)} {here}, {_brief(theirs)} {there}"
        if _brief(mine) != _brief(theirs)
        else f"{place}: differs"
        for place, mine, theirs in _walk(one, other, "")
    ]
    return lines[:MOST] + [f"and {len(lines) - MOST} more"] * (len(lines) > MOST)


def _walk(one: Any, other: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    if one == other:
        return
    within = f"{place}, " if place else ""
    if isinstance(one, dict) and isinstance(other, dict) and one.get("question") != other.get("question"):
        yield f"{within}question", one.get("question"), other.get("question")
    elif isinstance(one, dict) and isinstance(other, dict) and one.get("name") == other.get("name"):
        for key in dict.fromkeys([*one, *other]):
            yield from _walk(one.get(key), other.get(key), f"{within}{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and _records(one + other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True), start=1):
            name = mine.get("name")
            named = f" ({name})" if name is not None and name == theirs.get("name") else ""
            yield from _walk(mine, theirs, f"{place.removesuffix('s')} {number}{named}")
    else:
        yield place, one, other


def _records(values: list[Any]) -> bool:
    """Lists of records with names or runs are compared one by one; long lists of numbers or of parts are not."""
    fields = ("name", "seed", "ships", "question")
    return all(isinstance(value, dict) and any(key in value for key in fields) for value in values)


def _brief(value: Any) -> str:
    """A value in few words: records by their names."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if name not in SORT]
        return str(value.get("name", _brief(own[0]) if own else "another one"))
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        listed = ", ".join(map(_brief, value))
        return listed if len(listed) <= LONGEST else f"{len(value)} entries"
    text = "none" if value is None else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
