"""Fleets in words: what the dice made of a build, and which of its ships do not start."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.trucker.fleets.borders import LAYOUTS_IN_WORDS
from analyzer.trucker.fleets.fleet import Fleet


def made_of(fleet: Fleet) -> str:
    """`the dice join F+L, an L-shaped and a tiny ship: ship 1 is ...`, as other lines number them."""
    made = f"the dice join {fleet.joined}, {LAYOUTS_IN_WORDS[fleet.layout]}"
    if not fleet.apart:
        return made
    ships = [f"ship {number} is {quarters_in_words(each)}" for number, each in enumerate(fleet.quarters, start=1)]
    return f"{made}: {'; '.join([*ships, *_stay(fleet)])}"


def _stay(fleet: Fleet) -> Sequence[str]:
    """The ships that do not start, and why."""
    why = {"was not begun": fleet.unbegun, "carries no human": fleet.unmanned}
    return [f"ship {number + 1} {reason} and does not start" for reason, ships in why.items() for number in ships]


def quarters_in_words(quarters: Sequence[str]) -> str:
    """`front left + rear left`, `all four`."""
    return "all four" if len(quarters) == 4 else " + ".join(quarter.replace("_", " ") for quarter in quarters)
