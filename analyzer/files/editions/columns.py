"""What may stand in a column of a table: a pattern, in words what it wants, and what the column means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A column: the pattern of what may stand in it, that in words, and what it means.

    is_number: a single whole number stands in it, so zeros in front of it say nothing.
    """

    shape: str
    cure: str
    meaning: str
    is_number: bool = False


def number(meaning: str, most: int = 999, *, empty: bool = False) -> Column:
    """A whole number of as many digits as the largest one has."""
    digits = rf"[0-9]{{1,{len(str(most))}}}"
    cure = f"a whole number up to {most}"
    return Column(f"({digits})?" if empty else digits, f"{cure}, or nothing" if empty else cure, meaning, True)


def digit(meaning: str, most: int, least: int = 0, *, empty: bool = False) -> Column:
    """A whole number of one digit."""
    shape, cure = f"[{least}-{most}]", f"a whole number from {least} to {most}"
    return Column(f"({shape})?" if empty else shape, f"{cure}, or nothing" if empty else cure, meaning, True)


def flag(meaning: str) -> Column:
    """Yes or no."""
    return Column("[01]", "1 for yes, 0 for no", meaning)


def one_word_of(words: tuple[str, ...], meaning: str) -> Column:
    """One of those words; "" among them stands for nothing."""
    listed = ", ".join(word for word in words if word)
    return Column("|".join(words), f"{listed}{', or nothing' * ('' in words)}", meaning)


def numbers(meaning: str, example: str, *, most: int, sign: str = "") -> Column:
    """Whole numbers with spaces between them."""
    one = rf"{sign}[0-9]{{1,3}}"
    return Column(rf"{one}( {one}){{0,{most - 1}}}", f"whole numbers with spaces, e.g. {example}", meaning)


ANY = Column(r".{0,1000}", "at most 1,000 letters", "")
SOURCE = {
    "source": Column(ANY.shape, ANY.cure, "where the row is from; for you, and for the notes of results"),
    "confidence": Column(ANY.shape, ANY.cure, "how sure it is; for you"),
}
"""Columns that most tables have."""
