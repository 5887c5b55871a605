"""Paths of the pages' modules, and of files that pages read and write."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import ClassVar, Self

from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file, write_whole
from analyzer.files.yamlfile import read_text

FRONT = files("analyzer.host") / "front"
SHARED = ("elements.js", "theme.js", "touring.js", "pictures.js", "texts.js", "asking.js", "windows.js")
"""JavaScript modules that all pages use, each listed after the modules that it imports."""


SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Place:
    """File to which a drawing is saved.

    Args:
        path: path of the file, or None for none yet.
        text: text that the drawing's file had when it was last read or written.
        read: content of the file at that time, or None if it was never read.
    """

    WHAT: ClassVar[str] = "drawing"

    path: Path | None = None
    text: str = ""
    read: str | None = None

    @classmethod
    def holding(cls, path: Path, text: str) -> Self:
        """Return the place of a drawing that was read from an existing file."""
        return cls(path, text, read_text(path))

    def named(self, path: Path) -> Self:
        """Return the place of the same drawing at a path; it is this place if the path is its own.

        Raises:
            AnalyzerError: if its name does not end in .yaml or .yml.
        """
        if path.suffix not in SUFFIXES:
            raise AnalyzerError(f"{path}: is no name of a {self.WHAT} file: let it end in .yaml")
        return self if self.path is not None and path.absolute() == self.path.absolute() else type(self)(path)

    def would_replace(self) -> str:
        """Say in a sentence what writing the file now would destroy; "" for nothing."""
        if self.path is None:
            raise AnalyzerError(f"the {self.WHAT} has no file yet: name one")
        if not os.path.exists(self.path):
            return ""
        if self.read is None:
            return "another file is there, which would be replaced"
        text = read_text(self.path)
        if text != self.read:
            return "the file was changed since it was opened, and these changes would be lost"
        if text == self.text:
            return ""
        return "the content of the file would be replaced, with its comments and notes"

    def saved(self, text: str) -> Self:
        """Write the file and return its place.

        Raises:
            AnalyzerError: if it cannot be written.
        """
        assert self.path is not None
        check_file(self.path)
        write_whole(self.path, text)
        return type(self)(self.path, text, text)
