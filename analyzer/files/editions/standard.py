"""Editions of a game that comes with one alone, called `standard`: its tables, folders, and files that name one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.csvfile import text_of
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.in_force import STANDARD, InForce
from analyzer.files.editions.shelf import Shelf
from analyzer.files.flaws import Flaw, in_file


def standard_shelf(in_force: InForce, **settings: Any) -> Shelf:
    """The tables of a game's editions; settings: those of a `Shelf` that are the game's own."""
    return Shelf(
        shipped=(STANDARD,), text=lambda _, table: text_of(in_force.package, table), own=in_force.own, **settings
    )


@dataclass(frozen=True, kw_only=True)
class StandardFolders(Folders):
    """Where such a game reads editions of the user's own."""

    in_force: InForce

    def named(self, name: str, where: str | Path = "") -> str:
        """`standard`, or the key of the edition in a folder, seen from the file `where` on.

        Raises AnalyzerError for an edition that is neither, and with every fault of a folder.
        """
        key = super().named(name, where)
        if key != STANDARD and key not in self.shelf.own.KNOWN:
            raise AnalyzerError(f"no edition {str(name)[:40]!r}: {one_of(name, [STANDARD])}, or name a folder")
        return key

    def put_in_force(self, name: str) -> None:
        """Play by that edition from now on; raises AnalyzerError as `named` does."""
        self.in_force.edition.set(self.named(name))

    @contextmanager
    def reading(self, data: Any, where: str) -> Iterator[None]:
        """Within it the edition is in force that a file's mapping names; raises AnalyzerError with every fault of it.

        What names none is read by the edition in force; so is every file where one was put in force, as by `--edition`.
        """
        named, in_force = data.get("edition") if isinstance(data, Mapping) else None, self.in_force
        if not isinstance(named, str) or (in_force.edition.get(None) is not None and named not in in_force.own.KNOWN):
            yield
            return
        try:
            key = self.named(named, where)
        except AnalyzerError as error:
            flaws = [Flaw(("edition",), fault.text) for fault in error.faults if not fault.path]
            raise AnalyzerError(in_file(flaws, data, where) or error.faults) from None
        with in_force.played_by(key):
            yield


@dataclass(frozen=True)
class TablesOfEdition:
    """The tables of an edition; `with edition:` plays by them whatever names none of its own.

    edition: `standard`, or the key of an edition of the user's own.
    """

    IN_FORCE: ClassVar[InForce]

    edition: str
    _entered: list[Any] = field(default_factory=list, repr=False, compare=False)

    def __enter__(self) -> Self:
        self._entered.append(self.IN_FORCE.played_by(self.edition))
        self._entered[-1].__enter__()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._entered.pop().__exit__(kind, error, at)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.IN_FORCE.own.name_of(self.edition)
