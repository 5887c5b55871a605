"""Verbs of Cosmic Lorry under "Which is better" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials, read_switches
from analyzer.cli.stopping import tell_search
from analyzer.errors import as_argument
from analyzer.files.places import check_yaml
from analyzer.lorry.command.options import (
    ANY_CAPTAIN,
    BY_PRICES,
    Against,
    GalaxyFile,
    GalaxyFiles,
    Margin,
    RuleOptions,
    Seed,
    TableOptions,
)
from analyzer.present.view import described, view_of_comparisons

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help=f"Captain of trader 1; repeat to compare several: {ANY_CAPTAIN}.", show_default="steady"
    ),
]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals (not a rule of the game).")]
DiceSets = Annotated[
    list[str] | None,
    typer.Option("--dice", help="Set of dice, e.g. white,white,orange; repeat to compare several.", show_default=False),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--switch",
        help="Compare a changed point of the rules, e.g. surrounding=off, with the usual rules; repeat for several, "
        "each compared alone; `all` compares every point.",
        metavar="NAME=VALUE|all",
        show_default=False,
    ),
]
EqualMargin = Annotated[
    float,
    typer.Option(help="Count two as equal whose margins (alone, totals) differ by at most this many points a game."),
]
Deciding = Annotated[
    str | None,
    typer.Option(
        "--until",
        help="`decided`: stop as soon as it is clear (at 95% confidence) for every pair which of the two is better, "
        "or that they are equal within the margin.",
        metavar="decided",
        show_default=False,
    ),
]


def compare(
    galaxies: GalaxyFiles,
    *,
    captain: Captains = None,
    against: Against = None,
    alone: Alone = False,
    dice: DiceSets = None,
    switch: Switches = None,
    margin: EqualMargin = 0.5,
    until: Deciding = None,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="margin")],
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
    rivals = () if alone else against or ("steady",)
    how |= {"captains": captain or ("steady",), "against": rivals}
    comparison = amount.answer(ask, [str(path) for path in galaxies], amount.flights, seed, **how)
    output.tell(view_of_comparisons([comparison]))


def specials(
    galaxy: GalaxyFile,
    *,
    table: TableOptions,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Remove each star, rocket, asteroid and black hole in turn, and show the margin that trader 1 loses by it."""
    output.check(amount)
    from analyzer.lorry.questions.specials import specials as ask

    how = {"margin": margin, **table.arguments(rules)}
    answer = amount.answer(ask, str(galaxy), amount.flights, rules.seed, **how)
    output.tell(described([answer]))


Rounds = Annotated[
    list[int] | None,
    typer.Option(
        "--round",
        help="Round in which a die is left, from 1. Repeat for several: each game then takes one of them.",
        show_default="1 to 12",
    ),
]


def leave(
    galaxy: GalaxyFile,
    *,
    table: Annotated[
        TableOptions, Says(captain=f"Captain of a trader, in seating order; repeat for each trader: {ANY_CAPTAIN}.")
    ],
    rounds: Rounds = None,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(4_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Measure how much margin each type of die brings to the trader who picks second, in the same games."""
    output.check(amount)
    from analyzer.lorry.questions.leave import ROUNDS
    from analyzer.lorry.questions.leave import leave as ask

    how = {"rounds": rounds or ROUNDS, "margin": margin, **table.arguments(rules)}
    answer = amount.answer(ask, str(galaxy), amount.flights, rules.seed, **how)
    output.tell(described([answer]))


By = Annotated[str, typer.Option(help="Order for trader 1: planet (begin at it) or pair (head for it first).")]


def begin(
    galaxy: GalaxyFile,
    *,
    by: By = "planet",
    table: Annotated[
        TableOptions,
        Says(
            captain="Captain of a trader, in seating order; repeat for each trader. The first obeys --by and is "
            f"{BY_PRICES}; the others may be any of {ANY_CAPTAIN}."
        ),
    ],
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Measure what beginning at each planet, or heading for each pair first, adds to the margin of trader 1."""
    output.check(amount)
    from analyzer.lorry.questions.begin import begin as ask

    how = {"by": by, "margin": margin, **table.arguments(rules)}
    answer = amount.answer(ask, str(galaxy), amount.flights, rules.seed, **how)
    output.tell(described([answer]))


Captain = Annotated[str, typer.Option(help=f"Captain of trader 1, whose total is compared: {ANY_CAPTAIN}.")]
IgnoredMargin = Annotated[float, typer.Option(help="Ignore differences of at most this many points a game.")]


def rulings(
    galaxy: GalaxyFile,
    *,
    captain: Captain = "steady",
    against: Against = None,
    alone: Alone = False,
    margin: IgnoredMargin = 0.5,
    seed: Seed = 1,
    amount: Annotated[AmountOptions, Without("precision"), Trials(500, "games", score="total")],
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """Change every unclear point of the rules, one at a time, and show which change the total of trader 1."""
    output.check(amount)
    from analyzer.lorry.questions.rulings import rulings as ask

    rivals = () if alone else against or ("steady",)
    how: Any = {"captain": captain, "against": rivals, "margin": margin}
    answer = amount.answer(ask, str(galaxy), amount.flights, seed, **how)
    output.tell(described([answer]))


Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the best captain to this file.", metavar="FILE", show_default=False),
]
Games = Annotated[int, typer.Option(help="Play this many games with each captain tried.")]
Start = Annotated[str, typer.Option("--captain", help=f"Start the search from this captain's prices: {BY_PRICES}.")]


def captain(
    galaxy: GalaxyFile,
    *,
    captain: Start = "steady",
    against: Against = None,
    alone: Alone = False,
    out: Out = None,
    games: Games = 1_000,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Tune a captain's prices to gain more on the same rolls, then confirm the best on new ones."""
    from analyzer.lorry.captains.captain import load_captain, save_captain
    from analyzer.lorry.questions.captain import tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    rivals = () if alone else against or ("steady",)
    with amount.progress(0) as done:
        tuned = tune_captain(
            galaxy, games, rules.seed, captain=captain, against=rivals, switches=rules.switches(), progress=done
        )

    def write() -> str:
        save_captain(tuned.captain, str(out))
        return f"captain: {out} (play with --captain {as_argument(out)})"

    tell_search(tuned, described([tuned]), output, *[write] * (out is not None))
