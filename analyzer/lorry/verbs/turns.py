"""Verbs of Cosmic Lorry under "About a turn" in the help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import Only
from analyzer.cli.options import RULES, AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import (
    BY_PRICES,
    Candidates,
    Dice,
    Goal,
    PlaysOn,
    PositionFile,
    Seed,
    TurnsAlone,
    colours,
)
from analyzer.present.view import described

Trader = Annotated[
    int | None, typer.Option(help="Trader whose turn it is, from 1; as in the file if not given.", show_default=False)
]
TurnDice = Annotated[
    list[str] | None,
    typer.Option(
        help="Dice of this turn, e.g. white,orange; if not given, those in the file, else the "
        "usual ones for that number of traders.",
        metavar="COLOURS",
        show_default=False,
        rich_help_panel=RULES,
    ),
    Several(),
]
TrackBudget = Annotated[
    int,
    typer.Option(
        help="Examine at most this many states for extra tracks; if more are needed, values are lower bounds."
    ),
]
MostOfTrack = Annotated[int, typer.Option(help="Show at most this many draws for each type of track.")]


def turn(
    position: PositionFile,
    *,
    trader: Trader = None,
    dice: TurnDice = None,
    most: MostOfTrack = 3,
    budget: TrackBudget = 2_000,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot", "verbose")],
) -> None:
    """Compute this turn exactly: the points each draw scores now, before and after the roll."""
    output.check()
    from analyzer.lorry.position.positionfile import load_position
    from analyzer.lorry.questions.turn import points_now

    answer = points_now(load_position(position), trader, colours(dice) if dice else None, budget)
    output.tell(described([replace(answer, most=most)]))


RolledPositionFile = Annotated[
    Path, typer.Argument(help="Position file (.yaml) that states what the dice show.", metavar="POSITION")
]
Games = Annotated[int, typer.Option(help="Play at most this many games after each option.")]


def advise(
    position: RolledPositionFile,
    *,
    games: Games = 2_000,
    candidates: Candidates = 20,
    captain: PlaysOn = "steady",
    goal: Goal = None,
    turns: TurnsAlone = 40,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Rank the options of one decision (die, box, pair, extra track, fill) by playing games to the end after each.

    E.g. analyzer lorry advise ships/lorry/late.yaml --games 100
    """
    output.check()
    from analyzer.lorry.questions.advise.contest import advise as ask

    with amount.progress(0) as done:
        how: Any = {"captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
        answer = ask(position, games, seed, progress=done, **how)
    output.tell(described([answer]))


Turns = Annotated[int, typer.Option(help="Number of turns left.")]
Budget = Annotated[
    int, typer.Option(help="Examine at most this many states; if more are needed, best play is only bounded.")
]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help=f"Also compute the exact total of this captain; repeat for several: random, {BY_PRICES}.",
        show_default=False,
    ),
]
MostFirstDraws = Annotated[int, typer.Option(help="Show at most this many first draws.")]


def exact(
    galaxy: PositionFile,
    *,
    turns: Turns = 3,
    dice: Dice = None,
    captain: Captains = None,
    budget: Budget = 200_000,
    most: MostFirstDraws = 8,
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Compute the best possible total of one trader alone: exactly on a tiny galaxy, else between two bounds."""
    output.check()
    from analyzer.lorry.questions.exact.answer import exact as ask

    answer = ask(galaxy, turns, colours(dice), budget)
    output.tell(described([replace(answer, captains=tuple(captain or ()), most=most)]))
