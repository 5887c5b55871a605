"""The name of an edition of the user's own: it holds the tables, so that they travel wherever the name goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Any

Texts = tuple[tuple[str, str], ...]
"""Tables by name, as CSV with all columns; reference ships by `field/BOARD/FILE`, as ship files."""
DIGITS = 10
"""Of the digest in a key."""
RULES = "rules/"
"""Texts of this name are Python: the rules of kinds of cards of the user's own, by the name of their file."""


class OwnEdition(str):
    """The key of an edition of the user's own, e.g. `mine@3f9a20c1b7`: equal where name, base and tables are.

    As text in a message or a title it is the name alone. It is pickled with its tables, so that workers and clusters
    need no folder; `OWN` finds it again by its key, for save files and other plain text.

    name: what it is called; base: the edition that comes with the product from which all other tables are;
    texts: the tables that differ from those of `base`, and the rules of kinds of cards of the user's own.

    >>> key = OwnEdition("mine", "2007", (("goods", "colour,value"),))
    >>> f"{key}", len(key), key == OwnEdition("mine", "2007", ())
    ('mine', 15, False)
    """

    __slots__ = ("base", "name", "texts")

    name: str
    base: str
    texts: Texts

    def __new__(cls, name: str, base: str, texts: Texts) -> OwnEdition:
        """The one key of this content."""
        digest = sha256(repr((base, texts)).encode()).hexdigest()[:DIGITS]
        key = super().__new__(cls, f"{name}@{digest}")
        key.name, key.base, key.texts = name, base, texts
        return OWN.setdefault(key.whole, key)

    @property
    def whole(self) -> str:
        """The whole key as plain text."""
        return str.__str__(self)

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    def __deepcopy__(self, memo: object) -> OwnEdition:
        return self

    @property
    def rules(self) -> Texts:
        """The rules of its own kinds of cards."""
        return tuple((name, text) for name, text in self.texts if name.startswith(RULES))

    def __reduce__(self) -> tuple[Callable[..., OwnEdition], tuple[str, str, Texts, dict[str, str]]]:
        named = {text: RUNNABLE[text] for _, text in self.rules if text in RUNNABLE}
        return _received, (self.name, self.base, self.texts, named)


def _received(name: str, base: str, texts: Texts, named: dict[str, str]) -> OwnEdition:
    """The key, as a worker gets it from a process whose user named the files of its rules."""
    RUNNABLE.update(named)
    return OwnEdition(name, base, texts)


OWN: dict[str, OwnEdition] = {}
"""Every edition of the user's own that was read in this process, by its key as plain text."""

RUNNABLE: dict[str, str] = {}
"""Texts of rules that the user named, or installed, with their files: no others are ever run."""

FOLDERS: dict[str, str] = {}
"""Where they were read, by key, as absolute paths."""


def base_of(edition: str) -> str:
    """The edition that comes with the product on which this one stands; itself for one that comes with it."""
    own = OWN.get(edition)
    return own.base if own is not None else edition


def tables_in_plain(editions: Iterable[str]) -> dict[str, Any]:
    """What a description of runs says of the tables of editions of the user's own; {} if all come with the product."""
    own = [OWN[name] for name in editions if name in OWN]
    described = [{"name": one.name, "from": one.base, "texts": dict(one.texts)} for one in own]
    return {"edition_tables": described} if own else {}


def read_plain_tables(described: Mapping[str, Any]) -> None:
    """Know the editions of a description of runs, without their folders; raises KeyError where it is broken."""
    for tables in described.get("edition_tables", ()):
        OwnEdition(tables["name"], tables["from"], tuple(tables["texts"].items()))
