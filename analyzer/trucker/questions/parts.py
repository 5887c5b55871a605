"""Components of a box: counts by kind, components not used by a ship, and components that fit on a square."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from analyzer.answers.description import TEXT, WORD, Column, Described, Description, Lines, Row, Table
from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import as_printed, box_of, checked_square, legal_on, used_by, with_component
from analyzer.trucker.ship.component import Component, Kind, Square
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

USUAL = "2007"
"""Edition whose box is shown if no edition and no ship is given."""
KINDS = (Column("kind", "kind", WORD), Column("number", "number", WORD), Column("tokens", "tokens", TEXT))
SIDES = ("front", "right", "rear", "left_side")
EACH = [Column(name) for name in ("code", "kind", "token", *SIDES, "in_box", "used", "left")]
"""Columns of the table for programs, which has a row for each component."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component of the box, with its numbers in the box and on the ship.

    Attributes:
        code: code of its kind.
        kind: name of its kind.
        token: token by which ship files name the component, as printed; if a square is given, as it would lie on it.
        connectors: connectors to the front, right, rear and left.
        in_box: number in the box.
        used: number on the ship.
        left: number in the box and not on the ship.
    """

    code: str
    kind: str
    token: str
    connectors: tuple[int, int, int, int]
    in_box: int
    used: int
    left: int


@dataclass(frozen=True, repr=False)
class Parts(Described):
    """Components of one box by kind, with their use by a ship if one is given.

    If a square of the ship is given, only components that may lie there are listed.

    Attributes:
        edition: edition of the box.
        rows: the components, sorted by kind.
        ship: the ship, or None.
        square: the square of the ship, or None.
    """

    edition: str
    rows: tuple[Part, ...]
    ship: Layout | None = None
    square: Square | None = None

    @property
    def remaining(self) -> int:
        """Number of components that are still in the box.

        For a square, a component counts once for each rotation in which it fits.
        """
        return sum(row.left for row in self.rows)

    def by_kind(self) -> Iterator[tuple[Kind, tuple[Part, ...]]]:
        """Yield each kind with its components, in the order of the table of kinds."""
        for kind in load_edition(self.edition).kinds.values():
            rows = tuple(row for row in self.rows if row.kind == kind.name)
            if rows:
                yield kind, rows

    def description(self) -> Description:
        """Describe the components: a row per kind with number and tokens, without components that are used up."""
        facts = {
            "edition": self.edition,
            "ship": self.ship.name if self.ship else None,
            "square": self.square,
            "left": self.remaining,
            "parts": self.rows,
        }
        title = f", {box_of(self.edition).total()} components"
        title += f", without those of {self.ship.name}" if self.ship else ""
        title += f": what may lie on {at(self.square)}" if self.square else ""
        kinds = Table("", KINDS, [self._kind(kind, rows) for kind, rows in self.by_kind()], column_gap=2)
        each = Table("", EACH, [Row(asdict(row) | dict(zip(SIDES, row.connectors, strict=True))) for row in self.rows])
        parts = [each, kinds if self.rows else "the box holds no such component", self._legend()]
        return Description(f"The {self.edition} box", title, facts, parts)

    def _kind(self, kind: Kind, rows: Sequence[Part]) -> Row:
        held = sum(row.in_box for row in rows)
        number = str(held) if self.ship is None else f"{sum(row.left for row in rows)} of {held} left"
        if self.square is not None:
            number = "1 way" if len(rows) == 1 else f"{len(rows)} ways"
        tokens = "  ".join(row.token + (f"(x{row.left})" if row.left > 1 else "") for row in rows if row.left)
        return Row({"kind": f"{kind.code} {in_words(kind.name)}", "number": number, "tokens": tokens})

    def _legend(self) -> Lines:
        return Lines(
            (
                f"token: a code and four connectors {'as it would lie there' if self.square else 'as printed'},",
                "front right rear left: 0 smooth, 1 single, 2 double, 3 universal;",
                "^ > v <: the side it faces (engines to the rear); (x2): two alike",
            )
        )


def parts(
    edition: str | None = None,
    *,
    ship: ShipLike | None = None,
    square: Square | None = None,
    kinds: Sequence[str] = (),
    connectors: str = "",
) -> Parts:
    """List the components of a box: all, those that a ship leaves in it, or those that fit on a square of the ship.

    Args:
        edition: edition of the box; that of the ship if None, or 2007 without a ship.
        ship: a ship, or the path of its file.
        square: row and column of a square of the ship; components are then listed in every legal rotation.
        kinds: kinds to list, by code (`CN`), name (`single_cannon`) or a word of it (`cannon`); all if empty.
        connectors: connectors that a component must have on any of its sides: `33` two universal ones, `0` a smooth
            side.

    Returns:
        The components, sorted by kind.

    Raises:
        AnalyzerError: for an edition, a kind or a square that does not exist, and for a square without a ship.

    >>> import analyzer
    >>> [row.token for row in analyzer.parts("2007", kinds=["double_engine"], connectors="33").rows]
    ['ED0303']
    >>> sum(row.in_box for row in analyzer.parts("2007").rows)
    144
    """
    ship = None if ship is None else as_ship(ship)
    box_edition = named_edition(edition) if edition else (ship.board.edition if ship else USUAL)
    if ship is not None and ship.board.edition != box_edition:
        raise AnalyzerError(
            f"{ship.name}: is a ship of the {ship.board.edition} edition: leave {named_setting('edition')} out"
        )
    if square is not None and ship is None:
        raise AnalyzerError("a square needs a ship: name the ship too")
    if set(connectors) - set("0123"):
        raise AnalyzerError(f"connectors {connectors!r}: give digits 0 smooth, 1 single, 2 double, 3 universal")
    wanted, box = _named(kinds, box_edition), box_of(box_edition)
    place = None if square is None or ship is None else checked_square(ship, square)
    used = used_by(ship if place is None else with_component(ship, place, None)) if ship else Counter[Component]()
    places = list(box) if place is None or ship is None else legal_on(ship, place)
    rows = (_row(part, box[as_printed(part)], used[as_printed(part)]) for part in places)
    rows_left = [
        row for row in rows if row.kind in wanted and not Counter(connectors) - Counter(map(str, row.connectors))
    ]
    order = list(wanted)
    return Parts(box_edition, tuple(sorted(rows_left, key=lambda row: (order.index(row.kind), row.token))), ship, place)


def _row(part: Component, in_box: int, used: int) -> Part:
    return Part(part.is_a.code, part.kind, write_token(part), part.connectors, in_box, used, left=max(0, in_box - used))


def _named(words: Sequence[str], edition: str) -> list[str]:
    """Return the names of the kinds that words name, all kinds if there are none.

    Raises:
        AnalyzerError: for words that name no kind.
    """
    table = load_edition(edition).kinds
    chosen: set[str] = set()
    faults = []
    for word in words:
        wanted = word.strip().lower().replace(" ", "_").replace("-", "_")
        fit = {k.name for k in table.values() if wanted in (k.code.lower(), k.name) or wanted in k.name.split("_")}
        if not fit:
            of_names = (part for kind in table for part in kind.split("_") if not part.isdigit())
            known = dict.fromkeys([*(kind.code for kind in table.values()), *table, *of_names])
            faults.append(f"no kind {word!r}: {one_of(wanted, known)}")
        chosen |= fit
    if faults:
        raise AnalyzerError(faults)
    return [name for name in table if not words or name in chosen]
