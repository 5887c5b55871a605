"""Search for the prices by which a captain plays a position, or whole games, best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from analyzer.errors import whole_number
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes
from analyzer.runs import tuning
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.compare import compare_experiments
from analyzer.runs.tuning import TUNED, TrialByTrial, repriced, search
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import DEAREST, PRICES, Captain, load_captain
from analyzer.starship.games import GameExperiment
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.compare import from_position
from analyzer.starship.tables import load_switches
from analyzer.starship.world import DEFAULT_CAPTAIN

GAMES = 400
"""Default number of games for each captain that is tried, or of pairs of games if both seats are played."""
SMALLEST = 5
"""Price, in tenths of an Astro, that the search tries in place of a price of 0."""
A_WIN = 1000
"""Number of turns that a won game is worth; of captains who win equally often, the faster one is thus better."""


class TunedCaptain(tuning.TunedCaptain):
    """The best captain that a search found."""


def tune_captain(
    position: PositionLike | None = None,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    workers: Processes = AUTO,
    progress: Callable[[int], None] | None = None,
) -> TunedCaptain:
    """Search for the captain who wins most often against another one.

    Captains play from the position, or from the start in both seats. The search changes one thing at a time: a
    price, the Astro held back, the number of plans or colony ships, or the order of modules. The best one then
    plays five times as many games on fresh deals.

    Args:
        position: A ship or position to play from: its file, its fields, or an object; the start of the game if
            None.
        games: Number of games of each captain that is tried, 400 if None; pairs of games where both seats are
            played.
        seed: Seed of all cards and dice.
        captain: The captain to start from: a name, a file or a `Captain`.
        other: The opponent's captain.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        workers: Number of processes that play the captains of one change, or "auto". The result does not depend on
            it.
        progress: Called with the number of games just played.

    Returns:
        The best captain, the changes that led to it, and the comparison with the first one on fresh deals.

    Raises:
        AnalyzerError: If an argument has faults.

    >>> from dataclasses import replace
    >>> from analyzer import starship
    >>> late = starship.load_ship("ships/starship/late.yaml")
    >>> starship.tune_captain(replace(late, colonies=(*late.colonies, "BASE06")), 10).captain.name
    'tuned'
    """
    many = whole_number(GAMES if games is None else games, "games", 10, MOST_KEPT)
    begun = None if position is None else load_position(position)
    start, against, how = load_captain(captain), load_captain(other), load_switches(switches)

    def experiment(player: Captain, at: int) -> GameExperiment:
        if begun is None:
            return GameExperiment((player, against), at, how, True)
        return from_position(begun, (player, against), at, how)

    def value(player: Captain, trials: int) -> npt.NDArray[np.int64]:
        columns = experiment(player, seed).run_block(0, trials)
        wins = columns["wins" if "wins" in columns else "won"][0]
        return np.asarray(wins * A_WIN - columns["turns"][0])

    played = TrialByTrial(value, many, checked_processes(workers), progress)
    outcome = search(replace(start, name=TUNED), played.gains, changes(), unit=A_WIN, first=played.first_gains)
    # Fresh deals: the search has chosen among captains by those of `seed`, which would flatter the winner.
    both = {TUNED: experiment(outcome.captain, seed + 1), f"{start.name} as before": experiment(start, seed + 1)}
    confirmed = compare_experiments(both, outcome.fresh(many), margin=0.01, workers=workers)
    return TunedCaptain(outcome.captain, start, 1 + outcome.tried, outcome.steps, confirmed, stopped=outcome.stopped)


def changes() -> list[tuning.Change[Captain]]:
    """Return the changes of a captain that the search tries, in their order; each changes one property."""
    exchanges = (partial(_exchanged, places=places) for places in combinations(range(3), 2))
    return [*(partial(_priced, price=price) for price in PRICES), _held, _plans, _colony_ships, *exchanges]


def _priced(captain: Captain, price: str) -> Iterator[Captain]:
    """Yield copies of the captain, each with another value of one price."""
    for changed in repriced(captain, price, smallest=SMALLEST, dearest=DEAREST * 10):
        if changed.good_wanted >= changed.good_spare:
            yield changed


def _held(captain: Captain) -> Iterator[Captain]:
    """Yield copies of the captain, each with another number of Astro held back."""
    return (
        replace(captain, held=held)
        for held in sorted({max(captain.held - 2, 0), captain.held + 2, captain.held + 5} - {captain.held})
    )


def _plans(captain: Captain) -> Iterator[Captain]:
    """Yield copies of the captain that collect goods for one build fewer, and for one build more, at the same time."""
    return (replace(captain, plans=plans) for plans in (captain.plans - 1, captain.plans + 1) if 1 <= plans <= 8)


def _colony_ships(captain: Captain) -> Iterator[Captain]:
    """Yield a copy of the captain with the other number of colony ships, 1 or 2."""
    yield replace(captain, colony_ships=3 - captain.colony_ships)


def _exchanged(captain: Captain, places: tuple[int, int]) -> Iterator[Captain]:
    """Yield a copy of the captain in whose order of wished modules two modules have changed places."""
    order, (one, other) = list(captain.modules), places
    order[one], order[other] = order[other], order[one]
    yield replace(captain, modules=tuple(order))
