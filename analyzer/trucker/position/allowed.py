"""Why a decision is refused, in words: the rule that says what may be decided, and what is allowed."""

from __future__ import annotations

from typing import Any

from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES, GIVES_UP, GOODS, KEEPS, LAND, TAKES
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.position.values import SORTS, in_words, plain_value

MOST_NAMED = 8
RULES = {
    GIVES_UP: "a flight is given up before a card is revealed, not in the learning flight of 2007",
    LAND: "one ship lands on each planet, those in front first",
    TAKES: "an offer is for who has the crew, a reward for who has beaten the enemy",
    CHARGES: "each charge powers one double cannon or double engine that is left",
    DEFENDS: "a charge helps where a shield or a double cannon covers that line",
    GIVES: "as many of the crew go as the card says, or all",
    GOODS: "cubes come from the card and the bank, red ones lie in special containers alone, all where there is room",
    KEEPS: "of a ship that breaks one piece flies on, with all that lies on it",
}
"""By decision the rule that says what may be decided."""


def not_allowed(ship: Ship, what: str, written: Any, allowed: Any) -> str:
    """What is said of a decision that the rules do not allow a ship."""
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
    """What is said of a decision that nobody asks for; when: a moment before which nobody does, e.g. ` before ...`."""
    return f"{what}: {in_words(what, written)}: there is nothing to decide{when}: {RULES[what]}"
