"""Options of Cosmic Lorry's verbs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer.cli import edition
from analyzer.cli.multiword_options import Several, split_values
from analyzer.cli.option_records import argument, option
from analyzer.cli.options import RULES, WHERE, read_switches
from analyzer.errors import AnalyzerError
from analyzer.lorry.world import CAPTAINS, DEFAULT_CAPTAIN

if TYPE_CHECKING:
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.position.position import Position


class EditionOption(edition.EditionOption):
    """Option that names the edition whose tables all games of the command use."""

    FOLDERS: ClassVar = "analyzer.lorry.editions"


BY_PRICES = f"{', '.join(name for name in CAPTAINS if name != 'random')} or a .yaml file with prices"
ANY_CAPTAIN = f"random, thinker (slow: use few games), {BY_PRICES}"
GALAXY_FILE = argument(..., "Galaxy file (.yaml).", metavar="GALAXY")
GALAXY_IF_ANY = argument(None, "Galaxy file (.yaml); leave it out with --from.", metavar="[GALAXY]")
FROM = option(
    None,
    "Play on from this position file (.yaml), in place of a galaxy.",
    "--from",
    metavar="FILE",
    rich_help_panel=WHERE,
)
GALAXY_FILES = argument(..., "Galaxy files (.yaml).", metavar="GALAXY...")
POSITION_FILE = argument(..., "Position or galaxy file (.yaml).", metavar="POSITION")
WRAP = option(None, "Edges at which the galaxy wraps around: both, columns, rows or none; as in its file if not given.")
DICE = option(
    None,
    "Dice rolled each round, e.g. white,white,orange; if not given, the usual ones for that number "
    "of traders (alone: white,orange).",
    several=Several(),
    metavar="COLOURS",
    rich_help_panel=RULES,
)
PLAYS_ON = option(
    DEFAULT_CAPTAIN, f"Captain who picks the options to try, and plays for everybody afterwards: {BY_PRICES}."
)
MARGIN = option(0.25, "Ignore differences of at most this many points a game.")
SEED = option(1, "Fixes who begins, and every roll.")
CANDIDATES = (
    "How many options to try: the most promising by the captain's prices. Draws that score a route are tried in any "
    "case; a draw that may score several pairs is one option per pair."
)
"""Help of `--candidates`, whose default differs."""
GOAL = option(
    None,
    "Rank options by won (the chance to win), margin (above the best rival) or total; alone always by total.",
    show_default="won",
)
TURNS_ALONE = option(40, "With one trader alone: end each game this many turns after this position.")
WHOSE = option("1", "Trader whose decisions are judged, by number or name.", "--trader", metavar="TRADER")


@dataclass(frozen=True)
class RuleOptions:
    """Options for the seed and the rules."""

    PANEL: ClassVar = RULES

    seed: int = SEED
    switch: list[str] | None = option(
        None,
        "Change a point of the rules, e.g. surrounding=off or wrap=none; repeat for several points.",
        metavar="NAME=VALUE",
    )

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of calls."""
        return {"seed": self.seed, "switches": self.switches()}

    def switches(self) -> dict[str, str]:
        """Return the rule switches by name."""
        return read_switches(self.switch, "surrounding=off")


@dataclass(frozen=True)
class TableOptions:
    """Options for captains and dice at the table."""

    captain: list[str] | None = option(
        None,
        "Captain of a trader, in seating order; repeat for each trader. A single one plays alone. "
        f"One of {ANY_CAPTAIN}.",
        show_default=f"{DEFAULT_CAPTAIN}, {DEFAULT_CAPTAIN}",
    )
    dice: list[str] | None = DICE

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of calls that play whole games."""
        return {"captains": self.captain or [DEFAULT_CAPTAIN] * 2, "dice": colours(self.dice, ()) or None}


@dataclass(frozen=True)
class RivalOptions:
    """Options for the captains who play against trader 1."""

    against: list[str] | None = option(
        None, f"Captains of the other traders, one to three: {ANY_CAPTAIN}.", show_default=DEFAULT_CAPTAIN
    )
    alone: bool = option(False, "Play without rivals (not a rule of the game).")

    def arguments(self) -> dict[str, Any]:
        """Return the options as keyword arguments of calls."""
        return {"against": () if self.alone else self.against or (DEFAULT_CAPTAIN,)}


@dataclass(frozen=True)
class EdgeOptions:
    """Options for the edges at which a galaxy wraps around."""

    PANEL: ClassVar = RULES

    wrap: str | None = WRAP

    def galaxy(self, path: Path) -> Galaxy:
        """Return the galaxy of a file, with the edges that the options set.

        Raises:
            AnalyzerError: the file is no galaxy or position.
        """
        from analyzer.lorry.position.positionfile import load_position

        galaxy = load_position(path).galaxy
        return galaxy if self.wrap is None else galaxy.with_wrap(self.wrap)

    def position(self, path: Path) -> Position:
        """Return the position of a file, with the edges that the options set; a galaxy file gives an empty position."""
        from analyzer.lorry.position.position import Position
        from analyzer.lorry.position.positionfile import load_position

        now = load_position(path)
        if self.wrap is None:
            return now
        galaxy = now.galaxy.with_wrap(self.wrap)
        return Position(galaxy, now.names, now.tracks, now.filled, now.scored, now.turn, now.name)


def galaxy_or_position(galaxy: Path | None, position: Path | None) -> str | Position:
    """Return the galaxy file or the position that is to be played.

    Raises:
        AnalyzerError: both are given, or neither.
    """
    if position is None:
        if galaxy is None:
            raise AnalyzerError("name a galaxy file, or a position with --from, e.g. ships/lorry/sixteen-by-ten.yaml")
        return str(galaxy)
    if galaxy is not None:
        raise AnalyzerError(f"--from {position}: the position says its galaxy itself: leave {galaxy} out")
    from analyzer.lorry.position.positionfile import load_position

    return load_position(position)


def trader_of(text: str) -> int | str:
    """Return the trader that the text of `--trader` names: a number if it is one, else the name."""
    return int(text) if text.isdecimal() else text


def colours(texts: list[str] | None, usual: tuple[str, ...] = ("white", "orange")) -> tuple[str, ...]:
    """Return the colours of the dice from the texts of a dice option, e.g. `white,orange`.

    Args:
        texts: texts of the option, which may be repeated; None or empty if it is not given.
        usual: colours to return in that case.
    """
    return tuple(split_values(texts, "--dice")) or usual
