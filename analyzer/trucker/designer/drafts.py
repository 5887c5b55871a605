"""Drafts of the designer, places of its files, and links to ships."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.host import drafts, places
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship, parse_ship, write_ship


@dataclass(frozen=True)
class Place(places.Place):
    """A ship file, None for none yet."""

    WHAT: ClassVar[str] = "ship"

    @classmethod
    def opened(cls, path: Path) -> Self:
        """That of a file which is there."""
        return cls.holding(path, write_ship(load_ship(path), file=path))


MARK = "ship="
LARGEST = 20_000
"""Bytes of a ship file that a link may hold."""


def held(ship: Layout) -> str:
    """What a link to the ship holds.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> ship_in(held(ship)) == ship
    True
    """
    return MARK + urlsafe_b64encode(zlib.compress(write_ship(ship).encode(), 9)).decode().rstrip("=")


def ship_in(link: str, edition: str | None = None) -> Layout:
    """The ship that a link holds, or that behind its `ship=`; raises AnalyzerError for one that holds none.

    edition: read as a ship of that edition, and not of the one that it names.
    """
    packed = link.rpartition(MARK)[2].partition("&")[0]
    try:
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST)
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise AnalyzerError("the link holds no ship: it is cut off, or far too long")
        return parse_ship(text.decode(), "the link", edition)
    except (binascii.Error, zlib.error, UnicodeError, ValueError) as error:
        if isinstance(error, AnalyzerError):
            raise
        raise AnalyzerError("the link holds no ship: copy it whole") from None


state_folder = drafts.state_folder


class Drafts(drafts.Drafts):
    """The drafts of one designer, and those that others left behind in the same folder; the same of versions."""

    def write(self, ship: Layout, path: Path | None, draft: Path | None) -> Path:
        """Write the ship to that draft, a new one if None, down to the disk; raises AnalyzerError where that fails."""
        return self.write_text(self._text(ship), ship.name, ship.board.title, path, draft)

    def write_versions(self, versions: Iterable[tuple[Layout, float]]) -> None:
        """Write the versions that are kept, each with its time; raises AnalyzerError where that fails."""
        self.write_strip([{"name": ship.name, "time": time, "text": self._text(ship)} for ship, time in versions])

    def versions_in(self, strip: drafts.Strip) -> list[tuple[Layout, float]]:
        """The ships of a strip with their times; raises AnalyzerError with the faults of those that are none."""
        return all_or_faults(lambda one: (parse_ship(one["text"], str(strip.file)), one["time"]), strip.versions)

    def _text(self, ship: Layout) -> str:
        """A ship file, in which an edition of the user's own is named as seen from a draft."""
        return write_ship(ship, file=self.folder / "one" / "drawing.yaml")
