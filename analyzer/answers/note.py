"""Notes: what a reader of numbers should know, in words that know what they are about."""

from __future__ import annotations

from typing import Any


class Note(str):
    """A note; kind: what it is about, by which it is left out or told elsewhere; of: the names that it concerns.

    >>> note = Note("alike", "bold and timid came out alike", of=("bold", "timid"))
    >>> print(note, is_about(note, "alike"), is_about("came out alike", "alike"))
    bold and timid came out alike True False
    """

    __slots__ = ("kind", "of")

    kind: str
    of: tuple[str, ...]

    def __new__(cls, kind: str, text: str, of: tuple[str, ...] = ()) -> Note:
        """The words are those of a string, so that programs can go on with them as with any."""
        note = super().__new__(cls, text)
        note.kind, note.of = kind, of
        return note

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, str(self), self.of


def is_about(note: str, *kinds: str) -> bool:
    """Whether it is a note of one of those kinds; plain strings are of none."""
    return isinstance(note, Note) and note.kind in kinds
