"""Verbs of Starship Catan under "Which is better" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.option_records import HelpTexts, OnlyFields, argument, option
from analyzer.cli.options import PLAYERS, AmountOptions, OutputOptions, Trials, asks
from analyzer.cli.stopping import tell_search
from analyzer.errors import as_argument
from analyzer.files.places import check_yaml, written_yaml
from analyzer.present.view import view_of_descriptions
from analyzer.starship.command.options import DECIDING, OR_THINKER, POSITION_FILES, PlayerOptions, TableOptions


@asks("analyzer.starship.questions.compare:compare")
def compare(
    ships: list[Path] = POSITION_FILES,
    *,
    against: Path | None = option(
        None,
        "One opponent for all of them; if not given they play each other, every ship in both seats.",
        metavar="SHIP",
        rich_help_panel=PLAYERS,
    ),
    margin: float = option(0.01, "Ships that differ by at most this many wins a game count as equal."),
    until: str | None = DECIDING,
    players: PlayerOptions,
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won", is_most=True)],
    output: OutputOptions,
) -> None:
    """Play the ships against each other to the end of the game, in both seats: which wins more often?"""


def captain(
    ship: Path | None = argument(
        None, "Ship or position file (.yaml); if not given, whole games in both seats.", metavar="[SHIP|POSITION]"
    ),
    *,
    out: Path | None = option(None, "Write the best captain to this file.", "-o", "--out", metavar="FILE"),
    players: Annotated[PlayerOptions, HelpTexts(captain="Start the search from this captain's prices.")],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(400, "games", score="won"),
        HelpTexts(flights="Play this many games with each captain tried."),
    ],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "plot", "verbose")],
) -> None:
    """Tune a captain's prices to win more games on the same deals and dice, then confirm the best on new ones."""
    from analyzer.starship.captains.captain import load_captain, save_captain
    from analyzer.starship.questions.captain import tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    tuned = amount.answer(tune_captain, ship, runs=0, **players.arguments(), **table.arguments())

    def write() -> str:
        save_captain(tuned.captain, str(out))
        return f"captain: {written_yaml(out)} (play with --captain {as_argument(out)})"

    tell_search(tuned, view_of_descriptions([tuned]), output, *[write] * (out is not None))


@asks("analyzer.starship.questions.modules:modules", runs=1.5)
def modules(
    *,
    players: Annotated[PlayerOptions, OnlyFields("captain"), HelpTexts(captain=f"Who plays both ships: {OR_THINKER}.")],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Trials(2_000, "games", score="won", default_text="at most 2,000; 1,000 of each pair"),
    ],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "plot", "verbose")],
) -> None:
    """Play all 36 pairs of starting modules, and measure what each module is worth, level I and II."""


@asks("analyzer.starship.questions.compare:memory")
def memory(
    *,
    players: Annotated[PlayerOptions, OnlyFields("captain"), HelpTexts(captain=f"The captain to vary: {OR_THINKER}.")],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "pairs", score="wins", also="games", is_most=True)],
    output: OutputOptions,
) -> None:
    """Compare a captain who remembers seen cards with one who forgets them and one who sees hidden cards."""
