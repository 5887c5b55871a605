"""A ship in an address: the text of its file, packed so that it can stand behind the # of a link."""

from __future__ import annotations

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from analyzer.errors import AnalyzerError
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship, write_ship

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
