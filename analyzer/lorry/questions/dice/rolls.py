"""What the dice of a round show: every roll counted, as fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from analyzer.errors import AnalyzerError, one_of
from analyzer.lorry.tables import FACES, default_dice
from analyzer.lorry.tracks import TYPES

MOST = 8
"""The most dice whose rolls are enumerated."""
Faces = Mapping[str, tuple[int, ...]]
"""By colour of die how many of its six faces show each of TYPES."""


def colours(dice: Sequence[str], faces: Faces | None = None) -> tuple[str, ...]:
    """Those dice; raises AnalyzerError for what is no list of colours."""
    known = default_dice() if faces is None else faces
    if isinstance(dice, str) or not isinstance(dice, Sequence) or not 1 <= len(dice) <= MOST:
        raise AnalyzerError(f"dice {dice!r}: give a list of 1 to {MOST} colours, e.g. ['white', 'orange']")
    wrong = [f"die {colour!r}: {one_of(colour, known)}" for colour in dice if colour not in known]
    if wrong:
        raise AnalyzerError(dict.fromkeys(wrong))
    return tuple(dice)


def shown(dice: Sequence[str], faces: Faces | None = None) -> dict[tuple[str, ...], Fraction]:
    """The chance of everything that dice of these colours may show together: types in alphabetical order.

    faces: those of a galaxy (`galaxy.dice`), the default if not given.

    >>> from analyzer import lorry
    >>> lorry.shown(["orange"])[("crossing",)]
    Fraction(1, 6)
    >>> lorry.shown(["white", "orange"])[("branch", "straight")]
    Fraction(7, 36)
    """
    known = default_dice() if faces is None else faces
    sides = [
        [(kind, many) for kind, many in zip(TYPES, known[die], strict=True) if many] for die in colours(dice, faces)
    ]
    ways: Counter[tuple[str, ...]] = Counter()
    for roll in product(*sides):
        weight = 1
        for _, many in roll:
            weight *= many
        ways[tuple(sorted(kind for kind, _ in roll))] += weight
    return {kinds: Fraction(many, FACES ** len(sides)) for kinds, many in sorted(ways.items())}
