"""Drafts of ships."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from analyzer.errors import all_or_faults
from analyzer.host import drafts
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship, write_ship

state_folder = drafts.state_folder


class Drafts(drafts.Drafts):
    """The drafts of one designer, and those that others left behind in the same folder; the same of versions."""

    def write(self, ship: Layout, path: Path | None, draft: Path | None) -> Path:
        """Write the ship to that draft, a new one if None, down to the disk; raises AnalyzerError where that fails."""
        return self.write_text(self._text(ship), ship.name, ship.board.title, path, draft)

    def write_versions(self, versions: Iterable[tuple[Layout, float]]) -> None:
        """Write the versions that are kept, each with its time; raises AnalyzerError where that fails."""
        self.write_strip([{"name": ship.name, "time": time, "text": self._text(ship)} for ship, time in versions])

    def versions_in(self, strip: drafts.Strip) -> list[tuple[Layout, float]]:
        """The ships of a strip with their times; raises AnalyzerError with the faults of those that are none."""
        return all_or_faults(lambda one: (parse_ship(one["text"], str(strip.file)), one["time"]), strip.versions)

    def _text(self, ship: Layout) -> str:
        """A ship file, in which an edition of the user's own is named as seen from a draft."""
        return write_ship(ship, file=self.folder / "one" / "drawing.yaml")
