"""Options of Starship Catan's verbs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer

from analyzer.cli import edition
from analyzer.cli.option_records import Says
from analyzer.cli.options import HOW_MUCH, PLAYERS, RULES, read_switches
from analyzer.starship import world


class EditionOption(edition.EditionOption):
    """The option for the edition by whose tables everything is played."""

    FOLDERS: ClassVar = "analyzer.starship.editions"


PositionFile = Annotated[
    Path, typer.Argument(help="Ship or position file (.yaml).", metavar="SHIP|POSITION", show_default=False)
]
PositionFiles = Annotated[
    list[Path], typer.Argument(help="Ship or position files (.yaml).", metavar="SHIP|POSITION...", show_default=False)
]
CAPTAINS = f"{', '.join(world.CAPTAINS)} or a .yaml file"
OR_THINKER = CAPTAINS.replace(" or a", ", thinker (slow: a few games a second) or a")
"""Captains where games and turns are played; a thinker is refused where outcomes are enumerated."""
THINKER_TOO = Says(captain=f"Who plays the ship whose turn it is: {OR_THINKER}.", other="Who plays the other ship.")
Seed = Annotated[int, typer.Option(help="Fixes every deal, shuffle and roll.")]
Captain = Annotated[str, typer.Option(help=f"Who plays the ship whose turn it is: {CAPTAINS}.")]
Other = Annotated[str, typer.Option(help="Who plays the other ship.")]
Switched = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="Change a point of the rules, e.g. reserve_face_down=yes; repeat for several points.",
        metavar="NAME=VALUE",
        show_default=False,
    ),
]

Goal = Annotated[
    str,
    typer.Option(help="Rank options by won (the chance to win), margin (points ahead of the other player) or points."),
]
Against = Annotated[
    Path | None,
    typer.Option(
        help="Opponent in every game; if not given, the one in the position file, or a ship as at the start.",
        metavar="SHIP",
        show_default=False,
        rich_help_panel=PLAYERS,
    ),
]
Deciding = Annotated[
    str | None,
    typer.Option(
        "--until",
        help="`decided`: stop as soon as it is clear (at 95% confidence) for every pair which of the two is better, "
        "or that they are equal within the margin.",
        metavar="decided",
        show_default=False,
        rich_help_panel=HOW_MUCH,
    ),
]


@dataclass(frozen=True)
class TableOptions:
    """Options for the seed and the rules.

    Attributes:
        seed: Seed of every deal, shuffle and roll.
        switch: Changed rules, each as NAME=VALUE.
    """

    PANEL: ClassVar = RULES

    seed: Seed = 1
    switch: Switched = None

    def switches(self) -> dict[str, str]:
        """Return the changed rules by name.

        Raises:
            AnalyzerError: If one cannot be read.
        """
        return read_switches(self.switch, "reserve_face_down=yes")


@dataclass(frozen=True)
class PlayerOptions:
    """Options for the captains.

    Attributes:
        captain: The captain of the active player's ship.
        other: The captain of the other ship.
    """

    PANEL: ClassVar = PLAYERS

    captain: Captain = "sensible"
    other: Other = "sensible"
