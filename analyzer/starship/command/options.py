"""Options of Starship Catan's verbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from analyzer.cli import edition
from analyzer.cli.option_records import HelpTexts, argument, option
from analyzer.cli.options import HOW_MUCH, PLAYERS, RULES, read_switches
from analyzer.starship import world
from analyzer.starship.world import DEFAULT_CAPTAIN


class EditionOption(edition.EditionOption):
    """The option for the edition whose tables are used."""

    FOLDERS: ClassVar = "analyzer.starship.editions"


POSITION_FILE = argument(..., "Ship or position file (.yaml).", metavar="SHIP|POSITION")
POSITION_FILES = argument(..., "Ship or position files (.yaml).", metavar="SHIP|POSITION...")
CAPTAINS = f"{', '.join(world.CAPTAINS)} or a .yaml file"
OR_THINKER = CAPTAINS.replace(" or a", ", thinker (slow: some seconds a game) or a")
"""Help text on the captains of verbs that play games or turns; verbs with exact answers refuse a thinker."""
THINKER_TOO = HelpTexts(
    captain=f"Who plays the ship whose turn it is: {OR_THINKER}.", other="Who plays the other ship."
)

GOAL = option("won", "Rank options by won (the chance to win), margin (points ahead of the other player) or points.")
DECIDING = option(
    None,
    "`decided`: stop as soon as every pair is decided at 95% confidence: one is better, or they are equal "
    "within the margin.",
    "--until",
    metavar="decided",
    rich_help_panel=HOW_MUCH,
)


@dataclass(frozen=True)
class TableOptions:
    """Options for the seed and the rules."""

    PANEL: ClassVar = RULES

    seed: int = option(1, "Fixes every deal, shuffle and roll.")
    switch: list[str] | None = option(
        None,
        "Change a point of the rules, e.g. reserve_face_down=yes; repeat for several points.",
        metavar="NAME=VALUE",
    )

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of a Python call, e.g. of `starship.fly`."""
        return {"seed": self.seed, "switches": self.switches()}

    def switches(self) -> dict[str, str]:
        """Return the changed rules by name."""
        return read_switches(self.switch, "reserve_face_down=yes")


@dataclass(frozen=True)
class PlayerOptions:
    """Options for the captains."""

    PANEL: ClassVar = PLAYERS

    captain: str = option(DEFAULT_CAPTAIN, f"Who plays the ship whose turn it is: {CAPTAINS}.")
    other: str = option(DEFAULT_CAPTAIN, "Who plays the other ship.")

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of a Python call, e.g. of `starship.fly`."""
        return {"captain": self.captain, "other": self.other}
