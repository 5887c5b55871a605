"""A build of class IVC as it is inspected: a row for each fleet that the dice may make, or one fleet ship by ship."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from analyzer.answers.described import Described
from analyzer.answers.description import TEXT, WORD, Column, Description, Drawing, Form, Part, Row, Table, in_words
from analyzer.answers.setting import sentence_begins
from analyzer.trucker.fleets.facts import BuildFacts, FleetFacts, ShipOfFleet
from analyzer.trucker.fleets.fleet import FALLS_OFF
from analyzer.trucker.fleets.in_words import quarters_in_words
from analyzer.trucker.fleets.tables import FleetTables
from analyzer.trucker.questions.inspect.answer import DRAW
from analyzer.trucker.sayings.phrases import at
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.cures import Cure, home_for
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.layout import Layout


def _between(strengths: tuple[float, float]) -> str:
    low, high = strengths
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


PLAIN = Form(str)
STRENGTHS = (
    Column(
        "engines",
        "engines",
        Form(_between),
        "strength without batteries to with all; a fleet is as fast as its slowest ship",
    ),
    Column("cannons", "cannons", Form(_between), "strength without batteries to with all"),
)
FLEETS = (
    Column("joined", "joined", WORD, "borders that grew together: F front, B behind, L left, R right"),
    Column("layout", "layout"),
    Column("ways", "chance", Form(lambda ways: str(Fraction(ways, 36)) if ways else "never")),
    Column("ships", "components", Form(lambda ships: " + ".join(str(ship.components) for ship in ships)), flat=None),
    *STRENGTHS,
    Column("exposed", "exposed", PLAIN, "exposed connectors"),
    Column("flaws", "flaws", Form(lambda flaws: str(len(flaws) or "-")), flat=lambda name, flaws: {name: len(flaws)}),
    Column("leaves", "leaves at once", WORD, "ships that do not start, and why"),
)
SHIPS = (
    Column("quarters", "ship", Form(quarters_in_words, is_number=False)),
    Column("components", "components", PLAIN, missing=("", "")),
    *STRENGTHS,
    Column("humans", "humans", PLAIN, missing=("", "")),
    Column("batteries", "batteries", PLAIN, missing=("", "")),
    Column("holds", "holds", PLAIN, "containers for goods", missing=("", "")),
    Column("exposed", "exposed", PLAIN, "exposed connectors"),
    Column("starts", "starts", explanation="whether it flies, or why not", missing=("", "")),
)


@dataclass(frozen=True, repr=False)
class InspectedBuild(Described):
    """A build and its facts; `removed`: the squares that a repair emptied, None where none was asked for.

    tables: by which its fleets are made.
    """

    BY_SHIP: ClassVar = True

    layout: Layout
    facts: BuildFacts
    tables: FleetTables
    removed: tuple[Square, ...] | None = None

    def description(self) -> Description:
        """The drawing, then what the dice may make of the build."""
        mended = ", mended" if self.removed else ""
        title = f" (2007, board IVC, {len(self.layout.components)} components{mended})"
        return Description(self.layout.name, title, self._facts(), [*self._parts()], self._notes())

    def _notes(self) -> list[str]:
        """What is not known for certain of the tables."""
        return [f"{sentence_begins(caveat)}." for caveat in self.facts.caveats]

    def _homeless(self) -> dict[Flaw, Cure]:
        """Aliens that can live where they are sent in no fleet at all."""
        return {flaw: home_for(self.layout, flaw.square) for flaw in self.layout.homeless()}

    def _facts(self) -> dict[str, Any]:
        """What programs get: the facts, aliens without a home in any fleet, and what a repair took off."""
        lost = [flaw.as_dict() | {"cure": cure.as_dict()} for flaw, cure in self._homeless().items()]
        return self.facts.as_dict() | {"homeless": lost} | ({} if self.removed is None else {"removed": self.removed})

    def _parts(self) -> Iterator[Part]:
        fleets = self.facts.fleets
        yield Drawing("", DRAW, (self.layout, self.removed or ()))
        if self.removed is not None:
            yield f"Taken off, and charged as lost: {_at(self.removed) or 'nothing: the build had no flaws'}."
        if len(fleets) == 1:
            yield _ships(fleets[0])
        else:
            yield Table("", FLEETS, [*map(_fleet, fleets)], "What the two dice make of it", labels=2, gap=2)
        yield from (f"Flaw: {flaw}; cure: {cure}" for flaw, cure in self._homeless().items())
        yield from _faults(fleets)


def _fleet(fleet: FleetFacts) -> Row:
    leaves = (f"{quarters_in_words(ship.quarters)} ({ship.starts})" for ship in fleet.ships if ship.starts != "flies")
    return Row(vars(fleet) | {"leaves": ", ".join(leaves) or None})


def _ships(fleet: FleetFacts) -> Table:
    """Ship by ship, and what they are together."""
    rows = [*map(_ship, fleet.ships)]
    if len(rows) > 1:
        together = {name: getattr(fleet, name) for name in ("engines", "cannons", "exposed")}
        rows.append(Row(dict.fromkeys(column.name for column in SHIPS) | together | {"quarters": "the fleet"},
                        {"quarters": TEXT}))  # fmt: skip
    chance = FLEETS[2].form.write(fleet.ways)
    title = f"{fleet.joined} grown together: {in_words(fleet.layout)}, chance {chance}"
    return Table("", SHIPS, rows, title, gap=2)


def _ship(ship: ShipOfFleet) -> Row:
    special = f" + {ship.special_containers} special" if ship.special_containers else ""
    return Row(vars(ship) | {"holds": f"{ship.containers}{special}"})


def _faults(fleets: Sequence[FleetFacts]) -> Iterator[str]:
    """Flaws with the fleets in which they arise, what falls off or is never laid, and aliens without a home."""
    arise: dict[str, list[str]] = {}
    for fleet in fleets:
        for what in _faults_of(fleet):
            arise.setdefault(what, []).append(fleet.joined)
    for what, where in arise.items():
        yield what if len(fleets) == 1 else f"{what} [{', '.join(where) if len(where) < len(fleets) else 'always'}]"


def _faults_of(fleet: FleetFacts) -> Iterator[str]:
    yield from (f"Flaw: {flaw}" for flaw in fleet.flaws if flaw.kind != FALLS_OFF)
    yield from (f"The {colour} alien has no life support on its ship: humans fly" for colour in fleet.unseated)
    if off := [flaw.square for flaw in fleet.flaws if flaw.kind == FALLS_OFF]:
        yield f"Not connected: falls off before the start and counts as lost: {_at(off)}"
    if fleet.not_built:
        yield f"Not laid then, and not charged: {_at(fleet.not_built)}"


def _at(squares: Sequence[Square]) -> str:
    return ", ".join(map(at, squares))
