"""Galaxies of Cosmic Lorry: boxes, planets, ways between planets, and the rules they are played by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from analyzer.answers.edition import own_edition_notes
from analyzer.answers.note import Importance, Note
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.editions.rules import MOST_RULES
from analyzer.files.editions.shelf import STANDARD
from analyzer.lorry.editions import FOLDERS
from analyzer.lorry.galaxy.boxes import EMPTY, MARK_OF, NAME, Box, Pair, Special, in_reading_order
from analyzer.lorry.galaxy.schema import read_galaxy
from analyzer.lorry.tables import (
    COLOURS,
    DEFAULT,
    SIDES,
    STEPS,
    TYPES,
    WRAPS,
    OwnEdition,
    Rules,
    rules_of,
)

ROUND = "~"
"""The mark at an edge that wraps around to the opposite side."""


def drawn(rows: Sequence[Sequence[str]], round_columns: bool, round_rows: bool) -> list[str]:
    r"""Return rows of marks as lines, below a line of column numbers; `~` marks an edge that wraps around.

    >>> print(*drawn([["1", ".", "2"]], True, False), sep="\n")
           1  2  3
      1 ~  1  .  2  ~
    """
    wide = 1 + max(2, *(len(mark) for marks in rows for mark in marks))
    numbers = "".join(f"{column:>{wide}}" for column in range(1, len(rows[0]) + 1))
    over = [" " * 5 + f"{ROUND:>{wide}}" * len(rows[0])] if round_rows else []
    left, right = (f" {ROUND}", f"  {ROUND}") if round_columns else ("  ", "")
    body = [
        f"{row:>3}{left}" + "".join(f"{mark:>{wide}}" for mark in marks) + right
        for row, marks in enumerate(rows, start=1)
    ]
    return [" " * 5 + numbers, *over, *body, *over]


OF_GALAXIES = "galaxy"
"""The kind of notes (`Note.kind`) that are about a galaxy or its dice."""


@dataclass(frozen=True, repr=False)
class Galaxy:
    """A checked galaxy; `from_dict` and the reader of files refuse galaxies with faults.

    Attributes:
        columns: The number of columns.
        rows: The number of rows.
        planets: The boxes of planets 1, 2, ...
        specials: The special boxes in reading order.
        wrap: The edges that wrap around, one of WRAPS.
        end_after: The number of routes of all traders that ends a game; 0 stands for that of the edition.
        faces: By colour of die, how many of its six faces show each of TYPES; empty for those of the edition.
        switches: The rule switches that differ from the usual rules, as (name, value).
        name: The name.
        edition: The edition by whose tables it is played.
    """

    columns: int
    rows: int
    planets: tuple[Box, ...]
    specials: tuple[Special, ...] = ()
    wrap: str = "both"
    end_after: int = 0
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    switches: tuple[tuple[str, str], ...] = ()
    name: str = field(default=NAME, compare=False)
    edition: str = field(default_factory=DEFAULT.name)

    def __post_init__(self) -> None:
        if not self.end_after:
            object.__setattr__(self, "end_after", self.rules.scoring["end_after"])

    @classmethod
    def from_dict(cls, entries: Mapping[str, Any], edition: str | None = None) -> Galaxy:
        """Return the galaxy that the fields of a galaxy file describe.

        Args:
            entries: The fields.
            edition: `standard`, a folder or a key, in place of the edition that the fields name.

        Raises:
            AnalyzerError: The fields are faulty. The message lists every fault.

        >>> Galaxy.from_dict({"columns": 4, "rows": 4, "planets": {"1": [1, 1], "2": [3, 3]}}).fewest_boxes(1, 2)
        3
        """
        key = FOLDERS.named(edition) if edition else FOLDERS.named_in(entries, "galaxy")
        return cls(**read_galaxy(entries, "galaxy"), edition=key or STANDARD)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the galaxy's file in plain types, without fields at their defaults."""
        own = OwnEdition.KNOWN.get(self.edition)
        entries: dict[str, Any] = {} if own is None else {"edition": own.whole}
        entries |= {"name": self.name} if self.name != NAME else {}
        entries |= {"columns": self.columns, "rows": self.rows, "wrap": self.wrap, "end_after": self.end_after}
        entries["planets"] = {str(number): list(box) for number, box in enumerate(self.planets, start=1)}
        entries["specials"] = [list(special) for special in self.specials]
        if self.faces:
            entries["dice"] = {
                colour: {kind: many for kind, many in zip(TYPES, faces, strict=True) if many}
                for colour, faces in self.faces
            }
        return entries | ({"switches": dict(self.switches)} if self.switches else {})

    # boxes

    @property
    def round_columns(self) -> bool:
        """Whether the last column is beside the first."""
        return self.wrap in ("both", "columns")

    @property
    def round_rows(self) -> bool:
        """Whether the last row is beside the first."""
        return self.wrap in ("both", "rows")

    def boxes(self) -> Iterator[Box]:
        """Yield all boxes in reading order."""
        return ((column, row) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    def beside(self, box: Box, side: str) -> Box | None:
        """Return the box beside another; None beyond an edge that does not wrap around.

        Args:
            box: The box.
            side: The side, one of SIDES.
        """
        column, row = (at + step for at, step in zip(box, STEPS[side], strict=True))
        if self.round_columns:
            column = (column - 1) % self.columns + 1
        if self.round_rows:
            row = (row - 1) % self.rows + 1
        return (column, row) if 1 <= column <= self.columns and 1 <= row <= self.rows else None

    def around(self, box: Box) -> list[Box]:
        """Return the boxes beside a box, at most four."""
        return [other for side in SIDES if (other := self.beside(box, side)) is not None]

    @cached_property
    def planet_at(self) -> dict[Box, int]:
        """The number of the planet in each box that holds one."""
        return {box: number for number, box in enumerate(self.planets, start=1)}

    @cached_property
    def special_at(self) -> dict[Box, str]:
        """The kind of each special box."""
        return {special.box: special.kind for special in self.specials}

    @property
    def pairs(self) -> list[Pair]:
        """All pairs of planets, in order."""
        return list(combinations(range(1, len(self.planets) + 1), 2))

    # ways

    def boxes_from(self, planet: int) -> dict[Box, int]:
        """Return, for each box, the number of boxes on the shortest way to it from a planet, the box itself included.

        Other planets block ways.

        Args:
            planet: The number of the planet.
        """
        return dict(self.all_boxes_from[planet - 1])

    @cached_property
    def all_boxes_from(self) -> tuple[dict[Box, int], ...]:
        """The fewest boxes on a way from each planet to each box, as `boxes_from` returns them."""
        beside = {box: [other for other in self.around(box) if other not in self.planet_at] for box in self.boxes()}
        return tuple(_boxes_from(box, beside) for box in self.planets)

    def fewest_boxes(self, first: int, second: int) -> int | None:
        """Return the fewest boxes on a way between two planets; None if other planets block every way.

        Raises:
            AnalyzerError: `first` and `second` are not two different planets.
        """
        first, second = self.pair(first, second)
        reached = self.boxes_from(first)
        return min((reached[box] for box in self.around(self.planets[second - 1]) if box in reached), default=None)

    def on_shortest_ways(self, first: int, second: int) -> set[Box]:
        """Return all boxes that lie on a shortest way between two planets.

        Raises:
            AnalyzerError: `first` and `second` are not two different planets.
        """
        first, second = self.pair(first, second)
        fewest, one, other = self.fewest_boxes(first, second), self.boxes_from(first), self.boxes_from(second)
        # a box is counted from both planets, so once too often
        return {box for box, boxes in one.items() if box in other and boxes + other[box] - 1 == fewest}

    def pair(self, first: int, second: int) -> Pair:
        """Return two planets as a pair, the smaller number first.

        Raises:
            AnalyzerError: `first` and `second` are not two different planets.
        """
        most = len(self.planets)
        one, other = (whole_number(planet, "planet", 1, most) for planet in (first, second))
        if one == other:
            raise AnalyzerError(f"planets {one} and {other}: give two different planets")
        return min(one, other), max(one, other)

    # how it is played

    @property
    def rules(self) -> Rules:
        """The tables of its edition."""
        return rules_of(self.edition)

    @cached_property
    def dice(self) -> dict[str, tuple[int, ...]]:
        """The number of faces that show each of TYPES, by colour of die."""
        return self.rules.dice | dict(self.faces)

    @property
    def star_points(self) -> int:
        """The points of a star."""
        return self.rules.scoring["star_points"]

    def dice_for(self, traders: int, colours: Sequence[str] | str | None = None) -> tuple[str, ...]:
        """Return the colours of the dice for a number of traders.

        Args:
            traders: The number of traders.
            colours: The colours to use; None for the usual ones.

        Raises:
            AnalyzerError: The colours are no set of dice for that number of traders.
        """
        return self.rules.dice_for(traders, colours)

    def faces_of(self, colour: str) -> tuple[int, ...]:
        """Return how many faces of a die show each of TYPES.

        Raises:
            AnalyzerError: No die has that colour.
        """
        if colour not in self.dice:
            raise AnalyzerError(f"die {colour!r}: {one_of(colour, COLOURS)}")
        return self.dice[colour]

    def with_wrap(self, wrap: str) -> Galaxy:
        """Return a copy in which other edges wrap around.

        Raises:
            AnalyzerError: `wrap` is not in WRAPS.
        """
        if wrap not in WRAPS:
            raise AnalyzerError(f"wrap {wrap!r}: {one_of(wrap, WRAPS)}")
        return replace(self, wrap=wrap)

    def dice_notes(self) -> list[str]:
        """Return notes for readers of results that depend on the dice, e.g. on their faces."""
        own = {colour for colour, _ in self.faces}
        usual = [colour for colour in COLOURS if colour not in own]
        if not usual:
            return []
        dice = "; ".join(f"{colour} {_in_words(self.dice[colour])}" for colour in usual)
        whose = f"{' and '.join(usual)} die" if own else "dice"
        return [
            Note(
                OF_GALAXIES,
                f"No source prints the faces of the {whose}. Assumed faces: {dice}.",
                importance=Importance.SOURCE,
            )
        ]

    def notes(self) -> list[str]:
        """Return notes for readers of results that depend on the galaxy, e.g. on its source."""
        usual = galaxy_of_edition(self.rules)
        default = (self.planets, self.specials) == (usual.planets, usual.specials)
        made = Note(
            OF_GALAXIES,
            "This is not the printed galaxy: it was made for this project, to fit the examples in the rules.",
            importance=Importance.SOURCE,
        )
        of_edition = [Note(OF_GALAXIES, note) for note in own_edition_notes(OwnEdition, self.edition)]
        return [*of_edition, *self.dice_notes(), *[made] * default]

    @property
    def marks(self) -> dict[Box, str]:
        """The mark of each box that is not empty, as its map shows it."""
        planets = {box: str(number) for box, number in self.planet_at.items()}
        return planets | {box: MARK_OF[kind] for box, kind in self.special_at.items()}

    def map_rows(self) -> list[list[str]]:
        """Return the map as rows of marks."""
        marks, columns = self.marks, range(1, self.columns + 1)
        return [[marks.get((column, row), EMPTY) for column in columns] for row in range(1, self.rows + 1)]

    def __repr__(self) -> str:
        return "\n".join([self.heading(), *drawn(self.map_rows(), self.round_columns, self.round_rows)])

    def heading(self) -> str:
        """Return name, size and edges in one line."""
        return f"{self.name}{self.summary()}"

    def summary(self) -> str:
        """Return the part of the heading that follows the name."""
        edges = {"both": "wraps around both edges", "none": "ends at its edges"}
        wrapping = edges.get(self.wrap, f"wraps around its {self.wrap}")
        return f": {self.columns} by {self.rows}, {len(self.planets)} planets, {wrapping}"


def _in_words(faces: tuple[int, ...]) -> str:
    return ", ".join(f"{many} {kind}" for kind, many in zip(TYPES, faces, strict=True) if many)


@lru_cache(MOST_RULES)
def galaxy_of_edition(rules: Rules) -> Galaxy:
    """Return the galaxy in the tables of an edition."""
    at = [(row["kind"], (int(row["column"]), int(row["row"]))) for row in rules.rows("galaxy")]
    (size,) = (box for kind, box in at if kind == "size")
    planets = tuple(box for kind, box in at if kind == "planet")
    specials = in_reading_order(Special(kind, *box) for kind, box in at if kind not in ("size", "planet"))
    return Galaxy(*size, planets, specials, name="Sixteen by Ten", edition=rules.edition)


def default_galaxy(wrap: str = "both") -> Galaxy:
    """Return the default galaxy: 16 by 10 boxes, nine planets, made for this project to fit the rules' examples.

    Args:
        wrap: The edges that wrap around: both, columns, rows or none.

    Raises:
        AnalyzerError: `wrap` is not one of these words.

    >>> default_galaxy().fewest_boxes(5, 9), default_galaxy(wrap="none").fewest_boxes(5, 9)
    (5, 15)
    """
    return galaxy_of_edition(rules_of(DEFAULT.name())).with_wrap(wrap)


def _boxes_from(planet: Box, beside: Mapping[Box, Sequence[Box]]) -> dict[Box, int]:
    """Return, for each reachable box, the fewest boxes on a way from a planet to it.

    Args:
        planet: The box of the planet.
        beside: For each box, the boxes beside it that are no planets.
    """
    # Breadth-first, all boxes of one distance at a time, so the first way that reaches a box is a shortest one.
    reached = dict.fromkeys(beside[planet], 1)
    edge, boxes = list(reached), 1
    while edge:
        boxes += 1
        further = dict.fromkeys(box for near in edge for box in beside[near])
        edge = [box for box in further if box not in reached]
        reached |= dict.fromkeys(edge, boxes)
    return reached
