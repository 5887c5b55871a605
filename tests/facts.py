"""Facts that a text tells, whatever words stand between them, and places at which two answers differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
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


def differences(one: Any, other: Any, path: str = "", names: tuple[str, str] = ("engine", "twin")) -> list[str]:
    """Return the places at which two values differ, each with what stands there, field by field and entry by entry."""
    if is_dataclass(one) and type(one) is type(other):
        one, other = ({field.name: getattr(value, field.name) for field in fields(value)} for value in (one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        pairs = [(name, (one.get(name, "missing"), other.get(name, "missing"))) for name in {**one, **other}]
    elif isinstance(one, list | tuple) and type(one) is type(other):
        pairs = [*enumerate(zip_longest(one, other, fillvalue="missing"))]
    else:
        same = np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other
        return [] if same and type(one) is type(other) else [f"{path}: {names[0]} {one}, {names[1]} {other}"]
    return [fault for name, pair in pairs for fault in differences(*pair, f"{path}/{name}", names)]


def check_description(answer: Any, keys: str, line: str) -> None:
    """Check that an answer has these keys in JSON, a table without an empty column, and that line as text and page."""
    facts = json.loads(json.dumps(answer.as_dict()))
    assert [*facts] == keys.split()
    assert facts["notes"] == answer.notes()
    table = answer.table()
    assert len(table)
    assert not [column for column in table if table[column].isna().all()]
    text = repr(answer)
    assert " ".join(text.split()).startswith(" ".join(answer.heading().split()))
    assert line in " ".join(text.split())
    assert line.rsplit(maxsplit=1)[-1] in answer._repr_html_()


def _missing(text: str, facts: tuple[str, ...]) -> list[str]:
    for many in range(len(facts), 0, -1):
        if re.search(GAP.join(map(re.escape, facts[:many])), text, re.DOTALL):
            return [*facts[many:]]
    return [*facts]
