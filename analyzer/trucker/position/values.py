"""Values of decisions in files, and messages about forbidden ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analyzer.trucker.captains import CREW_TYPES
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES, GIVES_UP, GOODS, KEEPS, LAND, TAKES
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.edition import GOODS as COLOURS

NUMBERS, YES_OR_NO = (LAND, CHARGES), (TAKES, DEFENDS, GIVES_UP)
"""Names of the decisions whose value is a number, and of the decisions whose value is yes or no."""
SORTS = {GIVES: CREW_TYPES, GOODS: COLOURS}
"""Crew types or cube colours in order, for each decision whose value counts them."""


def plain_value(ship: ShipsInFlight, what: str, value: Any) -> Any:
    """Return a decision's value in plain types; a piece of a broken ship is named by its first square."""
    if what in NUMBERS:
        return int(value)
    if what in YES_OR_NO:
        return bool(value)
    if what == KEEPS:
        hull = ship.hull
        squares = hull.squares_of(int(ship.convoy.wrecks.sets[int(value)]))
        return min(squares, key=hull.layout.board.reading_order)
    return {sort: int(many) for sort, many in zip(SORTS[what], value, strict=True) if many}


def same_as(ship: ShipsInFlight, what: str, written: Any, value: Any) -> bool:
    """Return whether a value in a file stands for a value of a decision; any square may name a piece."""
    if what == KEEPS:
        return written in ship.hull.squares_of(int(ship.convoy.wrecks.sets[int(value)]))
    return bool(plain_value(ship, what, value) == without_zeros(written))


def of_sorts(what: str, written: Mapping[str, int]) -> tuple[int, ...]:
    """Return counts of crew or cubes by type or colour as a tuple in fixed order."""
    return tuple(written.get(sort, 0) for sort in SORTS[what])


def in_words(what: str, value: Any) -> str:
    """Format a plain value as a record file states it."""
    if what in YES_OR_NO:
        return "yes" if value else "no"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{sort}: {many}' for sort, many in value.items())}}}"
    return str(list(value)) if isinstance(value, tuple) else str(value)


def write_into(choice: Any, number: int, value: Any) -> None:
    """Write a ship's value into the array of decisions."""
    choice[..., number] = np.asarray(value)


def without_zeros(written: Any) -> Any:
    """Return counts of crew or cubes without entries that are 0; other values stay as they are."""
    return {sort: many for sort, many in written.items() if many} if isinstance(written, Mapping) else written


MOST_NAMED = 8
"""Largest number of allowed values that a message lists."""
RULES = {
    GIVES_UP: "giving up is decided before a card is revealed, and never in the learning flight of 2007",
    LAND: "each planet takes one ship, and ships in front choose first",
    TAKES: "only a ship with enough crew may take an offer, and only the ship that beat the enemy its reward",
    CHARGES: "each charge powers one double cannon or double engine that is left",
    DEFENDS: "a charge helps only where a shield or a double cannon covers the line of the hit",
    GIVES: "the ship gives up as many crew as the card says, or all it has",
    GOODS: "cubes come from the card and the bank, red ones need special containers, and each needs a free place",
    KEEPS: "when a ship breaks, one piece flies on with everything aboard it",
}
"""Rule that limits each decision, in words, for messages about forbidden values."""


def not_allowed(ship: ShipsInFlight, what: str, written: Any, allowed: Any) -> str:
    """Return the message on a decision that the rules forbid a ship."""
    if what == GOODS:
        most = in_words(GOODS, dict(zip(SORTS[GOODS], allowed.most, strict=True)))
        return (
            f"goods: {in_words(GOODS, written)}: {RULES[GOODS]}: there are {most}, "
            f"places for {allowed.room}, {allowed.special} of them for red"
        )
    values = [in_words(what, plain_value(ship, what, value)) for value in allowed]
    more = f" and {len(values) - MOST_NAMED} more" if len(values) > MOST_NAMED else ""
    return f"{what}: {in_words(what, written)}: {RULES[what]}: allowed are {', '.join(values[:MOST_NAMED])}{more}"


def nothing_to_decide(what: str, written: Any, when: str = "") -> str:
    """Return the message about a decision that no rule asks for.

    Args:
        what: name of the decision.
        written: the value in the file.
        when: words for the moment up to which no rule asks for it, added to the message; may be "".
    """
    return f"{what}: {in_words(what, written)}: the rules leave no choice here{when}: {RULES[what]}"
