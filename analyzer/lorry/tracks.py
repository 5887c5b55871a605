"""The eleven tracks in their four types, and the sides their ends point to: the words of every file and every array.

Each end is one letter of SIDES; N is towards row 1, W towards column 1.
"""

from __future__ import annotations

SIDES = ("N", "E", "S", "W")
COLUMN_ROW = "column, row"
"""The heading of columns of boxes."""
BOX_EXPLAINED = "the box; columns are numbered above the map, rows beside it"
ENDS_EXPLAINED = "the sides of the box that the track leads to: N (up), E (right), S (down), W (left)"
"""What those columns of tables of draws mean."""
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""By side how column and row change."""
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
TRACKS_OF = {
    "straight": ("NS", "EW"),
    "curve": ("NE", "ES", "SW", "NW"),
    "branch": ("NES", "ESW", "NSW", "NEW"),
    "crossing": ("NESW",),
}
"""By type its tracks, as they may be turned."""
TYPES = tuple(TRACKS_OF)
TRACKS = tuple(track for tracks in TRACKS_OF.values() for track in tracks)
TYPE_OF = {track: kind for kind, tracks in TRACKS_OF.items() for track in tracks}
COLOURS = ("white", "orange")
"""Of dice."""
SPECIALS = ("star", "rocket", "asteroid", "black_hole")
"""Kinds of special boxes."""
WRAPS = ("both", "columns", "rows", "none")
"""Round which edges a galaxy goes on: `columns` joins the last column to the first, `rows` the last row."""


def track_of(ends: str) -> str | None:
    """The track with these ends, named in any order; None if there is none.

    >>> track_of("WE"), track_of("SEN"), track_of("N")
    ('EW', 'NES', None)
    """
    named = "".join(side for side in SIDES if side in ends.upper())
    return named if named in TRACKS and len(named) == len(ends) else None
