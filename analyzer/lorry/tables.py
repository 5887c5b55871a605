"""Rules of an edition, tracks and switches.

Ends of tracks are letters of SIDES; N is towards row 1, W towards column 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, ClassVar

from analyzer.errors import AnalyzerError, brief, one_of, whole_number
from analyzer.files.csvfile import rows_of
from analyzer.files.editions.rules import MOST_RULES, DefaultEdition, EditionRules
from analyzer.files.editions.shelf import OwnTables
from analyzer.files.fields import RuleSwitches

PACKAGE = "analyzer.lorry"


class OwnEdition(OwnTables):
    """Key of an edition of the user's own, which holds its tables."""

    __slots__ = ()


DEFAULT = DefaultEdition(PACKAGE)
"""The default edition of files, galaxies and positions that name none.

Only functions that read or create these use it.
"""
SIDES = ("N", "E", "S", "W")
COLUMN_ROW = "column, row"
"""Heading of columns of boxes."""
BOX_EXPLAINED = "the box; columns are numbered above the map, rows beside it"
ENDS_EXPLAINED = "the sides of the box that the track leads to: N (up), E (right), S (down), W (left)"
"""Legend of columns of a draw's ends."""
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Changes of column and row for a step to each side."""
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
TRACKS_OF = {
    "straight": ("NS", "EW"),
    "curve": ("NE", "ES", "SW", "NW"),
    "branch": ("NES", "ESW", "NSW", "NEW"),
    "crossing": ("NESW",),
}
"""Tracks of each type, in all their directions."""
TYPES = tuple(TRACKS_OF)
TRACKS = tuple(track for tracks in TRACKS_OF.values() for track in tracks)
TYPE_OF = {track: kind for kind, tracks in TRACKS_OF.items() for track in tracks}
COLOURS = ("white", "orange")
"""Colours of dice."""
SPECIALS = ("star", "rocket", "asteroid", "black_hole")
"""Kinds of special boxes."""
WRAPS = ("both", "columns", "rows", "none")
"""Edges at which a galaxy goes on: `columns` joins the last column to the first, `rows` the last row."""


def track_of(ends: str) -> str | None:
    """Return the track with these ends, named in any order; None if there is no such track.

    >>> track_of("WE"), track_of("SEN"), track_of("N")
    ('EW', 'NES', None)
    """
    named = "".join(side for side in SIDES if side in ends.upper())
    return named if named in TRACKS and len(named) == len(ends) else None


FACES = 6
"""Number of faces of a die."""


@dataclass(frozen=True)
class Switches(RuleSwitches):
    """Rule switches: how games are played where the rules leave a point open.

    docs/lorry-rulings.md explains them; `data/switches.csv` lists their values.
    """

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

    ROWS: ClassVar = partial(rows_of, PACKAGE, "switches")
    AS: ClassVar[str] = "{'surrounding': 'off'}"


USUAL = Switches()


def load_switches(values: Switches | Mapping[str, Any] | None) -> Switches:
    """Return switches from a mapping of names to values (True is yes, False no), or the usual ones from None."""
    return Switches.loaded(values)


MOST_TRADERS = 4


def picking_order(traders: int, start: int) -> tuple[int, ...]:
    """Return the traders in the order in which they pick in a round that trader `start` begins.

    Args:
        traders: number of traders, 1 to 4.
        start: number of the trader who begins, from 1.

    Raises:
        AnalyzerError: a number is out of range.

    >>> picking_order(3, 2)
    (2, 3, 1)
    """
    traders = whole_number(traders, "traders", 1, MOST_TRADERS)
    start = whole_number(start, "start", 1, traders)
    return tuple((start - 1 + place) % traders + 1 for place in range(traders))


@dataclass(frozen=True)
class Rules(EditionRules):
    """Tables of an edition, each computed once; a galaxy refers to the tables of its edition.

    Attributes:
        edition: `standard`, or the key of an edition of the user's own.
    """

    PACKAGE: ClassVar[str] = PACKAGE
    OWN: ClassVar[type[OwnTables]] = OwnEdition

    def __reduce__(self) -> tuple[Callable[[str], Rules], tuple[str]]:
        return rules_of, (self.edition,)

    @cached_property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """Number of the six faces that show each of TYPES, by colour of die.

        These are defaults of this project, because the faces are not published.
        """
        return {row["colour"]: tuple(int(row[kind]) for kind in TYPES) for row in self.rows("dice")}

    @cached_property
    def dice_sets(self) -> dict[int, tuple[tuple[str, ...], ...]]:
        """Sets of dice that each number of traders may roll, the usual one first."""
        sets: dict[int, list[tuple[str, ...]]] = {}
        for row in self.rows("dice_sets"):
            sets.setdefault(int(row["players"]), []).append(tuple(row["dice"].split()))
        return {traders: tuple(sets[traders]) for traders in sorted(sets)}

    @cached_property
    def scoring(self) -> dict[str, int]:
        """Numbers of the scoring rules: `star_points` of a star, and `end_after`, the routes that end a game."""
        return {row["thing"]: int(row["value"]) for row in self.rows("scoring")}

    def dice_for(self, traders: int, colours: Sequence[str] | str | None = None) -> tuple[str, ...]:
        """Return the colours of the dice, white before orange.

        Args:
            traders: number of traders.
            colours: colours as a list or separated by commas; None for the usual dice of that number of traders.

        Raises:
            AnalyzerError: there is no such colour, or the set is not allowed for that number of traders.
        """
        sets = self.dice_sets.get(traders, ())
        if traders != 1 and not sets:
            raise AnalyzerError(f"captains: {traders} of them: a game has 2 to {MOST_TRADERS} traders, each with one")
        if colours is not None and not isinstance(colours, Iterable):
            raise AnalyzerError(f"dice {brief(colours)}: give colours, e.g. ['white', 'orange']")
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


@lru_cache(MOST_RULES)
def rules_of(edition: str) -> Rules:
    """Return the tables of an edition (`standard`, or the key of one of the user's own); each is loaded once."""
    return Rules(edition)
