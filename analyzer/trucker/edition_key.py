"""Keys of editions of the user's own: they hold the tables, and the rules of card kinds of the user's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.files.editions.shelf import OwnTables, Texts

RULES = "rules/"
"""Prefix of texts that are Python: rules of card kinds, by the name of their file."""


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
        """Rules of its own kinds of cards, by file name and text."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[Any, ...]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """Return the key sent by a process whose user has named the files of its rules, and allow these rules to run."""
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = OwnEdition.KNOWN
"""Editions of the user's own that this process has read, by their keys as plain text."""

RUNNABLE: dict[str, str] = {}
"""Files of rules by their text: those that the user named or installed. No other rules are ever run."""

base_of = OwnEdition.base_of
tables_in_plain = OwnEdition.in_plain
read_plain_tables = OwnEdition.read_plain
