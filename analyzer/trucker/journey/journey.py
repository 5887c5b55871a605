"""Several flights in a row: the public call, and every reason why a journey cannot be flown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

from analyzer.errors import AnalyzerError, whole_number
from analyzer.montecarlo import blocks as montecarlo
from analyzer.statistics.tally import Tally
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import CaptainLike, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.journey.legs import Legs
from analyzer.trucker.journey.purses import purses
from analyzer.trucker.journey.results import Journey
from analyzer.trucker.journey.titles import TitlesLike, load_titles
from analyzer.trucker.journey.trek import LEVELS, Trek
from analyzer.trucker.ship.layout import Layout, layouts

MOST_TRUCKERS = 4
MOST_LEGS = 4


def journey(
    truckers: Sequence[Sequence[Layout]],
    flights: int = 100_000,
    seed: int = 1,
    *,
    names: Sequence[str] | None = None,
    captain: CaptainLike | Sequence[CaptainLike] = "sensible",
    teams: Sequence[Sequence[int]] | None = None,
    titles: TitlesLike = False,
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    cards_file: str | Path | None = None,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Journey:
    """Fly one to four truckers through one to four flights in a row: money is kept, used cards are out of the game.

    `truckers`: for each the ships in the order in which they are flown, [[ship_I, ship_II], ...]; a flight's level is
    that of the first trucker's board. `flights`: how many journeys.
    names: what the truckers are called; captain: one for all, or one for each; start: the first trucker's place on the
    first flight.
    teams: pairs of truckers by number from 0, as [(0, 1), (2, 3)], who share one purse.
    titles: fly the trek of 2021, over levels I, II, III, for the titles of the edition (True), of a file, or a list.
    learning: the first flight is the learning flight, as in the first game of 2007, which goes on to levels II and III.
    repair, prognostic, cards_file: as for `fly`; progress: called with the number of journeys just flown.

    >>> import analyzer
    >>> ships = [analyzer.load_ship(f"ships/2007/{name}.yaml") for name in ("I/first-mile", "II/steady-hauler")]
    >>> analyzer.journey([ships], flights=100).levels
    ('I', 'II')

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    legs = plan_legs(
        truckers,
        seed,
        captain,
        teams,
        titles,
        learning=learning,
        start=start,
        repair=repair,
        prognostic=prognostic,
        cards_file=cards_file,
    )
    told = _names(names, len(truckers))
    flights = whole_number(flights, "flights", 1)
    tally = montecarlo.run(legs, flights, Tally.of, workers=workers, progress=progress)
    return Journey(legs, told, tally)


def plan_legs(
    truckers: Sequence[Sequence[Layout]],
    seed: int = 1,
    captain: CaptainLike | Sequence[CaptainLike] = "sensible",
    teams: Sequence[Sequence[int]] | None = None,
    titles: TitlesLike = False,
    *,
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    cards_file: str | Path | None = None,
) -> Legs:
    """The flights in a row of a journey; arguments as of `journey`."""
    _check(truckers)
    shared = purses(len(truckers), teams)
    by_leg = list(zip(*truckers, strict=True))
    levels = tuple(home_level(ships[0]) for ships in by_leg)
    plan_one = partial(plan, seed=seed, captain=captain, repair=repair, prognostic=prognostic, cards_file=cards_file)
    flights: list[Experiment] = []
    faults: list[str] = []
    for leg, ships in enumerate(by_leg):
        try:
            if leg == 0:
                flights.append(plan_one(ships, levels[leg], start=start, learning=learning))
                continue
            experiment = plan_one(ships, levels[leg])
            learned = any(before.route.learning for before in flights)
            route = replace(experiment.route, earlier=levels[:leg], after_learning=learned)
            flights.append(replace(experiment, route=route))
        except AnalyzerError as error:
            faults += [f"flight {leg + 1}: {fault}" for fault in error.faults]
    if faults:
        raise AnalyzerError(faults)
    return Legs(tuple(flights), shared, _trek(titles, truckers[0][0].board.edition, levels, len(truckers)))


def _check(truckers: Sequence[Sequence[Layout]]) -> None:
    if not isinstance(truckers, Sequence) or any(isinstance(ships, Layout) for ships in truckers):
        raise AnalyzerError("truckers: give a list of ships for each trucker, as [[ship_I, ship_II], [...]]")
    for ships in truckers:
        layouts(ships, "ships of a trucker")
    if not 1 <= len(truckers) <= MOST_TRUCKERS:
        raise AnalyzerError(f"{len(truckers)} truckers: give 1 to {MOST_TRUCKERS}")
    faults = []
    legs = len(truckers[0])
    for number, ships in enumerate(truckers, start=1):
        if len(ships) != legs:
            ours, theirs = _ships(len(ships)), _ships(legs)
            faults.append(f"trucker {number} has {ours}, trucker 1 {theirs}: give each a ship for every flight")
    if not 1 <= legs <= MOST_LEGS:
        faults.append(f"{_ships(legs)} for a trucker: give 1 to {MOST_LEGS}, one for each flight of the journey")
    for one, next_one in pairwise(truckers[0]):
        if one.board.edition != next_one.board.edition:
            faults.append(
                f"{next_one.name}: is a ship of the {next_one.board.edition} edition, {one.name} before it of the "
                f"{one.board.edition} edition: a journey is flown in one"
            )
    if faults:
        raise AnalyzerError(faults)


def _ships(number: int) -> str:
    return "1 ship" if number == 1 else f"{number} ships"


def _names(given: Sequence[str] | None, truckers: int) -> tuple[str, ...]:
    """What the truckers are called."""
    if given is None:
        return tuple(f"trucker {number}" for number in range(1, truckers + 1))
    if isinstance(given, str) or not all(isinstance(name, str) and name.strip() for name in given):
        raise AnalyzerError("names: give a list of names, none of them empty")
    if len(given) != truckers or len(set(given)) < len(given):
        raise AnalyzerError(f"names {', '.join(given)}: give {truckers}, one for each trucker, and all different")
    return tuple(given)


def _trek(titles: TitlesLike, edition: str, levels: tuple[str, ...], truckers: int) -> Trek | None:
    """The titles to fly for, if any; raises AnalyzerError where there can be none."""
    if titles is False:
        return None
    if edition != "2021":
        raise AnalyzerError(f"titles are flown for in the trek of the 2021 edition: these are ships of {edition}")
    if levels != LEVELS:
        flown = ", ".join(levels)
        raise AnalyzerError(f"titles are flown for on levels {', '.join(LEVELS)}, in this order: these are {flown}")
    listed = load_titles(titles, edition)
    if len(listed) < truckers:
        raise AnalyzerError(f"{len(listed)} titles for {truckers} truckers: list at least one for each")
    return Trek(listed, truckers)
