"""Verbs of Galaxy Trucker under "About a whole game, and about editions" in the help."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.balance import BalanceOptions, ReportOutput, fix_help, tell_fix
from analyzer.cli.edition import tell_edition
from analyzer.cli.multiword_options import as_typed
from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.watch import count, progress
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.montecarlo.workers import read_processes
from analyzer.trucker.arguments import NAMED_CAPTAINS
from analyzer.trucker.command.options import (
    SHIP_FILES,
    DeckOptions,
    JourneyOptions,
    PlayerOptions,
    RivalOptions,
    TripOptions,
    journey_conditions,
    load_ships,
    load_truckers,
)
from analyzer.trucker.world import DEFAULT_CAPTAIN

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.questions.editions import TwoEditions
    from analyzer.trucker.ship.layout import Layout


Flight = Annotated[
    JourneyOptions,
    WithoutFields("level"),
    HelpTexts(
        learning="Fly the learning flight first, as in the first game of 2007.",
        cards="Cards of one flight in this order, e.g. 28,29,41. Give it once for each flight.",
        forecast="File with the cards seen in the piles of the first flight (.yaml). The others are drawn.",
        captain=f"{NAMED_CAPTAINS}, thinker (slow) or a captain file (.yaml). Give one for all or one for each.",
        rivals="`field` (default, unless others are named with --against): three more truckers, who are not reported, "
        "fly the reference ships of each board; `alone`: nobody else flies.",
        alone="Fly without rivals.",
    ),
]
JourneyAmount = Annotated[
    AmountOptions,
    Trials(100_000, default_text="at most 100,000; 10 to 40 with captain thinker", score="final"),
    HelpTexts(
        flights="Number of journeys; with --precision, at most this many.",
        precision="Fly until the 95% interval of everybody's `final`, the credits at the end, is at most plus or minus "
        "HALF, e.g. 0.5. Name another metric and the number of its flight to use its interval, e.g. held_2=0.5, or "
        "arrived_1=0.1% (arrives) and components_lost_1=0.01 (lost). May be given several times.",
        first="Number of the first journey (default 0). To share one seed between machines, give each its own range.",
    ),
]


def journey(
    ships: list[Path] = SHIP_FILES,
    *,
    name: list[str] | None = option(None, "Name of a trucker. Give one for each, in order."),
    teams: bool = option(False, "Truckers 1 and 2 are a team and share their money; 3 and 4 likewise."),
    titles: bool = option(False, "Compete for titles, as in the 2021 trek over levels I, II, III."),
    titles_file: Path | None = option(None, "Compete for the titles in this file (.yaml).", metavar="FILE"),
    flight: Flight,
    amount: JourneyAmount,
    output: OutputOptions,
) -> None:
    """Fly a journey, one ship for each flight: money is kept, and used cards leave the game."""
    output.check(amount)
    from analyzer.present.view import view_of_descriptions
    from analyzer.trucker.journey.call import journey as fly_journey

    if flight.of_journeys() == "alone" and flight.against:
        raise AnalyzerError("--alone, --against: choose one: alone nobody else flies")
    truckers = load_truckers([ships, *flight.paths()], flight.edition)
    how: Any = {"names": name, "captain": flight.captain or DEFAULT_CAPTAIN, "titles": titles_file or titles}
    how["teams"] = _pairs(len(truckers)) if teams else None
    answer = amount.answer(fly_journey, truckers, seed=flight.seed, **how, **journey_conditions(flight))
    output.tell(view_of_descriptions([answer]))


def _pairs(truckers: int) -> list[tuple[int, int]]:
    """Return the teams as pairs of indices: the first two truckers, the next two, and so on.

    Raises:
        AnalyzerError: If the number of truckers is odd.
    """
    if truckers % 2:
        raise AnalyzerError(
            f"--teams: {truckers} trucker{'s' * (truckers > 1)}: teams take two or four truckers, so name the "
            f"others with --against"
        )
    return [(number, number + 1) for number in range(0, truckers, 2)]


def editions(
    ships: list[Path] = SHIP_FILES,
    *,
    both: list[str] | None = option(
        None,
        "The two editions, each after its own --edition: 2007, 2021 or a folder of tables; a single folder "
        "is compared with the edition it is based on (default: 2007 and 2021).",
        "--edition",
        metavar="NAME|FOLDER",
    ),
    trip: Annotated[TripOptions, WithoutFields("level", "edition")],
    deck: Annotated[DeckOptions, OnlyFields("prognostic")],
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        WithoutFields("precision"),
        Trials(is_most=True),
        HelpTexts(flights="Number of flights under each set of rules."),
    ],
    output: OutputOptions,
) -> None:
    """Fly each ship under the rules of two editions: what changes, and which rule changes it.

    The ship and its rivals are rebuilt on the other edition's board, which must have the same squares. With
    `--rivals field`, each edition has its own three reference ships.
    """
    output.check(amount)
    from analyzer.present.view import view_of_descriptions
    from analyzer.trucker.questions.editions import changed_by_edition, plan_editions

    against = rivals.load()
    layouts = load_ships(ships)
    names = editions_named(both)

    def planned(pair: tuple[Layout, str]) -> dict[str, Experiment]:
        ship, captain = pair
        return plan_editions(
            ship,
            trip.seed,
            rivals=against,
            captain=captain,
            learning=trip.learning,
            start=trip.start,
            repair=trip.repair,
            prognostic=deck.prognostic,
            editions=names,
        )

    experiments = all_or_faults(planned, zip(layouts, players.of(layouts), strict=True))
    answers = amount.answer(changed_by_edition, experiments, runs=len(experiments))
    output.tell(replace(view_of_descriptions(answers), table=partial(_table, answers)))


def editions_named(named: Sequence[str] | None) -> tuple[str, str]:
    """Return the two editions to compare: 2007 and 2021 by default; for a single folder, its base edition and itself.

    Raises:
        AnalyzerError: Other than two editions are named.
    """
    from analyzer.trucker.edition import base_of
    from analyzer.trucker.editions import named_edition
    from analyzer.trucker.questions.editions import NEW, OLD

    keys = [named_edition(name) for name in named or (OLD, NEW)]
    if len(keys) == 1 and base_of(keys[0]) != keys[0]:
        keys = [base_of(keys[0]), *keys]
    if len(keys) != 2:
        raise AnalyzerError(f"--edition: {len(keys)} given: name two editions, or one folder of your own")
    return keys[0], keys[1]


def _table(answers: Sequence[TwoEditions]) -> pd.DataFrame:
    """Return every ship's differences in one table, with flights and seed."""
    import pandas as pd

    from analyzer.answers.numbers import distinct

    tables = [answer.table().assign(flights=answer.flights, seed=answer.seed) for answer in answers]
    for table, name in zip(tables, distinct(answer.ship for answer in answers), strict=True):
        table.insert(0, "ship", name)
    return pd.concat(tables, ignore_index=True)


def edition(
    action: str = argument(
        ...,
        "`new`: write the tables of an edition into a new folder; `check`: list every fault of a folder; "
        "`diff`: list what differs between two editions; `save`: write the tables of an edition into a workbook "
        "(.xlsx); `read`: write the tables of a workbook into a new folder; `new-kind`: write the rules of a new kind "
        "of card, with a test.",
        metavar="new|check|diff|save|read|new-kind",
    ),
    names: list[str] = argument(
        ...,
        "Folders; for `diff` and `save` also 2007 or 2021; for `save` and `read` a workbook too; for `new-kind` the "
        "name of the kind, with its folder, e.g. mine/charging_post.",
        metavar="EDITION...",
    ),
    *,
    base: str | None = option(None, "For `new`: the edition whose tables are copied (default: 2007).", "--from"),
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.trucker.questions import edition as call

    tell_edition(action, names, base, "2007", output, call)


BalanceAmount = Annotated[
    AmountOptions,
    OnlyFields("flights", "workers", "quiet"),
    Trials(4_000),
    HelpTexts(flights="Number of flights of each ship; flights for cards, components and places grow with it."),
]


def balance(
    edition: str = argument(
        "2007", "The edition: 2007, 2021 or a folder of tables.", metavar="EDITION", show_default="2007"
    ),
    named: list[Path] | None = argument(None, "More ships to include in the report (.yaml).", metavar="SHIP..."),
    *,
    ships: int = option(9, "Ships to make for each level: one in three by a short search, the others at random."),
    report: Annotated[
        BalanceOptions,
        HelpTexts(
            against="Compare with this edition: 2007, 2021 or a folder of tables.",
            only="Make only this part of the report: cards, components, places, luck or switches. Ships and levels are "
            "always there; `levels` makes only those. May be given several times (default: all).",
        ),
        fix_help(
            "60.credits or battery_2.batteries",
            "a card (its number or words) or a kind of component",
            "credits, days, strength, crew_required, crew_lost or goods_lost of a card; crew, batteries, containers, "
            "special_containers, cannon or engine of a kind",
            "Prices and the numbers of levels have no verdict.",
        ),
    ],
    trip: Annotated[
        TripOptions, OnlyFields("level", "seed"), HelpTexts(level="Report only this level, e.g. II (default: all).")
    ],
    amount: BalanceAmount,
    output: ReportOutput,
) -> None:
    """Report whether an edition is in balance: what cards, components, levels, places, captains and luck do.

    Every level is flown by its reference ships, the ships you name, ships found by a short search, and ships built at
    random.

    E.g. analyzer balance 2007 ships/2007/II/*.yaml -o balance.html
    """
    report.check(output)
    from analyzer.present.view import view_of_descriptions
    from analyzer.trucker.questions.balance.call import balance as report_on
    from analyzer.trucker.questions.balance.call import work
    from analyzer.trucker.questions.balance.fix import fix_figure, work_of_fix
    from analyzer.trucker.questions.balance.history import balance_history
    from analyzer.trucker.questions.edition import CALLS

    if report.history:
        output.tell(view_of_descriptions([balance_history(edition)]))
        return
    layouts, flights = load_ships(named or []), amount.unchecked_trials
    if report.fix is not None:
        call = partial(
            fix_figure, edition, report.fix, ships, flights, trip.seed, level=trip.level, named=layouts
        )  # fmt: skip
        tell_fix(call, amount, output, work_of_fix(edition, ships, flights, layouts, trip.level), "flights")
        return
    editions = [one for one in (edition, report.against) if one is not None]
    total = sum(work(one, ships, flights, layouts, trip.level, report.only or ()) for one in editions)
    with progress(total, fixed=True, called="flights") as watch:
        if not amount.quiet:
            each = f"each ship flies {flights:,} in the field and as many alone"
            rest = "the rest is for the other parts of the report"
            watch.says(f"as much work as about {count(total)} flights of one ship: {each}, {rest}")
        answer = report_on(
            edition, ships, flights, trip.seed, level=trip.level, only=report.only or (), named=layouts,
            against=report.against, workers=read_processes(amount.workers), progress=watch, command=as_typed(),
        )  # fmt: skip
    report.show(replace(answer, top=report.top), CALLS, edition, output)
