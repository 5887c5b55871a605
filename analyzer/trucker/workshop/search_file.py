"""A search that is kept in a file: what fixes it, and where it stands; it goes on from there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import whole_file
from analyzer.files.reading import read_bytes
from analyzer.files.yamlfile import LARGEST
from analyzer.runs.differences import differences
from analyzer.runs.identity import plain, rules
from analyzer.runs.lines import opened, opened_below, sealed, sealed_below
from analyzer.runs.store import CURE

MAGIC = '{"analyzer_search":'
FORMAT = 2


class SearchFile:
    """The file of one search, written whole after every step; raises AnalyzerError for one of another search."""

    def __init__(self, path: str | Path, described: dict[str, Any]) -> None:
        self.path = Path(path)
        self._identity = plain({"rules": rules("trucker")._asdict(), "search": described})
        self.standing: dict[str, Any] | None = None
        if os.path.lexists(path):
            self._read()

    def write(self, standing: dict[str, Any]) -> None:
        """Keep where the search stands."""
        header = sealed({"analyzer_search": FORMAT, "identity": self._identity})
        with whole_file(self.path) as beside:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(header + sealed_below(opened(header)["check"], 2, {"standing": standing}))

    def _read(self) -> None:
        lines = self._lines()
        try:
            header, line = lines
            fields = opened(header)
            identity, self.standing = fields["identity"], opened_below(fields["check"], 2, line)["standing"]
        except (ValueError, KeyError):
            raise AnalyzerError(f"{self.path}: damaged: name another file") from None
        differing = differences(identity, self._identity, "in the file", "now")
        if differing:
            raise AnalyzerError([f"{self.path}: holds another search: {CURE}", *(f"  {one}" for one in differing)])

    def _lines(self) -> list[bytes]:
        try:
            data = read_bytes(self.path, LARGEST)
        except OSError as error:
            raise AnalyzerError(f"{self.path}: cannot be read: {error.strerror}") from None
        if not data.startswith(MAGIC.encode()):
            raise AnalyzerError(f"{self.path}: is no save file of a search: name another file")
        return data.splitlines(keepends=True)
