"""`--edition`: tables of the user's own, for every verb."""

from __future__ import annotations

from typing import ClassVar

from analyzer.cli import edition


class EditionOption(edition.EditionOption):
    """The edition by which all is played."""

    FOLDERS: ClassVar = "analyzer.lorry.editions.folder"
