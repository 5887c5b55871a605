"""Small phrases: numbers of things, goods, crew, squares, components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import COLOURS

UNITS = {"crew": "crew", "engines": "engine strength", "cannons": "cannon strength"}


def many(number: float, what: str) -> str:
    """A number of things: `1 day`, `2 batteries`, `3.5 credits`."""
    several = f"{what[:-1]}ies" if what.endswith("ry") else f"{what}s"
    return f"{number:g} {what if abs(number) == 1 else several}"


def credits(value: float) -> str:
    """An amount, or a captain's value, in credits."""
    return many(round(value, 2), "credit")


def listed(counts: Mapping[str, int]) -> str:
    """Things counted by kind: `2 red, 1 blue`."""
    return ", ".join(f"{number} {kind}" for kind, number in counts.items() if number) or "nothing"


def crew(counts: Mapping[str, int]) -> str:
    """Crew counted by type: `2 humans, 1 brown alien`."""
    kinds = {"human": "human", "brown": "brown alien", "purple": "purple alien"}
    return ", ".join(many(number, kinds[kind]) for kind, number in counts.items() if number) or "nobody"


def at(square: Square) -> str:
    """A square by its dice numbers."""
    return f"({square[0]},{square[1]})"


def joined_up(parts: Iterable[str]) -> str:
    """What there is of the parts, with commas."""
    return ", ".join(part for part in parts if part)


def penalty(kind: str, amount: int) -> str:
    """What a line of a combat zone costs: `4 days`, `3 crew`."""
    return f"{amount} {kind}" if kind in ("crew", "goods") else many(amount, kind.removesuffix("s"))


def in_words(kind: str) -> str:
    """A kind in words: `brown life support` for `life_support_brown`, `cargo hold (3)` for `cargo_3`."""
    words = kind.replace("cargo", "cargo hold").replace("structural", "structural component").split("_")
    if words[-1].isdigit():
        words[-1] = f"({words[-1]})"
    if words[-1] in COLOURS:
        words = [words[-1], *words[:-1]]
    return " ".join(words)


def printed_level(number: int) -> str:
    """The level of a card as it is printed: as many strokes as its number."""
    return "I" * number
