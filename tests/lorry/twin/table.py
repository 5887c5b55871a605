"""What lies on the table: tracks, filled boxes, and who has flown to, joined and scored what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.lorry.twin.galaxy import OPPOSITE, Box, Galaxy

Pair = tuple[int, int]
"""Two planets, the smaller first."""


class GameOver(Exception):
    """The game ended on the spot."""


@dataclass(eq=False)
class Table:
    """A game at any moment; traders are numbered from 1."""

    galaxy: Galaxy
    traders: int
    switches: dict[str, str]
    tracks: dict[int, dict[Box, str]] = field(default_factory=dict)
    """By trader and box the ends of the track that they drew there."""
    filled: set[Box] = field(default_factory=set)
    flown: dict[int, set[int]] = field(default_factory=dict)
    """By trader the planets to which an end of theirs leads."""
    stars: dict[int, int] = field(default_factory=dict)
    scored: dict[Pair, tuple[int, int]] = field(default_factory=dict)
    """By pair who scored it, and for how many points."""

    def __post_init__(self) -> None:
        for trader in self.seats:
            self.tracks.setdefault(trader, {})
            self.flown.setdefault(trader, set())
            self.stars.setdefault(trader, 0)
        drawn = {box for own in self.tracks.values() for box in own}
        self.taken: set[Box] = {*self.galaxy.planet_in, *self.filled, *drawn}
        """Boxes that are not empty: planets, tracks, filled ones."""

    @property
    def seats(self) -> Sequence[int]:
        return range(1, self.traders + 1)

    def copy(self) -> Table:
        """The same table, to try something."""
        return Table(
            self.galaxy,
            self.traders,
            self.switches,
            {trader: dict(own) for trader, own in self.tracks.items()},
            set(self.filled),
            {trader: set(planets) for trader, planets in self.flown.items()},
            dict(self.stars),
            dict(self.scored),
        )

    def lay(self, trader: int, box: Box, ends: str) -> None:
        """A track lies there, and planets its ends touch are flown to."""
        self.tracks[trader][box] = ends
        self.taken.add(box)
        self.flown[trader].update(self.planets_met(box, ends))

    def fill(self, box: Box) -> None:
        self.filled.add(box)
        self.taken.add(box)

    def with_track(self, trader: int, box: Box, ends: str) -> Table:
        """The table as this draw would make it."""
        after = self.copy()
        after.lay(trader, box, ends)
        return after

    # boxes

    def is_empty(self, box: Box) -> bool:
        """No track, not filled, no planet."""
        return box not in self.taken

    def owners(self, box: Box) -> list[int]:
        """Who drew in this box."""
        return [trader for trader, own in self.tracks.items() if box in own]

    def met_by_own(self, trader: int, box: Box) -> set[str]:
        """The sides of a box at which an end of the trader's points into it."""
        own = self.tracks[trader]
        return {side for side, one in self.galaxy.next[box].items() if one in own and OPPOSITE[side] in own[one]}

    def planets_met(self, box: Box, ends: Iterable[str]) -> list[int]:
        """The planets at which these ends would point, one for each end."""
        beside = self.galaxy.next[box]
        return [self.galaxy.planet_in[beside[end]] for end in ends if beside.get(end) in self.galaxy.planet_in]

    # what is told of it

    def route_points(self, trader: int) -> int:
        return sum(points for who, points in self.scored.values() if who == trader)

    def total(self, trader: int) -> int:
        return self.route_points(trader) + 3 * self.stars[trader]

    def slots(self, trader: int) -> tuple[int, int]:
        """Of the trader's sheet the routes entered and the routes struck."""
        own = sum(who == trader for who, _ in self.scored.values())
        return own, len(self.scored) - own

    @property
    def over(self) -> bool:
        """Whether the last route was scored."""
        if self.switches["end_by"] == "planets":
            return {planet for pair in self.scored for planet in pair} == set(self.galaxy.planets)
        return len(self.scored) >= self.galaxy.end_after
