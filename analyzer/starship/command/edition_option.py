"""`--edition`: tables of the user's own, for every verb."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.cli import edition


@dataclass(frozen=True)
class EditionOption(edition.EditionOption):
    """The edition by which all is played."""

    def put_in_force(self, folder: str) -> None:
        """Play by the tables of a folder from now on."""
        from analyzer.starship.edition import IN_FORCE
        from analyzer.starship.editions.folder import named_edition

        IN_FORCE.edition.set(named_edition(folder))
