"""What a reader should know of ships that fly alone."""

from __future__ import annotations

from analyzer.trucker.adventures import KINDS


def who_spares_the_lone() -> list[str]:
    """The kinds of cards that do nothing to a ship that flies alone."""
    return sorted(name for name, kind in KINDS.items() if kind.spares_the_lone)


def flown_alone() -> str:
    """Who does not strike, in a sentence."""
    return f"{_who_does_not_strike()}."


def several(name: str) -> str:
    """Cards of that kind in words: `combat zones`."""
    phrase = KINDS[name].several
    return phrase() if phrase else f"{name.replace('_', ' ')} cards"


def all_of_flying_alone() -> str:
    """Who does not strike, and what else is different without rivals."""
    return (
        f"{_who_does_not_strike()}, nobody takes planets or beats enemies first, and the rewards for order and looks "
        "are those of a ship that arrives alone."
    )


def _who_does_not_strike() -> str:
    *others, last = map(several, who_spares_the_lone())
    spared = f"{', '.join(others)} and {last}" if others else last
    return f"Flown alone: {spared} do not strike"
