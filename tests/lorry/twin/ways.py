"""Networks: which planets a trader's tracks join, and how many boxes the way between them takes."""

from __future__ import annotations

from tests.lorry.twin.galaxy import OPPOSITE, Box
from tests.lorry.twin.table import Pair, Table

Node = tuple[Box, str]
"""A track: where it lies and its ends."""


def joints(table: Table, trader: int) -> dict[Node, list[Node]]:
    """By own track those that hang on it: ends that meet end to end, round the edges too."""
    nodes = table.own_tracks(trader)
    found: dict[Node, list[Node]] = {node: [] for node in nodes}
    for box, ends in nodes:
        for end in ends:
            beside = table.galaxy.next[box].get(end)
            for owner, others in table.tracks.get(beside, ()) if beside else ():
                if owner == trader and OPPOSITE[end] in others:
                    found[box, ends].append((beside, others))
    return found


def boxes_used(table: Table, trader: int, pair: Pair) -> set[Box]:
    """The boxes on a shortest way of a pair; of several equally short ways all."""
    hang = joints(table, trader)
    here, there = (shortest(hang, at_planet(table, trader, planet)) for planet in pair)
    least = min(here[node] + there[node] for node in here if node in there)
    return {node[0] for node in here if node in there and here[node] + there[node] == least}


def at_planet(table: Table, trader: int, planet: int) -> list[Node]:
    """The own tracks that lead to a planet; the rules allow one."""
    return [node for node in table.own_tracks(trader) if planet in table.planets_met(*node)]


def shortest(hang: dict[Node, list[Node]], begin: list[Node]) -> dict[Node, int]:
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


def longest(hang: dict[Node, list[Node]], here: Node, end: Node, gone: frozenset[Node] = frozenset()) -> int:
    """Boxes of the longest way that uses no box twice; 0 if there is none."""
    if here == end:
        return 1
    gone |= {here}
    rest = [longest(hang, other, end, gone) for other in hang[here] if other not in gone]
    return 1 + max(rest) if rest and max(rest) else 0


def connected(table: Table, trader: int) -> dict[Pair, int]:
    """By pair of planets that the trader's tracks join the boxes of his way between them."""
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
            if table.switches["route_length"] == "longest":
                ways[planet, other] = max(longest(hang, one, end) for one in begin for end in ends)
            else:
                ways[planet, other] = min(boxes[end] for end in ends)
    return ways
