"""Flaws of ships: violations of the building rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.component import Component, Side, Square, mismatched
from analyzer.trucker.ship.plan import Plan

MISMATCH = "connector_mismatch"
"""Kind of flaw: two touching sides whose connectors do not fit."""
CONNECTORS = ("smooth", "single", "double", "universal")
EXPLANATIONS = {
    MISMATCH: "touching sides do not fit: a single connector meets a double one, or a connector meets a smooth side",
    "cannon_blocked": "a component lies directly before the muzzle",
    "engine_blocked": "a component lies directly behind the nozzle",
    "engine_direction": "the nozzle does not point to the rear",
    "disconnected": "not joined to the rest of the ship",
    "outside_board": "outside the marked squares",
    "starting_cabin": "exactly one starting cabin belongs on the marked square",
    "starting_cabins": "a build has at most one starting cabin, on any square",
    "alien_homeless": "no alien can live there",
}


@dataclass(frozen=True, slots=True)
class Flaw:
    """One violation of the building rules on a ship.

    Attributes:
        kind: Kind of the flaw, e.g. "connector_mismatch".
        square: The square, (row, column).
        other: The second square, for flaws between two components; else None.
        why: A sentence on the reason, if the kind alone is not enough; else "". Comparisons ignore it.
        also: Further kinds of flaws of the same stray component, which this flaw covers too. Comparisons ignore it.
    """

    kind: str
    square: Square
    other: Square | None = None
    why: str = field(default="", compare=False)
    also: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        place = f"row {self.square[0]} column {self.square[1]}"
        other = f" and row {self.other[0]} column {self.other[1]}" if self.other else ""
        return f"{place}{other}: {self.text}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kind of the flaw, and the further kinds that it covers."""
        return self.kind, *self.also

    @property
    def text(self) -> str:
        """Description of the flaw, without its squares."""
        return self.why or EXPLANATIONS[self.kind]

    def as_dict(self) -> dict[str, Any]:
        """Return the flaw in plain types: its kind, its squares, and its sentence as `text`."""
        return {"kind": self.kind, "square": self.square, "other": self.other, "text": str(self), "also": self.also}


def find_flaws(layout: Plan, pieces: Sequence[set[Square]]) -> list[Flaw]:
    """Return all flaws of a single ship in the reading order of their squares."""
    flaws = sorted_flaws(layout, [*_disconnected(layout, pieces), *_starting_cabin(layout)])
    return [*_one_for_strays(flaws, layout.board.marked)]


STRAY = ("outside_board", "disconnected")
"""Kinds of flaws that make a component a stray: it has to be moved or taken off in any case."""


def _one_for_strays(flaws: Sequence[Flaw], start: Square | None) -> Iterator[Flaw]:
    """Yield the flaws, with all flaws of one stray component merged into one.

    A missing starting cabin remains a flaw of its own, even if a stray lies on its square `start`.
    """
    strays = {flaw.square for flaw in flaws if flaw.kind in STRAY}
    told_with = [None if flaw == Flaw("starting_cabin", start or (0, 0)) else _stray_of(flaw, strays) for flaw in flaws]
    for number, (flaw, square) in enumerate(zip(flaws, told_with, strict=True)):
        if square is None:
            yield flaw
        elif number == told_with.index(square):
            own = [one for one, stray in zip(flaws, told_with, strict=True) if stray == square]
            own.sort(key=lambda one: STRAY.index(one.kind) if one.kind in STRAY else len(STRAY))
            texts, kinds = "; ".join(one.text for one in own), tuple(dict.fromkeys(one.kind for one in own))
            yield Flaw(kinds[0], square, why=texts, also=kinds[1:])


def _stray_of(flaw: Flaw, strays: Collection[Square]) -> Square | None:
    """Return the square of the stray component that a flaw concerns; None if it concerns none.

    A stray lies outside the board or is not connected to the ship. Its own flaws, and mismatches of neighbours with it,
    concern it.
    """
    if flaw.square in strays:
        return flaw.square
    return flaw.other if flaw.kind == MISMATCH and flaw.other in strays else None


def sorted_flaws(layout: Plan, of_the_whole: Iterable[Flaw]) -> list[Flaw]:
    """Return the flaws of the ship as a whole and those of its single components, in reading order."""
    flaws = [
        *of_the_whole,
        *(flaw for square, part in layout.components.items() for flaw in _flaws_of(layout, square, part)),
    ]
    return sorted(flaws, key=lambda flaw: layout.board.reading_order(flaw.square))


def _flaws_of(layout: Plan, square: Square, part: Component) -> Iterator[Flaw]:
    if square not in layout.board.squares:
        yield Flaw("outside_board", square)
    for side in (Side.RIGHT, Side.REAR):
        beside = layout.beside(square, side)
        if beside is None:
            continue
        mine, theirs = part.connectors[side], layout.components[beside].connectors[side.opposite]
        if mismatched(mine, theirs):
            yield Flaw(MISMATCH, square, beside, _misfit(layout, square, mine, beside, theirs))
    if part.is_a.engine and part.facing != (Side.REAR,):
        yield Flaw("engine_direction", square)
    if part.is_a.engine or part.is_a.cannon:
        before = layout.beside(square, part.facing[0])
        if before is not None:
            yield Flaw("cannon_blocked" if part.is_a.cannon else "engine_blocked", square, before)


def _misfit(layout: Plan, square: Square, mine: int, other: Square, theirs: int) -> str:
    """Describe why two touching sides do not fit: single on double, or a connector on a smooth side."""
    if not mine:
        return _misfit(layout, other, theirs, square, mine)
    upper, lower = (f"the {in_words(layout.components[one].kind)} at {at(one)}" for one in (square, other))
    below = f"the {CONNECTORS[theirs]} connector" if theirs else "the smooth side"
    return f"the {CONNECTORS[mine]} connector of {upper} lies on {below} of {lower}"


def _disconnected(layout: Plan, pieces: Sequence[set[Square]]) -> Iterator[Flaw]:
    """Yield a flaw for every component outside the main piece.

    The main piece holds the starting cabin; if there is none, it is the largest piece.
    """
    start = layout.board.marked
    if start in layout.components and layout.components[start].kind == "starting_cabin":
        main = next(piece for piece in pieces if start in piece)
    else:
        main = max(pieces, key=len)
    for piece in pieces:
        if piece is not main:
            yield from (Flaw("disconnected", square) for square in piece)


def _starting_cabin(layout: Plan) -> Iterator[Flaw]:
    cabins = [square for square, part in layout.components.items() if part.kind == "starting_cabin"]
    start = layout.board.marked
    if start not in cabins:
        yield Flaw("starting_cabin", start)
    yield from (Flaw("starting_cabin", square) for square in cabins if square != start)


HOMELESS = "alien_homeless"
"""Kind of flaw: an alien that cannot live in the cabin that the ship names for it."""


def homeless(plan: Plan, homes: Mapping[Square, Collection[str]]) -> Iterator[Flaw]:
    """Yield a flaw for each alien that cannot live in the cabin that the ship names for it."""
    for colour, square in plan.aliens.items():
        if colour not in homes.get(square, ()):
            yield Flaw(HOMELESS, square, why=f"the {colour} alien cannot live there: {_reason(plan, colour, square)}")


def _reason(plan: Plan, colour: str, square: Square) -> str:
    """Return the reason why no alien of the given colour can live on the square."""
    part = plan.components.get(square)
    if part is None:
        return "the square is empty"
    if part.kind == "starting_cabin":
        return "the starting cabin carries humans only"
    if not part.is_a.aliens:
        return f"the {in_words(part.kind)} is not a cabin"
    return f"no {colour} life support is joined to that cabin"


def why_at_home(filed: Plan, mended: Plan, colour: str) -> str:
    """Return a sentence on why repair left an alien at home (off the ship), and whether humans fly in its place."""
    square = filed.aliens[colour]
    if square in filed.components and square not in mended.components:
        return f"what lies at {at(square)} was taken off"
    reason = _reason(mended, colour, square)
    part = mended.components.get(square)
    return f"{reason}. Humans fly there" if part is not None and part.is_a.aliens else reason


def alien_in(plan: Plan, square: Square) -> str:
    """Return the colour of the alien that the ship names for the cabin on a square; "" without alien or cabin."""
    part = plan.components.get(square)
    if part is None or not part.is_a.aliens:
        return ""
    return next((colour for colour, home in plan.aliens.items() if home == square), "")
