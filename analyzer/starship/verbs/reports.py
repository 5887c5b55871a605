"""Verbs of Starship Catan under "For a report" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.balance import EDITION, BalanceOptions, ReportOutput, fix_help, named_edition
from analyzer.cli.option_records import HelpTexts, OnlyFields, option
from analyzer.cli.options import AmountOptions, Trials
from analyzer.cli.saved import PAGE, Output, tell_metrics
from analyzer.cli.story import check_page
from analyzer.starship.command.options import POSITION_FILES, PlayerOptions, TableOptions


def report(
    ships: list[Path] = POSITION_FILES,
    *,
    out: Path = option(..., "Write the page here (.html).", "-o", "--out", metavar="FILE"),
    players: Annotated[PlayerOptions, OnlyFields("captain")],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "quiet"),
        Trials(2_000, "games", default_text="2,000; fewer for a ranking that is clear earlier"),
        HelpTexts(flights="Number of games of each ship. Single turns are played ten times as often."),
    ],
) -> None:
    """Write a page about ships: their parts, what a turn brings them, and how often they win."""
    check_page(out)
    from analyzer.errors import whole_number
    from analyzer.present.page import write
    from analyzer.starship.questions.report import ships_page

    many = None if amount.flights is None else whole_number(amount.flights, "--games", 1)
    with amount.progress(0) as watch:
        rules = table.switches()
        page = ships_page(ships, many, table.seed, captain=players.captain, switches=rules, progress=watch)
    write(out, page)
    print(f"report: {out}")


def balance(
    named: str | None = EDITION,
    *,
    report: Annotated[
        BalanceOptions,
        fix_help(
            "II07.strength or command 1.actions",
            "a card or an adventure (its id or name) or a module with its level",
            "a column of its table with numbers; with `pay` also what is paid, as in `famine.pay food`",
            "Costs, dice and the numbers of the start have no verdict.",
        ),
    ],
    players: Annotated[PlayerOptions, OnlyFields("captain"), HelpTexts(captain="Captain of both players, by prices.")],
    table: Annotated[TableOptions, OnlyFields("seed")],
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "quiet"),
        Trials(2_000, "games", score="won"),
        HelpTexts(
            flights="Pairs of games of each card, adventure and module, or of each value with --fix; more while a "
            "verdict is open."
        ),
    ],
    output: ReportOutput,
) -> None:
    """Report whether an edition is in balance: what cards, adventures, modules, the first player and captains do.

    PART is cards, adventures, modules, seats, captains or luck.

    E.g. analyzer starship balance ships/starship/quick -o balance.html
    """
    from analyzer.starship.questions import balance as call
    from analyzer.starship.tables import DEFAULT

    report.tell(call, amount, output, named_edition(named, DEFAULT), seed=table.seed, captain=players.captain)


def metrics(*, out: Path | None = PAGE, output: Output) -> None:
    """List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names."""
    tell_metrics(out, output, "starship")
