"""Networks: which planets a trader's tracks join, and how many boxes the way between them takes."""

from __future__ import annotations

from tests.lorry.twin.galaxy import OPPOSITE, Box
from tests.lorry.twin.table import Pair, Table

Hanging = dict[Box, list[Box]]
"""By own box those whose tracks hang together with the one in it."""


def joints(table: Table, trader: int) -> Hanging:
    """Own tracks whose ends meet end to end, round the edges too."""
    own = table.tracks[trader]
    found: Hanging = {}
    for box, ends in own.items():
        beside = [(end, table.galaxy.next[box].get(end)) for end in ends]
        found[box] = [one for end, one in beside if one in own and OPPOSITE[end] in own[one]]
    return found


def boxes_used(table: Table, trader: int, pair: Pair) -> set[Box]:
    """The boxes on a shortest way of a pair; of several equally short ways all."""
    hang = joints(table, trader)
    here, there = (shortest(hang, at_planet(table, trader, planet)) for planet in pair)
    least = min(here[box] + there[box] for box in here if box in there)
    return {box for box in here if box in there and here[box] + there[box] == least}


def at_planet(table: Table, trader: int, planet: int) -> list[Box]:
    """The own tracks that lead to a planet; the rules allow one."""
    return [box for box, ends in table.tracks[trader].items() if planet in table.planets_met(box, ends)]


def shortest(hang: Hanging, begin: list[Box]) -> dict[Box, int]:
    """Boxes from the beginning to each track that can be reached, both counted."""
    boxes = dict.fromkeys(begin, 1)
    edge = list(begin)
    while edge:
        following = []
        for node in edge:
            for other in hang[node]:
                if other not in boxes:
                    boxes[other] = boxes[node] + 1
                    following.append(other)
        edge = following
    return boxes


def longest(hang: Hanging, here: Box, end: Box, gone: frozenset[Box] = frozenset()) -> int:
    """Boxes of the longest way that uses no box twice; 0 if there is none."""
    if here == end:
        return 1
    gone |= {here}
    rest = max((longest(hang, other, end, gone) for other in hang[here] if other not in gone), default=0)
    return rest + 1 if rest else 0


def connected(table: Table, trader: int, by: str | None = None) -> dict[Pair, int]:
    """By pair of planets that their tracks join the boxes of the way between them, as the switch has it or `by`."""
    hang = joints(table, trader)
    flown = sorted(table.flown[trader])
    ways: dict[Pair, int] = {}
    for place, planet in enumerate(flown):
        begin = at_planet(table, trader, planet)
        boxes = shortest(hang, begin)
        for other in flown[place + 1 :]:
            ends = [node for node in at_planet(table, trader, other) if node in boxes]
            if not ends:
                continue
            if (by or table.switches["route_length"]) == "longest":
                ways[planet, other] = max(longest(hang, one, end) for one in begin for end in ends)
            else:
                ways[planet, other] = min(boxes[end] for end in ends)
    return ways
