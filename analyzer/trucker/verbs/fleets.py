"""Verbs of Galaxy Trucker under "About fleets of class IVC" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.option_records import HelpTexts, WithoutFields, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import view_of_descriptions
from analyzer.trucker.command.options import SHIP_FILES, AllOptions, load


def insure(
    builds: list[Path] = SHIP_FILES,
    *,
    money: int | None = option(
        None,
        "Credits held before the flight (default: enough for everything). Nobody pays more than they hold.",
        metavar="N",
    ),
    flight: Annotated[AllOptions, WithoutFields("insurance")],
    amount: Annotated[
        AmountOptions,
        Trials(20_000, score="difference", is_most=True),
        HelpTexts(
            precision="Fly until the 95% interval of every difference from no insurance, in every layout, is at most "
            "plus or minus HALF, e.g. 0.1. worth=HALF is about what each step to the next premium saves instead."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show what each insurance premium costs on average, by layout and over all layouts, and which to take.

    All premiums are priced on the same flights. Captains fly the same whatever is insured; only payments differ.
    """
    output.check(amount)
    from analyzer.errors import all_or_faults
    from analyzer.runs.amount import run_each
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.insure.call import FLIGHTS, SURE, checked_build, insured

    layouts, conditions = load(builds, flight)
    all_or_faults(checked_build, layouts)
    experiments = [insured(one, money) for one in plan_by_ship(layouts, flight.level, flight.seed, **conditions)]
    with amount.progress(len(experiments)) as advance:
        answers = run_each(experiments, amount.flights, FLIGHTS, enough=SURE, progress=advance, **amount.how())
    output.tell(view_of_descriptions(answers))


def layouts(
    builds: list[Path] = SHIP_FILES,
    *,
    changes: bool | None = option(
        None,
        "Try moving or adding every single component (default: only when one build is given).",
        "--changes/--no-changes",
    ),
    flight: AllOptions,
    amount: Annotated[
        AmountOptions,
        Trials(2_000, default_text="2,000; 10 with captain thinker; if even 10 take too long, --flights is required"),
        HelpTexts(
            flights="Number of flights in every layout; with --precision, at most this many.",
            precision="Fly until the 95% interval of the credits in every layout is at most plus or minus HALF, e.g. "
            "0.5. Name another metric to use its interval, e.g. gain=0.5 for the changes. May be given several times.",
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show what each layout earns: the build is flown in every layout that the dice may make, side by side.

    Also: which quarter is weak as a ship of its own, which engines hold the fleet back, and what to move or add.
    """
    output.check(amount)
    amount.amount().check()
    from analyzer.errors import all_or_faults
    from analyzer.runs.amount import run_each
    from analyzer.trucker.conditions import plan_by_ship
    from analyzer.trucker.questions.insure.call import checked_build
    from analyzer.trucker.questions.layouts.call import FLIGHTS, each_way, most_variants

    ships, conditions = load(builds, flight)
    all_or_faults(checked_build, ships)
    tried = len(ships) == 1 if changes is None else changes
    planned = plan_by_ship(ships, flight.level, flight.seed, **conditions)
    with amount.progress(sum(most_variants(one, tried) for one in planned)) as advance:
        experiments = [each_way(one, tried) for one in planned]
        subjects = max(one.variants for one in experiments)
        answers = run_each(experiments, amount.flights, FLIGHTS, units=subjects, progress=advance, **amount.how())
    output.tell(view_of_descriptions(answers))
