"""Verbs of Galaxy Trucker under "Which is better" in the help."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials, UntilOptions
from analyzer.cli.stopping import tell_search
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, as_argument
from analyzer.files.places import check_yaml, written_yaml
from analyzer.present.view import view_of_comparisons, view_of_descriptions
from analyzer.trucker.command.options import (
    IN_EDITIONS,
    SHIP_FILE,
    AllOptions,
    JourneyOptions,
    conditions_of,
    in_one,
    journey_conditions,
    load,
    load_in_editions,
    load_truckers,
    split,
)
from analyzer.trucker.world import DEFAULT_CAPTAIN

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.present.view import Figures


Amount = Annotated[
    AmountOptions,
    Trials(100_000, default_text="at most 100,000; 1,000,000 with --until; 10 to 40 with captain thinker"),
    HelpTexts(
        flights="Number of flights; with --until or --precision, at most this many.",
        precision="Fly until the 95% interval of every difference in credits is at most plus or minus HALF, e.g. 0.05. "
        "Name another metric to use its differences, e.g. arrived=0.1%. May be given several times.",
    ),
]


def compare(
    ships: list[Path] | None = argument(None, "Ship files (.yaml).", metavar="SHIP..."),
    *,
    journey: list[str] | None = option(
        None,
        "Compare whole journeys: the ships of one journey, one for each flight. Give it twice or more.",
        several=Several(together=True),
        metavar="SHIP SHIP...",
    ),
    edition: list[str] | None = IN_EDITIONS,
    flight: Annotated[
        JourneyOptions,
        WithoutFields("edition"),
        HelpTexts(
            cards="Fly through these cards in this order, e.g. 28,29,41; with --journey once for each flight.",
            against="With --journey: the ships of another trucker, one for each flight. May be given up to three "
            "times.",
        ),
    ],
    amount: Amount,
    until: UntilOptions,
    output: OutputOptions,
) -> None:
    """Compare ships flight by flight on the same cards and dice: in the field, against other rivals or alone.

    A second, shorter run shows whether the ranking changes when they fly alone (with --alone: in the field).

    With --journey whole journeys are compared by the credits at their end.
    """
    output.check(amount)

    if journey:
        _refuse_with_journeys(ships, len(split(journey)), flight)
        if len(edition or ()) > 1:
            raise AnalyzerError("--edition: given several times: journeys are compared in one edition")
        flight = replace(flight, edition=edition[0] if edition else None)
        amount = replace(amount, score="final")
        compared = _journeys(split(journey), flight, amount, until)
    else:
        if not ships or flight.against:
            raise AnalyzerError(
                "name two or more ships, or give --journey twice or more (--against is only for journeys)"
            )
        compared = _ships(ships, edition or [], flight, amount, until)
    output.tell(view_of_comparisons(compared))


def _ships(
    paths: list[Path],
    editions: list[str],
    flight: AllOptions,
    amount: AmountOptions,
    until: UntilOptions,
) -> list[Comparison]:
    """Return the comparison in the requested setting, and that in the other setting."""
    from analyzer.trucker.questions.compare import compare_settings

    ships = load_in_editions(paths, editions)
    conditions: Any = conditions_of(ships, in_one(flight, editions))
    conditions |= {"until": until.until, "margin": until.margin}
    both = amount.answer(compare_settings, ships, flight.level, seed=flight.seed, **conditions)
    return [both.main, both.other]


def _journeys(
    paths: list[list[Path]],
    flight: JourneyOptions,
    amount: AmountOptions,
    until: UntilOptions,
) -> list[Comparison]:
    """Return the comparison of whole journeys; truckers named by `--against` only fly along."""
    from analyzer.trucker.journey.call import compare_journeys

    truckers = load_truckers([*paths, *flight.paths()], flight.edition)
    how: Any = {"until": until.until, "margin": until.margin, "captain": flight.captain or DEFAULT_CAPTAIN}
    how |= {"against": truckers[len(paths) :], **journey_conditions(flight)}
    return [amount.answer(compare_journeys, truckers[: len(paths)], seed=flight.seed, **how)]


def _refuse_with_journeys(ships: list[Path] | None, journeys: int, flight: JourneyOptions) -> None:
    """Raise AnalyzerError for a single journey, and for ships and options that do not go with --journey."""
    faults = []
    if journeys < 2:
        faults.append("--journey: give it twice or more, each time with a ship for each flight of one trucker")
    if ships:
        faults.append("--journey: compare ships or journeys, not both: put every ship behind a --journey")
    if flight.level is not None:
        faults.append("--level: a journey flies over the levels of its ships' boards: leave it out")
    if flight.alone and flight.against:
        faults.append("--alone, --against: choose one: alone nobody else flies")
    if faults:
        raise AnalyzerError(faults)


def crew(
    ship: Path = SHIP_FILE,
    *,
    flight: AllOptions,
    amount: Annotated[
        AmountOptions,
        Trials(20_000, is_most=True),
        HelpTexts(
            precision="Fly until the 95% interval of every pair's difference in credits is at most plus or minus "
            "HALF, e.g. 0.05. Name another metric to use its differences, e.g. arrived=0.1%. May be given "
            "several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Compare every legal way to place aliens, and a crew of humans only, in the same flights."""
    output.check(amount)
    from analyzer.trucker.questions.crew import compare_crews

    (layout,), conditions = load([ship], flight)
    compared = amount.answer(compare_crews, layout, flight.level, seed=flight.seed, **conditions)
    view = view_of_comparisons([compared], ranked=True)
    output.tell(replace(view, figures=lambda: chain(view.figures() if view.figures else (), _aliens(compared))))


def _aliens(compared: Comparison) -> Figures:
    """Yield a picture for each colour of aliens: the ship with the gain of an alien in each cabin."""
    from analyzer.trucker.figures.comparisons import aliens_of, plot_aliens

    for colour in aliens_of(compared):
        yield f"{colour}-alien", partial(plot_aliens, compared, colour)


def captain(
    ship: Path = SHIP_FILE,
    *,
    out: Path | None = option(None, "Write the captain to a file.", "-o", "--out", metavar="FILE"),
    values: bool = option(
        False,
        "Fit the values by which captain expert looks ahead in the ship's own edition, and write them to its folder. "
        "Nothing else is searched; it takes a minute or two.",
        "--values",
    ),
    flight: Annotated[AllOptions, HelpTexts(captain="Leave this out: the verb searches for a captain.")],
    amount: Annotated[
        AmountOptions,
        OnlyFields("flights", "workers", "scheduler", "quiet"),
        Trials(10_000),
        HelpTexts(
            flights="Number of flights of each captain in a round of the search; the confirmation takes five times "
            "as many."
        ),
    ],
    output: Annotated[OutputOptions, OnlyFields("plot", "as_json", "verbose")],
) -> None:
    """Search for the captain's prices with which a ship earns most, and confirm them on fresh flights."""
    if flight.captain:
        raise AnalyzerError("--captain: leave it out, because this verb searches the captain")
    from analyzer.trucker.captains import load_captain, save_captain
    from analyzer.trucker.questions.captain import all_flights, tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    (layout,), conditions = load([ship], flight)
    if values:
        from analyzer.trucker.fitting import fit_own_edition

        path, names = fit_own_edition(layout, flight.level)
        print(f"values: {path}, fitted on {', '.join(names)} (fly with --captain expert)")
        return
    del conditions["captain"]
    flights = amount.amount().most()
    most: Any = {"fixed": True, "at_most": True, "called": "flights"}
    with progress(all_flights(layout, flights), weigh=lambda step: len(step.so_far.names), **most) as advance:
        tuned = tune_captain(
            layout, flight.level, flights, flight.seed, workers=amount.run_by(), progress=advance, **conditions
        )

    def write() -> str:
        save_captain(tuned.recommended, str(out))
        return f"captain: {written_yaml(out)} holds {tuned.recommended.name} (fly with --captain {as_argument(out)})"

    tell_search(tuned, view_of_descriptions([tuned]), output, *[write] * (out is not None))
