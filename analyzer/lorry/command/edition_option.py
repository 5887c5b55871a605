"""`--edition`: tables of the user's own, for every verb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer

from analyzer.cli.options import RULES

Edition = Annotated[
    str | None,
    typer.Option(
        "--edition",
        help="Play by the tables in this folder, an edition of your own.",
        metavar="FOLDER",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class EditionOption:
    """The edition by which all is played."""

    PANEL: ClassVar = RULES

    edition: Edition = None

    def begin(self) -> None:
        """Put it in force before anything else is read; raises AnalyzerError with every fault of its tables."""
        if self.edition is not None:
            from analyzer.lorry.edition import IN_FORCE
            from analyzer.lorry.editions.folder import named_edition

            IN_FORCE.edition.set(named_edition(self.edition))
