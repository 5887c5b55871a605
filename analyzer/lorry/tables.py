"""Tables, tracks, switches and sets of dice of the edition in force.

Each end is one letter of SIDES; N is towards row 1, W towards column 1.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.editions.in_force import InForce
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.fields import Switched


class OwnEdition(OwnTables):
    """The key of an edition of the user's own, which holds its tables."""

    __slots__ = ()


IN_FORCE = InForce("analyzer.lorry", OwnEdition)
edition_in_force = IN_FORCE.name
text_in_force = IN_FORCE.text
played_by = IN_FORCE.played_by
played_as_described = IN_FORCE.as_described
per_edition = IN_FORCE.per_edition
of_its_edition = IN_FORCE.of_its_edition


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


FACES = 6
"""Of a die."""


@per_edition
def rows(table: str) -> tuple[dict[str, str], ...]:
    """The rows of a table of the edition in force, as text."""
    return tuple(csv.DictReader(text_in_force(table).splitlines()))


@per_edition
def default_dice() -> dict[str, tuple[int, ...]]:
    """By colour how many of a die's six faces show each of TYPES; a default of this project."""
    return {row["colour"]: tuple(int(row[kind]) for kind in TYPES) for row in rows("dice")}


@per_edition
def scoring(thing: str) -> int:
    """A figure of scoring: `star_points` of a star, `end_after` so many routes of all traders a game ends."""
    return {row["thing"]: int(row["value"]) for row in rows("scoring")}[thing]


@dataclass(frozen=True)
class Switches(Switched):
    """Which of the rules are changed; `data/switches.csv` lists the values of each."""

    end_by: str = "routes"
    rotate_tracks: str = "yes"
    tracks_per_box: str = "one"
    dead_ends: str = "allowed"
    surrounding: str = "sides"
    passed_over_pairs: str = "lost"
    route_length: str = "shortest"
    chains: str = "yes"
    scoring_forced: str = "yes"
    special_order: str = "score_first"
    fill_beside: str = "side"
    no_place: str = "other_die"
    first_player: str = "random"

    ROWS: ClassVar = partial(rows, "switches")
    AS: ClassVar[str] = "{'surrounding': 'off'}"


USUAL = Switches()


def load_switches(values: Switches | Mapping[str, Any] | None) -> Switches:
    """Switches from a mapping of names to values; yes and no may be True and False."""
    return Switches.loaded(values)


MOST_TRADERS = 4
DICE_ALONE = 2


def picking_order(traders: int, start: int) -> tuple[int, ...]:
    """Who picks first, second, ... when trader `start` begins a round, traders counting from 1.

    >>> picking_order(3, 2)
    (2, 3, 1)
    """
    traders = whole_number(traders, "traders", 1, MOST_TRADERS)
    start = whole_number(start, "start", 1, traders)
    return tuple((start - 1 + place) % traders + 1 for place in range(traders))


def dice_of(traders: int, colours: Sequence[str] | str | None = None) -> tuple[str, ...]:
    """The colours of the dice, the usual ones of so many traders if None, white before orange.

    Raises AnalyzerError for no colours, and for a set that does not go with so many traders.
    """
    sets = [tuple(row["dice"].split()) for row in rows("dice_sets") if int(row["players"]) == traders]
    if colours is None:
        return sets[0]
    named = [name.strip() for name in colours.split(",")] if isinstance(colours, str) else list(colours)
    unknown = [f"no die {name!r}: {one_of(name, COLOURS)}" for name in named if name not in COLOURS]
    if unknown:
        raise AnalyzerError(unknown)
    listed = tuple(sorted(named, key=COLOURS.index))
    if traders == 1:
        if not 1 <= len(listed) <= MOST_TRADERS:
            raise AnalyzerError(f"{len(listed)} dice: alone roll 1 to {MOST_TRADERS}")
    elif listed not in sets:
        allowed = " or ".join(", ".join(dice) for dice in sets)
        raise AnalyzerError(f"dice {', '.join(listed)}: {traders} traders roll {allowed}")
    return listed
