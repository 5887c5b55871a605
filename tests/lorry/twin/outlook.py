"""What a captain sees before they draw: ways through empty boxes, depths of their own, threats of rivals (rulings)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from tests.lorry.twin.galaxy import Box
from tests.lorry.twin.table import Table
from tests.lorry.twin.ways import at_planet, joints, shortest

LONGEST_WAY = 15
MOST_NETWORKS = 7
Network = frozenset[int]
"""The planets that connected own tracks reach."""
Aim = int | Network
"""A planet, or an own network."""


def joinable(table: Table, trader: int, box: Box) -> set[str]:
    """The sides of an empty box at which a track of theirs would hang on something."""
    open_to_him = {where for planet, where in table.galaxy.planets.items() if planet not in table.flown[trader]}
    planets = {side for side, one in table.galaxy.next[box].items() if one in open_to_him}
    return table.met_by_own(trader, box) | planets


def threats(table: Table, trader: int) -> dict[Box, set[str]]:
    """By empty box with two joinable sides and more those sides."""
    found = {box: joinable(table, trader, box) for box in table.galaxy.boxes if table.is_empty(box)}
    return {box: sides for box, sides in found.items() if len(sides) >= 2}


@dataclass(eq=False)
class Outlook:
    """A table as a trader sees it before a draw."""

    table: Table
    trader: int
    _threats: dict[int, list[set[str]]] = field(default_factory=dict)
    _of_rivals: dict[int, Outlook] = field(default_factory=dict)

    @cached_property
    def ways(self) -> dict[Aim, dict[Box, int]]:
        """Number of boxes of the shortest way through empty boxes, by aim and by the box where it begins.

        They lead to a box beside the planet, or to one into which an open end of the network points.
        """
        table, galaxy = self.table, self.table.galaxy
        found: dict[Aim, dict[Box, int]] = {}
        begins: dict[Aim, list[Box]] = {planet: [*galaxy.around(where)] for planet, where in galaxy.planets.items()}
        for network in self.networks:
            begins[network] = [box for own, box in self.frontier if self.network_at[own] == network]
        for aim, around in begins.items():
            boxes = {box: 1 for box in around if table.is_empty(box)}
            edge = list(boxes)
            while edge and boxes[edge[0]] < LONGEST_WAY:
                following = []
                for here in edge:
                    for box in galaxy.around(here):
                        if table.is_empty(box) and box not in boxes:
                            boxes[box] = boxes[here] + 1
                            following.append(box)
                edge = following
            found[aim] = boxes
        return found

    @cached_property
    def network_at(self) -> dict[Box, Network]:
        """Network of each own box."""
        hang = joints(self.table, self.trader)
        found: dict[Box, set[int]] = {}
        for planet in self.table.flown[self.trader]:
            for box in shortest(hang, at_planet(self.table, self.trader, planet)):
                found.setdefault(box, set()).add(planet)
        return {box: frozenset(planets) for box, planets in found.items()}

    @cached_property
    def networks(self) -> list[Network]:
        """Networks with an open end into an empty box, sorted by their lowest planets; at most MOST_NETWORKS."""
        return sorted({self.network_at[own] for own, _ in self.frontier}, key=min)[:MOST_NETWORKS]

    def networks_into(self, box: Box) -> set[Network]:
        """The networks with an open end into this empty box."""
        return {self.network_at[own] for own, one in self.frontier if one == box} & set(self.networks)

    def partners(self, planets: Collection[int]) -> set[Network]:
        """Networks with a planet that makes an unscored pair with one of these planets."""
        return {
            network
            for network in self.networks
            if network != planets
            and any((min(pair), max(pair)) not in self.table.scored for pair in product(planets, network))
        }

    def joined_from(self, box: Box) -> set[Network]:
        """Networks that those with an open end into this box may join."""
        return {partner for network in self.networks_into(box) for partner in self.partners(network)}

    def first_beside(self, beside: Collection[int]) -> int:
        """The lowest planet beside a box to which the trader has not flown."""
        return min(planet for planet in beside if planet not in self.table.flown[self.trader])

    @cached_property
    def depths(self) -> dict[Box, int]:
        """By own box the longest of its shortest own ways from planets."""
        hang = joints(self.table, self.trader)
        depth: dict[Box, int] = {}
        for planet in self.table.flown[self.trader]:
            for box, boxes in shortest(hang, at_planet(self.table, self.trader, planet)).items():
                depth[box] = max(depth.get(box, 0), boxes)
        return depth

    @cached_property
    def wanted(self) -> set[int]:
        """Planets not flown to whose pair with one that was flown to is unscored."""
        flown = self.table.flown[self.trader]
        return {
            planet
            for planet in self.table.galaxy.planets
            if planet not in flown
            and any((min(planet, one), max(planet, one)) not in self.table.scored for one in flown)
        }

    @cached_property
    def frontier(self) -> list[tuple[Box, Box]]:
        """Own boxes and the empty boxes into which an end of theirs leads."""
        table = self.table
        found = []
        for box, ends in table.tracks[self.trader].items():
            for end in ends:
                beside = table.galaxy.next[box].get(end)
                if beside is not None and table.is_empty(beside):
                    found.append((box, beside))
        return found

    def depth_at(self, box: Box, ends: set[str]) -> int:
        """The largest depth of own boxes from which an open end points into this one at these sides."""
        beside = self.table.galaxy.next[box]
        met = self.table.met_by_own(self.trader, box) & ends
        return max((self.depths.get(beside[side], 0) for side in met), default=0)

    def of_rival(self, rival: int) -> Outlook:
        """The table as this rival sees it."""
        if rival not in self._of_rivals:
            self._of_rivals[rival] = Outlook(self.table, rival)
        return self._of_rivals[rival]

    def threats(self, rival: int) -> list[set[str]]:
        """Joinable sides of every empty box that is a threat of this rival."""
        if rival not in self._threats:
            self._threats[rival] = list(threats(self.table, rival).values())
        return self._threats[rival]

    @property
    def rivals(self) -> list[int]:
        return [one for one in self.table.seats if one != self.trader]

    def cut(self, box: Box) -> int:
        """For how many rivals an open end leads there, and for how many it is a threat."""
        if not self.table.is_empty(box):
            return 0
        told = 0
        for rival in self.rivals:
            told += bool(self.table.met_by_own(rival, box))
            told += len(joinable(self.table, rival, box)) >= 2
        return told
