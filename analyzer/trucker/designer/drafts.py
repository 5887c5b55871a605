"""Drafts of ships."""

from __future__ import annotations

from pathlib import Path

from analyzer.host import drafts
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship

state_folder = drafts.state_folder


class Drafts(drafts.Drafts):
    """The drafts of one designer, and those that others left behind in the same folder."""

    def write(self, ship: Layout, path: Path | None, draft: Path | None) -> Path:
        """Write the ship to that draft, a new one if None, down to the disk; raises AnalyzerError where that fails."""
        text = write_ship(ship, file=self.folder / "one" / "drawing.yaml")  # an edition is named as seen from a draft
        return self.write_text(text, ship.name, ship.board.title, path, draft)
