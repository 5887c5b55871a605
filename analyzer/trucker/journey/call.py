"""Public calls that fly journeys and compare them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict, Unpack

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.numbers import distinct
from analyzer.errors import HIDDEN, AnalyzerError, all_or_faults, named_setting
from analyzer.runs.amount import HowMuch, run_each, split_amount
from analyzer.runs.compare import compare_experiments
from analyzer.trucker import arguments
from analyzer.trucker.captains import load_captain
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import (
    ALONE,
    FIELD,
    CaptainLike,
    ForecastLike,
    load_rivals,
    one_for_each,
    plan,
    with_rivals,
)
from analyzer.trucker.edition import base_of
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.conditions import FleetKeywords, of_a_build, only_for_builds
from analyzer.trucker.journey.answer import Journey
from analyzer.trucker.journey.experiment import JourneyExperiment
from analyzer.trucker.journey.trek import LEVELS, TitlesLike, Trek, load_titles, purses
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships
from analyzer.trucker.world import DEFAULT_CAPTAIN

MOST_TRUCKERS = 4
MOST_FLIGHTS = 4


RivalTruckers = Literal["field", "alone"] | Sequence[ShipsLike]
"""Rivals of a journey: the field, `alone` for none, or the ships of each other trucker."""


class JourneyTrip(TypedDict, total=False):
    """Keywords for the conditions of journeys, without ships, captains and fleets. Every key may be left out.

    The meaning of each is in `analyzer.trucker.arguments`. `start` and `forecast` are for the first flight.
    """

    rivals: Annotated[RivalTruckers | None, arguments.RIVALS_OF_JOURNEYS]
    rivals_captain: Annotated[CaptainLike, arguments.RIVALS_CAPTAIN]
    learning: Annotated[bool, arguments.LEARNING_OF_JOURNEYS]
    start: Annotated[int | None, arguments.START]
    forecast: Annotated[ForecastLike | None, arguments.FORECAST]
    cards: Annotated[Sequence[Sequence[int | str]], arguments.CARDS_OF_JOURNEYS]
    repair: Annotated[bool, arguments.REPAIR]
    prognostic: Annotated[bool, arguments.PROGNOSTIC]
    cards_file: Annotated[str | Path | None, arguments.CARDS_FILE]


class JourneyConditions(JourneyTrip, FleetKeywords, total=False):
    """Keywords for the conditions of journeys, including those of fleets, which hold for flights of level IV."""


class JourneyKeywords(JourneyConditions, HowMuch, total=False):
    """Keywords of `journey`: how journeys are flown, and how much is run."""


def journey(
    truckers: Sequence[ShipsLike],
    flights: int | None = None,
    seed: int = 1,
    *,
    names: Sequence[str] | None = None,
    captain: CaptainLike | Sequence[CaptainLike] = DEFAULT_CAPTAIN,
    teams: Sequence[Sequence[int]] | None = None,
    titles: TitlesLike = False,
    **options: Unpack[JourneyKeywords],
) -> Journey:
    """Fly one to four truckers through one to four flights in a row: money is kept, used cards leave the game.

    A flight's level is that of the first trucker's board. The result does not depend on the number of workers, or on
    whether a run was interrupted and resumed.

    Args:
        truckers: ships of each trucker (or the paths of their files) in the order of flights, [[ship_I, ship_II], ...].
        flights: number of journeys. If None, at most 100,000, until no 95% interval of mean credits at the end is wider
            than a quarter of a credit to each side.
        seed: fixes all decks and dice.
        names: names of the truckers.
        captain: one captain for all truckers, or one for each.
        teams: pairs of truckers who share a purse, by index from 0, e.g. [(0, 1), (2, 3)].
        titles: titles of the trek of 2021, over levels I, II and III: True for those of the edition, a file, or a list.
        **options: conditions of the journeys (see `JourneyConditions`) and how much is run (see `HowMuch`).
            `precision` is the half-width that the 95% interval of everybody's mean credits at the end has to reach.
            Half-widths can also be given by metric, as {"final": 0.1, "arrived_1": 0.001}.
            `progress` is called with the number of journeys just flown.

    Returns:
        Results by trucker and team.

    Raises:
        AnalyzerError: with every reason why this cannot be flown.

    >>> import analyzer
    >>> ships = [analyzer.load_ship(f"ships/2007/{name}.yaml") for name in ("I/first-mile", "II/steady-hauler")]
    >>> analyzer.journey([ships], flights=100, rivals="alone").levels
    ('I', 'II')
    """
    how_much, conditions = split_amount(options, JourneyConditions)
    planned = plan_journey(truckers, seed, captain, teams, titles, names=names, **conditions)
    result: Journey = run_each([planned], flights, enough=MARGIN, **how_much)[0]
    return result


def plan_journey(
    truckers: Sequence[ShipsLike],
    seed: int = 1,
    captain: CaptainLike | Sequence[CaptainLike] = DEFAULT_CAPTAIN,
    teams: Sequence[Sequence[int]] | None = None,
    titles: TitlesLike = False,
    *,
    names: Sequence[str] | None = None,
    subjects: int | None = None,
    **conditions: Unpack[JourneyConditions],
) -> JourneyExperiment:
    """Return the experiment of a journey; most arguments are those of `journey`.

    Args:
        truckers: ships of each trucker in the order of flights.
        seed: fixes all decks and dice.
        captain: one captain for all truckers, or one for each.
        teams: pairs of truckers who share a purse.
        titles: titles to fly for.
        names: names of the truckers.
        subjects: number of truckers that results are about, counted from the first; all if None.
        **conditions: conditions of the journeys, see `JourneyConditions`.
    """
    given = _checked(truckers)
    rivals = conditions.get("rivals")
    others = _rival_truckers((FIELD if len(given) == 1 else ALONE) if rivals is None else rivals, given)
    everybody = [*given, *others]
    if others:
        _checked(everybody)
        subjects = subjects or len(given)
    own = [load_captain(one) for one in one_for_each(captain, len(given))]
    captains = with_rivals(own, len(others), conditions.get("rivals_captain", DEFAULT_CAPTAIN))
    shared = purses(len(everybody), teams)
    flights = _flights(everybody, seed, captains, conditions)
    levels = tuple(experiment.route.level_name for experiment in flights)
    trek = _trek(titles, given[0][0].board.edition, levels, len(everybody))
    called = [", ".join(ship.name for ship in ships) for ships in others]
    return JourneyExperiment(
        tuple(flights), shared, trek, tuple(distinct([*_names(names, len(given)), *called])), subjects
    )


def _rival_truckers(rivals: RivalTruckers, truckers: Sequence[Sequence[Layout]]) -> list[Sequence[Layout]]:
    """Return the ships of each rival, one for each flight.

    Rivals from the field fly the reference ships of each level, in order of name. The level with the fewest reference
    ships limits the number of rivals: a flight of class IVC has only two.
    """
    if not isinstance(rivals, str):
        return [as_ships(ships, "rivals") for ships in rivals]
    fields = (
        load_rivals(rivals, home_level(ships[0]), ships[0].board.edition, ships)
        for ships in zip(*truckers, strict=False)
    )
    return [list(trucker) for trucker in zip(*fields, strict=False)]


AT_FIRST = ("start", "learning", "forecast")
"""Names of the conditions that hold for the first flight only."""


def _flights(
    truckers: Sequence[Sequence[Layout]],
    seed: int,
    captain: CaptainLike | Sequence[CaptainLike],
    conditions: JourneyConditions,
) -> list[Experiment]:
    """Return one experiment for each flight; cards used in earlier flights are left out of later ones.

    Raises:
        AnalyzerError: with all faults of all flights.
    """
    by_flight = list(zip(*truckers, strict=True))
    levels = tuple(home_level(ships[0]) for ships in by_flight)
    at_first = {name: own for name, own in conditions.items() if name in AT_FIRST}
    of_fleets = {name: own for name, own in conditions.items() if name in FleetKeywords.__annotations__}
    only_for_builds([ship for ships in by_flight for ship in ships], of_fleets)
    per_flight = ("rivals", "rivals_captain", "cards", *AT_FIRST, *of_fleets)
    always = {name: own for name, own in conditions.items() if name not in per_flight}
    chosen = cards_by_flight(conditions.get("cards", ()), len(levels))
    flights: list[Experiment] = []
    faults: list[str] = []
    for number, ships in enumerate(by_flight):
        own: Any = always | {"cards": chosen[number]} | (at_first if number == 0 else {})
        own |= of_a_build(ships[0], of_fleets)
        try:
            experiment = plan(ships, levels[number], seed, captain=captain, **own)
            if number:
                gone = tuple(card for before in flights for card in before.route.fixed_cards)
                experiment = replace(experiment, route=replace(experiment.route, earlier=levels[:number], gone=gone))
            flights.append(experiment)
        except AnalyzerError as error:
            faults += [f"flight {number + 1}: {fault}" for fault in error.faults]
    if faults:
        raise AnalyzerError(faults)
    return flights


def cards_by_flight(cards_of: Sequence[Sequence[int | str]], flights: int) -> list[Sequence[int | str]]:
    """Return the chosen cards of each flight; raise AnalyzerError unless they are given for every flight or none."""
    if (
        isinstance(cards_of, str)
        or not isinstance(cards_of, Sequence)
        or any(isinstance(cards, int) for cards in cards_of)
    ):
        raise AnalyzerError("cards: give a list of card numbers for each flight, e.g. [[3, 8], [28, 31]]")
    if len(cards_of) not in (0, flights):
        raise AnalyzerError(
            f"cards of {len(cards_of)} flights for {flights}: give a list of card numbers for each, or none"
        )
    return list(cards_of) or [()] * flights


def _checked(given: Sequence[ShipsLike]) -> list[list[Layout]]:
    """Return each trucker's ships; raise AnalyzerError with every reason why they cannot fly a journey."""
    lone = (Layout, str, Path)
    if isinstance(given, str) or not isinstance(given, Sequence) or any(isinstance(ships, lone) for ships in given):
        raise AnalyzerError("truckers: give a list of ships for each trucker, e.g. [[ship_I, ship_II], [...]]")
    truckers = all_or_faults(partial(as_ships, what="ships of a trucker"), given)
    if not 1 <= len(truckers) <= MOST_TRUCKERS:
        raise AnalyzerError(f"{len(truckers)} truckers: give 1 to {MOST_TRUCKERS}")
    faults = []
    legs = len(truckers[0])
    for number, ships in enumerate(truckers, start=1):
        if len(ships) != legs:
            ours, theirs = _ships(len(ships)), _ships(legs)
            faults.append(f"trucker {number} has {ours}, trucker 1 {theirs}: give each a ship for every flight")
    if not 1 <= legs <= MOST_FLIGHTS:
        faults.append(f"{_ships(legs)} for a trucker: give 1 to {MOST_FLIGHTS}, one for each flight of the journey")
    for one, next_one in pairwise(truckers[0]):
        if one.board.edition != next_one.board.edition:
            faults.append(
                f"{next_one.name}: is a ship of the {next_one.board.edition} edition, {one.name} before it of the "
                f"{one.board.edition} edition: a journey is flown in one"
            )
    if faults:
        raise AnalyzerError(faults)
    return truckers


def _ships(number: int) -> str:
    return "1 ship" if number == 1 else f"{number} ships"


def _names(names: Sequence[str] | None, truckers: int) -> tuple[str, ...]:
    """Return the names of the truckers; raise AnalyzerError if two are equal or one has no visible character."""
    if names is None:
        return tuple(f"trucker {number}" for number in range(1, truckers + 1))
    if isinstance(names, str) or not all(isinstance(name, str) and name.strip() for name in names):
        raise AnalyzerError("names: give a list of names, none of them empty")
    if any(map(HIDDEN.search, names)):
        raise AnalyzerError(f"names {', '.join(names)}: leave out characters that are not seen")
    if len(names) != truckers or len(set(names)) < len(names):
        raise AnalyzerError(f"names {', '.join(names)}: give {truckers}, one for each trucker, and all different")
    return tuple(names)


def _trek(titles: TitlesLike, edition: str, levels: tuple[str, ...], truckers: int) -> Trek | None:
    """Return the titles that truckers compete for; None if there are none.

    Raises:
        AnalyzerError: if titles are wanted but this journey can have none.
    """
    if titles is False:
        return None
    if base_of(edition) != "2021":
        raise AnalyzerError(f"titles are flown for in the trek of the 2021 edition: these are ships of {edition}")
    if levels != LEVELS:
        order = ", ".join(levels)
        raise AnalyzerError(f"titles are flown for on levels {', '.join(LEVELS)}, in this order: these are {order}")
    listed = load_titles(titles, base_of(edition))
    if len(listed) < truckers:
        raise AnalyzerError(f"{len(listed)} titles for {truckers} truckers: list at least one for each")
    return Trek(listed, truckers)


def compare_journeys(
    journeys: Sequence[ShipsLike],
    flights: int | None = None,
    seed: int = 1,
    *,
    against: Sequence[ShipsLike] = (),
    captain: CaptainLike | Sequence[CaptainLike] = DEFAULT_CAPTAIN,
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[JourneyKeywords],
) -> Comparison:
    """Fly two or more journeys over the same levels, each against the same truckers or alone, and compare them.

    Journeys are judged by `final`, the credits held at the end.

    Args:
        journeys: ships of each journey (or the paths of their files) in the order of flights.
        flights: number of journeys; 100,000 if None, or at most 1,000,000 with `until`.
        seed: fixes all decks and dice.
        against: ships of up to three other truckers, flown by `rivals_captain`. Give either `against` or `rivals`,
            because each names all truckers who fly along. If neither is given, the field flies along.
        captain: one captain for all journeys, or one for each.
        until: "decided" stops the run once every pair is decided, as in `compare`.
        margin: difference in credits that counts as equal.
        **options: conditions of the journeys (see `JourneyConditions`) and how much is run (see `HowMuch`).

    Returns:
        The comparison, by the names of the ships.

    Raises:
        AnalyzerError: with every reason why these cannot be compared.

    >>> import analyzer
    >>> mile, arrow, hauler = (
    ...     analyzer.load_ship(f"ships/2007/{name}.yaml")
    ...     for name in ("I/first-mile", "I/paper-arrow", "II/steady-hauler")
    ... )
    >>> analyzer.compare_journeys([[mile, hauler], [arrow, hauler]], flights=1000).names
    ('First Mile, Steady Hauler', 'Paper Arrow, Steady Hauler')
    """
    listed, others = _checked_journeys(journeys), [as_ships(ships, "against") for ships in against]
    how_much, conditions = split_amount(options, JourneyConditions)
    if others and conditions.get("rivals") is not None:
        both = f"{named_setting('against')}, {named_setting('rivals')}"
        raise AnalyzerError(f"{both}: choose one: each names all truckers who fly along")
    captains = one_for_each(captain, len(listed))
    theirs = conditions.pop("rivals_captain", DEFAULT_CAPTAIN) if others else DEFAULT_CAPTAIN

    def planned(pair: tuple[Sequence[Layout], CaptainLike]) -> JourneyExperiment:
        ships, by = pair
        everybody = with_rivals([load_captain(by)], len(others), theirs)
        return plan_journey([ships, *others], seed, everybody, subjects=1, **conditions)

    experiments = all_or_faults(planned, zip(listed, captains, strict=True))
    named = _named(experiments, listed, others)
    return compare_experiments(named, flights, margin=margin, until=until, **how_much)


def _checked_journeys(journeys: object) -> list[list[Layout]]:
    """Return each journey's ships; raise AnalyzerError unless two or more journeys have equally many ships."""
    if isinstance(journeys, str) or not isinstance(journeys, Sequence) or len(journeys) < 2:
        raise AnalyzerError("journeys: give two or more, each a list of ships, e.g. [[ship_I, ship_II], [...]]")
    listed = all_or_faults(partial(as_ships, what="journeys"), journeys)
    if len({len(ships) for ships in listed}) > 1:
        flights_of = ", ".join(str(len(ships)) for ships in listed)
        raise AnalyzerError(f"journeys of {flights_of} flights: give each as many ships, one for every flight")
    return listed


def _named(
    experiments: Sequence[JourneyExperiment],
    journeys: Sequence[Sequence[Layout]],
    against: Sequence[Sequence[Layout]],
) -> dict[str, JourneyExperiment]:
    """Return the experiments by name, with truckers named after their ships, e.g. `First Mile, Steady Hauler`.

    Equal names are numbered.

    Args:
        experiments: An experiment for each journey. Its first trucker flies the journey's ships, and the next truckers
            fly those of `against`.
        journeys: The ships of each journey. Their names are the key of the journey's experiment.
        against: The ships of each of the other truckers.
    """
    everyone = distinct(", ".join(ship.name for ship in ships) for ships in (*journeys, *against))
    names, others = everyone[: len(journeys)], everyone[len(journeys) :]
    return {
        name: replace(one, names=(name, *others, *one.names[1 + len(against) :]))
        for name, one in zip(names, experiments, strict=True)
    }
