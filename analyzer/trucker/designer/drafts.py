"""Drafts of the designer, its ship files, and links that hold ships."""

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
    """Path of a drawing's ship file and the text in it; both may be missing for a new ship."""

    WHAT: ClassVar[str] = "ship"

    @classmethod
    def opened(cls, path: Path) -> Self:
        """Return the place of an existing ship file, with the text in it."""
        return cls.holding(path, write_ship(load_ship(path), file=path))


MARK = "ship="
LARGEST = 20_000
"""The largest size, in bytes, of a ship file that a link may hold."""


def link_content(ship: Layout) -> str:
    """Return the content of a link to a ship: its file, compressed, in URL-safe base64.

    A user's own edition is named by the whole path of its folder.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> ship_in(link_content(ship)) == ship
    True
    """
    return MARK + urlsafe_b64encode(zlib.compress(write_ship(ship, file=None).encode(), 9)).decode().rstrip("=")


def ship_in(link: str, edition: str | None = None) -> Layout:
    """Return the ship whose file a link holds.

    Args:
        link: The link, or its part behind `ship=`.
        edition: The edition to read it by; None for the one that it names.

    Raises:
        AnalyzerError: The link holds no ship.
    """
    packed = link.rpartition(MARK)[2].partition("&")[0]
    try:
        # a short link may unpack to a huge text, so at most LARGEST bytes are unpacked
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
    """The drafts and kept versions of one designer, and those that earlier designers left in the same folder."""

    def write(self, ship: Layout, path: Path | None, draft: Path | None) -> Path:
        """Write a ship to a draft on disk, and return the draft's path.

        Args:
            ship: The ship.
            path: The ship file that the ship belongs to; None if it has none.
            draft: The path of the draft to write over; None for a new one.

        Raises:
            AnalyzerError: The draft cannot be written.
        """
        return self.write_text(self._text(ship), ship.name, ship.board.title, path, draft)

    def write_versions(self, versions: Iterable[tuple[Layout, float]]) -> None:
        """Write the kept versions of the ship, each with its time, beside the drafts.

        Raises:
            AnalyzerError: They cannot be written.
        """
        self.write_strip([{"name": ship.name, "time": time, "text": self._text(ship)} for ship, time in versions])

    def versions_in(self, strip: drafts.KeptVersions) -> list[tuple[Layout, float]]:
        """Return the ships in a strip (a stored file of kept versions), each with the time when it was kept.

        Raises:
            AnalyzerError: An entry of the strip holds no ship.
        """
        return all_or_faults(lambda one: (parse_ship(one["text"], str(strip.file)), one["time"]), strip.versions)

    def _text(self, ship: Layout) -> str:
        """Return the ship file for a draft, in which a user's own edition is named relative to the draft."""
        return write_ship(ship, file=self.folder / "one" / "drawing.yaml")
