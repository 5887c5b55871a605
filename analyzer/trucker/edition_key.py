"""The name of an edition of the user's own, which holds its tables and the rules of its own kinds of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from analyzer.files.editions.shelf import OwnTables, Texts

RULES = "rules/"
"""Texts of this name are Python: the rules of kinds of cards of the user's own, by the name of their file."""


class OwnEdition(OwnTables):
    """The key of an edition of the user's own, e.g. `mine@3f9a20c1b7`: equal where name, base and tables are.

    texts: the tables that differ from those of `base`, reference ships by `field/BOARD/FILE`, and the rules of kinds
    of cards of the user's own.

    >>> key = OwnEdition("mine", "2007", (("goods", "colour,value"),))
    >>> f"{key}", len(key), key == OwnEdition("mine", "2007", ())
    ('mine', 15, False)
    """

    __slots__ = ()

    @property
    def rules(self) -> Texts:
        """The rules of its own kinds of cards."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[Any, ...]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """The key, as a worker gets it from a process whose user named the files of its rules."""
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = OwnEdition.KNOWN
"""Every edition of the user's own that was read in this process, by its key as plain text."""

RUNNABLE: dict[str, str] = {}
"""Texts of rules that the user named, or installed, with their files: no others are ever run."""

base_of = OwnEdition.base_of
tables_in_plain = OwnEdition.in_plain
read_plain_tables = OwnEdition.read_plain
