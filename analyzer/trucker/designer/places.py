"""The ship file that a drawing came from, or goes to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from analyzer.host import places
from analyzer.trucker.ship.shipfile import load_ship, write_ship


@dataclass(frozen=True)
class Place(places.Place):
    """A ship file, None for none yet."""

    WHAT: ClassVar[str] = "ship"

    @classmethod
    def opened(cls, path: Path) -> Self:
        """That of a file which is there."""
        return cls.holding(path, write_ship(load_ship(path), file=path))
