"""Options of Cosmic Lorry's verbs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from analyzer.cli import edition
from analyzer.cli.multiword_options import Several, separated
from analyzer.cli.options import RULES, WHERE, read_switches
from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.position.position import Position


class EditionOption(edition.EditionOption):
    """Option that names the edition by which all is played."""

    FOLDERS: ClassVar = "analyzer.lorry.editions"


BY_PRICES = "steady, expert, sprinter, trunk, stargazer, spoiler or a .yaml file with prices"
ANY_CAPTAIN = f"random, thinker (slow: use few games), {BY_PRICES}"
GalaxyFile = Annotated[Path, typer.Argument(help="Galaxy file (.yaml).", metavar="GALAXY", show_default=False)]
GalaxyIfAny = Annotated[
    Path | None,
    typer.Argument(help="Galaxy file (.yaml); leave it out with --from.", metavar="[GALAXY]", show_default=False),
]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Play on from this position file (.yaml), in place of a galaxy.",
        metavar="FILE",
        show_default=False,
        rich_help_panel=WHERE,
    ),
]
GalaxyFiles = Annotated[
    list[Path], typer.Argument(help="Galaxy files (.yaml).", metavar="GALAXY...", show_default=False)
]
PositionFile = Annotated[
    Path, typer.Argument(help="Position or galaxy file (.yaml).", metavar="POSITION", show_default=False)
]
Wrap = Annotated[
    str | None,
    typer.Option(
        help="Edges at which the galaxy wraps around: both, columns, rows or none; as in its file if not given.",
        show_default=False,
    ),
]
Dice = Annotated[
    list[str] | None,
    typer.Option(
        help="Dice rolled each round, e.g. white,white,orange; if not given, the usual ones for that number "
        "of traders (alone: white,orange).",
        metavar="COLOURS",
        show_default=False,
        rich_help_panel=RULES,
    ),
    Several(),
]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="Captain of a trader, in seating order; repeat for each trader. A single one plays alone. "
        f"One of {ANY_CAPTAIN}.",
        show_default="steady, steady",
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        help=f"Captains of the other traders, one to three: {ANY_CAPTAIN}.",
        show_default="steady",
    ),
]
PlaysOn = Annotated[
    str, typer.Option(help=f"Captain who picks the options to try, and plays for everybody afterwards: {BY_PRICES}.")
]
Margin = Annotated[float, typer.Option(help="Ignore differences of at most this many points a game.")]
Seed = Annotated[int, typer.Option(help="Fixes who begins, and every roll.")]
Switched = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="Change a point of the rules, e.g. surrounding=off or wrap=none; repeat for several points.",
        metavar="NAME=VALUE",
        show_default=False,
    ),
]


Candidates = Annotated[
    int,
    typer.Option(
        help="How many options to try: the most promising by the captain's prices. Draws that score a route are tried "
        "in any case; a draw that may score several pairs is one option per pair."
    ),
]
Goal = Annotated[
    str | None,
    typer.Option(
        help="Rank options by won (the chance to win), margin (above the best rival) or total; alone always by total.",
        show_default="won",
    ),
]
TurnsAlone = Annotated[
    int, typer.Option(help="With one trader alone: end each game this many turns after this position.")
]
Whose = Annotated[
    str, typer.Option("--trader", help="Trader whose decisions are judged, by number or name.", metavar="TRADER")
]


@dataclass(frozen=True)
class RuleOptions:
    """Options for the seed and the rules."""

    PANEL: ClassVar = RULES

    seed: Seed = 1
    switch: Switched = None

    def switches(self) -> dict[str, str]:
        """Return the rule switches by name.

        Raises:
            AnalyzerError: a switch cannot be read.
        """
        return read_switches(self.switch, "surrounding=off")


@dataclass(frozen=True)
class TableOptions:
    """Options for captains and dice at the table."""

    captain: Captains = None
    dice: Dice = None

    def arguments(self, rules: RuleOptions) -> dict[str, Any]:
        """Return these options and the rules as keyword arguments of calls that play whole games."""
        who, dice = self.captain or ["steady", "steady"], colours(self.dice, ()) or None
        return {"captains": who, "dice": dice, "switches": rules.switches()}


@dataclass(frozen=True)
class EdgeOptions:
    """Options for the edges at which a galaxy wraps around."""

    PANEL: ClassVar = RULES

    wrap: Wrap = None

    def galaxy(self, path: Path) -> Galaxy:
        """Return the galaxy of a file, with these edges.

        Raises:
            AnalyzerError: the file is no galaxy or position.
        """
        from analyzer.lorry.position.positionfile import load_position

        galaxy = load_position(path).galaxy
        return galaxy if self.wrap is None else galaxy.with_wrap(self.wrap)

    def position(self, path: Path) -> Position:
        """Return the position of a file, with these edges; a galaxy file gives a position with nothing drawn in it."""
        from analyzer.lorry.position.position import Position
        from analyzer.lorry.position.positionfile import load_position

        now = load_position(path)
        if self.wrap is None:
            return now
        galaxy = now.galaxy.with_wrap(self.wrap)
        return Position(galaxy, now.names, now.tracks, now.filled, now.scored, now.turn, now.name)


def galaxy_or_position(galaxy: Path | None, position: Path | None) -> str | Position:
    """Return the galaxy file or the position that is to be played.

    Args:
        galaxy: path of a galaxy file, if given.
        position: path given with `--from`, if any.

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
    """Return a trader as `--trader` names them: a number or a name."""
    return int(text) if text.isdecimal() else text


def colours(texts: list[str] | None, usual: tuple[str, ...] = ("white", "orange")) -> tuple[str, ...]:
    """Return the dice of an option, given as `white,orange` or one after the other."""
    return tuple(separated(texts)) or usual
