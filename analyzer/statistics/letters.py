"""Group letters: subjects that share a letter do not differ clearly.

H.-P. Piepho, "An algorithm for a letter-based representation of all-pairwise comparisons", 2004: insert and absorb.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

Group = frozenset[int]


def groups(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[Group]:
    """The largest sets of subjects 0, 1, 2, ... of which no two differ clearly, those with the lowest first."""
    sets: list[Group] = [frozenset(range(subjects))]
    for one, other in told_apart:
        split = [group for group in sets if one in group and other in group]
        unsplit = [group for group in sets if group not in split]
        parts = [group - {subject} for group in split for subject in (one, other)]
        sets = unsplit + [part for part in parts if not any(part <= group for group in unsplit)]
    return sorted(sets, key=sorted)


def letters(subjects: int, told_apart: Iterable[tuple[int, int]]) -> list[str]:
    """For each subject the letters of its groups: a to z, then a2 to z2, and so on."""
    sets = groups(subjects, told_apart)
    return ["".join(_letter(i) for i, group in enumerate(sets) if subject in group) for subject in range(subjects)]


def _letter(number: int) -> str:
    again, letter = divmod(number, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(again + 1) if again else "")
