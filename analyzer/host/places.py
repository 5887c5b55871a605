"""Places of the pages' modules and of files that pages read and write."""

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
"""In the order in which each finds above it what it imports."""


SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class Place:
    """A file, None for none yet; `text`: what a file of the drawing said when it was last read or written there.

    WHAT: what is drawn.
    """

    WHAT: ClassVar[str] = "drawing"

    path: Path | None = None
    text: str = ""
    read: str | None = None

    @classmethod
    def holding(cls, path: Path, text: str) -> Self:
        """That of a file which is there, with what a file of what it holds would say."""
        return cls(path, text, read_text(path))

    def named(self, path: Path) -> Self:
        """The file of that name; raises AnalyzerError for one of another sort, or that cannot be written."""
        if path.suffix not in SUFFIXES:
            raise AnalyzerError(f"{path}: is no name of a {self.WHAT} file: let it end in .yaml")
        return self if self.path is not None and path.absolute() == self.path.absolute() else type(self)(path)

    def would_replace(self) -> str:
        """What would be lost if the file were written now, in a sentence; "" if nothing."""
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
        """The same after it was written there; raises AnalyzerError where it cannot be."""
        assert self.path is not None
        check_file(self.path)
        write_whole(self.path, text)
        return type(self)(self.path, text, text)
