"""The galaxy: boxes and what lies in them, what is beside what round which edges, tracks and their ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Box = tuple[int, int]
"""Column and row, both from 1, from the left and from the top."""

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
TRACKS = {
    "straight": ("NS", "EW"),
    "curve": ("NE", "ES", "SW", "NW"),
    "branch": ("NES", "ESW", "NSW", "NEW"),
    "crossing": ("NESW",),
}
KIND = {ends: kind for kind, turned in TRACKS.items() for ends in turned}
ALL_ENDS = tuple(KIND)
"""The eleven tracks in their order."""
DICE = {
    "white": ("straight", "straight", "straight", "curve", "curve", "branch"),
    "orange": ("straight", "curve", "curve", "branch", "branch", "crossing"),
}


class Galaxy:
    """A galaxy as its dictionary says it, and everything that never changes in a game."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.columns: int = told["columns"]
        self.rows: int = told["rows"]
        self.wrap: str = told.get("wrap", "both")
        self.end_after: int = told.get("end_after", 9)
        self.planets: dict[int, Box] = {int(n): (box[0], box[1]) for n, box in sorted(told["planets"].items())}
        self.specials: dict[Box, str] = {(column, row): what for what, column, row in told.get("specials", ())}
        self.dice = {**DICE, **{colour: faces(counts) for colour, counts in told.get("dice", {}).items()}}
        self.boxes: list[Box] = [(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        self.next: dict[Box, dict[str, Box]] = {box: self._beside(box) for box in self.boxes}
        """By box and side what lies there; a side that leads out of the galaxy is left out."""
        self._around = {box: set(beside.values()) - {box} for box, beside in self.next.items()}
        self.planet_in: dict[Box, int] = {box: number for number, box in self.planets.items()}

    def _beside(self, box: Box) -> dict[str, Box]:
        found = {}
        for side, (right, down) in STEP.items():
            column, row = box[0] + right, box[1] + down
            if self.wrap in ("both", "columns"):
                column = (column - 1) % self.columns + 1
            if self.wrap in ("both", "rows"):
                row = (row - 1) % self.rows + 1
            if 1 <= column <= self.columns and 1 <= row <= self.rows:
                found[side] = (column, row)
        return found

    def around(self, box: Box) -> set[Box]:
        """The boxes that share a side with this one, round the edges too."""
        return self._around[box]

    def corners(self, box: Box) -> set[Box]:
        """The boxes that share a corner alone: across, by way of any box beside it."""
        found = set()
        for side, beside in self.next[box].items():
            turns = ("E", "W") if side in "NS" else ("N", "S")
            found |= {self.next[beside][turn] for turn in turns if turn in self.next[beside]}
        return found - {box}


def faces(counts: Mapping[str, int]) -> tuple[str, ...]:
    """The six faces of a die, types in their order."""
    return tuple(kind for kind in TRACKS for _ in range(counts.get(kind, 0)))
