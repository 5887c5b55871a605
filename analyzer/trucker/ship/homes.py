"""Aliens that the ship file sends where none can live: a flaw of the ship, which leaving them at home mends."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.plan import Plan

HOMELESS = "alien_homeless"
"""The kind of the flaw."""


def homeless(plan: Plan, homes: Mapping[Square, Collection[str]]) -> Iterator[Flaw]:
    """A flaw for each alien that cannot live where it is sent; `homes`: by cabin the colours that may live there."""
    for colour, square in plan.aliens.items():
        if colour not in homes.get(square, ()):
            yield Flaw(HOMELESS, square, why=f"the {colour} alien cannot live there: {_reason(plan, colour, square)}")


def _reason(plan: Plan, colour: str, square: Square) -> str:
    """Why no alien of that colour can live there."""
    part = plan.components.get(square)
    if part is None:
        return "the square is empty"
    if part.kind == "starting_cabin":
        return "the starting cabin carries humans only"
    if not part.is_a.aliens:
        return f"the {in_words(part.kind)} is not a cabin"
    return f"no {colour} life support is joined to that cabin"


def why_at_home(filed: Plan, mended: Plan, colour: str) -> str:
    """Why an alien of the ship as filed stays at home once the ship is mended, and who flies in its place."""
    square = filed.aliens[colour]
    if square in filed.components and square not in mended.components:
        return f"what lies at {at(square)} was taken off"
    reason = _reason(mended, colour, square)
    part = mended.components.get(square)
    return f"{reason}. Humans fly there" if part is not None and part.is_a.aliens else reason


def alien_in(plan: Plan, square: Square) -> str:
    """The colour of the alien that is sent to that cabin; "" where nothing or no cabin lies."""
    part = plan.components.get(square)
    if part is None or not part.is_a.aliens:
        return ""
    return next((colour for colour, home in plan.aliens.items() if home == square), "")
