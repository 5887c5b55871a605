"""The options of Starship Catan, each written once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.errors import AnalyzerError, all_or_faults

if TYPE_CHECKING:
    from analyzer.starship.ship.ship import Ship

ShipFiles = Annotated[list[Path], typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]


def load_ships(paths: Sequence[Path]) -> list[Ship]:
    """The ships in those files; raises AnalyzerError with the faults of all files."""
    from analyzer.starship.ship.shipfile import load_ship

    if not paths:
        raise AnalyzerError("no ship: name a ship file, as ships/starship/moon-start.yaml")
    return all_or_faults(load_ship, paths)
