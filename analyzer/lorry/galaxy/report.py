"""What can be said of a galaxy on paper: boxes of every pair, with and without going round, and what is on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.lorry.galaxy.boxes import Pair
from analyzer.lorry.galaxy.galaxy import Galaxy


@dataclass(frozen=True)
class GalaxyFacts:
    """What follows from a galaxy alone."""

    galaxy: Galaxy

    def boxes(self) -> dict[Pair, tuple[int | None, int | None]]:
        """By pair the fewest boxes with its edges as they are, and if none went on."""
        plain = self.galaxy.with_wrap("none")
        return {pair: (self.galaxy.fewest_boxes(*pair), plain.fewest_boxes(*pair)) for pair in self.galaxy.pairs}

    def on_the_way(self, pair: Pair) -> list[tuple[str, tuple[int, int]]]:
        """The special boxes that lie on one of the shortest ways, in reading order."""
        boxes = self.galaxy.on_shortest_ways(*pair)
        return [(special.kind, special.box) for special in self.galaxy.specials if special.box in boxes]

    def counts(self) -> dict[str, int]:
        """How many special boxes there are, by kind."""
        kinds = [special.kind for special in self.galaxy.specials]
        return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        pairs = [
            {
                "planets": list(pair),
                "boxes": here,
                "boxes_without_going_round": plain,
                "specials": [{"kind": kind, "box": list(box)} for kind, box in self.on_the_way(pair)],
            }
            for pair, (here, plain) in self.boxes().items()
        ]
        told = {"galaxy": self.galaxy.to_dict(), "specials": self.counts(), "pairs": pairs}
        return told | {"notes": self.galaxy.notes()}
