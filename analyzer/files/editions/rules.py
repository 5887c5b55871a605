"""Tables of an edition as an object that rules take as an argument, and the default edition of files that name none."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, ClassVar, Self

from analyzer.files.csvfile import text_of
from analyzer.files.editions.shelf import STANDARD, OwnTables

MOST_RULES = 64
"""Number of editions whose tables, and data computed from them, are cached."""


class DefaultEdition:
    """The edition of files that name none: `standard`, or the one chosen by `--edition` or `with load_edition(...)`.

    Only readers of files, and calls that make something without a file, ask for it. Rules never do; the tables of an
    edition are passed to them.
    """

    def __init__(self, package: str) -> None:
        self.edition: ContextVar[str] = ContextVar(f"default edition of {package}", default=STANDARD)

    @property
    def chosen(self) -> str | None:
        """The edition that was chosen, None if none was."""
        return self.edition.get(None)

    def name(self) -> str:
        """Return `standard`, or the key of the edition that was chosen."""
        return self.edition.get()

    def choose(self, edition: str) -> None:
        """Make an edition the default of files that name none, from now on."""
        self.edition.set(edition)

    @contextmanager
    def within(self, edition: str) -> Iterator[None]:
        """Make an edition the default of files that name none, inside a `with` block."""
        before = self.edition.set(edition)
        try:
            yield
        finally:
            self.edition.reset(before)

    def as_here(self) -> Callable[[], AbstractContextManager[None]]:
        """Return a function whose `with` block gives another thread the default edition of the current thread."""
        return nullcontext if self.chosen is None else partial(self.within, self.chosen)


@dataclass(frozen=True, eq=False)
class EditionRules:
    """The tables of an edition. Each game derives its own class, with one object for each edition.

    Args:
        edition: `standard`, or the key of an edition of the user's own.
    """

    PACKAGE: ClassVar[str]
    OWN: ClassVar[type[OwnTables]]

    edition: str

    def rows(self, table: str) -> tuple[dict[str, str], ...]:
        """Return the rows of a table, as text."""
        own = dict(self.OWN.KNOWN[self.edition].texts) if self.edition != STANDARD else {}
        text: str = own[table] if table in own else text_of(self.PACKAGE, table)
        return tuple(csv.DictReader(text.splitlines()))


@dataclass(frozen=True)
class TablesOfEdition:
    """The tables of an edition; `with edition:` makes it the default of files that name none.

    Args:
        edition: `standard`, or the key of an edition of the user's own.
    """

    DEFAULT: ClassVar[DefaultEdition]
    OWN: ClassVar[type[OwnTables]]

    edition: str
    _entered: list[Any] = field(default_factory=list, repr=False, compare=False)

    def __enter__(self) -> Self:
        self._entered.append(self.DEFAULT.within(self.edition))
        self._entered[-1].__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._entered.pop().__exit__(kind, error, at)

    @property
    def name(self) -> str:
        """Name of the edition."""
        return self.OWN.name_of(self.edition)
