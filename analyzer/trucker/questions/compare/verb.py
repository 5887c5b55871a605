"""`analyzer compare`: which of two or more ships, or journeys, is better, by how much, and how sure that is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials, UntilOptions
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import (
    DeckOptions,
    InEditions,
    PlayerOptions,
    RivalOptions,
    TripOptions,
    TruckerOptions,
    conditions_of,
    in_one,
    load_in_editions,
    load_truckers,
    on_the_way,
    split,
)

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison

Ships = Annotated[list[Path] | None, typer.Argument(help="Ship files (.yaml).", metavar="SHIP...", show_default=False)]
Journeys = Annotated[
    list[str] | None,
    typer.Option(
        "--journey",
        help="Compare whole journeys: the ships of one journey, one for each flight. Give it twice or more.",
        metavar="SHIP SHIP...",
        show_default=False,
    ),
    Several(together=True),
]
Amount = Annotated[
    AmountOptions,
    Trials(100_000, default_text="100,000; 1,000,000 with --until; 10 to 40 if a captain thinks"),
    Says(
        flights="Number of flights; with --until or --precision, at most this many.",
        precision="Fly until the 95% interval of every difference in credits is at most plus or minus HALF, e.g. 0.05. "
        "Name another metric to use its differences, e.g. arrived=0.1%. May be given several times.",
    ),
]


def compare(
    ships: Ships = None,
    *,
    journey: Journeys = None,
    edition: InEditions = None,
    trip: Annotated[TripOptions, Without("edition")],
    deck: Annotated[
        DeckOptions,
        Says(cards="Fly through these cards in this order, e.g. 28,29,41; with --journey once for each flight."),
    ],
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    others: Annotated[
        TruckerOptions,
        Says(
            against="With --journey: the ships of another trucker, one for each flight. May be given up to three times."
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
    from analyzer.present.comparison import view_of

    if journey:
        _refuse_with_journeys(ships, trip, rivals, others)
        if len(edition or ()) > 1:
            raise AnalyzerError("--edition: given several times: journeys are compared in one edition")
        trip = replace(trip, edition=edition[0] if edition else None)
        amount = replace(amount, score="final")
        compared = _journeys(split(journey), trip, deck, players, rivals, fleets, others, amount, until)
    else:
        if not ships or others.against:
            raise AnalyzerError(
                "name two or more ships, or give --journey twice or more (--against is for journeys alone)"
            )
        compared = _ships(ships, edition or [], trip, deck, players, rivals, fleets, amount, until)
    output.tell(view_of(compared))


def _ships(
    paths: list[Path],
    editions: list[str],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    until: UntilOptions,
) -> list[Comparison]:
    """What was asked for, and the same in the other setting."""
    from analyzer.trucker.questions.compare.settings import compare_settings

    ships = load_in_editions(paths, editions)
    conditions = conditions_of(ships, in_one(trip, editions), deck, players, rivals, fleets)
    with amount.progress(until=until.until) as watch:
        both = compare_settings(
            ships,
            trip.level,
            amount.flights,
            trip.seed,
            until=until.until,
            margin=until.margin,
            progress=watch,
            **amount.how(),
            **conditions,
        )
    return [both.asked, both.other]


def _journeys(
    paths: list[list[Path]],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    others: TruckerOptions,
    amount: AmountOptions,
    until: UntilOptions,
) -> list[Comparison]:
    """Whole journeys, the first of them those that are compared."""
    from analyzer.trucker.journey.compare import compare_journeys

    truckers = load_truckers([*paths, *others.paths()], trip.edition)
    with amount.progress(until=until.until) as watch:
        compared = compare_journeys(
            truckers[: len(paths)],
            amount.flights,
            trip.seed,
            against=truckers[len(paths) :],
            captain=players.captain or "sensible",
            until=until.until,
            margin=until.margin,
            progress=watch,
            **amount.how(),
            **on_the_way(trip, deck, fleets, rivals),
        )
    return [compared]


def _refuse_with_journeys(
    ships: list[Path] | None, trip: TripOptions, rivals: RivalOptions, others: TruckerOptions
) -> None:
    """Ships and a level are of single flights."""
    faults = []
    if ships:
        faults.append("--journey: compare ships or journeys, not both: put every ship behind a --journey")
    if trip.level is not None:
        faults.append("--level: a journey flies over the levels of its ships' boards: leave it out")
    if rivals.alone and others.against:
        faults.append("--alone, --against: choose one: alone nobody else flies")
    if faults:
        raise AnalyzerError(faults)
