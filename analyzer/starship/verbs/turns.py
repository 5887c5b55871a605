"""Verbs of Starship Catan under "About its turns" in the help."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from analyzer.cli.option_records import HelpTexts, OnlyFields, option
from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, asks, run
from analyzer.present.view import view_of_descriptions
from analyzer.starship.command.options import (
    DECIDING,
    POSITION_FILE,
    POSITION_FILES,
    THINKER_TOO,
    PlayerOptions,
    TableOptions,
)

MOST_CARDS = option(None, "Turn back after this many cards at the latest.", metavar="CARDS")


def fly(
    ships: list[Path] = POSITION_FILES,
    *,
    sector: int | None = option(None, "Fly to this sector, 1 to 4; the captain chooses if not given."),
    most: int | None = MOST_CARDS,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(called="turns", score="worth", is_corrected=True)],
    rows: Annotated[RowsOptions, Trials(called="turns")],
    output: OutputOptions,
) -> None:
    """Play one turn of a ship many times: what do production, flight, trade and building bring?"""
    output.check(amount, rows)
    from analyzer.errors import all_or_faults
    from analyzer.starship.api import turn_experiment

    planned = partial(turn_experiment, sector=sector, most=most, **players.arguments(), **table.arguments())
    output.tell(view_of_descriptions(run(all_or_faults(planned, ships), amount, rows)))


@asks("analyzer.starship.questions.sectors:sectors", runs=8)
def sectors(
    position: Path = POSITION_FILE,
    *,
    margin: float = option(0.1, "Choices that differ by at most this many Astro a turn count as equal."),
    until: str | None = DECIDING,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "turns", score="worth")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "plot", "verbose")],
) -> None:
    """Rank the sectors by the worth of one turn, and after how many cards to turn back."""


@asks("analyzer.starship.questions.exact:exact")
def exact(
    position: Path = POSITION_FILE,
    *,
    sector: int = option(1, "Fly to this sector, 1 to 4; all its cards must be known."),
    most: int | None = MOST_CARDS,
    players: PlayerOptions,
    table: TableOptions,
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Compute one turn exactly, over every order of the cards and every roll, in a sector with ten known cards."""


@asks("analyzer.starship.questions.adventures:adventures")
def adventures(
    position: Path = POSITION_FILE,
    *,
    turns: int = option(6, "Play this many turns of the player whose turn it is, with the other player's in between."),
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Trials(20_000, "games", score="fulfilled", is_most=True),
        HelpTexts(
            precision="Play until the 95% interval of every chance to fulfil is at most plus or minus HALF, e.g. 1%. "
            "Name another metric to use its interval, e.g. lacking=1%. May be given several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Estimate the chance to fulfil each open adventure within the next turns, and what prevents it."""
