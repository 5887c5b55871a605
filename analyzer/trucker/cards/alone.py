"""What a reader should know of ships that fly alone."""

from __future__ import annotations

from analyzer.trucker.adventures import KINDS


def who_spares_the_lone() -> list[str]:
    """The kinds of cards that do nothing to a ship that flies alone."""
    return sorted(name for name, kind in KINDS.items() if kind.spares_the_lone)


def flown_alone() -> str:
    """Who does not strike: `flown alone: combat zones and sabotage do not strike`."""
    *others, last = map(several, who_spares_the_lone())
    spared = f"{', '.join(others)} and {last}" if others else last
    return f"flown alone: {spared} do not strike"


def several(name: str) -> str:
    """Cards of that kind in words: `combat zones`."""
    phrase = KINDS[name].several
    return phrase() if phrase else f"{name.replace('_', ' ')} cards"


def all_of_flying_alone() -> str:
    """Who does not strike, and what else is different without rivals."""
    return (
        f"{flown_alone()}, nobody takes planets or beats enemies first, "
        "and order and looks rewards are those of a lone arrival"
    )
