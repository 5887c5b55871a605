"""The name of an edition of the user's own: it holds the tables, so that they travel wherever the name goes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Self

Texts = tuple[tuple[str, str], ...]
"""Tables by name, as CSV with all columns; what else belongs to an edition by a name with a slash."""
DIGITS = 10
"""Of the digest in a key."""


class OwnTables(str):
    """The key of an edition of the user's own, e.g. `mine@3f9a20c1b7`: equal where name, base and tables are.

    As text in a message or a title it is the name alone. It is pickled with its tables, so that workers and clusters
    need no folder; `KNOWN` finds it again by its key, for save files and other plain text. Each game has a class of its
    own with a `KNOWN` and `FOLDERS` of its own.

    name: what it is called; base: the edition that comes with the product from which all other tables are;
    texts: the tables that differ from those of `base`.
    """

    __slots__ = ("base", "name", "texts")

    name: str
    base: str
    texts: Texts
    KNOWN: ClassVar[dict[str, Any]]
    """Every edition of the user's own that was read in this process, by its key as plain text."""
    FOLDERS: ClassVar[dict[str, str]]
    """Where they were read, by key, as absolute paths."""
    CALLED: ClassVar[dict[str, str]]
    """By key what an edition is called beside another one of its name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.KNOWN, cls.FOLDERS, cls.CALLED = {}, {}, {}

    def __new__(cls, name: str, base: str, texts: Texts) -> Self:
        """The one key of this content."""
        digest = sha256(repr((base, texts)).encode()).hexdigest()[:DIGITS]
        key = super().__new__(cls, f"{name}@{digest}")
        key.name, key.base, key.texts = name, base, texts
        known: Self = cls.KNOWN.setdefault(key.whole, key)
        return known

    @property
    def whole(self) -> str:
        """The whole key as plain text."""
        return str.__str__(self)

    def __str__(self) -> str:
        return self.CALLED.get(self, self.name)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Callable[..., OwnTables], tuple[Any, ...]]:
        return type(self), (self.name, self.base, self.texts)

    @classmethod
    def base_of(cls, edition: str) -> str:
        """The edition that comes with the product on which this one stands; itself for one that comes with it."""
        own = cls.KNOWN.get(edition)
        return edition if own is None else str(own.base)

    @classmethod
    def name_of(cls, edition: str) -> str:
        """What an edition is called."""
        return f"{cls.KNOWN.get(edition, edition)}"

    @classmethod
    def tell_apart(cls, editions: Iterable[str]) -> None:
        """From now on call editions that have one name by the ends of their folders, or by their keys."""
        by_name: dict[str, dict[str, Self]] = {}
        for key in (cls.KNOWN[edition] for edition in editions if edition in cls.KNOWN):
            by_name.setdefault(key.name, {})[key.whole] = key
        for name, keys in by_name.items():
            if len(keys) > 1:
                folders = [cls.FOLDERS.get(key) for key in keys]
                cls.CALLED |= zip(keys, _called_by_folders(name, folders, [*keys]), strict=True)

    @classmethod
    def in_plain(cls, editions: Iterable[str]) -> dict[str, Any]:
        """What a description of runs says of the tables of the user's editions; {} if all come with the product."""
        own = [cls.KNOWN[name] for name in editions if name in cls.KNOWN]
        described = [{"name": one.name, "from": one.base, "texts": dict(one.texts)} for one in own]
        return {"edition_tables": described} if own else {}

    @classmethod
    def read_plain(cls, described: Mapping[str, Any]) -> list[Self]:
        """The editions of a description of runs, without their folders; raises KeyError where it is broken."""
        return [
            cls(tables["name"], tables["from"], tuple(tables["texts"].items()))
            for tables in described.get("edition_tables", ())
        ]

    @classmethod
    def seen_from(cls, edition: str, file: str | os.PathLike[str]) -> str:
        """How a file names that edition: by its name, or by the way from the file to its folder."""
        folder = cls.FOLDERS.get(edition)
        if folder is None:
            return str(edition)
        way = os.path.relpath(folder, os.path.dirname(os.path.abspath(file)))
        return way if way.startswith(os.curdir) else os.path.join(os.curdir, way)


def _called_by_folders(name: str, folders: Sequence[str | None], keys: Sequence[str]) -> Sequence[str]:
    """The shortest ends of the folders that tell them apart; the keys where a folder is not known."""
    if None in folders:
        return keys
    parts = [Path(folder or "").parts for folder in folders]
    for length in range(1, max(map(len, parts)) + 1):
        ends = ["/".join(part[-length:]) for part in parts]
        if len({*ends}) == len(ends):
            return [end if Path(end).name == name else f"{end} ({name})" for end in ends]
    return keys
