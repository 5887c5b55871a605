"""Editions of a game that ships a single one, called `standard`: tables, folders, and files that name an edition."""

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
    """Return the tables of a game that ships a single edition.

    Args:
        in_force: the game's record of the edition that is in force.
        **settings: the game's own arguments of `Shelf`.
    """
    return Shelf(
        shipped=(STANDARD,), text=lambda _, table: text_of(in_force.package, table), own=in_force.own, **settings
    )


@dataclass(frozen=True, kw_only=True)
class StandardFolders(Folders):
    """Reader of user-made editions of a game that ships a single one."""

    in_force: InForce

    def named(self, name: str, where: str | Path = "") -> str:
        """Return `standard`, or the key of the edition in a folder.

        Args:
            name: name of an edition, or path of a folder.
            where: path of the file that names it, to which the path is relative.

        Raises:
            AnalyzerError: with every fault of a folder, or if it is neither.
        """
        key = super().named(name, where)
        if key != STANDARD and key not in self.shelf.own.KNOWN:
            raise AnalyzerError(f"no edition {str(name)[:40]!r}: {one_of(name, [STANDARD])}, or name a folder")
        return key

    def put_in_force(self, name: str) -> None:
        """Put an edition in force from now on.

        Raises:
            AnalyzerError: with every fault of a folder, or if there is no such edition.
        """
        self.in_force.edition.set(self.named(name))

    @contextmanager
    def reading(self, data: Any, where: str) -> Iterator[None]:
        """Put the edition that a file names in force inside this context.

        A file that names none is read by the edition in force. So is every file if an edition was put in force, as
        by `--edition`.

        Args:
            data: content of the file.
            where: path of the file.

        Raises:
            AnalyzerError: with every fault of the edition.
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
    """Tables of an edition; inside `with edition:`, everything that names no edition of its own uses them.

    Args:
        edition: `standard`, or the key of a user-made edition.
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
        """Name of the edition."""
        return self.IN_FORCE.own.name_of(self.edition)
