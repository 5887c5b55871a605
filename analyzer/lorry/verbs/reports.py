"""Verbs of Cosmic Lorry under "For a report" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.balance import EDITION, BalanceOptions, ReportOutput, fix_help, named_edition
from analyzer.cli.option_records import HelpTexts, OnlyFields, option
from analyzer.cli.options import AmountOptions, Trials
from analyzer.cli.saved import PAGE, Output, tell_metrics
from analyzer.cli.story import check_page
from analyzer.lorry.command.options import ANY_CAPTAIN, DICE, GALAXY_FILE, WRAP, RuleOptions, colours
from analyzer.lorry.world import DEFAULT_CAPTAIN


def report(
    galaxy: Path = GALAXY_FILE,
    *,
    out: Path = option(..., "Write the page here (.html).", "-o", "--out", metavar="FILE"),
    captain: list[str] | None = option(
        None, f"Captain to rank; give two or more: {ANY_CAPTAIN}.", show_default="all that have a name"
    ),
    against: list[str] | None = option(
        None,
        f"Rivals of every captain, one to three: {ANY_CAPTAIN}. The best captains then meet at a table of as many "
        "traders.",
        show_default=DEFAULT_CAPTAIN,
    ),
    dice: list[str] | None = DICE,
    wrap: str | None = WRAP,
    rules: RuleOptions,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "quiet"),
        Trials(2_000, "games", default_text="2,000; fewer for a ranking that is clear earlier"),
        HelpTexts(flights="Number of games of each captain."),
    ],
) -> None:
    """Write a page about a galaxy: a ranking of captains, where their points come from, which pairs pay."""
    check_page(out)
    from analyzer.errors import whole_number
    from analyzer.lorry.captains.captain import NAMED
    from analyzer.lorry.questions.report import galaxy_page
    from analyzer.present.page import write

    with amount.progress(0) as watch:
        page = galaxy_page(
            str(galaxy),
            None if amount.flights is None else whole_number(amount.flights, "--games", 2),
            rules.seed,
            captains=captain or NAMED,
            against=against or (DEFAULT_CAPTAIN,),
            dice=colours(dice, ()) or None,
            switches=rules.switches() | ({} if wrap is None else {"wrap": wrap}),
            progress=watch,
        )
    write(out, page)
    print(f"report: {out}")


def balance(
    named: str | None = EDITION,
    *,
    traders: int = option(2, "Number of traders, 2 to 4.", min=2, max=4),
    captain: str = option(DEFAULT_CAPTAIN, "Captain of all traders; it must play by prices."),
    report: Annotated[
        BalanceOptions,
        fix_help(
            '"planet 3.column" or star_points.value',
            "a planet or a special box as the report names it, or star_points",
            "column or row; value for star_points",
            "Faces of dice are left out, because one cannot change without another; end_after has no verdict.",
        ),
    ],
    rules: Annotated[RuleOptions, OnlyFields("seed")],
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(1_000, "games", score="won"),
        HelpTexts(
            flights="Pairs of games of each planet, special box and die, or of each value with --fix; more while a "
            "verdict is open."
        ),
    ],
    output: ReportOutput,
) -> None:
    """Report whether an edition is in balance: what planets, special boxes, dice, the first player and captains do.

    PART is planets, boxes, dice, seats, captains or luck.

    E.g. analyzer lorry balance ships/lorry/bright-stars -o balance.html
    """
    from analyzer.lorry.questions import balance as call
    from analyzer.lorry.tables import DEFAULT

    chosen = named_edition(named, DEFAULT)
    report.tell(call, amount, output, chosen, seed=rules.seed, captain=captain, traders=traders)


def metrics(*, out: Path | None = PAGE, output: Output) -> None:
    """List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names."""
    tell_metrics(out, output, "lorry")
