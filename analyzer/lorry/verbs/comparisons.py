"""Verbs of Cosmic Lorry under "Which is better" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials, asks, read_switches
from analyzer.cli.stopping import tell_search
from analyzer.errors import as_argument
from analyzer.files.places import check_yaml, written_yaml
from analyzer.lorry.command.options import (
    ANY_CAPTAIN,
    BY_PRICES,
    GALAXY_FILE,
    GALAXY_FILES,
    MARGIN,
    SEED,
    RivalOptions,
    RuleOptions,
    TableOptions,
)
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.present.view import view_of_comparisons, view_of_descriptions


def compare(
    galaxies: list[Path] = GALAXY_FILES,
    *,
    captain: list[str] | None = option(
        None, f"Captain of trader 1; repeat to compare several: {ANY_CAPTAIN}.", show_default=DEFAULT_CAPTAIN
    ),
    rivals: RivalOptions,
    dice: list[str] | None = option(None, "Set of dice, e.g. white,white,orange; repeat to compare several."),
    switch: list[str] | None = option(
        None,
        "Compare a changed point of the rules, e.g. surrounding=off, with the usual rules; repeat for several, "
        "each compared alone; `all` compares every point.",
        metavar="NAME=VALUE|all",
    ),
    margin: float = option(
        0.5, "Results whose margins (alone: totals) differ by at most this many points a game count as equal."
    ),
    until: str | None = option(
        None,
        "`decided`: stop as soon as every pair is decided at 95% confidence: one is better, or they are equal "
        "within the margin.",
        metavar="decided",
    ),
    seed: int = SEED,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="margin", is_most=True)],
    output: OutputOptions,
) -> None:
    """Compare captains, dice, galaxies or rules on the same rolls, by margin and chance to win; alone, by total."""
    output.check(amount)
    from analyzer.lorry.questions.compare import compare as ask
    from analyzer.lorry.questions.compare import every_switch

    variants = [
        one
        for text in switch or ()
        for one in (every_switch() if text == "all" else [read_switches([text], "surrounding=off")])
    ]
    how: Any = {"until": until, "margin": margin, "switches": variants, "dice": dice or (None,)}
    how |= {"captains": captain or (DEFAULT_CAPTAIN,), **rivals.arguments()}
    output.tell(view_of_comparisons([amount.answer(ask, galaxies, seed=seed, **how)]))


@asks("analyzer.lorry.questions.specials:specials")
def specials(
    galaxy: Path = GALAXY_FILE,
    *,
    table: TableOptions,
    margin: float = MARGIN,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin", is_most=True)],
    output: OutputOptions,
) -> None:
    """Remove each star, rocket, asteroid and black hole in turn, and show the margin that trader 1 loses by it."""


@asks("analyzer.lorry.questions.leave:leave")
def leave(
    galaxy: Path = GALAXY_FILE,
    *,
    table: Annotated[
        TableOptions,
        HelpTexts(captain=f"Captain of a trader, in seating order; repeat for each trader: {ANY_CAPTAIN}."),
    ],
    rounds: list[int] | None = option(
        None,
        "Round in which a die is left, from 1. Repeat for several: each game then takes one of them.",
        "--round",
        show_default="1 to 12",
    ),
    margin: float = MARGIN,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(4_000, "games", score="margin", is_most=True)],
    output: OutputOptions,
) -> None:
    """Measure how much margin a die of each type brings the trader who picks second, if it is left on the table."""


@asks("analyzer.lorry.questions.begin:begin")
def begin(
    galaxy: Path = GALAXY_FILE,
    *,
    by: str = option("planet", "Order for trader 1: planet (begin at it) or pair (head for it first)."),
    table: Annotated[
        TableOptions,
        HelpTexts(
            captain="Captain of a trader, in seating order; repeat for each trader. The first obeys --by and is "
            f"{BY_PRICES}; the others may be any of {ANY_CAPTAIN}."
        ),
    ],
    margin: float = MARGIN,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin", is_most=True)],
    output: OutputOptions,
) -> None:
    """Measure what beginning at each planet, or heading for each pair first, adds to the margin of trader 1."""


@asks("analyzer.lorry.questions.rulings:rulings")
def rulings(
    galaxy: Path = GALAXY_FILE,
    *,
    captain: str = option(DEFAULT_CAPTAIN, f"Captain of trader 1, whose total is compared: {ANY_CAPTAIN}."),
    rivals: RivalOptions,
    margin: float = option(0.5, "Ignore differences of at most this many points a game."),
    seed: int = SEED,
    amount: Annotated[AmountOptions, WithoutFields("precision"), Trials(500, "games", score="total", is_most=True)],
    output: Annotated[OutputOptions, WithoutFields("plot")],
) -> None:
    """Change the unclear points of the rules, one at a time, and show what each does to the total of trader 1."""


def captain(
    galaxy: Path = GALAXY_FILE,
    *,
    captain: str = option(DEFAULT_CAPTAIN, f"Start the search from this captain's prices: {BY_PRICES}."),
    rivals: RivalOptions,
    out: Path | None = option(None, "Write the best captain to this file.", "-o", "--out", metavar="FILE"),
    games: int = option(1_000, "Play this many games with each captain tried."),
    rules: RuleOptions,
    amount: Annotated[AmountOptions, OnlyFields("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Tune a captain's prices to gain more on the same rolls, then confirm the best on new ones."""
    from analyzer.lorry.captains.captain import load_captain, save_captain
    from analyzer.lorry.questions.captain import tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    how = {"games": games, "captain": captain, **rivals.arguments(), **rules.arguments()}
    tuned = amount.answer(tune_captain, galaxy, runs=0, **how)

    def write() -> str:
        save_captain(tuned.captain, str(out))
        return f"captain: {written_yaml(out)} (play with --captain {as_argument(out)})"

    tell_search(tuned, view_of_descriptions([tuned]), output, *[write] * (out is not None))
