"""A name says what it holds, not how it was come by: no variable, parameter or field is called `told` or `found`.

Rooms that still have such names are listed with how many. A number may go down, never up; a room without any is not
listed, and none comes back to it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from analyzer.world import WORLDS
from tests.docs.naming import named_in, named_so
from tests.docs.sources import PACKAGE, PATHS, nodes_of

MOST = {"trucker/questions": 4}
"""By room: how many assignments, parameters and fields may still have one of these names: public fields of answers."""


def rooms() -> Counter[str]:
    """How many such names each room has: a folder of the package, or what lies in the folder of a game."""
    counts: Counter[str] = Counter()
    for path in PATHS:
        first, *inner = path.relative_to(PACKAGE).with_suffix("").parts
        room = f"{first}/{inner[0]}" if first in WORLDS and inner else first
        counts[room] += len(named_in(nodes_of(path)))
    return counts


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("told = 1", ["told"]),
        ("for found, other in pairs: pass", ["found"]),
        ("def f(asked, *given, **shown): pass", ["asked", "given", "shown"]),
        ("class A:\n    kept: int = 0", ["kept"]),
        ("self.flown = 3", ["flown"]),
        ("x = [told for told in y if (found := told)]", ["found", "told"]),
        ("with a as kept: pass", ["kept"]),
        ("lambda given: 0", ["given"]),
        ("caption_below(a.told, told=b['found'])", []),
        ("'told = 1'  # found = 2", []),
    ],
)
def test_such_names_are_noticed(source: str, names: list[str]) -> None:
    assert sorted(named_so(source)) == sorted(names)


def test_no_more_such_names() -> None:
    more = {room: count for room, count in rooms().items() if count > MOST.get(room, 0)}
    assert not more, f"name these after what they hold: {more}"
