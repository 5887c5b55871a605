"""Verbs of Cosmic Lorry under "About a turn" in the help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import OnlyFields, argument, option
from analyzer.cli.options import RULES, AmountOptions, OutputOptions, Trials, asks
from analyzer.lorry.command.options import (
    BY_PRICES,
    CANDIDATES,
    DICE,
    GOAL,
    PLAYS_ON,
    POSITION_FILE,
    SEED,
    TURNS_ALONE,
    colours,
)
from analyzer.present.view import view_of_descriptions


def turn(
    position: Path = POSITION_FILE,
    *,
    trader: int | None = option(None, "Trader whose turn it is, from 1; as in the file if not given."),
    dice: list[str] | None = option(
        None,
        "Dice of this turn, e.g. white,orange; if not given, those in the file, else the "
        "usual ones for that number of traders.",
        several=Several(),
        metavar="COLOURS",
        rich_help_panel=RULES,
    ),
    most: int = option(3, "Show at most this many draws for each type of track."),
    budget: int = option(
        2_000, "Examine at most this many states for extra tracks; if more are needed, values are lower bounds."
    ),
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "plot", "verbose")],
) -> None:
    """Compute this turn exactly: the points each draw scores now, before and after the roll."""
    output.check()
    from analyzer.lorry.position.positionfile import load_position
    from analyzer.lorry.questions.turn import points_now

    answer = points_now(load_position(position), trader, colours(dice) if dice else None, budget)
    output.tell(view_of_descriptions([replace(answer, most=most)]))


@asks("analyzer.lorry.questions.advise.contest:advise", runs=0)
def advise(
    position: Path = argument(..., "Position file (.yaml) that states what the dice show.", metavar="POSITION"),
    *,
    games: int = option(2_000, "Play at most this many games after each option."),
    candidates: int = option(20, CANDIDATES),
    captain: str = PLAYS_ON,
    goal: str | None = GOAL,
    turns: int = TURNS_ALONE,
    seed: int = SEED,
    amount: Annotated[AmountOptions, OnlyFields("workers", "quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Rank the options of one decision (die, box, pair, extra track, fill) by playing games to the end after each.

    E.g. analyzer lorry advise ships/lorry/late.yaml --games 100
    """


def exact(
    galaxy: Path = POSITION_FILE,
    *,
    turns: int = option(3, "Number of turns left."),
    dice: list[str] | None = DICE,
    captain: list[str] | None = option(
        None, f"Also compute the exact total of this captain; repeat for several: random, {BY_PRICES}."
    ),
    budget: int = option(200_000, "Examine at most this many states; if more are needed, best play is only bounded."),
    most: int = option(8, "Show at most this many first draws."),
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Compute the best possible total of one trader alone: exactly on a tiny galaxy, else between two bounds."""
    output.check()
    from analyzer.lorry.questions.exact.answer import exact as ask

    answer = ask(galaxy, turns, colours(dice), budget)
    output.tell(view_of_descriptions([replace(answer, captains=tuple(captain or ()), most=most)]))
