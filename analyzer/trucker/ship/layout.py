"""Layouts: ships before their flight, with methods for all their properties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.answers.description import page_of
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.files.fields import refuse_hidden
from analyzer.trucker.edition import Edition, load_edition
from analyzer.trucker.fleets.borders import canonical
from analyzer.trucker.fleets.fleet import flaws_in_any_fleet
from analyzer.trucker.fleets.tables import fleet_tables
from analyzer.trucker.ship.component import COLOURS, Component, Kind, Side, Square, component_of, kinds, side_named
from analyzer.trucker.ship.flaws import Flaw, find_flaws, homeless
from analyzer.trucker.ship.hull import Hull, compile_hull
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.ship.strength import cannon_halves, engine_strength

DEAREST = 99
"""Largest insurance premium that a layout accepts; the tables of class IVC list the premiums that exist."""
SHOWN = "analyzer.trucker.drawing.draw"
"""Name of the module that draws a ship; it is loaded by name because ships must not import drawings."""


@dataclass(frozen=True, repr=False)
class Layout(Plan):
    """A ship on paper: components on the squares of a board, and the cabins of its aliens.

    `print(ship)` draws the ship; its `repr` is short. A layout may have flaws, even components outside the board or
    aliens where none can live; `flaws()` reports them. Squares are (row, column) by the printed dice numbers.

    Attributes:
        name: Name of the ship.
        board: Its board, with the name of its edition.
        components: Components by square, in reading order.
        aliens: Square of each alien's cabin, by colour ("brown" or "purple").
        reserve: Components that were laid aside and never built, charged as lost.
        joined: For a build of class IVC the borders that grow together, e.g. "F+L"; "" lets the dice decide.
        insurance: For a build of class IVC the premium that its owner pays, in credits.

    Raises:
        AnalyzerError: If the name holds control characters, or if aliens, reserve, borders or premium are impossible.
    """

    joined: str = ""
    insurance: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        faults = [
            *self._name_faults(),
            *self._alien_faults(),
            *reserve_faults(self.reserve, self.edition),
            *self._fleet_faults(),
        ]
        if faults:
            raise AnalyzerError(faults)

    @classmethod
    def from_components(
        cls,
        board: str,
        components: Iterable[Mapping[str, Any]],
        name: str = "unnamed ship",
        aliens: Mapping[str, Iterable[int]] | None = None,
        reserve: int = 0,
        joined: str = "",
        insurance: int = 0,
    ) -> Layout:
        """Return a layout from entries as in a ship file.

        Args:
            board: Edition and board in one word, e.g. `2007-II`.
            components: Entries with `square`, `kind`, `connectors` and, where needed, `facing`.
            name: Name of the ship.
            aliens: Row and column of each alien's cabin, by colour.
            reserve: Components that were laid aside and never built.
            joined: For a build of class IVC the borders that grow together.
            insurance: For a build of class IVC the premium, in credits.

        Raises:
            AnalyzerError: If entries are wrong, with every fault of every entry.

        >>> Layout.from_components("2007-I", [
        ...     {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]},
        ...     {"square": [6, 7], "kind": "single_cannon", "connectors": [0, 0, 1, 0], "facing": "front"},
        ... ]).exposed_connectors()
        3
        """
        name_of_edition, _, board_name = str(board).rpartition("-")
        edition = load_edition(name_of_edition)
        on_board = edition.board(board_name)
        placed, faults = place(components, edition.kinds)
        if faults:
            raise AnalyzerError(text for _, text in faults)
        if aliens is not None and not isinstance(aliens, Mapping):
            raise AnalyzerError(f"aliens {aliens!r}: give squares by colour, e.g. {{'purple': [8, 9]}}")
        homes = {colour: _square(square) for colour, square in (aliens or {}).items()}
        return cls(name, on_board, placed, homes, reserve, joined, insurance)

    def __hash__(self) -> int:
        """Hash the fields that `==` compares; the order of dictionaries does not matter, as in `==`."""
        parts = frozenset(self.components.items()), frozenset(self.aliens.items())
        return hash((self.name, self.board, *parts, self.reserve, self.joined, self.insurance))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, board {self.board.title}, {len(self.components)} components>"

    def __str__(self) -> str:
        """Return the drawing of the ship with its facts."""
        return page_of(self, f"{SHOWN}:as_text")

    def _repr_html_(self) -> str:
        return page_of(self, f"{SHOWN}:as_html")

    @cached_property
    def hull(self) -> Hull:
        """Hull of the ship: masks of bits, compiled once."""
        return compile_hull(self)

    def flaws(self) -> list[Flaw]:
        """Return every flaw of construction in reading order; an empty list for a legal ship.

        A build of class IVC has the flaws of all fleets that the dice can make of it.
        """
        return list(self._flaws)

    @cached_property
    def _flaws(self) -> tuple[Flaw, ...]:
        """All flaws of the ship, computed once."""
        built = flaws_in_any_fleet(self) if self.is_build else find_flaws(self, self.pieces())
        if not (lost := self.homeless()):
            return tuple(built)
        return tuple(sorted([*built, *lost], key=lambda flaw: self.board.reading_order(flaw.square)))

    def homeless(self) -> list[Flaw]:
        """Return the flaws of aliens that cannot live in their cabins."""
        return list(homeless(self, self.alien_cabins())) if self.aliens else []

    def housed(self) -> Layout:
        """Return the ship without aliens that cannot live in their cabins."""
        lost = {flaw.square for flaw in self.homeless()}
        aliens = {colour: square for colour, square in self.aliens.items() if square not in lost}
        return replace(self, aliens=aliens) if lost else self

    def flawed(self) -> str:
        """Return a sentence with the first three flaws and advice; "" for a legal ship."""
        flaws = self.flaws()
        if not flaws:
            return ""
        more = f"; and {len(flaws) - 3} more" if len(flaws) > 3 else ""
        return f"{self.name}: has construction flaws: {'; '.join(map(str, flaws[:3]))}{more}. Mend the file"

    def exposed_connectors(self) -> int:
        """Return the number of connectors that no neighbouring component covers.

        Connectors that point to inner holes count too (rules: "Offene Teile des Schiffes").
        """
        return int(self.hull.exposed(self.hull.occupied)[0])

    def cannon_strength(self, batteries: int = 0, purple_alien: bool = False) -> float:
        """Return the best strength of the cannons with at most `batteries` charges spent.

        Single cannons always count (rules: "Waffenstärke"). A purple alien aboard counts unless the strength is 0
        without it (rules: "Die Funktionen der Aliens"). `ship.without_aliens()` has the strength without an alien.

        Args:
            batteries: Charges that may be spent, however many the ship carries.
            purple_alien: Whether to count a purple alien even if none is aboard.

        Returns:
            The strength, a multiple of 0.5.

        Raises:
            AnalyzerError: If `batteries` is no whole number from 0.
        """
        charges = np.array([whole_number(batteries, "batteries", 0)])
        alien = np.array([bool(purple_alien) or "purple" in self.housed().aliens])
        return int(cannon_halves(self.hull, self.hull.occupied, charges, alien)[0]) / 2

    def engine_strength(self, batteries: int = 0, brown_alien: bool = False) -> int:
        """Return the best strength of the engines with at most `batteries` charges spent (rules: "Motorenstärke").

        A brown alien aboard counts unless the strength is 0 without it.

        Args:
            batteries: Charges that may be spent, however many the ship carries.
            brown_alien: Whether to count a brown alien even if none is aboard.

        Raises:
            AnalyzerError: If `batteries` is no whole number from 0.
        """
        charges = np.array([whole_number(batteries, "batteries", 0)])
        alien = np.array([bool(brown_alien) or "brown" in self.housed().aliens])
        return int(engine_strength(self.hull, self.hull.occupied, charges, alien)[0])

    def pieces(self, without: Iterable[Square] = ()) -> list[set[Square]]:
        """Return the connected pieces as sets of squares, the piece with the earliest square first.

        Args:
            without: Squares of components that are lost.

        Raises:
            AnalyzerError: If no component lies on one of these squares.
        """
        gone = set(map(_square, _sequence(without, "without")))
        unknown = gone - set(self.components)
        if unknown:
            raise AnalyzerError([f"no component on {square}: name squares of this ship" for square in sorted(unknown)])
        left = int(self.hull.occupied[0] & ~self.hull.mask_of(gone))
        return [self.hull.squares_of(piece) for piece in self.hull.pieces(left)]

    def alien_cabins(self) -> dict[Square, set[str]]:
        """Return the colours of aliens that may live in each cabin joined to life support."""
        colours: dict[Square, set[str]] = {}
        for colour in COLOURS:
            for square in self.hull.squares_of(self.hull.habitable(colour)):
                colours.setdefault(square, set()).add(colour)
        return colours

    def without(self, lost: Iterable[Square]) -> Layout:
        """Return the layout with the given squares empty; humans replace aliens that lose their home."""
        gone = set(map(_square, lost))
        return self.rebuilt_of({square: part for square, part in self.components.items() if square not in gone})

    def rebuilt_of(self, components: Mapping[Square, Component]) -> Layout:
        """Return the ship with the given components instead of its own; humans replace aliens that lose their home.

        An alien that could not live on its square before stays there, as a flaw, unless the kind of component on that
        square changes.
        """
        same = replace(self, components=components)
        lost = {flaw.square for flaw in same.homeless()} - {
            flaw.square for flaw in self.homeless() if kind_at(self, flaw.square) == kind_at(same, flaw.square)
        }
        aliens = {colour: square for colour, square in self.aliens.items() if square not in lost}
        return replace(same, aliens=aliens) if lost else same

    def without_aliens(self) -> Layout:
        """Return the ship with humans in place of its aliens."""
        return replace(self, aliens={})

    def as_entries(self) -> dict[str, Any]:
        """Return the ship in plain types, as `from_components` takes it."""
        of_fleet = {"joined": self.joined, "insurance": self.insurance}
        return super().as_entries() | {name: value for name, value in of_fleet.items() if value}

    def _fleet_faults(self) -> Iterable[str]:
        if not self.is_build:
            yield from (
                f"{name}: only builds on board IVC have it: leave it out"
                for name in ("joined", "insurance")
                if getattr(self, name)
            )
            return
        if self.joined and (not isinstance(self.joined, str) or canonical(self.joined) is None):
            yield f"joined {self.joined!r}: give borders of F (front), B (behind), L, R, e.g. F+L"
        elif self.joined:
            # The dataclass is frozen.
            object.__setattr__(self, "joined", canonical(self.joined))
        if type(self.insurance) is not int or not 0 <= self.insurance <= DEAREST:
            yield f"insurance {self.insurance!r}: give a premium of {', '.join(map(str, fleet_tables().insurance))}"

    def _name_faults(self) -> Iterable[str]:
        try:
            refuse_hidden(self.name)
        except ValueError as error:
            yield f"name: {error}"

    def _alien_faults(self) -> Iterable[str]:
        for colour, square in self.aliens.items():
            if colour not in COLOURS:
                yield f"no {colour!r} alien: {one_of(colour, COLOURS)}"
            elif square not in self.board.squares and square not in self.components:
                yield f"the {colour} alien cannot live at {list(square)}: board {self.board.title} has no such square"
        if len(set(self.aliens.values())) < len(self.aliens):
            yield "two aliens in one cabin: a cabin holds one alien"


def kind_at(layout: Layout, square: Square) -> str:
    """Return the kind of the component on a square; "" for an empty square."""
    return layout.components[square].kind if square in layout.components else ""


def reserve_faults(reserve: object, edition: Edition) -> Iterator[str]:
    """Yield what is wrong with `reserve`, the number of components laid aside: no whole number, or too many."""
    if type(reserve) is not int or reserve < 0:
        yield f"reserve {reserve!r}: give how many components were laid aside, a whole number from 0"
    elif reserve > edition.reserve:
        yield f"reserve {reserve}: at most {edition.reserve} components can be laid aside"


def place(
    entries: Iterable[Mapping[str, Any]], known: Mapping[str, Kind] | None = None
) -> tuple[dict[Square, Component], list[tuple[int, str]]]:
    """Return components by square from entries as in a ship file, and every fault.

    Args:
        entries: Mappings with `square`, `kind`, `connectors` and `facing`.
        known: Kinds of the edition by name; those that come with the program if None.

    Returns:
        Components by square, and faults as (number of the entry from 0, message).
    """
    placed: dict[Square, Component] = {}
    faults: list[tuple[int, str]] = []
    for number, entry in enumerate(_sequence(entries, "components")):
        try:
            square, component = _entry(entry, kinds() if known is None else known)
            if square in placed:
                raise AnalyzerError(f"two components on square {list(square)}: remove one")
            placed[square] = component
        except AnalyzerError as error:
            faults += [(number, f"component {number + 1}: {fault}") for fault in error.faults]
    return placed, faults


def _entry(entry: Mapping[str, Any], known: Mapping[str, Kind]) -> tuple[Square, Component]:
    if not isinstance(entry, Mapping):
        raise AnalyzerError(f"{entry!r} is no component: give square, kind, connectors, facing by name")
    extra = set(entry) - {"square", "kind", "connectors", "facing"}
    if extra:
        raise AnalyzerError(f"unknown field {min(map(str, extra))!r}: use square, kind, connectors, facing")
    missing = [name for name in ("square", "kind", "connectors") if name not in entry]
    if missing:
        raise AnalyzerError(f"{missing[0]} is missing")
    kind = known.get(str(entry["kind"]))
    connectors: Any = tuple(map(_whole, _sequence(entry["connectors"], "connectors")))
    square = _square(entry["square"])
    if kind is None:
        raise AnalyzerError(f"unknown kind {str(entry['kind'])!r}: {one_of(str(entry['kind']), known)}")
    return square, component_of(kind, connectors, _facing(kind, entry.get("facing")))


def _facing(kind: Kind, facing: Any) -> tuple[Side, ...]:
    if facing is None:
        return (Side.REAR,) if kind.engine else ()
    names = [facing] if isinstance(facing, str | Side) else _sequence(facing, "facing")
    return tuple(sorted(side_named(name) for name in names))


def _square(square: Iterable[int]) -> Square:
    numbers = tuple(map(_whole, _sequence(square, "square")))
    if len(numbers) != 2 or any(type(n) is not int or not 1 <= n <= 13 for n in numbers):
        raise AnalyzerError(f"square {list(numbers)!r}: give [row, column] as printed, whole numbers from 1 to 13")
    return numbers[0], numbers[1]


def _whole(number: Any) -> Any:
    """Convert whole numbers of numpy to Python's own; return other values unchanged, for a later check to refuse."""
    return int(number) if isinstance(number, np.integer) else number


def _sequence(values: Any, what: str) -> Sequence[Any]:
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise AnalyzerError(f"{what} {values!r}: give a list")
    return list(values)
