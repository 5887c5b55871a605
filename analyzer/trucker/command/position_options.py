"""The option of verbs that begin at a position in place of the start line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.option_records import Says
from analyzer.cli.options import WHERE
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, TripOptions

if TYPE_CHECKING:
    from analyzer.trucker.position.experiment import FromPosition

From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Fly the rest of the flight from this position file (.yaml) on, in place of ships.",
        metavar="FILE",
        show_default=False,
        rich_help_panel=WHERE,
    ),
]
JudgingCaptain = Annotated[
    PlayerOptions,
    Says(
        captain="Who decides for your ship afterwards: sensible (default), cautious, bold, miser, thinker (slow) "
        "or a .yaml file."
    ),
]
MOST_AFTER_EACH = "Fly at most this many flights after each option."
OWN = ("seed", "captain", "otherwise")
"""What a position does not say."""


def experiment_from(
    path: Path,
    ships: Sequence[Path],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
) -> FromPosition:
    """The rest of the flight in a position file; raises AnalyzerError for options that the position settles."""
    from analyzer.trucker.position.planning import plan_position

    too_much = [name for options in (trip, deck, rivals, fleets) for name in _typed(options)]
    if ships or too_much:
        named = ", ".join([*map(str, ships), *too_much])
        raise AnalyzerError(f"--from {path}: the position says this itself: leave {named} out")
    return plan_position(path, trip.seed, players.only())


def _typed(options: Any) -> list[str]:
    """The options of a record that were typed."""
    usual = type(options)()
    changed = [one.name for one in fields(options) if getattr(options, one.name) != getattr(usual, one.name)]
    return [f"--{name.replace('_', '-')}" for name in changed if name not in OWN]
