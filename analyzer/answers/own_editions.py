"""The calls about editions of the user's own, of any game: load, begin, look through, set side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from analyzer.answers.edition import EditionContents, EditionDifferences, NewEdition
from analyzer.errors import AnalyzerError, brief
from analyzer.files.editions.differing import Gathered, Pair, pairs
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.standard import TablesOfEdition
from analyzer.files.editions.written import write_folder
from analyzer.files.places import path_of

Edition = TypeVar("Edition")


@dataclass(frozen=True)
class EditionCalls(Generic[Edition]):
    """What a game says of editions.

    folders: where they are read; kind: the class of an edition; key: by which name or key one is known; cure: what an
    edition may be named by; gathered: by table how its rows are told apart, if not by its key.
    """

    folders: Folders
    kind: type[Edition]
    key: Callable[[Edition], str]
    cure: str = "standard or the path of a folder"
    gathered: Mapping[str, Gathered] = field(default_factory=dict)

    def key_of(self, edition: str | Path | Edition) -> str:
        """The name by which an edition is known in here; raises AnalyzerError as `Folders.named` does."""
        if isinstance(edition, self.kind):
            return self.key(edition)
        if not isinstance(edition, str | Path):
            raise AnalyzerError(f"edition {brief(edition)}: give {self.cure}")
        return self.folders.named(str(edition))

    def folder_of(self, folder: str | Path) -> Path:
        """A folder to look through; raises AnalyzerError for an edition that is built in."""
        path = path_of(folder, "a folder of tables")
        if str(folder) in self.folders.shelf.shipped and not path.is_dir():
            raise AnalyzerError(f"edition {folder}: is built in and cannot be checked: name a folder of your own")
        return path

    def pairs(self, one: str, other: str) -> list[Pair]:
        """The rows of two editions, by name or key, side by side."""
        return pairs(self.folders.shelf, one, other, self.gathered)

    def side_by_side(self, one: str | Path | Edition, other: str | Path | Edition) -> EditionDifferences:
        """What differs between two editions."""
        keys, own = (self.key_of(one), self.key_of(other)), self.folders.shelf.own
        own.tell_apart(keys)
        return EditionDifferences.of(self.pairs(*keys), keys, (own.name_of(keys[0]), own.name_of(keys[1])))


Tables = TypeVar("Tables", bound=TablesOfEdition)


@dataclass(frozen=True)
class StandardCalls(EditionCalls[Tables]):
    """The same of a game that comes with one edition alone.

    file: which files name an edition; numbers: by table how many things an edition holds; forgotten: warnings.
    """

    key: Callable[[Tables], str] = lambda edition: edition.edition
    file: str = ""
    numbers: Callable[[Tables], dict[str, int | None]] = lambda edition: {}
    forgotten: Callable[[Tables], Sequence[str]] = lambda edition: ()

    def load(self, edition: str | Path | Tables) -> Tables:
        """That edition."""
        return self.kind(self.key_of(edition))

    def new(self, folder: str | Path, base: str | Path | Tables) -> NewEdition:
        """Write all tables of `base` into a new folder."""
        path, key, shelf = path_of(folder, "a new folder"), self.key_of(base), self.folders.shelf
        return NewEdition(path, key, tuple(write_folder(shelf, path, key, self.file, {})), shelf.command)

    def check(self, folder: str | Path) -> EditionContents:
        """What an edition in a folder holds, and what differs from the edition it stands on."""
        path = self.folder_of(folder)
        key = self.folders.read(path)
        edition = self.kind(key)
        own = tuple(difference for pair in self.pairs(key.base, key) for difference in pair.differences())
        with edition:
            forgotten = tuple(self.forgotten(edition))
        return EditionContents(path, key, edition, self.numbers(edition), own, forgotten)
