"""Keys of users' own editions: they hold the edition's tables, and Python rules for its own kinds of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.files.editions.shelf import OwnTables, Texts

RULES = "rules/"
"""Beginning of the names of an edition's texts that are Python files with rules for kinds of cards."""


class OwnEdition(OwnTables):
    """Key of an edition of the user's own, e.g. `mine@3f9a20c1b7`; equal for equal name, base and tables.

    Its texts are the tables that differ from those of `base`, reference ships as `field/BOARD/FILE`, and rules of
    card kinds.

    >>> key = OwnEdition("mine", "2007", (("goods", "colour,value"),))
    >>> f"{key}", len(key), key == OwnEdition("mine", "2007", ())
    ('mine', 15, False)
    """

    __slots__ = ()

    @property
    def rules(self) -> Texts:
        """Rules of the edition's own kinds of cards: name and text of each Python file."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[Any, ...]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """Return the key that another process sent, and allow the rules in it to run: their user has named these files.

    Args:
        name: Name of the edition.
        base: The edition it is based on.
        texts: Its texts.
        named: Paths of its rule files by their text.
    """
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = OwnEdition.KNOWN
"""Users' own editions that this process has read, by their keys as plain text."""

RUNNABLE: dict[str, str] = {}
"""Paths of rule files by their text, for files that the user named or installed. No other rules are ever run."""

base_of = OwnEdition.base_of
tables_in_plain = OwnEdition.in_plain
read_plain_tables = OwnEdition.read_plain
